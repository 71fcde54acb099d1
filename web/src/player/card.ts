/** The card of a node under the pointer or the cursor: its state, its board, its range, and the window of its visit. */
import { drawBoard } from "../board/draw";
import { svg } from "../board/svg";
import { html } from "./dom";
import type { Trace } from "./explanation";
import type { NodeState, Timeline } from "./timeline";
import { tellCount, tellPlayer, tellRange, tellStepWindow } from "./words";

const BOARD = 112;
const LONGEST_STATE = 160;
const STATUS_WORDS = {
  unseen: "not visited yet",
  open: "being searched",
  done: "searched",
  pruned: "pruned: never looked at",
} as const;

/** Write the card of a node as it is after a step. */
export function writeCard(trace: Trace, timeline: Timeline, number: number, step: number): Node[] {
  const node = trace.nodes[number];
  if (node === undefined) return [];
  const state = timeline.stateAt(number, step);
  const line = timeline
    .pathTo(number)
    .map((each) => trace.nodes[each]?.action ?? "")
    .filter((action) => action !== "");
  const rows: [string, string][] = [["search", STATUS_WORDS[state.status]]];
  rows.push(...tellWorth(trace, state));
  const visit = timeline.visitOf(number, step);
  if (visit !== undefined) rows.push(["window at its visit", tellStepWindow(visit)]);
  if (node.probability !== null) rows.push(["probability", String(Number(node.probability.toPrecision(4)))]);
  if (node.folded > 0) rows.push(["not drawn", `${tellCount(node.folded, "state")} below it`]);
  const parts: Node[] = [
    html("strong", {}, line.length > 0 ? `after ${line.slice(-8).join(" ")}` : "the root"),
    html("span", { class: "ply-quiet" }, `, ${tellPlayer(trace, node)}`),
  ];
  const view = node.view === null ? undefined : trace.views[node.view];
  if (view !== undefined && view.cells.length > 0) {
    const board = svg("svg", { width: BOARD, height: BOARD, viewBox: `0 0 ${BOARD} ${BOARD}` });
    board.append(drawBoard(view, BOARD));
    parts.push(board);
  }
  if (node.state !== "") parts.push(html("code", {}, shorten(node.state)));
  const list = html("dl");
  for (const [name, value] of rows) list.append(html("dt", {}, name), html("dd", {}, value));
  return [...parts, list];
}

/** Put a card beside a place on the stage, within it. */
export function placeCard(card: HTMLElement, stage: HTMLElement, at: { x: number; y: number }): void {
  const { clientWidth, clientHeight } = stage;
  const { offsetWidth, offsetHeight } = card;
  const isRight = at.x + 24 + offsetWidth <= clientWidth || at.x < clientWidth / 2;
  const left = isRight ? at.x + 24 : at.x - 24 - offsetWidth;
  const top = at.y - offsetHeight / 2;
  card.style.left = `${Math.max(0, Math.min(left, clientWidth - offsetWidth))}px`;
  card.style.top = `${Math.min(Math.max(top, -40), clientHeight - offsetHeight / 2)}px`;
}

/** What is known about the node's value: its label, which is written for people, or else its range. */
function tellWorth(trace: Trace, state: NodeState): [string, string][] {
  const name = { range: "range", value: "value", vector: "values", visits: "mean (visits)", proof: "proof / disproof" }[
    trace.marks
  ];
  if (state.label !== "") return [[name, state.label]];
  return state.range === null ? [] : [["range", tellRange(state.range)]];
}

function shorten(state: string): string {
  return state.length <= LONGEST_STATE ? state : `${state.slice(0, LONGEST_STATE - 1)}…`;
}
