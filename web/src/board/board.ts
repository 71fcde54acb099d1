/** The board to play on: cells to click or to reach by keyboard, options as data, and no game's rules. */

import { ARROWS } from "../arrows";
import { type CellData, type LastData, type Note, type OptionData, PLAIN, type ViewData } from "./data";
import { drawCell, drawLabels, drawLines, fitTo } from "./draw";
import { type Frame, frameOf } from "./frame";
import { cellWords } from "./labels";
import { drawDice } from "./pieces/dice";
import { drawGround, drawPoints } from "./places";
import { drawArrow } from "./play/arrows";
import { ButtonRow } from "./play/buttons";
import { click, neighbour, type Plan, planClicks, playedBy, reached } from "./play/clicks";
import { Details } from "./play/details";
import { makeDraggable } from "./play/dragging";
import { PieceLayer } from "./play/piece-layer";
import { outOfPlay, showingCells } from "./play/standing";
import { svg } from "./svg";

/** What a board shows. */
export interface BoardContent {
  view: ViewData;
  /** What may be played now. */
  options: OptionData[];
  /** Whether clicks play nothing, because it is someone else's turn. */
  isLocked?: boolean;
  last: LastData | null;
  /** The board before the last action, if known: it distinguishes new pieces from old ones. */
  before?: ViewData | null;
  /** Whether the board is shown from the other side. */
  isTurned?: boolean;
}

/** Callbacks for what the user does on the board. */
export interface BoardHandlers {
  play(action: string): void;
  hover?(action: string | null): void;
}

const NO_VIEW: ViewData = { cells: [], caption: "", edges: [], dice: [], look: PLAIN, turn: "" };
const NOTHING: BoardContent = { view: NO_VIEW, options: [], last: null };

/** A board in an element of the page. */
export class Board {
  private content = NOTHING;
  private frame: Frame = frameOf(NOTHING.view);
  private shape = "";
  private cells: SVGGElement[] = [];
  private plan: Plan = planClicks([], []);
  private showing = new Map<string, number>();
  private dimmed = new Set<CellData>();
  private path: string[] = [];
  private focused = 0;
  private notes: ReadonlyMap<string, Note> = new Map();
  private recommended: readonly string[] = [];
  private readonly arrows = svg("g", { class: "pw-arrows", "aria-hidden": "true" });
  private lit: string | null = null;
  private readonly stage = document.createElement("div");
  private readonly drawing = svg("svg", { class: "pw-board", role: "group", "aria-label": "Board" });
  private readonly dice = document.createElement("div");
  private readonly caption = document.createElement("p");
  private readonly details = new Details();
  private readonly choice: ButtonRow;
  private readonly others: ButtonRow;
  private readonly listening = new AbortController();
  private readonly pieces = new PieceLayer(this.drawing);

  constructor(
    host: HTMLElement,
    private readonly handlers: BoardHandlers,
  ) {
    this.stage.className = "pw-stage";
    this.caption.className = "pw-words";
    this.choice = new ButtonRow("Which one?", handlers, this.listening.signal);
    this.choice.element.classList.add("pw-choice");
    this.others = new ButtonRow("Actions", handlers, this.listening.signal);
    const below = [this.dice, this.caption, this.choice.element, this.others.element, this.details.element];
    this.stage.append(this.drawing, ...below);
    this.listen();
    host.append(this.stage);
  }

  /** Show new content, animating the pieces that moved. */
  update(content: BoardContent): void {
    this.pieces.skip();
    const hadFocus = this.drawing.contains(document.activeElement);
    this.content = content;
    const { view, last, before } = this.content;
    this.plan = planClicks(view.cells, content.options);
    this.showing = showingCells(view.cells);
    this.dimmed = content.isLocked || view.look.board === "tree" ? new Set() : outOfPlay(view.cells, this.plan);
    this.path = [];
    this.choice.show([]);
    this.rebuildIfReshaped();
    this.pieces.show(view, before ?? null, last);
    this.dice.replaceChildren(...(view.dice.length > 0 ? [drawDice(view.dice)] : []));
    this.dice.hidden = view.dice.length === 0;
    this.caption.textContent = view.caption;
    this.caption.hidden = view.caption === "";
    this.details.show(view);
    this.stage.classList.toggle("pw-wordy", view.cells.length === 0);
    this.others.show(content.isLocked ? [] : this.plan.buttons.map((option) => option.name));
    this.markLast();
    this.drawArrows(this.recommended);
    this.refresh();
    if (hadFocus && !this.drawing.contains(document.activeElement)) this.cells[this.focused]?.focus();
  }

