/** A game as a tree of moves: whatever is played again or otherwise, nothing that was played is lost. */

/** What a record says of a move beside its comment: kept as it is, and written again with the move. */
export interface MoveNotes {
  /** What is said before the move. */
  before?: string;
  /** Signs such as ! and ?, by PGN's numbers. */
  signs?: number[];
  /** Other properties of an SGF. */
  properties?: Record<string, string[]>;
}

/** Where a game starts, if not as usual, and what its record says of it. */
export interface About {
  start?: string;
  tags?: Record<string, string>;
  result?: string;
}

/** One action, what was played instead of what follows it, and what somebody said of it. */
export interface Move extends MoveNotes {
  action: string;
  comment: string;
  /** What was played next: first the main line, then the variations. */
  next: Move[];
  /** Which of these was visited last. */
  chosen: number;
}

/** A tree as it is stored: actions, comments and what follows, without anything that can be found again. */
export interface StoredMove extends MoveNotes {
  action: string;
  comment?: string;
  next?: StoredMove[];
  /** On the root alone. */
  about?: About;
}

/** A game's moves, and how far one has gone along them. */
export class Moves {
  readonly root: Move = { action: "", comment: "", next: [], chosen: 0 };
  private path: Move[] = [];

  constructor(readonly about: About = {}) {}

  /** The actions up to here. */
  get actions(): string[] {
    return this.path.map((move) => move.action);
  }

  /** The move that led here; the root at the start. */
  get here(): Move {
    return this.path.at(-1) ?? this.root;
  }

  /** Go to where actions lead; those that were never played begin a variation. */
  go(actions: string[]): void {
    this.path = [];
    for (const action of actions) {
      const from = this.here;
      let at = from.next.findIndex((move) => move.action === action);
      if (at < 0) at = from.next.push({ action, comment: "", next: [], chosen: 0 }) - 1;
      from.chosen = at;
      const move = from.next[at];
      if (move) this.path.push(move);
    }
  }

  /** The actions to the next position along the line visited last; null at its end. */
  get forward(): string[] | null {
    const next = this.here.next[this.here.chosen];
    return next ? [...this.actions, next.action] : null;
  }

  /** The actions to the end of the line visited last. */
  get end(): string[] {
    const actions = this.actions;
    for (let move = this.here; ;) {
      const next = move.next[move.chosen];
      if (!next) return actions;
      actions.push(next.action);
      move = next;
    }
  }

  /** How many moves there are, variations included. */
  get count(): number {
    const size = (move: Move): number => move.next.reduce((sum, next) => sum + 1 + size(next), 0);
    return size(this.root);
  }

  /** Return the tree as data to store. */
  toData(): StoredMove {
    return { ...stored(this.root), about: this.about };
  }

  /** Read what `toData` wrote, and stand at the start. */
  static from(data: StoredMove): Moves {
    const moves = new Moves(data.about);
    Object.assign(moves.root, restored(data));
    return moves;
  }
}

function stored({ chosen: _, comment, next, ...rest }: Move): StoredMove {
  return { ...rest, ...(comment ? { comment } : {}), ...(next.length > 0 ? { next: next.map(stored) } : {}) };
}

function restored({ about: _, ...data }: StoredMove): Move {
  return { ...data, comment: data.comment ?? "", next: (data.next ?? []).map(restored), chosen: 0 };
}
