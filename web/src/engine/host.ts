/** The page's side of the engine: starts it, asks it, and starts it again where rules don't let it answer. */

import { ServiceError } from "../app/lib/transport";
import type { AnalysisQuestion, Answer, EngineFiles, Failure, Outcome, Request } from "./messages";

/** How long rules may take to answer for a position, in ms. */
const QUICK = 5_000;
/** How long an explanation, or playing through a record, may take. */
const PATIENT = 60_000;
/** How long a search may be silent. */
const SILENT = 8_000;
/** How long a search that was asked to stop may take to do so. */
const STOPPING = 1_000;

const QUICK_ADDRESSES = ["api/positions", "api/descriptions", "api/throws", "api/setups"];

const HUNG = "The rules of this game took too long to answer, so the engine was started again: see `plywise check`.";
const CRASHED = "Python itself failed on this, so the engine was started again: see `plywise check`.";
const BROKEN =
  "The engine could not be loaded: check your connection and that your browser is up to date, then reload.";

/** What somebody waits for. */
interface Pending {
  request: Extract<Request, { number: number }>;
  hear: (answer: Answer) => void;
  end: (outcome: Outcome) => void;
  /** How long it may be silent once it has begun, in ms. */
  patience: number;
  timer: number;
  isStopped: boolean;
}

/** An engine in a worker; whatever is asked before it is ready waits. */
export class EngineHost {
  private worker: Worker;
  private readonly pending = new Map<number, Pending>();
  private count = 0;
  private problem: string | null = null;
  /** Whether it answers at once: not before it has loaded. */
  isReady = false;
  private whenReady: (() => void) | null = null;
  /** Fulfilled when the engine answers for the first time. */
  readonly ready = new Promise<void>((resolve) => (this.whenReady = resolve));

  constructor(
    private readonly script: string,
    private readonly files: EngineFiles,
    private readonly specs: Record<string, string>,
  ) {
    this.worker = this.start();
  }

  /** Ask something by its address; where nobody waits any more and it takes longer, the engine is started again. */
  ask(address: string, body: unknown, leaving?: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const end = (outcome: Outcome): void => {
        if ("done" in outcome) resolve(outcome.done);
        else reject(new ServiceError(outcome.failed.code, outcome.failed.message));
      };
      const patience = QUICK_ADDRESSES.includes(address) ? QUICK : PATIENT;
      const number = ++this.count;
      this.send({ type: "ask", number, address, body }, () => undefined, end, patience);
      leaving?.addEventListener("abort", () => this.stop(number));
    });
  }

  /** Begin an analysis; return its number. */
  analyse(question: AnalysisQuestion, hear: (answer: Answer) => void, end: (outcome: Outcome) => void): number {
    this.send({ type: "analyse", number: ++this.count, question }, hear, end, SILENT);
    return this.count;
  }

  /** Ask for something to be stopped; where that doesn't help, the engine is started again. */
  stop(number: number): void {
    const pending = this.pending.get(number);
    if (!pending) return;
    this.worker.postMessage({ type: "stop", number } satisfies Request);
    pending.patience = STOPPING;
    pending.isStopped = true;
    if (pending.timer !== 0) this.wait(pending);
  }

  private send(request: Pending["request"], hear: Pending["hear"], end: Pending["end"], patience: number): void {
    const { problem } = this;
    if (problem !== null) {
      queueMicrotask(() => end({ failed: { code: "unreachable", message: problem } }));
      return;
    }
    this.pending.set(request.number, { request, hear, end, patience, timer: 0, isStopped: false });
    this.worker.postMessage(request);
  }

  private start(): Worker {
    // A worker from a blob is bound by this page's content security policy, one from a file by none.
    const blob = new Blob([`import ${JSON.stringify(this.script)};`], { type: "text/javascript" });
    const address = URL.createObjectURL(blob);
    const worker = new Worker(address, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.receive(data);
    worker.onerror = () => this.giveUp();
    worker.postMessage({ type: "start", files: this.files, specs: this.specs } satisfies Request);
    return worker;
  }

  private receive(answer: Answer): void {
    if (answer.type === "ready") {
      this.isReady = true;
      this.whenReady?.();
    } else if (answer.type === "broken") this.giveUp();
    else {
      const pending = this.pending.get(answer.number);
      if (!pending) return;
      if (answer.type === "ended") this.finish(pending, answer.outcome);
      else if (answer.type === "crashed") this.restart(pending, { code: "rules", message: CRASHED });
      else {
        this.wait(pending);
        pending.hear(answer);
      }
    }
  }

  /** Wait for the next sign of life. */
  private wait(pending: Pending): void {
    clearTimeout(pending.timer);
    pending.timer = window.setTimeout(() => this.restart(pending, { code: "limit", message: HUNG }), pending.patience);
  }

  private finish(pending: Pending, outcome: Outcome): void {
    clearTimeout(pending.timer);
    this.pending.delete(pending.request.number);
    pending.end(outcome);
  }

  /** End the engine with what it can't finish, start it again, and ask it everything else once more. */
  private restart(culprit: Pending, failed: Failure): void {
    this.worker.terminate();
    this.isReady = false;
    this.worker = this.start();
    const others = [...this.pending.values()].filter((each) => each !== culprit);
    for (const other of others) {
      clearTimeout(other.timer);
      other.timer = 0;
      if (other.isStopped) this.finish(other, { failed });
      else this.worker.postMessage(other.request);
    }
    this.finish(culprit, { failed });
  }

  /** The engine can't be started: nobody need wait. */
  private giveUp(): void {
    this.problem = BROKEN;
    for (const each of [...this.pending.values()])
      this.finish(each, { failed: { code: "unreachable", message: BROKEN } });
  }
}
