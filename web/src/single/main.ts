/** One page with a game and its engine, opened from disk: the board, seats for people and the computer, and its words. */

import "./single.css";
import "../seats.css";
import "../board/board.css";
import "../board/looks.css";
import { Board } from "../board";
import { PlywiseError, readKernelFile } from "../kernel/driver";
import type { Decision } from "../kernel/types";
import { isOurWorker, RemoteSearch, serveSearches, WORKER_NAME } from "../package/worker";
import type { PackagedBoards } from "./boards";
import { Match } from "./match";

interface PageData {
  title: string;
  kernel: string;
  boards: PackagedBoards;
  note: string;
}

const TIMES: [words: string, ms: number][] = [
  ["quick", 100],
  ["half a second", 500],
  ["2 seconds", 2000],
  ["10 seconds", 10_000],
];

async function open(script: string): Promise<void> {
  const host = document.getElementById("plywise-single")!;
  try {
    const data = JSON.parse(document.getElementById("plywise-game")!.textContent!) as PageData;
    const bytes = Uint8Array.from(atob(data.kernel), (sign) => sign.charCodeAt(0));
    const match = new Match(await readKernelFile(bytes), data.boards);
    const start = (): Worker =>
      new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })), { name: WORKER_NAME });
    new SinglePage(host, data, match, new RemoteSearch(bytes, {}, start)).show();
  } catch (error) {
    host.textContent = error instanceof PlywiseError ? error.message : `This page can't start: ${String(error)}.`;
  }
}

/** The page's parts, and whose turn it is. */
class SinglePage {
  private readonly board: Board;
  private readonly words = make("p", "turn");
  private readonly thoughts = make("p", "thoughts");
  private readonly seats: HTMLSelectElement[];
  private readonly time = choose(TIMES.map(([words]) => words));
  private turn = 0;

  constructor(
    host: HTMLElement,
    data: PageData,
    private readonly match: Match,
    private readonly search: RemoteSearch,
  ) {
    const { player_names } = match.engine.rules.game;
    this.seats = player_names.map((_, seat) => choose(["you", "the computer"], seat === 0 ? 0 : 1));
    this.time.selectedIndex = 1;
    const bar = make("div", "bar");
    player_names.forEach((name, seat) => bar.append(labelled(name, this.seats[seat]!)));
    bar.append(
      labelled("it thinks for", this.time),
      button("New game", () => this.restart()),
      button("Undo", () => this.undo()),
    );
    const place = make("div", "place");
    const heading = make("h1", "");
    heading.textContent = data.title;
    const note = make("p", "note");
    note.textContent = `${data.note} Values that are proven follow from the rules alone; all others are estimates.`;
    this.words.setAttribute("role", "status");
    host.replaceChildren(heading, bar, this.words, place, this.thoughts, note);
    this.board = new Board(place, { play: (name) => this.playNamed(name) });
    for (const seat of this.seats) seat.addEventListener("change", () => this.show());
  }

  /** Show where the game stands, and let the computer move if it is its turn. */
  show(): void {
    this.turn += 1;
    this.search.stop();
    const { view, options, mover, outcome, last, before } = this.match.standing();
    const isPerson = mover !== null && mover >= 0 && this.seats[mover]?.selectedIndex === 0;
    this.board.update({ view, options, isLocked: !isPerson, last, before });
    const name = mover === null ? "" : (this.match.engine.rules.game.player_names[mover] ?? "Chance");
    this.words.textContent = outcome || (isPerson ? `${name} to move.` : `${name} is thinking …`);
    if (mover === null || isPerson) return;
    const { turn } = this;
    if (mover < 0) setTimeout(() => this.turn === turn && this.rolled(), 300);
    else void this.think(turn);
  }

  private rolled(): void {
    this.match.roll();
    this.show();
  }

  private async think(turn: number): Promise<void> {
    const { cells, history, engine } = this.match;
    const ms = TIMES[this.time.selectedIndex]![1];
    try {
      const asked = { ms, history: history.map((each) => engine.terms.state(each)) };
      const found = await this.search.decide(cells, asked, undefined, undefined);
      if (turn !== this.turn || !found || found.action === null) return;
      this.thoughts.textContent = this.tell(found);
      this.match.play(found.action);
      this.show();
    } catch (error) {
      this.words.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** Say what the computer found, and how sure it is. */
  private tell(found: Decision): string {
    const { player_names, utility_range, draw_utility } = this.match.engine.rules.game;
    const name = player_names[found.player] ?? "It";
    const move = `${name} played ${this.match.nameOf(found.action!)}`;
    const effort = `${found.nodes.toLocaleString("en")} states`;
    if (found.status !== "proven") return `${move}: an estimate of ${round(found.value)} after ${effort}, not proven.`;
    const ends = found.value === utility_range[1] ? "a win" : found.value === draw_utility ? "a draw" : "a loss";
    const isPlain = utility_range.includes(found.value) || found.value === draw_utility;
    const when = found.distance === null ? "" : ` in ${found.distance} plies`;
    return `${move}: ${isPlain ? ends : `worth ${round(found.value)}`}${when}, proven after ${effort}.`;
  }

  private playNamed(name: string): void {
    this.match.playNamed(name);
    this.show();
  }

  private restart(): void {
    this.match.restart();
    this.thoughts.textContent = "";
    this.show();
  }

  /** Take back to where a person moves. */
  private undo(): void {
    const isPersons = (): boolean => {
      const { mover } = this.match.standing();
      return mover !== null && mover >= 0 && this.seats[mover]?.selectedIndex === 0;
    };
    do this.match.undo();
    while (this.match.length > 0 && !isPersons());
    this.thoughts.textContent = "";
    this.show();
  }
}

function make(tag: string, name: string): HTMLElement {
  const made = document.createElement(tag);
  if (name) made.className = name;
  return made;
}

function choose(words: string[], chosen = 0): HTMLSelectElement {
  const select = document.createElement("select");
  select.append(...words.map((each, number) => new Option(each, String(number), false, number === chosen)));
  return select;
}

function labelled(words: string, field: HTMLElement): HTMLElement {
  const label = make("label", "");
  label.append(`${words} `, field);
  return label;
}

function button(words: string, press: () => void): HTMLElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = words;
  made.addEventListener("click", press);
  return made;
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}

// Last: everything above must be there.
if (isOurWorker()) serveSearches();
else void open(document.currentScript?.textContent ?? "");
