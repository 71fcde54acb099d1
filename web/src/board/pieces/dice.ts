/** Dice on the table. */

import { svg } from "../svg";

/** Where the pips of a face lie, in thirds of its width from the middle. */
const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/** Draw a die of 40 units' width around (0, 0); a number that no die shows is written out. */
export function drawDie(number: number): SVGGElement {
  const group = svg("g", { class: "pw-die" });
  group.append(svg("rect", { x: -20, y: -20, width: 40, height: 40, rx: 8 }));
  const pips = PIPS[number];
  if (pips) group.append(...pips.map(([x, y]) => svg("circle", { cx: 11 * x, cy: 11 * y, r: 4 })));
  else group.append(svg("text", { y: 7, "font-size": 20 }, String(number)));
  return group;
}

/** Draw dice side by side. */
export function drawDice(dice: number[]): SVGSVGElement {
  const width = 48 * dice.length;
  const drawing = svg("svg", { class: "pw-dice", viewBox: `0 0 ${width} 48`, width, height: 48, role: "img" });
  drawing.setAttribute("aria-label", `dice: ${dice.join(", ")}`);
  dice.forEach((number, at) => {
    const die = drawDie(number);
    die.setAttribute("transform", `translate(${48 * at + 24} 24)`);
    drawing.append(die);
  });
  return drawing;
}
