/** A live analysis: what is asked, and what has been found so far. */

import type { AnalysisMessage, Decision } from "./api";
import { type Channel, transport } from "./transport";

/** How long to wait for a service that doesn't answer before asking again, in ms. */
const RETRY_DELAY = 500;

/** What to search, and for how long: null means until it is stopped. */
export interface Question {
  game: string;
  /** Where the game starts; null as usual. */
  start: string | null;
  actions: string[];
  seconds: number | null;
  algorithm: string | null;
  /** Whether what an opening book knows is played at once. */
  by_book?: boolean;
  /** The level of strength to play at; null for as strong as can be. */
  level: number | null;
}

/** How far a search has got. */
export interface Effort {
  depth: number;
  nodes: number;
  seconds: number;
  simulations: number;
}

/** Asks for one analysis at a time; a new question replaces the current one. */
export class Analysis {
  decision = $state.raw<Decision | null>(null);
  verdict = $state("");
  effort = $state.raw<Effort | null>(null);
  trying = $state<string | null>(null);
  compiling = $state.raw<{ done: number; of: number } | null>(null);
  isRunning = $state(false);
  /** Whether the engine is still being loaded. */
  isLoading = $state(false);
  problem = $state<string | null>(null);
  /** The place in line while others are served first; 1 is next. */
  place = $state<number | null>(null);
  /** Why the search ended early, if it did: the answer shown is the best it had by then. */
  stoppedBy = $state<string | null>(null);

  private channel: Channel | null = null;
  private id = 0;
  private question: Question | null = null;
  private onFinal: ((decision: Decision) => void) | null = null;
  private onEnd: ((problem: string | null) => void) | null = null;
  private mayRetry = true;
  private retrying = 0;

  /** `onFound` gets everything that is found, with the question that it answers. */
  constructor(private readonly onFound: ((question: Question, decision: Decision) => void) | null = null) {}

  /** Search a position; `onFinal` gets the answer when the time is up. */
  ask(question: Question, onFinal: ((decision: Decision) => void) | null = null): void {
    this.clear();
    this.question = question;
    this.onFinal = onFinal;
    this.mayRetry = true;
    this.send();
  }

  /** Search a position and return the answer; null if something else was asked or the search was ended meanwhile. */
  settle(question: Question): Promise<Decision | null> {
    return new Promise((resolve, reject) => {
      this.ask(question, resolve);
      this.onEnd = (problem) => (problem === null ? resolve(null) : reject(new Error(problem)));
    });
  }

  /** Ask the same question again. */
  retry(): void {
    this.problem = this.stoppedBy = null;
    if (this.question) this.send();
  }

  /** End the search, and keep what it has found. */
  stop(): void {
    clearTimeout(this.retrying);
    if (this.isRunning) this.channel?.send({ type: "stop", id: this.id });
    this.isRunning = this.isLoading = false;
    this.onFinal = this.place = null;
    this.end(null);
  }

  /** End the search and forget what it has found. */
  clear(): void {
    this.stop();
    this.id += 1;
    this.question = null;
    this.decision = this.effort = this.compiling = this.problem = this.trying = this.stoppedBy = null;
    this.verdict = "";
  }

  /** Close the connection to the service. */
  close(): void {
    this.clear();
    this.channel?.close();
    this.channel = null;
  }

  private send(): void {
    if (this.question === null) return;
    this.isRunning = true;
    this.channel ??= transport().connect(
      (message) => this.receive(message),
      (problem) => {
        this.channel = null;
        this.fail("unreachable", problem);
      },
    );
    this.channel.send({ type: "analyse", id: ++this.id, ...this.question, depth: null });
  }

  private receive(message: AnalysisMessage): void {
    if (message.id !== this.id && message.id !== null) return;
    this.isLoading = message.type === "loading";
    if (message.type === "loading") return;
    if (message.type === "error") this.fail(message.code, message.message);
    else if (message.type === "waiting") this.place = message.place || null;
    else if (message.type === "compiling")
      this.compiling = message.done < message.of ? { done: message.done, of: message.of } : null;
    else if (message.type === "progress") {
      this.compiling = this.place = null;
      this.effort = message;
      this.trying = message.action;
    } else {
      if (!this.decision || looksAsFar(message.decision, this.decision)) {
        this.decision = message.decision;
        this.verdict = message.verdict;
      }
      this.effort = message.decision;
      if (this.question) this.onFound?.(this.question, message.decision);
      this.place = null;
      this.stoppedBy = message.stopped_by?.message ?? null;
      if (message.is_final) this.finish(this.decision);
    }
  }

  private finish(decision: Decision): void {
    this.isRunning = false;
    this.compiling = this.trying = null;
    const tell = this.onFinal;
    this.onFinal = null;
    this.onEnd = null;
    tell?.(decision);
  }

  /** Tell whoever waits for an answer that there is none. */
  private end(problem: string | null): void {
    const tell = this.onEnd;
    this.onEnd = null;
    tell?.(problem);
  }

  /** Ask again once if the question isn't at fault; otherwise show the problem. */
  private fail(code: string, message: string): void {
    if (!this.isRunning) return;
    const isPassing = code === "worker-lost" || code === "unreachable";
    this.isRunning = false;
    this.compiling = this.place = null;
    const { question } = this;
    if (isPassing && this.mayRetry && question) {
      this.mayRetry = false;
      const again = (): void => {
        if (this.question === question && !this.isRunning) this.send();
      };
      this.retrying = window.setTimeout(again, code === "worker-lost" ? 0 : RETRY_DELAY);
    } else {
      this.problem = message;
      this.end(message);
    }
  }
}

/** Whether a decision looks at least as far as the one shown: a question that is asked again begins again. */
function looksAsFar(found: Decision, shown: Decision): boolean {
  const measure = found.simulations > 0 && shown.simulations > 0 ? "simulations" : "depth";
  return found.status === "proven" || found[measure] >= shown[measure];
}
