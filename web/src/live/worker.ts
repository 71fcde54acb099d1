/** Python for the documentation: runs the code of a page, block after block, in one namespace. */

import type { PyodideAPI } from "pyodide";
import type { EngineFiles } from "../engine/messages";
import { startPython } from "../engine/python";

/** What the page asks: to start, or to run code; or for a tree that was typed in, explained as a page of its own. */
export type Asked =
  | { type: "start"; files: EngineFiles }
  | { type: "run"; number: number; code: string; file: string | null }
  | { type: "explain"; number: number; tree: string };

/** What it gets: text as it is printed, and how it ended. */
export type Answered =
  | { type: "printed"; number: number; text: string }
  | { type: "ended"; number: number; html: string | null; problem: string | null };

const DESK = `
import json, os, sys, traceback, warnings
warnings.simplefilter("ignore")
os.makedirs("/work", exist_ok=True)
os.chdir("/work")
sys.path.insert(0, "/work")
names = {"__name__": "__main__"}

def run(code, file):
    if file:
        with open(file, "w", encoding="utf-8") as out:
            out.write(code)
        print(f"Written to {file}.")
        return None
    try:
        exec(compile(code, "<page>", "exec"), names)
    except BaseException as error:
        return traceback.format_exception_only(error)[-1].strip()

def explain(typed):
    from plywise.explain import explain_state
    from plywise.games.tree import Tree
    from plywise.rules import PlywiseError
    try:
        return explain_state(Tree(json.loads(typed))).to_html(), None
    except json.JSONDecodeError as error:
        return None, f"This is no JSON ({error}): write lists such as [[3, 12, 8], [2, 4, 6]]."
    except PlywiseError as error:
        return None, str(error)
`;

interface Names {
  get(name: "run"): (code: string, file: string | null) => string | undefined;
  get(name: "explain"): (tree: string) => { toJs(): [string | null, string | null] };
}

let python: Promise<PyodideAPI>;
let current = 0;

const say = (answer: Answered): void => self.postMessage(answer);

self.onmessage = async ({ data }: MessageEvent<Asked>): Promise<void> => {
  if (data.type === "start") {
    python = start(data.files);
    return;
  }
  const { number } = data;
  try {
    const { globals } = await python;
    const names = globals as unknown as Names;
    current = number;
    if (data.type === "run") {
      const problem = names.get("run")(data.code, data.file) ?? null;
      say({ type: "ended", number, html: null, problem });
    } else {
      const [html, problem] = names.get("explain")(data.tree).toJs();
      say({ type: "ended", number, html: html ?? null, problem: problem ?? null });
    }
  } catch (error) {
    say({ type: "ended", number, html: null, problem: `Python could not run this: ${String(error).slice(0, 300)}` });
  }
};

async function start(files: EngineFiles): Promise<PyodideAPI> {
  const started = await startPython(files);
  const print = (text: string): void => say({ type: "printed", number: current, text: `${text}\n` });
  started.setStdout({ batched: print });
  started.setStderr({ batched: print });
  started.runPython(DESK);
  return started;
}
