/** From the numbers of a compiled alpha-beta to a decision: `plywise.kernel.alpha_beta.verdict` in a page. */

import type { SearchDriver } from "./driver";
import type { Cells, Code, Rules } from "./rules";
import type { Bound, Status, Unit } from "./types";
import { type Found, greatest, type Option, plainly, Scale } from "./verdict";

/** An action of the root, and what the last round that looked at it found; `value` is to the player to move. */
export interface RootAction {
  readonly code: Code;
  value: number;
  isExact: boolean;
  hasEstimates: boolean;
  /** Whether a table's value was taken where the path to a state counts: nothing is proven by that. */
  leans: boolean;
  line: Code[];
  depth: number;
}

interface Worth {
  value: number;
  isUtility: boolean;
  distance: number | null;
}

/** Reports what rounds found at one root. */
export class RoundReport {
  private readonly scale: Scale;

  constructor(
    private readonly rules: Rules,
    private readonly driver: SearchDriver,
    private readonly state: Cells,
    private readonly player: number,
  ) {
    this.scale = new Scale(rules.game);
  }

  /** Report a round: its choices in the order of the rules, the best of them, and how sure that is. */
  decide(roots: readonly RootAction[], depth: number, rulesOrder: readonly Code[]): Found {
    const lookedAt = rulesOrder.flatMap(
      (code) => roots.find((root) => root.code === code && root.depth === depth) ?? [],
    );
    const choices = lookedAt.map((root) => this.choice(root, [root.code, ...this.realLine(root, depth)]));
    const [best, status, bound] = this.verdict(lookedAt, choices);
    const { action, value, unit, line, distance } = best;
    return { ...plainly(action, value, this.player, status), bound, unit, line, choices, depth, distance };
  }

  /** Return a completed round's decision with what the next one found before it was stopped: never more than heuristic. */
  amend(decision: Found, roots: readonly RootAction[], depth: number): Found {
    const found = roots.filter((root) => root.depth === depth);
    const first = roots[0];
    if (found.length === 0 || !first || first.depth !== depth || decision.action !== first.code) return decision;
    const best = greatest(found, isAbove)!;
    if (best === first || !best.isExact || !best.hasEstimates) return decision;
    const told = this.choice(best, [best.code, ...this.realLine(best, depth)]);
    const choices = decision.choices.map((choice) => (choice.action === best.code ? told : choice));
    const { action, value, bound, unit, line } = told;
    return { ...decision, action, value, bound, unit, line, choices, status: "heuristic", distance: null };
  }

  /** Whether a round leaves nothing open; lines, which cost more, aren't looked at. */
  isProven(roots: readonly RootAction[], depth: number): boolean {
    const lookedAt = roots.filter((root) => root.depth === depth);
    const best = greatest(lookedAt, (a, b) => a.value > b.value)!;
    if (best.hasEstimates && Math.abs(best.value) < this.driver.top) return false;
    return (
      this.verdict(
        lookedAt,
        lookedAt.map((root) => this.choice(root, [root.code])),
      )[1] === "proven"
    );
  }

  private verdict(roots: readonly RootAction[], choices: readonly Option[]): [Option, Status, Bound] {
    const best = greatest(roots, (a, b) => a.value > b.value || (a.value === b.value && a.isExact && !b.isExact))!;
    const choice = choices[roots.indexOf(best)]!;
    return [choice, ...this.scale.verdict(choice, choices)];
  }

  private choice(root: RootAction, line: Code[]): Option {
    const worth = this.worth(root, line);
    const unit: Unit = worth.isUtility || !this.scale.stretched ? "utility" : "evaluation";
    const choice = this.scale.choice(line, worth.value, unit, root.isExact ? "exact" : "upper", root.hasEstimates);
    if (root.leans) choice.status = "heuristic";
    const isKnown = choice.status !== "heuristic" && choice.bound === "exact";
    return { ...choice, distance: isKnown ? worth.distance : null };
  }

  /** Return an action's worth to the player; an estimate as the rules give it at the line's end. */
  private worth(root: RootAction, line: Code[]): Worth {
    const { top, per_unit } = this.driver;
    const worth = this.ofSteps(root.value);
    if (!(root.hasEstimates && this.scale.stretched && Math.abs(root.value) <= top)) return worth;
    const estimate = { value: root.value / per_unit, isUtility: false, distance: null };
    if (!root.isExact || line.length <= root.line.length) return estimate;
    const end = line.reduce((state, code) => this.rules.after(state, code), this.state);
    if (this.rules.isTerminal(end)) return worth;
    const exact = this.rules.evaluate(end, this.player);
    return Math.abs(exact * per_unit - root.value) <= 1 ? { ...estimate, value: exact } : estimate;
  }

  /** Return what a value stands for; 0 is taken for a draw. */
  private ofSteps(steps: number): Worth {
    const { top, room, fine, per_unit, switches } = this.driver;
    if (steps !== 0 && Math.abs(steps) <= top) return { value: steps / per_unit, isUtility: false, distance: null };
    const beyond = Math.max(0, Math.abs(steps) - top);
    const lead = Math.ceil(beyond / room);
    const distance = switches.distances && lead ? lead * room - beyond : null;
    return { value: this.scale.middle + (Math.sign(steps) * lead) / fine, isUtility: true, distance };
  }

  /** Return a line's actions as they are played from the root itself: a state may have been searched by its image. */
  private realLine(root: RootAction, depth: number): Code[] {
    const { rules, driver } = this;
    if (!driver.switches.symmetry) return root.line;
    let seen = rules.after(this.state, root.code);
    let real = seen;
    const line: Code[] = [];
    for (const [ply, code] of root.line.entries()) {
      seen = rules.after(depth - 1 - ply >= driver.symmetry_depth ? rules.canonical(seen) : seen, code);
      const wanted = String(rules.canonical(seen));
      const match = rules.actions(real).find((action) => String(rules.canonical(rules.after(real, action))) === wanted);
      if (match === undefined) break;
      line.push(match);
      real = rules.after(real, match);
    }
    return line;
  }
}

/** Whether an action was found better: an exact value counts more than a bound. */
function isAbove(a: RootAction, b: RootAction): boolean {
  return a.isExact !== b.isExact ? a.isExact : a.value > b.value;
}
