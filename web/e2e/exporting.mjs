// A site that `plywise export` wrote, under a sub-path of a plain static server: nothing else runs.
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { serve } from "./app-serving.mjs";

/** Export games and serve the files; return the address, what was printed, and how to end it. */
export async function serveSite(...games) {
  const folder = mkdtempSync(join(tmpdir(), "plywise-site-"));
  const exported = ["-m", "plywise", "export", ...games, "--out", join(folder, "some", "games")];
  const { stdout } = await promisify(execFile)("python", exported);
  const child = spawn("python", ["-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", folder, "0"]);
  child.stderr.resume();
  const port = await new Promise((resolve, reject) => {
    child.stdout.on("data", (data) => resolve(/port (\d+)/.exec(String(data))?.[1]));
    child.on("exit", () => reject(new Error("http.server ended")));
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await ended;
  };
  const end = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { address: `http://127.0.0.1:${port}/some/games/`, printed: stdout, stop, end };
}

/** The two ways to run the app, by what a test calls them; small games need no compiled search. */
export const PLACES = [
  ["served", serve],
  ["without a server", (...games) => serveSite(...games, "--plain")],
];

/** What CI leaves to `make e2e-whole`, as an option of a test. */
export const isLeft = (isLong) => ({
  skip: isLong && process.env.PLYWISE_E2E !== "whole" && "left to make e2e-whole",
});

/** Wait until the engine of a page without a server is ready. */
export function engineReady(page) {
  return page.waitForFunction(() => document.documentElement.dataset.engine === "ready", null, { timeout: 30_000 });
}
