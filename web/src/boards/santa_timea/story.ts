/** What the facts tell of the tricks and rounds gone by: the view shows only what lies there now. */

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

export interface RoundTold {
  round: number;
  damages: number[];
  places: number[];
  bonuses: number[] | null;
  penalties: number[] | null;
}

export interface Story {
  open: Laid[];
  trick: TrickTold | null;
  round: RoundTold | null;
}

export interface Told {
  kind: string;
  seat?: number | null;
  [key: string]: unknown;
}

export const NOTHING: Story = { open: [], trick: null, round: null };

/** The story with further facts told. */
export function tell(story: Story, facts: readonly Told[]): Story {
  let { open, trick, round } = story;
  let ended = false;
  const end = (told: Partial<TrickTold>): void => {
    trick = { cards: open, takes: null, winds: [], aside: null, leads: null, ...told };
    open = [];
    ended = true;
  };
  for (const fact of facts) {
    const seat = fact.seat ?? null;
    switch (fact.kind) {
      case "round-began":
        open = [];
        break;
      case "card-played":
        open = [...open, { seat: seat ?? 0, card: String(fact.card), value: Number(fact.value) }];
        ended = false;
        break;
      case "wind-taken":
        end({ takes: seat, winds: fact.winds as string[] });
        break;
      case "wind-put-aside":
        end({ aside: String(fact.wind) });
        break;
      case "lead-passed":
        if (trick !== null && ended) trick = { ...trick, leads: seat };
        break;
      case "round-scored":
        round = {
          round: Number(fact.round),
          damages: fact.damages as number[],
          places: fact.places as number[],
          bonuses: (fact.bonuses as number[] | undefined) ?? null,
          penalties: (fact.penalties as number[] | undefined) ?? null,
        };
        break;
    }
  }
  return { open, trick, round };
}

/** The story as far as a view alone can tell it: of the trick before, only the cards. */
export function found(view: {
  players: number;
  played: Laid[];
  trick: Laid[];
}): Story {
  const last = view.played.slice(-view.players);
  const cards = last.map(({ seat, card }) => ({ seat, card, value: null }));
  const trick = { cards, takes: null, winds: [], aside: null, leads: view.trick[0]?.seat ?? null };
  return { open: view.trick, trick: last.length > 0 ? trick : null, round: null };
}
