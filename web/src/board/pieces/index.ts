/** Pieces: what stands on a place, drawn as the game's look says, around the point (0, 0). */

import { seatClass } from "../../seats";
import type { CellData, LookData } from "../data";
import { svg } from "../svg";
import { drawCard, drawRolledDie, drawShip } from "./cards";
import { drawChessman } from "./chessmen";
import { drawCounter, drawDisc, drawDraughtsman, drawPile, drawStone } from "./discs";
import { drawDomino } from "./dominoes";
import { drawKing, drawLine, drawMark, drawMatch, drawQuarto, drawSigned } from "./marks";
import { drawNode } from "./nodes";
import { drawSeeds } from "./seeds";
import { drawWall } from "./walls";

/** Return the class that gives an element its player's colour: the game's own, or else that of the seat. */
export function ownerClass(player: number | null, look: LookData): string {
  const colour = player === null || player < 0 ? undefined : look.colours[player];
  return colour ? `pw-${colour}` : seatClass(player) || "pw-nobody";
}

/** What a piece has to know of its place. */
export interface Room {
  radius: number;
  look: LookData;
  /** Whether it is a label rather than a piece. */
  isLabel?: boolean;
  /** Where piles grow downwards, from the upper edge of the board. */
  hangs?: boolean;
}

/** Draw what stands in a cell; an empty group if nothing does. */
export function drawPiece(cell: CellData, room: Room): SVGGElement {
  const group = svg("g", { class: `pw-piece ${ownerClass(cell.player, room.look)}` });
  if (cell.piece) group.append(...(room.isLabel && cell.piece !== "+" ? [label(cell.piece, room)] : parts(cell, room)));
  else if (cell.mark === "territory") group.append(territory(room));
  return group;
}

function parts(cell: CellData, { radius, look, hangs }: Room): SVGElement[] {
  const { piece, player } = cell;
  if (look.board === "grooves" && player === null) return [drawWall(cell)];
  switch (look.pieces) {
    case "chessmen":
      if (piece === "*") return [svg("circle", { class: "pw-blocked", r: radius * 0.6 })];
      return drawChessman(piece, radius) ?? drawSigned(piece, radius);
    case "draughtsmen":
      return drawDraughtsman(radius, piece !== piece.toLowerCase());
    case "discs":
      return drawDisc(radius);
    case "stones":
      return drawStone(radius);
    case "marks":
      return drawMark(player ?? 0, radius);
    case "seeds":
      return drawSeeds(Number.parseInt(piece, 10) || 0, radius);
    case "checkers":
      return drawPile(Number.parseInt(piece, 10) || 1, radius, hangs ?? false);
    case "counters":
      return drawCounter(radius);
    case "dominoes":
      return drawDomino(piece, radius);
    case "cards":
      return drawCard(piece, radius);
    case "dice":
      return drawRolledDie(piece, radius);
    case "ships":
      return drawShip(piece, radius);
    case "lines":
      return drawLine(piece, radius);
    case "quarto":
      return drawQuarto(piece, radius);
    case "kings":
      return drawKing(piece, radius);
    case "nodes":
      return drawNode(piece, player, radius);
    default:
      return piece === "|" ? [drawMatch(radius)] : drawSigned(piece, radius);
  }
}

/** A small square on an empty place that a player has surrounded. */
function territory({ radius }: Room): SVGElement {
  const half = radius * 0.24;
  return svg("rect", { class: "pw-body", x: -half, y: -half, width: 2 * half, height: 2 * half });
}

function label(text: string, { radius, look }: Room): SVGElement {
  const size = Math.round(look.board === "backgammon" ? radius * 0.42 : radius * 0.5);
  return svg("text", { class: "pw-label", "font-size": size, y: Math.round(size * 0.35) }, text);
}
