/** Chessmen, drawn for Plywise: outlines in a square of 100 units, details as strokes on them. */

import { svg } from "../svg";

interface Shape {
  /** Closed outlines, one behind the other. */
  body: string[];
  /** Strokes in the colour of the outline. */
  detail: string;
}

const FOOT = "M22 88C22 81 27 78 33 77H67C73 78 78 81 78 88Z";

const SHAPES: Record<string, Shape> = {
  P: {
    body: [
      "M26 88C26 75 40 74 43 56 36 54 36 48 41 46 34 40 36 24 50 24 64 24 66 40 59 46 64 48 64 54 57 56 60 74 74 75 74 88Z",
    ],
    detail: "M43 56H57",
  },
  R: {
    body: ["M26 20H36V27H45V20H55V27H64V20H74V38L66 44V68L71 77H29L34 68V44L26 38Z", FOOT],
    detail: "M34 44H66M34 68H66",
  },
  N: {
    body: [
      "M30 78C30 62 48 57 46 46 40 50 36 51 33 56 30 60 24 59 21 54 18 49 22 45 25 40 28 33 30 27 36 23L36 14 44 20C62 18 76 32 76 60 76 67 75 72 74 78Z",
      FOOT,
    ],
    detail: "M38 31L41 30M25 51L28 49M54 27C66 34 69 48 67 66",
  },
  B: {
    body: [
      "M50 22C37 30 30 42 32 52 33 58 37 61 40 62L36 72H64L60 62C63 61 67 58 68 52 70 42 63 30 50 22Z",
      "M50 12A5 5 0 0 1 50 22 5 5 0 0 1 50 12Z",
      "M20 88C20 80 30 78 36 72H64C70 78 80 80 80 88Z",
    ],
    detail: "M50 34V50M43 42H57M40 62H60",
  },
  Q: {
    body: [
      "M28 68L16 36 32 50 34 26 45 48 50 22 55 48 66 26 68 50 84 36 72 68 74 77H26Z",
      "M11 33A5 5 0 1 1 21 33 5 5 0 1 1 11 33ZM29 23A5 5 0 1 1 39 23 5 5 0 1 1 29 23ZM45 18A5 5 0 1 1 55 18 5 5 0 1 1 45 18ZM61 23A5 5 0 1 1 71 23 5 5 0 1 1 61 23ZM79 33A5 5 0 1 1 89 33 5 5 0 1 1 79 33Z",
      FOOT,
    ],
    detail: "M29 68C43 63 57 63 71 68",
  },
  K: {
    body: [
      "M50 44C42 30 20 34 20 50 20 60 28 64 30 70L28 77H72L70 70C72 64 80 60 80 50 80 34 58 30 50 44Z",
      "M46 8H54V15H61V22H54V34H46V22H39V15H46Z",
      FOOT,
    ],
    detail: "M50 44V66M30 69C43 64 57 64 70 69",
  },
};

/** Draw the chessman of a letter; null for any other. */
export function drawChessman(letter: string, radius: number): SVGElement[] | null {
  const shape = SHAPES[letter.toUpperCase()];
  if (!shape) return null;
  const scale = (radius * 1.86) / 100;
  const group = svg("g", { class: "pw-man", transform: `scale(${scale.toFixed(4)}) translate(-50 -52)` });
  group.append(
    ...shape.body.map((d) => svg("path", { class: "pw-body", d })),
    svg("path", { class: "pw-detail", d: shape.detail }),
  );
  return [group];
}
