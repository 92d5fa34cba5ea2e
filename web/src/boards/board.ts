/* What a board gets, and what it may ask for.
 *
 * A board is a pure drawing: of a view, of the scene that is being shown and of how far that scene
 * has come, of what is asked and of what the player is about to do. It knows no rules and keeps no
 * history. It fills all the room below the bar (see table/Table.svelte), never scrolls, and places
 * kit/Slot.svelte, the one place that says what would happen, and kit/Dock.svelte around the hand.
 * Each game has boards/<game with _>/Board.svelte, staging.ts and texts/{en,fr,de}.json. */
import type { Choice } from "../kit/choice.svelte";
import type { Sound } from "../sound";
import type { Action, Asked, Components, Fact, GameId, Preview, Refused, View } from "../wire/types";

export type Shape = "circle" | "square" | "triangle" | "diamond" | "star";
export const SHAPES: readonly Shape[] = ["circle", "square", "triangle", "diamond", "star"];

export interface SeatShown {
  seat: number;
  name: string;
  /** A CSS colour: var(--seat-0) and so on, or the colour of a boat. */
  colour: string;
  shape: Shape;
  /** Whether a bot plays here now. */
  bot: boolean;
  /** What bots of its strength are called, for a seat that was given to a bot. */
  level?: string | null;
  /** Whether somebody is connected here. */
  here: boolean;
}

/** A text of the board with its places filled in. */
export type Say = (key: string, values?: Record<string, string | number>) => string;

/** What happened: a fact, and the sentence the log has for it. */
export interface Told<G extends GameId = GameId> {
  fact: Fact<G>;
  words: string;
}

export interface Sign {
  filled: string;
  drawn: string;
}

/** A line of the slot: "Mei takes West 3 ......... 3 -> 0". */
export interface Line {
  /** A small drawing before it, in a square of 24 by 24: what is filled, what is drawn with a pen. */
  sign?: Sign;
  /** The player it is about: drawn as that player's shape. */
  seat?: number;
  text: string;
  /** What stands at its end: an amount, a change. */
  amount?: string;
  tone?: "good" | "bad" | "soft";
}

/** What the slot shows of something one is about to do. */
export interface Plan {
  title: string;
  lines: Line[];
  /** What the main button says: "Lay South 12". */
  confirm: string;
  /** Nothing can be confirmed yet: the button is grey. */
  unfinished?: boolean;
  /** What may be done instead, by a quiet button each: "Pass", "Store none". Two at most. */
  others?: { action: number; text: string }[];
}

/** Something that happened, shown for a while. Scenes are played one after the other, each to its end. */
export interface Scene<G extends GameId = GameId> {
  /** What the board draws by. */
  kind: string;
  /** The facts it tells. */
  facts: Fact<G>[];
  /** How long it lasts, in milliseconds at the usual pace. */
  lasts: number;
  /** What follows it: a rest in milliseconds, or a wait until "Continue" is pressed. */
  pause?: number | "continue";
  /** What scenes before it told of the same move. */
  earlier?: Fact<G>[];
  /** What the slot says meanwhile. */
  title?: string;
  lines?: Line[];
  sound?: Sound;
  /** The picture once it is over; the one before it where left out. The last scene of a move always
   * ends in the view that came from the server. */
  view?: View<G>;
}

/** What a game's scenes are made from. */
export interface Happening<G extends GameId = GameId> {
  before: View<G>;
  after: View<G>;
  told: Told<G>[];
  me: number | null;
  seats: SeatShown[];
  components: Components<G>;
  names: Record<string, string>;
  say: Say;
}

export interface Asking<G extends GameId = GameId> {
  view: View<G>;
  asked: Asked<G> | null;
  /** What is being shown; null where the picture stands still. */
  scene?: Scene<G> | null;
  /** What is being previewed: a second tap does it. */
  picked?: Action<G> | null;
  me: number | null;
  seats: SeatShown[];
  names: Record<string, string>;
  say: Say;
}

/** What the bar says: the strong part is what is asked, the rest the one fact that matters. */
export interface Prompt {
  strong: string;
  rest: string;
  /** The same in fewer words, for a bar that has no room for one line of all of them. */
  short?: { strong: string; rest: string };
}

/** boards/<game>/staging.ts exports one as `staging`: everything about a game's scenes and words that is not drawn. */
export interface Staging<G extends GameId = GameId> {
  /** The scenes of one move; none where nothing needs to be seen. */
  scenes: (happening: Happening<G>) => Scene<G>[];
  /** Where we are: "Round 2 of 5 · Trick 7 of 12". */
  where: (view: View<G>, say: Say) => string;
  /** What the bar says; null leaves it to the words of the server. */
  prompt: (asking: Asking<G>) => Prompt | null;
  /** Seats in the colours of this game, where it has its own (boats). */
  seats?: (view: View<G>, seats: SeatShown[]) => SeatShown[];
  /** What a line of the log is about, by the names of things (see kit/things.ts); players and cards where left out. */
  things?: (fact: Fact<G>) => string[];
  /** How the log falls into turns: kinds of facts that end one, and those that begin the count anew. The
   * board's text "log.turn" is their heading, "log.anew" that of a new count. */
  turns?: { ends: readonly Fact<G>["kind"][]; anew: readonly Fact<G>["kind"][] };
  /** Where a turn is a run of moves of one player instead: kinds of facts that begin a round, and those of
   * secret choices, which are nobody's turn. */
  runs?: { anew: readonly Fact<G>["kind"][]; secret: readonly Fact<G>["kind"][] };
  /** Game labels of what each player has, for people who listen: read out behind the prompt. */
  spoken: (asking: Asking<G>) => string[];
}

/** A board names its game: what it gets is then of that game. */
export interface BoardProps<G extends GameId = GameId> {
  /** The picture after the last scene that ended. */
  view: View<G>;
  /** The scene being shown, and how far it has come: 0 to 1. Draw both without remembering anything. */
  scene: Scene<G> | null;
  progress: number;
  components: Components<G>;
  names: Record<string, string>;
  say: Say;
  seats: SeatShown[];
  /** The seat looked from; null for spectators. */
  me: number | null;
  /** What is asked of me; null while scenes are shown, and while it is not my turn. */
  asked: Asked<G> | null;
  /** What I am about to do. */
  choice: Choice<G>;
  previews: (actions: number[]) => Promise<Record<number, Preview<G>>>;
  /** What was told up to this picture, as far as it is known: of a replay the move shown. */
  past: Fact<G>[];
  /** Whether aids that tell what a move would do are wanted (off in rated matches). */
  aids: boolean;
}

/** What boards/<game>/Components.svelte draws by: the pieces of a game with captions, for the rules page. */
export interface ComponentsProps {
  /** That of a fresh deal. */
  view: View;
  components: Components;
  names: Record<string, string>;
  say: Say;
  seats: SeatShown[];
}

export const seatColour = (seat: number): string => `var(--seat-${seat})`;
export const seatShape = (seat: number): Shape => SHAPES[seat % SHAPES.length]!;
/** The folder of a game's board. */
export const folderOf = (game: string): string => game.replaceAll("-", "_");
export type { Refused };
