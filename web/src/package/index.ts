/**
 * The JavaScript package: a game's engine from one kernel file, without Python and without a server.
 *
 *     const engine = await plywise.load("connect-four.wasm", { worker: true });
 *     const { action } = await engine.decide(engine.initial(), { ms: 200 });
 */

import { type KernelFile, PlywiseError, readKernelFile } from "../kernel/driver";
import { LocalEngine } from "../kernel/engine";
import type {
  Action,
  Asked,
  Decision,
  Engine,
  GivenState,
  Loading,
  LoadOptions,
  Question,
  State,
} from "../kernel/types";
import { NOTHING_YET } from "../kernel/verdict";
import { isOurWorker, RemoteSearch, serveSearches, WORKER_NAME } from "./worker";

export type * from "../kernel/types";
export { PlywiseError };

/** Load a kernel file from an address, or from its bytes. */
export function load(source: string | URL | BufferSource, options: LoadOptions = {}): Loading {
  const loaded: Promise<Engine> = open(source, options);
  const decide = (state: GivenState, question?: Question): Promise<Decision> =>
    loaded.then((engine) => engine.decide(state, question));
  return Object.assign(loaded, { decide });
}

async function open(source: string | URL | BufferSource, options: LoadOptions): Promise<Engine> {
  const bytes = typeof source === "string" || source instanceof URL ? await download(source) : source;
  const file = await readKernelFile(bytes);
  return new LoadedEngine(file, bytes, options);
}

async function download(address: string | URL): Promise<ArrayBuffer> {
  let answer: Response;
  try {
    answer = await fetch(address);
  } catch {
    throw new PlywiseError(`The kernel file ${address} can't be reached: check its address.`);
  }
  if (!answer.ok)
    throw new PlywiseError(`The kernel file ${address} isn't there (${answer.status}): check its address.`);
  return answer.arrayBuffer();
}

/** A game's rules here, and its search here or in a worker. */
class LoadedEngine implements Engine {
  readonly game: Engine["game"];
  private readonly local: LocalEngine;
  private readonly remote: RemoteSearch | null;
  private readonly first: State;

  constructor(file: KernelFile, bytes: BufferSource, options: LoadOptions) {
    const { worker, ...sizes } = options;
    const { name, players, player_names, initial } = file.data.game;
    this.game = { name, players, playerNames: player_names };
    this.local = new LocalEngine(file, sizes);
    this.remote = worker ? new RemoteSearch(bytes, sizes, worker === true ? startOwn : worker) : null;
    this.first = this.local.terms.state(initial.map((digits) => BigInt.asIntN(64, BigInt(digits))));
  }

  initial(): State {
    return this.first;
  }

  toMove(state: GivenState): number {
    return this.local.rules.toMove(this.cells(state));
  }

  actions(state: GivenState, history: readonly GivenState[] = []): Action[] {
    const before = history.map((each) => this.cells(each));
    return this.local.rules.playable(this.cells(state), before).map((code) => this.local.terms.action(code));
  }

  chances(state: GivenState): [Action, number][] {
    return this.local.rules.chances(this.cells(state)).map(([code, odds]) => [this.local.terms.action(code), odds]);
  }

  result(state: GivenState, action: Action): State {
    const { rules, terms } = this.local;
    const [cells, code] = [this.cells(state), terms.code(action)];
    const isOver = rules.isTerminal(cells);
    const offered = isOver
      ? []
      : rules.isChance(cells)
        ? rules.chances(cells).map(([each]) => each)
        : rules.actions(cells);
    if (!offered.includes(code))
      throw new PlywiseError(`${this.game.name} doesn't offer the action ${JSON.stringify(action)} in this state.`);
    return terms.state(rules.after(cells, code));
  }

  isTerminal(state: GivenState): boolean {
    return this.local.rules.isTerminal(this.cells(state));
  }

  utility(state: GivenState, player: number): number {
    return this.local.rules.utility(this.cells(state), player);
  }

  async decide(state: GivenState, question: Question = {}): Promise<Decision> {
    const { onDepth, signal, ...asked } = question;
    const cells = this.cells(state);
    if (!this.remote) return this.local.decide(cells, asked, onDepth);
    const found = await this.remote.decide(cells, asked, onDepth, signal);
    return found ?? this.unsearched(state, asked);
  }

  /** Return the first action that the rules name: no depth was completed. */
  private unsearched(state: GivenState, asked: Asked): Decision {
    const [action = null] = this.toMove(state) < 0 ? [] : this.actions(state, asked.history);
    const value = this.local.rules.game.draw_utility;
    const line = action === null ? [] : [action];
    const player = Math.max(0, this.toMove(state));
    return { action, value, player, status: "heuristic", bound: "exact", unit: "utility", ...NOTHING_YET, line };
  }

  stop(): void {
    this.remote?.stop();
  }

  close(): void {
    this.remote?.close();
  }

  private cells(state: GivenState): bigint[] {
    return this.local.terms.cells(state);
  }
}

/** Start this very file in a worker; one from another host must be wrapped. */
function startOwn(): Worker {
  const address = import.meta.url;
  const isHere = new URL(address).origin === globalThis.location?.origin;
  const wrapped = (): string =>
    URL.createObjectURL(new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" }));
  return new Worker(isHere ? address : wrapped(), { type: "module", name: WORKER_NAME });
}

if (isOurWorker()) serveSearches();
