/** Where a question stands while the service answers others first. */

const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });

/** Say a place in line: "next in line", "2nd in line", "11th in line". */
export function tellPlace(place: number): string {
  return place <= 1 ? "next in line" : `${place}${ENDINGS[ORDINALS.select(place)] ?? "th"} in line`;
}
