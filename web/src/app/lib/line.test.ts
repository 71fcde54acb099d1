/** Places in line, as people say them. */

import { expect, it } from "vitest";
import { tellPlace } from "./line";

it("says a place in line", () => {
  const places = [1, 2, 3, 4, 11, 12, 13, 21, 22, 33, 111];
  expect(places.map(tellPlace).map((words) => words.replace(" in line", ""))).toEqual(
    "next 2nd 3rd 4th 11th 12th 13th 21st 22nd 33rd 111th".split(" "),
  );
});
