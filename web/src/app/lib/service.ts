/** The transport to `plywise serve`: questions over HTTP, analyses over a WebSocket. */

import type { AnalysisMessage } from "./api";
import { type AnalysisRequest, type Channel, ServiceError, type Transport } from "./transport";

/** The message shown when the service doesn't answer at all. */
const UNREACHABLE = "Plywise doesn't answer: check that `plywise serve` is still running, then try again.";

/** A service on the page's own server. */
export const service: Transport = { hasServer: true, ask, connect };

async function ask<Answer>(address: string, body?: unknown, leaving?: AbortSignal): Promise<Answer> {
  const request: RequestInit = body
    ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }
    : {};
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

function connect(hear: (message: AnalysisMessage) => void, lose: (problem: string) => void): Channel {
  const address = new URL("api/analysis", document.baseURI);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
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
