/** A game's engine without Python: its rules asked one by one, and its searches, one after the other. */

import { AlphaBeta } from "./alpha-beta";
import type { KernelFile } from "./driver";
import { PlywiseError } from "./driver";
import { startTimer } from "./limits";
import { ownMemory } from "./memory";
import { startKernel } from "./module";
import { type Cells, Rules } from "./rules";
import { Terms } from "./terms";
import type { Action, Asked, Decision, Limits, Sizes } from "./types";
import { Uct } from "./uct";
import type { Found } from "./verdict";

/** Of the time, what goes to the search for a proof before simulations get the rest. */
const PROVING = 0.2;
const USUAL_MS = 1000;

interface Stage {
  rules: Rules;
  search: AlphaBeta | Uct | null;
  file: KernelFile;
}

/** Rules and searches of one kernel file. */
export class LocalEngine {
  readonly rules: Rules;
  readonly terms: Terms;
  private readonly stages: Stage[] = [];
  private readonly tableMb: number;

  constructor(file: KernelFile, sizes: Sizes = {}) {
    const { tableMb = 16, memoryMb = 256 } = sizes;
    if (!(tableMb >= 0.01 && tableMb <= memoryMb - 16 && memoryMb <= 4000))
      throw new PlywiseError("A table has from 0.01 MB to 16 MB less than memoryMb, which is 4000 at most.");
    this.tableMb = tableMb;
    for (let each: KernelFile | null = file; each; each = each.next) {
      const { manifest, game } = each.data;
      const host = ownMemory(manifest.stack, memoryMb);
      const rules = new Rules(startKernel(each.module, manifest, host), host, game);
      this.stages.push({ rules, search: null, file: each });
    }
    this.rules = this.stages[0]!.rules;
    this.terms = new Terms(file.data.manifest.rules, file.data.game);
  }

  /** Decide what to play in a state, within the limits; `onDepth` hears each completed depth. */
  decide(state: Cells, asked: Asked, onDepth?: (decision: Decision) => void): Decision {
    requireLimits(asked);
    const hear = onDepth && ((found: Found): void => onDepth(this.told(found)));
    return this.told(this.search(state, asked, hear));
  }

  private search(state: Cells, asked: Asked, hear?: (found: Found) => void): Found {
    const history = (asked.history ?? []).map((each) => this.terms.cells(each));
    const isOpen = asked.depth === undefined && asked.nodes === undefined && asked.simulations === undefined;
    const ms = asked.ms ?? (isOpen ? USUAL_MS : undefined);
    const [first, second] = this.suited(asked);
    if (!second) return this.run(first!, state, history, { ...asked, ms }, hear);
    const began = this.rules.host.now();
    const quick = this.run(first!, state, history, { ...asked, ...share(asked, ms, PROVING) }, hear);
    if (quick.status === "proven") return quick;
    const left = ms === undefined ? undefined : Math.max(1, ms - (this.rules.host.now() - began));
    const nodes = asked.nodes === undefined ? undefined : Math.max(1, asked.nodes - quick.nodes);
    const found = this.run(second, state, history, { ...asked, ms: left, nodes }, hear);
    return { ...found, nodes: found.nodes + quick.nodes, seconds: found.seconds + quick.seconds };
  }

  /** Return the stages that a limit is for: a depth for one that deepens, simulations for one that simulates. */
  private suited(asked: Asked): Stage[] {
    const named = (algorithm: string): Stage[] =>
      this.stages.filter((each) => each.file.data.driver.algorithm === algorithm);
    const wanted = asked.depth !== undefined ? "alpha-beta" : asked.simulations !== undefined ? "uct" : null;
    if (wanted === null) return this.stages;
    const found = named(wanted);
    if (found.length === 0) {
      const instead = wanted === "uct" ? "depth, ms or nodes" : "simulations, ms or nodes";
      throw new PlywiseError(`${this.rules.game.name} is searched otherwise in this kernel file: give ${instead}.`);
    }
    return found;
  }

  private run(stage: Stage, state: Cells, history: Cells[], asked: Asked, hear?: (found: Found) => void): Found {
    const { rules, file } = stage;
    const { driver } = file.data;
    const timer = startTimer(() => rules.host.now(), asked.ms);
    if (driver.algorithm === "uct") {
      stage.search ??= new Uct(rules, driver, this.tableMb);
      return (stage.search as Uct).decide(state, history, asked, timer, BigInt(asked.seed ?? 0), hear);
    }
    stage.search ??= new AlphaBeta(rules, driver, this.tableMb);
    return (stage.search as AlphaBeta).decide(state, history, asked, timer, hear);
  }

  private told(found: Found): Decision {
    const row = (codes: readonly bigint[]): Action[] => codes.map((code) => this.terms.action(code));
    const choices = found.choices.map((each) => ({
      ...each,
      action: this.terms.action(each.action),
      line: row(each.line),
    }));
    const action = found.action === null ? null : this.terms.action(found.action);
    return { ...found, action, line: row(found.line), choices };
  }
}

/** Return a part of the limits. */
function share(asked: Asked, ms: number | undefined, part: number): Limits {
  const nodes = asked.nodes === undefined ? undefined : Math.max(1, Math.floor(asked.nodes * part));
  return { ms: ms === undefined ? undefined : ms * part, nodes };
}

function requireLimits(asked: Asked): void {
  for (const name of ["ms", "nodes", "depth", "simulations"] as const) {
    const limit = asked[name];
    const isFit =
      limit === undefined || (limit > 0 && (name === "ms" ? Number.isFinite(limit) : Number.isSafeInteger(limit)));
    if (!isFit)
      throw new PlywiseError(
        `The limit ${name} is a number above 0${name === "ms" ? "" : ", and whole"}: not ${limit}.`,
      );
  }
}
