/** Families of games: a game and the values of its parameters, as one id. */

import type { OfferedGame, Parameter } from "./api";

/** Values of parameters by their names, as they are sent. */
export type Values = Record<string, string>;

/** Return the value of every parameter: a member's own, or the default. */
export function allValues({ parameters }: OfferedGame, own: Values): Values {
  return Object.fromEntries(parameters.map(({ name, default: usual }) => [name, own[name] ?? usual]));
}

/** Return the id of the member of a family that has these values. */
export function memberId(game: OfferedGame, values: Values): string {
  const own = game.parameters.filter(
    ({ name, default: usual }) => values[name] !== undefined && values[name] !== usual,
  );
  if (own.length === 0) return Object.keys(game.values).length === 0 ? game.id : game.family;
  const listed = own.map(({ name }) => `${name}=${values[name] ?? ""}`).join(",");
  return [game, ...game.variants].find((each) => same(each.values, own, values))?.id ?? `${game.family}:${listed}`;
}

/** Return whether an id names a member of a family. */
export function isMember(game: OfferedGame, id: string): boolean {
  const isVariant = [game, ...game.variants].some((variant) => variant.id === id);
  return isVariant || id === game.family || id.startsWith(`${game.family}:`);
}

/** Write a parameter's name for people. */
export function labelOf({ name }: Parameter): string {
  const words = name.replaceAll("_", " ");
  return words.length > 1 ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

function same(variant: Values, own: Parameter[], values: Values): boolean {
  return Object.keys(variant).length === own.length && own.every(({ name }) => variant[name] === values[name]);
}
