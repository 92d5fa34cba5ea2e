/* What every part of a table may know, whichever board it belongs to. */
import { getContext, setContext, type Snippet } from "svelte";
import type { Scene, SeatShown } from "../boards/board";
import type { GameId, Hint } from "../wire/types";
import type { Choice } from "./choice.svelte";

/** How a player stands at the table, besides the game. */
export interface Standing {
  /** Whether this player is asked now. */
  turn: boolean;
  /** The clock, spelled; null where none runs. */
  clock: string | null;
  low: boolean;
  away: boolean;
  resigned: boolean;
  /** Whether a bot stands in for the person who sat here. */
  standIn: boolean;
}

/** A move that cost something: how much chance to win, what was better, and why. */
export interface Coaching {
  loss: number;
  better: string;
  reasons: string[];
  /** Null where it cannot be taken back any more. */
  takeBack: (() => void) | null;
  goOn: () => void;
}

export interface TableContext<G extends GameId = GameId> {
  readonly game: string;
  readonly seats: SeatShown[];
  readonly standings: Standing[];
  readonly me: number | null;
  readonly choice: Choice<G>;
  readonly scene: Scene<G> | null;
  /** Whether "Continue" is waited for, and how much of the wait is left (1 to 0). */
  readonly waiting: boolean;
  readonly patience: number;
  /** End the running scene, or the wait after it. */
  goOn: () => void;
  /** A hint that was asked for: null is none, "thinking" on its way. */
  readonly hint: Hint | "thinking" | null;
  closeHint: () => void;
  /** What the coach says of the move just made; null is nothing. */
  readonly coach: Coaching | null;
  /** At one screen: the player the device is to be passed to. */
  readonly handOver: SeatShown | null;
  uncover: () => void;
  /** What the slot says while nothing is asked: the last thing that happened. */
  readonly last: string;
  /** What takes the slot's place altogether: the result, the controls of a replay. */
  readonly instead: Snippet | null;
  /** Open a rule in place. */
  showRule: (rule: string) => void;
  /** What a lesson or the log points at now, by name: a board may bring it into sight. */
  readonly pointed: readonly string[];
  /** Let things of the board glow, by their names (see things.ts); none ends it. */
  point: (things: readonly string[]) => void;
}

const KEY = Symbol("table");

export const setTable = (table: TableContext): TableContext => setContext(KEY, table);
export const getTable = <G extends GameId>(): TableContext<G> => getContext(KEY);
