/* What all parts of this board look at, and what the player has in hand or opened on the screen. */
import { getContext, setContext } from "svelte";
import type { Choice } from "../../kit/choice.svelte";
import type { Asked, Preview } from "../../wire/types";
import type { Say, Scene, SeatShown } from "../board";
import { ofKind } from "../kinds";
import { tries, type Tried } from "../tries";
import type { Box, GameName, Gust, TableView } from "./table";

export type Try = Tried<GameName>;
export type Card = Extract<Try, { kind: "purchase" | "heave" | "rumour" | "strike" | "intrigue" }>;
/** How the board is laid out: beside each other, one above the other, or low and wide. */
export type Layout = "wide" | "tall" | "low";

export interface Deck {
  readonly view: TableView;
  readonly scene: Scene<GameName> | null;
  readonly progress: number;
  readonly seats: SeatShown[];
  readonly me: number | null;
  readonly names: Record<string, string>;
  readonly say: Say;
  readonly box: Box;
  readonly choice: Choice<GameName>;
  /** Whether something is asked of me now. */
  readonly asked: boolean;
  /** Whether my secret choice is in; it may still be changed. */
  readonly sealed: boolean;
  readonly offers: Offers;
  readonly foreseen: Record<number, Preview<GameName>>;
  readonly layout: Layout;
  readonly opened: Opened;
}

/** What is opened on the screen; nothing of the match. */
export class Opened {
  /** The card that was lifted and looks for its target. */
  lifted = $state<string | null>(null);
  /** Whether the ways of a gust are offered. */
  gusting = $state(false);
  /** Whether the amounts of cubes are offered, where there is no room for them beside the rest. */
  cubing = $state(false);
  /** Whether the tray lies open over the chart, where it has no place of its own. */
  tray = $state(false);
  /** The gust under the pointer. */
  gust = $state<Gust | null>(null);
  /** Who is to be boarded, where several can be. */
  victim = $state<number | null>(null);
  /** Whether the score has been laid aside to look at the chart. */
  scoreAside = $state(false);

  close(): void {
    this.lifted = this.gust = this.victim = null;
    this.gusting = this.tray = this.cubing = false;
  }
}

/** What may be tried, by the piece it is tried on. */
export class Offers {
  readonly all: Try[];

  constructor(asked: Asked<GameName> | null) {
    this.all = asked ? tries<GameName>(asked) : [];
  }

  of<K extends Try["kind"]>(...kinds: K[]) {
    return ofKind(this.all, ...kinds);
  }
  sail(port: string): Try | undefined {
    return this.of("sail").find((each) => each.port === port);
  }
  swap(place: string): Try | undefined {
    return this.of("swap").find((each) => each.place === place);
  }
  /** The way of the rose: a vote, the choice among tied winds, or a gust. */
  wind(gust: Gust): Try | undefined {
    const named = this.of("vote", "turn", "gust").find((each) => each.wind === gust);
    return gust === "farther" ? this.of("gust-farther")[0] : named;
  }
  /** Giving Blackbeard to a player, naming him first, or striking him with the card that is lifted. */
  person(seat: number, lifted: string | null): Try | undefined {
    return this.all.find(
      (each) =>
        (each.kind === "crown" && each.holder === seat) ||
        (each.kind === "name-first" && each.first === seat) ||
        (each.kind === "strike" && each.name === lifted && each.victim === seat),
    );
  }
  card(name: string): Card[] {
    return this.of("purchase", "heave", "rumour", "strike", "intrigue").filter((each) => each.name === name);
  }
}

const KEY = "winds-of-plunder deck";
export const setDeck = (deck: Deck): Deck => setContext(KEY, deck);
export const getDeck = (): Deck => getContext(KEY);
