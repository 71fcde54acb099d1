/** Searches in a worker, so that a page never freezes: the same file runs on both sides. */

import { PlywiseError, readKernelFile } from "../kernel/driver";
import { LocalEngine } from "../kernel/engine";
import type { Asked, Decision, Sizes } from "../kernel/types";

const NAME = "plywise-kernel";
/** Milliseconds that a search may take beyond its own, before its rules are taken to loop forever. */
const GRACE = 5000;

type Request = { kind: "start"; bytes: BufferSource; sizes: Sizes } | { kind: "decide"; cells: bigint[]; asked: Asked };
type Answer =
  { kind: "depth"; decision: Decision } | { kind: "answer"; decision: Decision } | { kind: "error"; message: string };

/** A search under way. */
interface Waiting {
  last: Decision | null;
  resolve(decision: Decision | null): void;
  reject(error: Error): void;
  onDepth: ((decision: Decision) => void) | undefined;
}

/** A worker that searches; it is started when it is first asked, and again after it was stopped. */
export class RemoteSearch {
  private worker: Worker | null = null;
  private waiting: Waiting | null = null;

  constructor(
    private readonly bytes: BufferSource,
    private readonly sizes: Sizes,
    private readonly start: () => Worker,
  ) {}

  /** Return what a search finds; null where it was stopped before the first depth was complete. */
  decide(
    cells: bigint[],
    asked: Asked,
    onDepth: ((decision: Decision) => void) | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Decision | null> {
    if (this.waiting)
      return Promise.reject(
        new PlywiseError("The engine is searching already: wait for its answer, or stop it first."),
      );
    const worker = this.started();
    const stop = (): void => this.stop();
    const answer = new Promise<Decision | null>((resolve, reject) => {
      this.waiting = { last: null, resolve, reject, onDepth };
    });
    signal?.addEventListener("abort", stop);
    const patience = asked.ms === undefined ? undefined : setTimeout(() => this.giveUp(), asked.ms + GRACE);
    this.send(worker, { kind: "decide", cells, asked });
    if (signal?.aborted) this.stop();
    return answer.finally(() => {
      clearTimeout(patience);
      signal?.removeEventListener("abort", stop);
    });
  }

  /** End the search under way, and with it the worker. */
  stop(): void {
    const { waiting } = this;
    if (!waiting) return;
    this.close();
    waiting.resolve(waiting.last);
  }

  close(): void {
    this.worker?.terminate();
    this.worker = null;
    this.waiting = null;
  }

  private giveUp(): void {
    const { waiting } = this;
    this.close();
    if (waiting?.last) waiting.resolve(waiting.last);
    else
      waiting?.reject(
        new PlywiseError("The search doesn't end: its rules may loop forever. Run `plywise check` on them."),
      );
  }

  private started(): Worker {
    if (this.worker) return this.worker;
    const worker = this.start();
    worker.onmessage = ({ data }: MessageEvent<Answer>): void => this.hear(data);
    worker.onerror = (event): void => {
      const { waiting } = this;
      this.close();
      waiting?.reject(new PlywiseError(`The worker fails: ${event.message || "its script can't be loaded"}.`));
    };
    this.send(worker, { kind: "start", bytes: this.bytes, sizes: this.sizes });
    this.worker = worker;
    return worker;
  }

  private send(worker: Worker, request: Request): void {
    worker.postMessage(request);
  }

  private hear(answer: Answer): void {
    const { waiting } = this;
    if (!waiting) return;
    if (answer.kind === "depth") {
      waiting.last = answer.decision;
      waiting.onDepth?.(answer.decision);
      return;
    }
    this.waiting = null;
    if (answer.kind === "answer") waiting.resolve(answer.decision);
    else waiting.reject(new PlywiseError(answer.message));
  }
}

/** Whether this file runs in a worker that it started itself. */
export function isOurWorker(): boolean {
  return (
    typeof document === "undefined" && (globalThis as { name?: string }).name === NAME && "postMessage" in globalThis
  );
}

/** The name that a worker with this package in it needs. */
export const WORKER_NAME = NAME;

/** Search whatever the page asks for. */
export function serveSearches(): void {
  let engine: Promise<LocalEngine> | null = null;
  const post = (answer: Answer): void => (globalThis as unknown as Worker).postMessage(answer);
  globalThis.onmessage = async ({ data }: MessageEvent<Request>): Promise<void> => {
    try {
      if (data.kind === "start") {
        engine = readKernelFile(data.bytes).then((file) => new LocalEngine(file, data.sizes));
        return;
      }
      const onDepth = (decision: Decision): void => post({ kind: "depth", decision });
      post({ kind: "answer", decision: (await engine!).decide(data.cells, data.asked, onDepth) });
    } catch (error) {
      post({ kind: "error", message: error instanceof Error ? error.message : String(error) });
    }
  };
}
