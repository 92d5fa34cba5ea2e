/** What the facts tell of the tricks and rounds gone by: the view shows only what lies there now. */

import type { Fact, View } from "../../wire/types";

export interface Laid {
  seat: number;
  card: string;
  /** What it counted; null where it was laid before we looked. */
  value: number | null;
  cancelled?: boolean;
}

export interface TrickTold {
  cards: Laid[];
  takes: number | null;
  winds: string[];
  aside: string | null;
  leads: number | null;
}

export type RoundTold = Extract<Fact<"santa-timea">, { kind: "round-scored" }>;

export interface Story {
  open: Laid[];
  trick: TrickTold | null;
  round: RoundTold | null;
}

export const NOTHING: Story = { open: [], trick: null, round: null };

/** The story with further facts told. */
export function tell(story: Story, facts: readonly Fact<"santa-timea">[]): Story {
  let { open, trick, round } = story;
  let ended = false;
  const end = (told: Partial<TrickTold>): void => {
    trick = { cards: open, takes: null, winds: [], aside: null, leads: null, ...told };
    open = [];
    ended = true;
  };
  for (const fact of facts) {
    switch (fact.kind) {
      case "round-began":
        open = [];
        break;
      case "card-played":
        open = [...open, { seat: fact.seat, card: fact.card, value: fact.value }];
        ended = false;
        break;
      case "wind-taken":
        end({ takes: fact.seat, winds: fact.winds });
        break;
      case "wind-put-aside":
        end({ aside: fact.wind });
        break;
      case "lead-passed":
        if (trick !== null && ended) trick = { ...trick, leads: fact.seat };
        break;
      case "round-scored":
        round = fact;
        break;
    }
  }
  return { open, trick, round };
}

/** The story as far as a view alone can tell it: of the trick before, only the cards. */
export function found(view: Pick<View<"santa-timea">, "players" | "played" | "trick">): Story {
  const last = view.played.slice(-view.players);
  const cards = last.map(({ seat, card }) => ({ seat, card, value: null }));
  const trick = { cards, takes: null, winds: [], aside: null, leads: view.trick[0]?.seat ?? null };
  return { open: view.trick, trick: last.length > 0 ? trick : null, round: null };
}
