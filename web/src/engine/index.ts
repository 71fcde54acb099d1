/** The transport of a page without a server: what was computed beforehand at once, everything else by its own engine. */

import type { AnalysisMessage, Decision, GameDescription, OfferedGame, Position } from "../app/lib/api";
import { type AnalysisRequest, type Channel, ServiceError, type Transport } from "../app/lib/transport";
import { EngineHost } from "./host";
import type { Answer, EngineFiles, Outcome } from "./messages";
import script from "./worker?worker&url";

/** What `plywise export` wrote about its games. */
interface Site {
  format: "plywise-site-1";
  games: OfferedGame[];
  /** What loads each game in the engine, by ids. */
  specs: Record<string, string>;
  /** Each game's description and first position, by ids. */
  firsts: Record<string, { description: GameDescription; position: Position }>;
  engine: EngineFiles;
}

const MISSING = "The files of this page can't be read: check your connection, then reload.";

/** Open the site that this page belongs to: its engine starts to load, and its first boards are there. */
export async function openSite(): Promise<Transport> {
  let site: Site;
  try {
    site = (await (await fetch("site.json")).json()) as Site;
  } catch {
    return failing;
  }
  const absolute = (file: string): string => new URL(file, document.baseURI).href;
  const { pyodide, archives, memory, kernels, knowledge } = site.engine;
  const files: EngineFiles = {
    pyodide: absolute(pyodide),
    archives: archives.map(absolute),
    memory: memory !== null && isWorthLoading() ? absolute(memory) : null,
    kernels: Object.fromEntries(Object.entries(kernels).map(([game, names]) => [game, names.map(absolute)])),
    knowledge: Object.fromEntries(Object.entries(knowledge).map(([game, name]) => [game, absolute(name)])),
  };
  const host = new EngineHost(absolute(script), files, site.specs);
  // Everything is kept for a visit without a network; not before the engine is there, which needs the same files.
  void host.ready.then(() => {
    document.documentElement.dataset["engine"] = "ready";
    return navigator.serviceWorker?.register("sw.js").catch(() => undefined);
  });
  return {
    hasServer: false,
    ask: async <Answered>(address: string, body?: unknown, leaving?: AbortSignal): Promise<Answered> =>
      (known(site, address, body) ?? (await host.ask(address, body, leaving))) as Answered,
    connect: (hear) => new PageChannel(host, hear),
  };
}

/** The network, as some browsers describe it. */
interface Connection {
  effectiveType?: string;
  saveData?: boolean;
}

/** Whether to load the memory to start from, 9 MB: it is here already, or the network is quick as far as we know. */
function isWorthLoading(): boolean {
  if (navigator.serviceWorker?.controller) return true;
  const { effectiveType = "4g", saveData = false } = (navigator as { connection?: Connection }).connection ?? {};
  return effectiveType === "4g" && !saveData;
}

/** A site whose files are missing. */
const failing: Transport = {
  hasServer: false,
  ask: () => Promise.reject(new ServiceError("unreachable", MISSING)),
  connect: () => ({ send: () => undefined, close: () => undefined }),
};

/** Return an answer that needs no engine. */
function known(site: Site, address: string, body: unknown): unknown {
  if (address === "api/games") return { games: site.games };
  const asked = body as { game: string; actions?: string[]; start?: string | null };
  const first = site.firsts[asked.game];
  if (address === "api/descriptions") return first?.description;
  const isFirst = address === "api/positions" && !asked.start && asked.actions?.length === 0;
  return isFirst ? first?.position : undefined;
}

/** A channel for analyses by the engine: a new question replaces the one under way. */
class PageChannel implements Channel {
  private number: number | null = null;
  private best: { verdict: string; decision: Decision } | null = null;

  constructor(
    private readonly host: EngineHost,
    private readonly hear: (message: AnalysisMessage) => void,
  ) {}

  send(message: AnalysisRequest): void {
    if (this.number !== null) this.host.stop(this.number);
    if (message.type === "stop") return;
    const { id } = message;
    this.best = null;
    const number = this.host.analyse(
      message,
      (answer) => number === this.number && this.pass(id, answer),
      (outcome) => number === this.number && this.finish(id, outcome),
    );
    this.number = number;
    if (!this.host.isReady) this.hear({ type: "loading", id });
  }

  close(): void {
    if (this.number !== null) this.host.stop(this.number);
    this.number = null;
  }

  private pass(id: number, answer: Answer): void {
    if (answer.type === "begun") this.hear({ type: "waiting", id, place: 0 });
    if (answer.type !== "told") return;
    const message = answer.message as AnalysisMessage;
    if (message.type !== "decision") this.hear({ ...message, id });
    else {
      this.best = { verdict: message.verdict, decision: message.decision };
      this.hear({ ...message, id, is_final: false, stopped_by: null });
    }
  }

  /** Report the end: the last answer, or with what was found by then, what went wrong. */
  private finish(id: number, outcome: Outcome): void {
    this.number = null;
    const failed = "failed" in outcome ? outcome.failed : null;
    const best = "done" in outcome ? (outcome.done as { verdict: string; decision: Decision }) : this.best;
    if (best) this.hear({ type: "decision", id, is_final: true, stopped_by: failed, ...best });
    else if (failed) this.hear({ type: "error", id, ...failed });
  }
}
