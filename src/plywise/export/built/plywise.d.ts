/** The types that users of the package see; this file stands alone, so that it can be handed out by itself. */
/** How much a value may be trusted: it follows from the rules alone, is bounded by them, or leans on estimates. */
export type Status = "proven" | "bounded" | "heuristic";
/** On which side of a stated value the true one lies. */
export type Bound = "exact" | "lower" | "upper";
/** What a value is counted in: the game's own utilities, or the unit of its `evaluate`. */
export type Unit = "utility" | "evaluation";
/** A number of a state, or rows of them. */
export type Field = number | bigint | readonly Field[];
/** A state: the fields of the game's own `State`, by name; fields that hold 64 bits are `bigint`. */
export type State = Readonly<Record<string, Field>>;
/** A state as it may be given: by its fields' names, or as a row in their order. */
export type GivenState = State | readonly Field[];
/** An action: a number, or a row of numbers. */
export type Action = number | readonly number[];
/** One action of the root, and what was found of it. */
export interface ChoiceOf<A> {
    action: A;
    /** To the player to move. */
    value: number;
    bound: Bound;
    status: Status;
    unit: Unit;
    line: A[];
    /** Plies until a proven win or loss, where they are counted. */
    distance: number | null;
    /** How many simulations went through it; 0 where there are none. */
    visits: number;
}
/** What a search found. */
export interface DecisionOf<A> {
    /** The best action; null where the game is over or chance moves. */
    action: A | null;
    /** To `player`, who moves at the root; to player 0 where the game is over or chance moves. */
    value: number;
    player: number;
    status: Status;
    bound: Bound;
    unit: Unit;
    line: A[];
    /** The actions that were looked at, in the order of the rules. */
    choices: ChoiceOf<A>[];
    depth: number;
    distance: number | null;
    nodes: number;
    leaves: number;
    simulations: number;
    seconds: number;
}
export type Choice = ChoiceOf<Action>;
export type Decision = DecisionOf<Action>;
/** What a search may use up; whichever comes first ends it. Without any, it has a second. */
export interface Limits {
    /** Milliseconds. */
    ms?: number | undefined;
    /** States visited. */
    nodes?: number | undefined;
    /** Plies, for a search that deepens. */
    depth?: number | undefined;
    /** Simulations, for a tree search. */
    simulations?: number | undefined;
}
/** What is asked of a search, beside the state. */
export interface Asked extends Limits {
    /** The states of the played game, the first one first, where repetition counts. */
    history?: readonly GivenState[] | undefined;
    /** From which the random numbers of a tree search are drawn. */
    seed?: number | bigint | undefined;
}
/** What is asked of an engine: a search, who hears of it, and what may end it. */
export interface Question extends Asked {
    /** Hears each completed depth; of a tree search, how it stands some ten times a second. */
    onDepth?: ((decision: Decision) => void) | undefined;
    /** Ends the search, which answers with the last completed depth; in a worker only. */
    signal?: AbortSignal | undefined;
}
/** How large an engine may become. */
export interface Sizes {
    /** Memory for the table of alpha-beta, or for the tree of UCT, in MB: 16 unless told. */
    tableMb?: number | undefined;
    /** Memory for everything, in MB: 256 unless told. */
    memoryMb?: number | undefined;
}
/** How a kernel file is loaded. */
export interface LoadOptions extends Sizes {
    /** Whether searches run in a worker, so that the page never freezes; or what starts one with this package in it. */
    worker?: boolean | (() => Worker) | undefined;
}
/** A game's rules and its search. */
export interface Engine {
    readonly game: {
        readonly name: string;
        readonly players: number;
        readonly playerNames: readonly string[];
    };
    /** Return the state that the game begins with. */
    initial(): State;
    /** Return the player to move, from 0; -1 where chance does. */
    toMove(state: GivenState): number;
    /** Return what may be played; nothing where the game is over. */
    actions(state: GivenState, history?: readonly GivenState[]): Action[];
    /** Return what chance may bring, each with its probability. */
    chances(state: GivenState): [Action, number][];
    /** Return the state after an action, or after something that chance brings; refuses what the rules don't offer. */
    result(state: GivenState, action: Action): State;
    isTerminal(state: GivenState): boolean;
    /** Return what the end of a game is worth to a player. */
    utility(state: GivenState, player: number): number;
    /** Decide what to play. */
    decide(state: GivenState, question?: Question): Promise<Decision>;
    /** End the search under way in a worker: it answers with the last completed depth. */
    stop(): void;
    /** End the worker, if there is one. */
    close(): void;
}
/** An engine that is being loaded: wait for it, or ask it at once. */
export interface Loading extends Promise<Engine> {
    decide(state: GivenState, question?: Question): Promise<Decision>;
}
/** What goes wrong, as a sentence. */
export declare class PlywiseError extends Error {}
/** Load a kernel file from an address, or from its bytes. */
export declare function load(source: string | URL | BufferSource, options?: LoadOptions): Loading;
