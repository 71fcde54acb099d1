/** The sign of a node: MAX up, MIN down, chance round, other players round with their letter, game over square. */
import { svg } from "../board/svg";
import { seatClass } from "../seats";
import type { Trace, TreeNode } from "./explanation";
import { SIGN } from "./geometry";
import { hasMaxAndMin } from "./words";

/** Which sign a node has. */
export type SignKind = "max" | "min" | "chance" | "seat" | "over";

/** Return which sign a node has in its trace. */
export function signKind(trace: Trace, node: TreeNode): SignKind {
  if (node.player === null) return "over";
  if (node.player < 0) return "chance";
  if (!hasMaxAndMin(trace)) return "seat";
  return node.player === 0 ? "max" : "min";
}

/** Draw a node's sign with its middle at (x, y); without a transform, since thousands would slow down scrolling. */
export function drawSign(trace: Trace, node: TreeNode, x: number, y: number): SVGGElement {
  const kind = signKind(trace, node);
  const sign = svg("g", { class: `ply-sign ply-${kind} ${seatClass(node.player)}` });
  sign.append(shape(kind, x, y));
  if (kind === "seat") {
    sign.append(svg("text", { class: "ply-letter", x, y: y + 4 }, seatLetter(trace, node.player ?? 0)));
  }
  return sign;
}

/** The letter for a player, as in `explain/svg/lettering.py`: the initial of the name, if no two share one. */
function seatLetter(trace: Trace, player: number): string {
  const initials = trace.players.map((name) => name.slice(0, 1).toUpperCase());
  const isDistinct = new Set(initials).size === initials.length;
  return (isDistinct ? initials[player] : undefined) ?? String.fromCharCode("A".charCodeAt(0) + player);
}

function shape(kind: SignKind, x: number, y: number): SVGElement {
  switch (kind) {
    case "max":
      return svg("path", { d: `M${x} ${y - SIGN}l10 17h-20Z` });
    case "min":
      return svg("path", { d: `M${x} ${y + SIGN}l10 -17h-20Z` });
    case "over":
      return svg("rect", { x: x - 6.5, y: y - 6.5, width: 13, height: 13 });
    default:
      return svg("circle", { cx: x, cy: y, r: SIGN });
  }
}
