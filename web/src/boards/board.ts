/* What a board gets and may ask for. Boards know no rules: they draw the view and offer what is
 * asked. Each is boards/<game with _>/Board.svelte, with texts/{en,fr,de}.json beside it. */

/** JSON of a game; each board knows the shape of its own. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Data = Record<string, any>;

export type Shape = "circle" | "square" | "triangle" | "diamond" | "star";
export const SHAPES: readonly Shape[] = ["circle", "square", "triangle", "diamond", "star"];

export interface SeatShown {
  seat: number;
  name: string;
  /** A CSS colour: var(--seat-0) and so on. */
  colour: string;
  shape: Shape;
  /** Whether a bot plays here now. */
  bot: boolean;
  /** Whether somebody is connected here. */
  here: boolean;
}

/** A legal action, with all that rules.describe says of it. */
export interface Action extends Data {
  action: number;
  kind: string;
  /** Notation, such as "N13". */
  text: string;
  /** What it does, in words. */
  words: string;
}

/** Something a person might try in vain. */
export interface Refused extends Action {
  why: string;
  code: string;
  rule: string | null;
  details: Data;
}

export interface Asked {
  decision: string;
  step: string;
  words: string;
  actions: Action[];
  refused: Refused[];
  /** A secret choice is in; it may be changed until all have chosen. */
  chosen: boolean;
  retractable: boolean;
}

export interface Fact extends Data {
  kind: string;
  seat?: number;
}

export interface BoardProps {
  view: Data;
  components: Data;
  names: Record<string, string>;
  labels: Record<string, string>;
  seats: SeatShown[];
  /** The seat looked from; null for spectators. */
  me: number | null;
  asked: Asked | null;
  /** Facts of the last updates, newest last. */
  facts: Fact[];
  /** 0 is no movement, 1 normal; durations are multiplied by it. */
  pace: number;
  play: (action: number) => void;
  retract: () => void;
  refuse: (refused: Refused) => void;
  preview: (action: number) => Promise<Data>;
  previews: (actions: number[]) => Promise<Record<number, Data>>;
}

export const seatColour = (seat: number): string => `var(--seat-${seat})`;
export const seatShape = (seat: number): Shape => SHAPES[seat % SHAPES.length]!;
/** The folder of a game's board. */
export const folderOf = (game: string): string => game.replaceAll("-", "_");
