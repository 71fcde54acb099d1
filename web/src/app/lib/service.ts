/** The transport to `plywise serve`: questions over HTTP, analyses over a WebSocket. */

import type { AnalysisMessage } from "./api";
import { type AnalysisRequest, type Channel, ServiceError, type Transport } from "./transport";

/** The message shown when the service doesn't answer at all. */
const UNREACHABLE = "Plywise doesn't answer: check that `plywise serve` is still running, then try again.";

/** A service on the page's own server. */
export const service: Transport = { hasServer: true, ask, connect };

async function ask<Answer>(address: string, body?: unknown, leaving?: AbortSignal, seat?: string): Promise<Answer> {
  const token: Record<string, string> = seat ? { "Seat-Token": seat } : {};
  const request: RequestInit = body
    ? { method: "POST", headers: { "Content-Type": "application/json", ...token }, body: JSON.stringify(body) }
    : { headers: token };
  let response: Response;
  let content: unknown;
  try {
    response = await fetch(address, { ...request, signal: leaving ?? null });
    content = await response.json();
  } catch {
    throw new ServiceError("unreachable", UNREACHABLE);
  }
  if (response.ok) return content as Answer;
  const { code, message } = content as { code?: string; message?: string };
  throw new ServiceError(code ?? "unreachable", message ?? UNREACHABLE);
}

/** Ask for a seat by its token, and return the answer; throws a ServiceError. */
export function askSeat<Answer>(address: string, token: string, body?: unknown): Promise<Answer> {
  return ask(address, body, undefined, token);
}

/** Hear what a seat sees, again whenever that has changed; return how to end it. `lose` gets a sentence for people. */
export function watchSeat<Seen>(
  address: string,
  token: string,
  hear: (seen: Seen) => void,
  lose: (problem: string) => void,
): () => void {
  const socket = new WebSocket(socketAddress(address));
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    socket.close();
  };
  const fail = (problem: string): void => {
    if (isClosed) return;
    close();
    lose(problem);
  };
  socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "sit", token })));
  socket.addEventListener("message", (event) => {
    const message = JSON.parse(String(event.data)) as { type: string; message?: string };
    if (message.type === "error") fail(message.message ?? UNREACHABLE);
    else if (!isClosed) hear(message as Seen);
  });
  socket.addEventListener("close", () => fail(UNREACHABLE));
  return close;
}

function socketAddress(path: string): URL {
  const address = new URL(path, document.baseURI);
  address.protocol = address.protocol.replace("http", "ws");
  return address;
}

function connect(hear: (message: AnalysisMessage) => void, lose: (problem: string) => void): Channel {
  const socket = new WebSocket(socketAddress("api/analysis"));
  const waiting: AnalysisRequest[] = [];
  let isClosed = false;
  const send = (message: AnalysisRequest): void => socket.send(JSON.stringify(message));
  socket.addEventListener("open", () => waiting.splice(0).forEach(send));
  socket.addEventListener("message", (event) => hear(JSON.parse(String(event.data)) as AnalysisMessage));
  socket.addEventListener("close", () => isClosed || lose(UNREACHABLE));
  return {
    send: (message) => void (socket.readyState === WebSocket.CONNECTING ? waiting.push(message) : send(message)),
    close: () => {
      isClosed = true;
      socket.close();
    },
  };
}
