/** The engine: Python in a worker, which answers one request after the other.
 *
 * There is one thread, and no memory is shared with the page. Where the browser can suspend Python (JavaScript promise
 * integration), a search pauses now and then, and messages are read meanwhile. Elsewhere it begins again and again, each
 * time for twice as long, and messages are read in between. */

import type { PyodideAPI } from "pyodide";
import type { AnalysisMessage } from "../app/lib/api";
import type { Manifest } from "../kernel/module";
import { type EmscriptenModule, startBesidePython } from "../kernel/pyodide";
import type { AnalysisQuestion, Answer, Outcome, Request } from "./messages";
import { fetchOne, startPython } from "./python";

const DESK = `
import json
from plywise.tasks import Desk
from pyodide.ffi import run_sync

def pausing(breathe):
    return lambda: run_sync(breathe())

desk = Desk(json.loads(specs))
`;

/** How long the first search lasts where it can't pause, in seconds. */
const FIRST_SLICE = 0.25;
/** How many seconds must be left to search again. */
const LEAST_REST = 0.05;

interface Callable<Result> {
  (...given: unknown[]): Result;
  callPromising(...given: unknown[]): Promise<Result>;
}
interface Desk {
  answer(address: string, body: string): string;
  carry(game: string, manifest: string, call: unknown): void;
  learn(game: string, file: string): void;
  analyse: Callable<string>;
}

const canPause = "Suspending" in WebAssembly;
let desk: Desk;
let emscripten: EmscriptenModule;
/** Where the compiled searches lie that Python hasn't been handed yet. */
let kernels: Record<string, string[]> = {};
let knowledge: Record<string, string> = {};
let files: PyodideAPI["FS"];
let pausing: (breathe: () => Promise<boolean>) => unknown;
/** The searches to stop, by their numbers. */
const stopped = new Set<number>();
/** The last search in line: they run one after the other. */
let last: Promise<void> = Promise.resolve();
let started: Promise<void> | null = null;

self.onmessage = ({ data }: MessageEvent<Request>): void => {
  if (data.type === "start") started = start(data);
  else if (data.type === "stop") stopped.add(data.number);
  else if (data.type === "ask") void started?.then(() => answer(data.number, data.address, data.body));
  else {
    const { number, question } = data;
    void started?.then(() => (last = last.then(() => analyse(number, question))));
  }
};

function say(message: Answer): void {
  self.postMessage(message);
}

async function start({ files: engine, specs }: Extract<Request, { type: "start" }>): Promise<void> {
  try {
    const python: PyodideAPI = await startPython(engine);
    files = python.FS;
    emscripten = (python as unknown as { _module: EmscriptenModule })._module;
    kernels = { ...engine.kernels };
    knowledge = { ...engine.knowledge };
    python.globals.set("specs", JSON.stringify(specs));
    python.runPython(DESK);
    desk = python.globals.get("desk") as Desk;
    pausing = python.globals.get("pausing") as typeof pausing;
    say({ type: "ready" });
  } catch (error) {
    say({ type: "broken", message: String(error) });
    throw error;
  }
}

function answer(number: number, address: string, body: unknown): void {
  say({ type: "begun", number });
  try {
    const outcome = JSON.parse(desk.answer(address, JSON.stringify(body))) as Outcome;
    say({ type: "ended", number, outcome });
  } catch (error) {
    say({ type: "crashed", number, message: String(error) });
  }
}

/** Fetch, start and hand over a game's compiled searches and what was learned, once; without them, search is plain. */
async function carryKernels(game: string): Promise<void> {
  const [names, learned] = [kernels[game] ?? [], knowledge[game]];
  delete kernels[game];
  delete knowledge[game];
  if (learned !== undefined) {
    const file = `/home/pyodide/${Object.keys(knowledge).length}.knowledge`;
    files.writeFile(file, new Uint8Array(await (await fetchOne(learned)).arrayBuffer()));
    desk.learn(game, file);
  }
  for (const name of names) {
    const [code, about] = await Promise.all([fetchOne(`${name}.wasm`), fetchOne(`${name}.json`)]);
    const [module, manifest] = [await WebAssembly.compile(await code.arrayBuffer()), await about.text()];
    desk.carry(game, manifest, startBesidePython(emscripten, module, JSON.parse(manifest) as Manifest));
  }
}

async function analyse(number: number, question: AnalysisQuestion): Promise<void> {
  say({ type: "begun", number });
  try {
    await carryKernels(question.game);
    const outcome = canPause ? await searchWithPauses(number, question) : await searchInSlices(number, question);
    say({ type: "ended", number, outcome });
  } catch (error) {
    say({ type: "crashed", number, message: String(error) });
  }
  stopped.delete(number);
}

async function searchWithPauses(number: number, question: AnalysisQuestion): Promise<Outcome> {
  const pause = pausing(() => breathe(number));
  return JSON.parse(await desk.analyse.callPromising(JSON.stringify(question), teller(number), pause)) as Outcome;
}

async function searchInSlices(number: number, question: AnalysisQuestion): Promise<Outcome> {
  const end = question.seconds === null ? Infinity : performance.now() + question.seconds * 1000;
  for (let slice = FIRST_SLICE; ; slice *= 2) {
    const seconds = Math.min(slice, (end - performance.now()) / 1000);
    const outcome = JSON.parse(desk.analyse(JSON.stringify({ ...question, seconds }), teller(number))) as Outcome;
    const isStopped = await breathe(number);
    const rest = (end - performance.now()) / 1000;
    if (isStopped || rest < LEAST_REST || "failed" in outcome || isProven(outcome.done)) return outcome;
  }
}

function isProven(found: unknown): boolean {
  return (found as { decision: { status: string } }).decision.status === "proven";
}

/** Report what a search says of itself. */
function teller(number: number): (message: string) => void {
  return (message) => say({ type: "told", number, message: JSON.parse(message) as Omit<AnalysisMessage, "id"> });
}

/** Let other messages in, and return whether a search should stop. */
async function breathe(number: number): Promise<boolean> {
  say({ type: "alive", number });
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
  return stopped.has(number);
}