  /** Show small texts at the cells, by the action that a click there plays. */
  note(notes: ReadonlyMap<string, Note>): void {
    this.notes = notes;
    this.refresh();
  }

  /** Draw arrows for actions, the best first. */
  drawArrows(actions: readonly string[]): void {
    this.recommended = actions;
    const drawn = actions.map((action, rank) => {
      const cells = this.cellsOf(action);
      return cells.length > 0 ? [drawArrow(cells, rank, this.frame)] : [];
    });
    // The best comes last, above the others.
    this.arrows.replaceChildren(...drawn.flat().reverse());
    this.drawing.append(this.arrows);
  }

  /** Highlight the cells of one action, or of none. */
  light(action: string | null): void {
    this.lit = action;
    this.others.light(action);
    this.refresh();
  }

  /** Remove the board from the page. */
  destroy(): void {
    // A focused cell reports that it loses the focus when it is removed: by then nobody listens any more.
    this.listening.abort();
    this.pieces.skip();
    this.stage.remove();
  }

  private listen(): void {
    const { stage, drawing, handlers } = this;
    const { signal } = this.listening;
    const dragging = {
      canBegin: (index: number): boolean => this.canDrag(index),
      begin: (index: number): void => this.pick(index),
      end: (index: number | null): void => this.drop(index),
    };
    makeDraggable(drawing, dragging, signal);
    drawing.addEventListener("click", (event) => this.onCell(event, (index) => this.press(index)), { signal });
    const over = (event: PointerEvent): void => {
      if (event.pointerType === "mouse") this.onCell(event, (index) => this.point(index));
    };
    drawing.addEventListener("pointerover", over, { signal });
    drawing.addEventListener("pointerleave", () => handlers.hover?.(null), { signal });
    // Listening for focus on the SVG itself would make it a tab stop.
    stage.addEventListener("focusin", (event) => this.onCell(event, (index) => this.point(index)), { signal });
    stage.addEventListener("focusout", (event) => this.onCell(event, () => handlers.hover?.(null)), { signal });
    drawing.addEventListener("keydown", (event) => this.key(event), { signal });
    for (const begin of ["pointerdown", "keydown"])
      window.addEventListener(begin, () => this.pieces.skip(), { signal, capture: true });
  }

  private rebuildIfReshaped(): void {
    const { view, isTurned } = this.content;
    const shape = JSON.stringify([
      isTurned ?? false,
      view.look,
      view.edges,
      view.cells.map(({ x, y, name }) => [x, y, name]),
    ]);
    if (shape === this.shape) return;
    this.shape = shape;
    this.frame = frameOf(view, isTurned);
    this.focused = Math.min(this.focused, Math.max(0, view.cells.length - 1));
    this.cells = view.cells.map((cell, index) => drawCell(cell, index, view, this.frame));
    fitTo(this.drawing, view, this.frame);
    this.drawing.toggleAttribute("hidden", view.cells.length === 0);
    const under = [drawGround(view, this.frame), drawPoints(view, this.frame), drawLabels(this.frame)];
    this.drawing.replaceChildren(...under, ...this.cells);
    this.pieces.place(this.cells, this.frame);
    if (this.frame.isGrid) this.drawing.append(drawLines(this.frame));
  }

  /** Mark where the last action was: its cells, or, where cells share a name, only those that changed. */
  private markLast(): void {
    const { view, last, before } = this.content;
    const names = last?.cells ?? [];
    view.cells.forEach((cell, index) => {
      const isUnique = view.cells.filter((each) => each.name === cell.name).length === 1;
      const was = before?.cells[index];
      const isChanged = was !== undefined && was.piece !== cell.piece;
      const isLast = cell.name !== "" && names.includes(cell.name) && (isUnique || isChanged);
      this.cells[index]?.classList.toggle("pw-last", isLast);
    });
  }

  /** Set everything that depends on the clicks so far, on the notes and on the highlighted action. */
  private refresh(): void {
    const { view, isLocked } = this.content;
    view.cells.forEach((cell, index) => {
      const group = this.cells[index];
      if (!group) return;
      const isOrigin = this.path.includes(cell.name);
      const isShowing = cell.action === "" || this.showing.get(cell.action) === index;
      const isOpen = !isLocked && reached(cell, this.path, this.plan).length > 0;
      group.classList.toggle("pw-open", isOpen);
      group.classList.toggle("pw-quiet", !isShowing || cell.piece === "|");
      group.classList.toggle("pw-dim", this.dimmed.has(cell));
      group.classList.toggle("pw-origin", isOrigin);
      group.classList.toggle("pw-lit", this.isLit(cell));
      group.setAttribute("tabindex", index === this.focused ? "0" : "-1");
      group.setAttribute("aria-disabled", String(!isOpen && !isOrigin));
      group.setAttribute("aria-label", cellWords(view, cell) + (isOrigin ? ", chosen" : ""));
      const played = isShowing ? playedBy(cell, this.path, this.plan) : undefined;
      this.writeNote(group, played && this.notes.get(played.name));
    });
  }

