/** How the app reaches whoever runs the rules: a service over HTTP and WebSocket, or an engine in the page itself. */

import type { AnalysisMessage } from "./api";

/** What is asked of an analysis. */
export type AnalysisRequest =
  | {
      type: "analyse";
      id: number;
      game: string;
      start: string | null;
      actions: string[];
      seconds: number | null;
      algorithm: string | null;
      level: number | null;
      depth: number | null;
      /** Whether what an opening book knows is played at once. */
      by_book?: boolean;
    }
  | { type: "stop"; id: number };

/** A connection for analyses, one at a time. */
export interface Channel {
  send(message: AnalysisRequest): void;
  close(): void;
}

/** Answers what the app asks. */
export interface Transport {
  /** Whether there is a server, which can watch files and check rules. */
  readonly hasServer: boolean;
  /** Ask something by its address, and return the answer; throws a ServiceError. `leaving` says that nobody waits. */
  ask<Answer>(address: string, body?: unknown, leaving?: AbortSignal): Promise<Answer>;
  /** Open a channel for analyses; `lose` is called when it is lost, with a sentence for people. */
  connect(hear: (message: AnalysisMessage) => void, lose: (problem: string) => void): Channel;
}

/** Why there is no answer, in one sentence with what to do. */
export class ServiceError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

let current: Transport | null = null;

/** Say how the app reaches whoever runs the rules. */
export function useTransport(chosen: Transport): void {
  current = chosen;
}

/** Return how the app reaches whoever runs the rules. */
export function transport(): Transport {
  if (current === null) throw new Error("No transport was chosen.");
  return current;
}
