/** States and actions in JavaScript's terms, and back: objects with the game's own fields, numbers and rows of numbers. */

import { type FieldForm, type GameData, PlywiseError } from "./driver";
import type { Manifest } from "./module";
import type { Cells, Code } from "./rules";
import type { Action, Field, GivenState, State } from "./types";

const MOST_BITS = 21;
const SHARED_BITS = 62;

/** Writes states and actions of one game. */
export class Terms {
  private readonly width: bigint;

  constructor(
    private readonly rules: Manifest["rules"],
    private readonly game: GameData,
  ) {
    this.width = BigInt(Math.min(MOST_BITS, Math.floor(SHARED_BITS / Math.max(1, rules.arity))));
  }

  /** Return a state's numbers; it comes as an object with the fields' names, or as a row in their order. */
  cells(state: GivenState): Cells {
    const { fields, lengths } = this.rules;
    const isRow = Array.isArray(state);
    if (typeof state !== "object" || state === null) throw new PlywiseError(this.form());
    const given = isRow ? (state as readonly Field[]) : fields.map((name) => (state as State)[name]);
    if (given.length !== fields.length) throw new PlywiseError(this.form());
    return given.flatMap((field, number) => this.flat(field, lengths[number]!, fields[number]!));
  }

  private flat(field: Field | undefined, lengths: readonly number[], name: string): bigint[] {
    const [length, ...inner] = lengths;
    if (length === undefined) return [whole(field, `The field ${name} of a state of ${this.game.name}`)];
    if (!Array.isArray(field) || field.length !== length)
      throw new PlywiseError(`The field ${name} of a state of ${this.game.name} is a row of ${length}: give one.`);
    return (field as readonly Field[]).flatMap((part) => this.flat(part, inner, name));
  }

  private form(): string {
    return `A state of ${this.game.name} has the fields ${this.rules.fields.join(", ")}: give an object with these.`;
  }

  /** Return the state that holds these numbers. */
  state(cells: Cells): State {
    const rest = [...cells];
    const { fields, lengths } = this.rules;
    return Object.fromEntries(
      fields.map((name, i) => [name, nested(rest, lengths[i]!, this.game.forms[i] ?? "number")]),
    );
  }

  /** Return the one number that stands for an action. */
  code(action: Action): Code {
    const { arity } = this.rules;
    const parts = arity ? action : [action];
    if (!Array.isArray(parts) || parts.length !== Math.max(1, arity))
      throw new PlywiseError(
        `An action of ${this.game.name} is ${arity ? `a row of ${arity} numbers` : "a number"}: give one.`,
      );
    return (parts as number[]).reduce((code, part, place) => {
      const number = whole(part, `An action of ${this.game.name}`);
      if (number < 0n || number >> this.width !== 0n)
        throw new PlywiseError(`${part} is no action of ${this.game.name}.`);
      return code | (number << (this.width * BigInt(place)));
    }, 0n);
  }

  /** Return the action that a number stands for. */
  action(code: Code): Action {
    const { arity } = this.rules;
    const mask = (1n << this.width) - 1n;
    if (!arity) return Number(code);
    return Array.from({ length: arity }, (_, place) => Number((code >> (this.width * BigInt(place))) & mask));
  }
}

/** Return a whole number as 64 bits with a sign. */
function whole(number: unknown, what: string): bigint {
  const isWhole = typeof number === "bigint" || typeof number === "boolean" || Number.isSafeInteger(number);
  if (!isWhole) throw new PlywiseError(`${what} is a whole number, or a bigint beyond 2**53: not ${String(number)}.`);
  return BigInt.asIntN(64, BigInt(number as number | bigint | boolean));
}

/** Take a number, a row or a row of rows off a row of numbers. */
function nested(cells: bigint[], lengths: readonly number[], form: FieldForm): Field {
  const [length, ...inner] = lengths;
  if (length !== undefined) return Array.from({ length }, () => nested(cells, inner, form));
  const cell = cells.shift()!;
  if (form === "unsigned") return BigInt.asUintN(64, cell);
  const number = Number(cell);
  return form === "number" && Number.isSafeInteger(number) ? number : cell;
}