  /** Return the cells that an action is played by, in order. */
  private cellsOf(action: string): CellData[] {
    const { cells } = this.content.view;
    const own = this.showing.get(action);
    if (this.plan.own.has(action)) return cells.filter((_, index) => index === own);
    const names = this.plan.named.find((option) => option.name === action)?.cells ?? [];
    return names.flatMap((name) => cells.find((cell) => cell.name === name) ?? []);
  }

  private isLit(cell: CellData): boolean {
    if (this.lit === null) return false;
    if (this.plan.own.has(this.lit)) return cell.action === this.lit;
    return this.plan.named.some((option) => option.name === this.lit && option.cells.includes(cell.name));
  }

  private writeNote(group: SVGGElement, shown: Note | undefined): void {
    const note = group.querySelector(".pw-note");
    if (note && note.textContent !== (shown?.text ?? "")) note.textContent = shown?.text ?? "";
    group.classList.toggle("pw-noted", shown !== undefined);
    if (shown?.tone) group.dataset["tone"] = shown.tone;
    else delete group.dataset["tone"];
  }

  /** Return whether a piece can be dragged: it stands there, and its action needs another cell. */
  private canDrag(index: number): boolean {
    const cell = this.content.view.cells[index];
    if (!cell?.piece || this.content.isLocked) return false;
    return reached(cell, [], this.plan).some((option) => option.name !== cell.action && option.cells.length > 1);
  }

  /** Choose a cell as the origin. */
  private pick(index: number): void {
    const cell = this.content.view.cells[index];
    if (!cell) return;
    this.path = [cell.name];
    this.focused = index;
    this.refresh();
  }

  /** Play to where a drag ended; over a cell that isn't open, it meant nothing. */
  private drop(index: number | null): void {
    const cell = index === null ? undefined : this.content.view.cells[index];
    if (index !== null && cell && reached(cell, this.path, this.plan).length > 0) this.press(index);
    else {
      this.path = [];
      this.refresh();
    }
  }

  private press(index: number): void {
    const cell = this.content.view.cells[index];
    if (!cell) return;
    this.focused = index;
    if (this.content.isLocked) return;
    const clicked = click(cell, this.path, this.plan);
    this.path = clicked.path;
    this.choice.show(clicked.choice);
    this.placeChoice(index);
    this.refresh();
    if (clicked.play !== null) this.handlers.play(clicked.play);
    else if (clicked.choice.length > 0) this.choice.focus();
  }

  /** Put the choice where the last click was, as for a promotion. */
  private placeChoice(index: number): void {
    const box = this.cells[index]?.getBoundingClientRect();
    const around = this.stage.getBoundingClientRect();
    if (!box || this.choice.element.hidden) return;
    const width = this.choice.element.offsetWidth;
    const left = Math.min(around.width - width, Math.max(0, box.left - around.left + box.width / 2 - width / 2));
    this.choice.element.style.left = `${left}px`;
    this.choice.element.style.top = `${box.bottom - around.top + 4}px`;
  }

  private point(index: number): void {
    const cell = this.content.view.cells[index];
    const open = cell ? reached(cell, this.path, this.plan) : [];
    this.handlers.hover?.(open.length === 1 && open[0] ? open[0].name : null);
  }

  private key(event: KeyboardEvent): void {
    const cells = this.content.view.cells;
    // What the keyboard is on counts, not what was clicked or reached before.
    this.onCell(event, (index) => (this.focused = index));
    const arrow = ARROWS[event.key];
    if (arrow) {
      const sign = this.content.isTurned ? -1 : 1;
      this.focused = neighbour(cells, this.focused, sign * arrow[0], sign * arrow[1]);
    } else if (event.key === "Home") this.focused = 0;
    else if (event.key === "End") this.focused = cells.length - 1;
    else if (event.key === "Enter" || event.key === " ") this.press(this.focused);
    else if (event.key === "Escape" && this.path.length > 0) {
      this.path = [];
      this.choice.show([]);
    } else return;
    event.preventDefault();
    this.refresh();
    if (event.key !== "Enter" && event.key !== " ") this.cells[this.focused]?.focus();
  }

  private onCell(event: Event, then: (index: number) => void): void {
    const group = event.target instanceof Element ? event.target.closest<SVGGElement>(".pw-cell") : null;
    if (group) then(Number(group.dataset["cell"]));
  }
}
