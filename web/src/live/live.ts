/**
 * The documentation, alive: boards to play on, figures to step through, code to run, and a tree to type in.
 *
 * Pages name what they have by attributes (tools/live_docs.py); the engine is that of the exported site at `play/`.
 * Nothing of it is loaded before somebody presses a button.
 */

import type { EngineFiles } from "../engine/messages";
import "./live.css";
import type { Answered, Asked } from "./worker";
import script from "./worker?worker&url";

const base = new URL(
  document.querySelector<HTMLElement>("[data-live-base]")?.dataset["liveBase"] ?? "./",
  location.href,
);
const MISSING = "This copy of the documentation was built without its engine: run `make site`.";

/** Python in a worker, started when it is first needed. */
class LivePython {
  private worker: Promise<Worker> | null = null;
  private count = 0;

  /** Run something; hears what is printed, and returns a page or what went wrong. */
  async ask(
    make: (number: number) => Asked,
    hear: (text: string) => void = () => undefined,
  ): Promise<{ html: string | null; problem: string | null }> {
    const worker = await (this.worker ??= this.start());
    const number = ++this.count;
    return new Promise((resolve) => {
      const receive = ({ data }: MessageEvent<Answered>): void => {
        if (data.number !== number) return;
        if (data.type === "printed") hear(data.text);
        else {
          worker.removeEventListener("message", receive);
          resolve(data);
        }
      };
      worker.addEventListener("message", receive);
      worker.postMessage(make(number));
    });
  }

  /** End what is running; the next request starts again. */
  async stop(): Promise<void> {
    (await this.worker)?.terminate();
    this.worker = null;
  }

  private async start(): Promise<Worker> {
    const play = new URL("play/", base);
    const answer = await fetch(new URL("site.json", play));
    if (!answer.ok) throw new Error(MISSING);
    const { engine } = (await answer.json()) as { engine: EngineFiles };
    const absolute = (file: string): string => new URL(file, play).href;
    const files: EngineFiles = {
      pyodide: absolute(engine.pyodide),
      archives: engine.archives.map(absolute),
      memory: engine.memory && absolute(engine.memory),
      kernels: {},
      knowledge: {},
    };
    const worker = new Worker(new URL(script, import.meta.url), { type: "module" });
    worker.postMessage({ type: "start", files } satisfies Asked);
    return worker;
  }
}

const python = new LivePython();

/** Make an element with a class and a text. */
function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  kind: string,
  text = "",
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = kind;
  made.textContent = text;
  return made;
}

/** A frame that shows another page of the site in place of the button that asked for it. */
function openFrame(button: HTMLButtonElement, address: string, title: string): void {
  const frame = element("iframe", "live-frame");
  frame.src = new URL(address, base).href;
  frame.title = title;
  button.replaceWith(frame);
}

/** Boards and figures: a button each. */
function addFrames(): void {
  for (const place of document.querySelectorAll<HTMLElement>("[data-live-frame]")) {
    const button = element("button", "live-button", place.dataset["liveLabel"] ?? "Open it here");
    button.onclick = () => openFrame(button, place.dataset["liveFrame"] ?? "", place.dataset["liveTitle"] ?? "");
    place.append(button);
  }
}

interface Block {
  code: string;
  file: string | null;
  output: HTMLElement;
  isRun: boolean;
}

/** Code: a button that runs a block, after those before it that haven't been run. */
function addCode(): void {
  const blocks: Block[] = [];
  for (const place of document.querySelectorAll<HTMLElement>("[data-live-code] .language-python.highlight")) {
    const code = place.querySelector("pre code")?.textContent ?? "";
    const file = place.querySelector(".filename")?.textContent ?? null;
    const bar = element("div", "live-bar");
    const button = element("button", "live-button", file ? `Write ${file}` : "Run");
    const output = element("pre", "live-output");
    output.hidden = true;
    bar.append(button, output);
    place.after(bar);
    const block: Block = { code, file, output, isRun: false };
    blocks.push(block);
    button.onclick = async () => {
      button.disabled = true;
      button.textContent = "Running …";
      const end = blocks.indexOf(block) + 1;
      for (const each of blocks.slice(0, end)) if (each === block || !each.isRun) await run(each);
      button.textContent = file ? `Write ${file}` : "Run again";
      button.disabled = false;
    };
  }
}

async function run(block: Block): Promise<void> {
  block.output.hidden = false;
  block.output.textContent = "";
  block.output.classList.remove("live-problem");
  const problem = await python
    .ask(
      (number) => ({ type: "run", number, code: block.code, file: block.file }),
      (text) => block.output.append(text),
    )
    .then(
      (ended) => ended.problem,
      (error: Error) => error.message,
    );
  block.isRun = problem === null;
  if (problem !== null) {
    block.output.classList.add("live-problem");
    block.output.append(problem);
  } else if (block.output.textContent === "") block.output.textContent = "It ran, and printed nothing.";
}

/** A tree to type in: searched and explained as soon as it is sent. */
function addTrees(): void {
  for (const place of document.querySelectorAll<HTMLElement>("[data-live-tree]")) {
    const form = element("form", "live-tree");
    const typed = element("textarea", "live-typed");
    typed.value = place.dataset["liveTree"] ?? "";
    typed.rows = 3;
    typed.setAttribute("aria-label", "A tree, as nested lists");
    const button = element("button", "live-button", "Search it");
    const told = element("p", "live-told");
    told.setAttribute("role", "status");
    form.append(typed, button, told);
    let frame: HTMLIFrameElement | null = null;
    form.onsubmit = async (event) => {
      event.preventDefault();
      button.disabled = true;
      told.textContent = "Searching …";
      const ended = await python
        .ask((number) => ({ type: "explain", number, tree: typed.value }))
        .catch((error: Error) => ({ html: null, problem: error.message }));
      told.textContent = ended.problem ?? "";
      frame?.remove();
      if (ended.html !== null) {
        frame = element("iframe", "live-frame");
        frame.title = "The search, step by step";
        frame.srcdoc = ended.html;
        form.after(frame);
      }
      button.disabled = false;
    };
    place.append(form);
  }
}

addFrames();
addCode();
addTrees();
