/** Compiled rules asked one by one. States are rows of 64-bit numbers here, actions one number each: see `terms.ts`. */

import { type GameData, PlywiseError } from "./driver";
import { Block, type OwnMemory } from "./memory";
import { FAULTS, type Kernel } from "./module";

/** The numbers of a state. */
export type Cells = bigint[];

/** An action as the one number that compiled rules use. */
export type Code = bigint;

const CHANCE = -1;

/** A game's rules in a kernel. */
export class Rules {
  readonly layout: Record<string, number>;
  private readonly block: Block;
  private readonly result: Block;

  constructor(
    readonly kernel: Kernel,
    readonly host: OwnMemory,
    readonly game: GameData,
  ) {
    this.layout = kernel.manifest.layout;
    this.block = new Block(host, this.place("END"));
    this.result = new Block(host, 2);
  }

  /** Return where in a block something is, or another of the kernel's whole numbers. */
  place(name: string): number {
    const found = this.layout[name];
    if (found === undefined)
      throw new PlywiseError(`This kernel has no ${name}: export the game again with this version.`);
    return found;
  }

  offers(rule: string): boolean {
    return this.kernel.manifest.rules.names.includes(rule);
  }

  /** Run an entry on a block; errors of the rules are thrown as sentences. */
  call(entry: string, block: Block, ...numbers: (number | bigint)[]): number {
    const about = this.kernel.manifest.entries[entry];
    if (!about) throw new PlywiseError(`${this.game.name} has no compiled ${entry}.`);
    const status = this.kernel.call(`run_${entry}`, this.result.address, block.address, ...numbers);
    if (status !== 0) throw new PlywiseError(this.sentence(entry, status));
    return about[1] === "float" ? this.result.floats[0]! : Number(this.result.words[0]);
  }

  private sentence(entry: string, status: number): string {
    const { name } = this.game;
    if (status === FAULTS.stack)
      return `The compiled search of ${name} went deeper than the page's stack allows: give it a smaller depth.`;
    if (status === FAULTS.trap && this.host.wasRefused)
      return `The compiled ${entry} of ${name} asks for more memory than it may have: give it more by memoryMb.`;
    if (status === FAULTS.trap)
      return `The compiled ${entry} of ${name} stopped at a fault: run \`plywise check\` on its rules.`;
    const [kind, text] = this.kernel.manifest.errors[String(status)] ?? ["RulesError", ""];
    return `The rules of ${name} fail: ${text || kind}`;
  }

  private ask(rule: string, state: Cells, ...numbers: (number | bigint)[]): number {
    this.block.words.set(state, 0);
    return this.call(rule, this.block, ...numbers);
  }

  private codes(count: number): Code[] {
    const start = this.place("ACTIONS");
    return Array.from(this.block.words.subarray(start, start + count));
  }

  private next(): Cells {
    return Array.from(this.block.words.subarray(this.place("NEXT"), this.place("ACTIONS")));
  }

  toMove(state: Cells): number {
    return this.ask("to_move", state);
  }

  isChance(state: Cells): boolean {
    return this.toMove(state) === CHANCE;
  }

  actions(state: Cells): Code[] {
    return this.codes(this.ask("actions", state));
  }

  /** Return what chance may bring, each with its probability. */
  chances(state: Cells): [Code, number][] {
    const codes = this.codes(this.ask("chances", state));
    const odds = this.place("ODDS");
    return codes.map((code, number) => [code, this.block.floats[odds + number]!]);
  }

  after(state: Cells, action: Code): Cells {
    this.ask("result", state, action);
    return this.next();
  }

  isTerminal(state: Cells): boolean {
    if (this.kernel.manifest.rules.default_terminal) return this.toMove(state) >= 0 && this.actions(state).length === 0;
    return this.ask("is_terminal", state) !== 0;
  }

  utility(state: Cells, player: number): number {
    const worth = this.ask("utility", state, player);
    return this.place("HAS_CHANCE") ? worth : worth / this.place("SCALE");
  }

  evaluate(state: Cells, player: number): number {
    return this.ask("evaluate", state, player);
  }

  canonical(state: Cells): Cells {
    this.ask("canonical", state);
    return this.next();
  }

  /** Return the number that repetitions of a state are known by; 0 where it never counts as repeated. */
  repetitionKey(state: Cells): bigint {
    this.ask("repetition_key", state);
    return this.result.words[0]!;
  }

  /** Return the keys of states that one more occurrence would end, or that may not come again. */
  fatalKeys(history: Cells[]): bigint[] {
    if (this.game.repetition === null) return [];
    const fatal = this.game.repetition === "draw" ? this.game.repetition_count - 1 : 1;
    const seen = new Map<bigint, number>();
    for (const state of history) {
      const key = this.repetitionKey(state);
      if (key !== 0n) seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    return [...seen].filter(([, times]) => times >= fatal).map(([key]) => key);
  }

  /** Return the actions that may be played; none where the game is over. */
  playable(state: Cells, history: Cells[]): Code[] {
    if (this.isTerminal(state)) return [];
    const offered = this.actions(state);
    if (offered.length === 0)
      throw new PlywiseError(`A state of ${this.game.name} offers no action, and isn't terminal: fix the rules.`);
    if (this.game.repetition !== "illegal") return offered;
    const taken = new Set([...this.fatalKeys(history), this.repetitionKey(state)]);
    taken.delete(0n);
    return offered.filter((code) => !taken.has(this.repetitionKey(this.after(state, code))));
  }

  /** Put what of the played game counts into a prepared block. */
  writeHistory(block: Block, history: Cells[]): void {
    const keys = this.fatalKeys(history);
    const most = this.game.most_history;
    if (keys.length > most) throw new PlywiseError(`A history holds at most ${most} states that can come again.`);
    block.words.set(keys, this.place("KEYS"));
    block.set(this.place("SEEN"), keys.length);
  }
}
