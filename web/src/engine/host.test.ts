// @vitest-environment happy-dom
/** The page's side of the engine: rules that hang are ended, and everything else is asked again. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EngineHost } from "./host";
import type { Answer, Outcome, Request } from "./messages";

/** Workers that answer only what a test lets them answer. */
class FakeWorker {
  static all: FakeWorker[] = [];
  readonly asked: Request[] = [];
  isEnded = false;
  onmessage: ((event: { data: Answer }) => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(request: Request): void {
    this.asked.push(request);
  }
  terminate(): void {
    this.isEnded = true;
  }
  say(data: Answer): void {
    this.onmessage?.({ data });
  }
}

const FILES = { pyodide: "pyodide/", archives: ["rooms.zip"], memory: null, kernels: {}, knowledge: {} };
const QUESTION = {
  type: "analyse",
  id: 1,
  game: "nim",
  start: null,
  actions: [],
  seconds: 9,
  algorithm: null,
  level: null,
} as const;
const host = (): EngineHost => new EngineHost("worker.js", FILES, { nim: "nim" });
const last = (): FakeWorker => FakeWorker.all.at(-1) as FakeWorker;
const asked = ({ asked }: FakeWorker): string[] => asked.map(({ type }) => type);

beforeEach(() => {
  vi.useFakeTimers();
  FakeWorker.all = [];
  vi.stubGlobal("Worker", FakeWorker);
  URL.createObjectURL = () => "blob:engine";
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an answer comes back, and time counts only once the engine has begun", async () => {
  const answer = host().ask("api/positions", {});
  vi.advanceTimersByTime(60_000);
  last().say({ type: "begun", number: 1 });
  last().say({ type: "ended", number: 1, outcome: { done: "here" } });
  expect(await answer).toBe("here");
  expect(FakeWorker.all).toHaveLength(1);
});

test("rules that hang are ended, and what others have asked is asked again", async () => {
  const engine = host();
  const hung = engine.ask("api/positions", {});
  const other = engine.ask("api/throws", {});
  last().say({ type: "begun", number: 1 });
  const refused = expect(hung).rejects.toThrow(/took too long to answer.*see `plywise check`/);
  vi.advanceTimersByTime(5_000);
  await refused;
  expect(FakeWorker.all.map((worker) => worker.isEnded)).toEqual([true, false]);
  expect(asked(last())).toEqual(["start", "ask"]);
  last().say({ type: "ended", number: 2, outcome: { done: 3 } });
  expect(await other).toBe(3);
});

test("a search that lives may take its time; one that was told to stop has a second", () => {
  const engine = host();
  const ends: Outcome[] = [];
  const number = engine.analyse(
    { ...QUESTION, depth: null, actions: [] },
    () => undefined,
    (end) => ends.push(end),
  );
  last().say({ type: "begun", number });
  for (let seconds = 0; seconds < 60; seconds += 5) {
    vi.advanceTimersByTime(5_000);
    last().say({ type: "alive", number });
  }
  expect(FakeWorker.all).toHaveLength(1);
  engine.stop(number);
  expect(asked(last())).toEqual(["start", "analyse", "stop"]);
  vi.advanceTimersByTime(1_001);
  expect(FakeWorker.all).toHaveLength(2);
  expect(ends).toEqual([{ failed: { code: "limit", message: expect.stringContaining("started again") as string } }]);
});

test("an explanation that nobody waits for any more has a second to end", async () => {
  const leaving = new AbortController();
  const explained = host().ask("api/explanations", {}, leaving.signal);
  last().say({ type: "begun", number: 1 });
  vi.advanceTimersByTime(30_000);
  expect(FakeWorker.all).toHaveLength(1);
  const refused = expect(explained).rejects.toThrow();
  leaving.abort();
  vi.advanceTimersByTime(1_001);
  await refused;
  expect(FakeWorker.all).toHaveLength(2);
});

test("a search that was stopped is not asked for again", () => {
  const engine = host();
  const ends: Outcome[] = [];
  const number = engine.analyse(
    { ...QUESTION, depth: null, actions: [] },
    () => undefined,
    (end) => ends.push(end),
  );
  engine.stop(number);
  void engine.ask("api/positions", {}).catch(() => undefined);
  last().say({ type: "crashed", number: 2, message: "stack" });
  expect(asked(last())).toEqual(["start"]);
  expect(ends).toHaveLength(1);
});

test("an engine that can't be loaded is reported to everybody, then and later", async () => {
  const engine = host();
  const first = expect(engine.ask("api/positions", {})).rejects.toThrow(/could not be loaded/);
  last().say({ type: "broken", message: "no WebAssembly" });
  await first;
  await expect(engine.ask("api/positions", {})).rejects.toThrow(/could not be loaded/);
});
