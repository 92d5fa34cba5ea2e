/* What a fact changes on the table, so that each scene ends in its own picture. Only what is drawn is
 * followed; after the last scene of a move the view of the server is shown anyhow. */
import { TRACKS, trackOf, type Box, type Item, type TableView, type Told } from "./table";

const MOST_ITEMS = 9;

const changed = <T>(list: readonly T[], at: number, by: (old: T) => T): T[] => list.map((each, i) => (i === at ? by(each) : each));
const plus = (list: readonly number[], at: number, n: number): number[] => changed(list, at, (old) => old + n);
const scored = (view: TableView, seat: number, n: number): Partial<TableView> => ({ vp: plus(view.vp, seat, n), scores: plus(view.scores, seat, n) });
const without = <T>(list: readonly T[], found: (each: T) => boolean): T[] => {
  const at = list.findIndex(found);
  return list.filter((_, i) => i !== at);
};

function moveItem(view: TableView, item: Item, seat: number, by: number): Partial<TableView> {
  const { track } = trackOf(item);
  return { [track]: changed(view[track], seat, (old) => Math.max(0, Math.min(MOST_ITEMS, old + by))) };
}

/** A card leaves a hand: mine is seen to leave, of others only their number. */
function cardGone(view: TableView, seat: number, kind: string): Partial<TableView> {
  const mine = view.seat === seat && view.hand !== null;
  return {
    counts: plus(view.counts, seat, -1),
    ...(mine ? { hand: without(view.hand!, (name) => view.cards[name]?.kind === kind) } : {}),
  };
}

function swapTiles(view: TableView, places: string[]): Partial<TableView> {
  const ports = { ...view.ports };
  const bar = [...view.bar];
  const slot = (place: string): number => Number(/^bar(\d)$/.exec(place)?.[1] ?? 0) - 1;
  const get = (place: string): string => (slot(place) >= 0 ? bar[slot(place)]! : ports[place]!);
  const put = (place: string, tile: string): void => {
    if (slot(place) >= 0) bar[slot(place)] = tile;
    else ports[place] = tile;
  };
  const [a, b] = places;
  if (a === undefined || b === undefined) return {};
  const [first, second] = [get(a), get(b)];
  put(a, second);
  put(b, first);
  return { ports, bar };
}

/** The cubes that were shown go to the reserves of their owners (WP-3.5). */
export const cubesHome = (view: TableView): TableView => ({
  ...view,
  cubes: view.cubes.map((cubes, seat) => cubes - (view.bids[seat] ?? 0)),
  reserve: view.reserve.map((reserve, seat) => reserve + (view.bids[seat] ?? 0)),
});

function change(view: TableView, fact: Told, box: Box): Partial<TableView> {
  switch (fact.kind) {
    case "round-began":
      return { round: fact.round, votes: view.votes.map(() => null), bids: view.bids.map(() => null), turn: null, turn_state: null, chosen: [] };
    case "choice-made":
      return { chosen: [...new Set([...view.chosen, fact.seat])] };
    case "vote-shown":
      return { votes: changed(view.votes, fact.seat, () => fact.wind), chosen: [] };
    case "cubes-shown":
      return { bids: changed(view.bids, fact.seat, () => fact.n), chosen: [] };
    case "blackbeard-taken":
      return { blackbeard: fact.seat };
    case "wind-turned":
      return { wind: fact.wind };
    case "first-named":
      return { turn: fact.first };
    case "card-drawn":
      return { counts: plus(view.counts, fact.seat, 1), deck: view.deck - 1 };
    case "card-seen":
      return view.hand === null ? {} : { hand: [...view.hand, fact.name] };
    case "deck-reshuffled":
      return { deck: view.deck + fact.n, discards: [] };
    case "cubes-added":
      return { cubes: plus(view.cubes, fact.seat, fact.n), reserve: plus(view.reserve, fact.seat, -fact.n) };
    case "sailed":
      return {
        ships: changed(view.ships, fact.seat, () => fact.port),
        turn_state: view.turn_state && { ...view.turn_state, sailed: view.turn_state.sailed + 1, draft: null },
      };
    case "tile-taken":
      return TRACKS.filter(({ item }) => fact.symbols.includes(item) && !fact.lost.includes(item)).reduce(
        (all, { item }) => ({ ...all, ...moveItem(view, item, fact.seat, 1) }),
        {},
      );
    case "treasure-drawn":
      return { treasure_counts: plus(view.treasure_counts, fact.seat, 1), treasure_deck: view.treasure_deck - 1 };
    case "treasure-seen":
      return view.treasure_hand === null ? {} : { treasure_hand: [...view.treasure_hand, fact.port] };
    case "bar-moved":
      return { bar: [view.ports[fact.port]!, ...view.bar.slice(0, -1)], ports: { ...view.ports, [fact.port]: fact.tile } };
    case "tile-scored":
    case "zone-completed":
      return scored(view, fact.seat, fact.n);
    case "boarded": {
      if (fact.loot === "vp") {
        const taken = { ...view, ...scored(view, fact.victim, -fact.n) };
        return scored(taken, fact.seat, fact.n);
      }
      const robbed = { ...view, ...moveItem(view, fact.loot, fact.victim, -1) };
      return fact.lost ? { [trackOf(fact.loot).track]: robbed[trackOf(fact.loot).track] } : moveItem(robbed, fact.loot, fact.seat, 1);
    }
    case "treasure-played":
      return {
        ...scored(view, fact.seat, fact.n),
        booty: changed(view.booty, fact.seat, (old) => Math.min(box.booty.points.length, old + 1)),
        treasure_counts: plus(view.treasure_counts, fact.seat, -1),
        treasure_deck: view.treasure_deck + 1,
        ...(view.seat === fact.seat && view.treasure_hand ? { treasure_hand: view.treasure_hand.filter((port) => port !== fact.port) } : {}),
      };
    case "reputation-gained":
      return { reputation: changed(view.reputation, fact.seat, (old) => [...old, fact.port]), reserve: plus(view.reserve, fact.seat, -1) };
    case "advantage-taken":
      return { advantages: { ...view.advantages, [fact.advantage]: fact.seat } };
    case "advantage-laid-down":
      return { advantages: { ...view.advantages, [fact.advantage]: null } };
    case "item-bought":
      return { ...scored(view, fact.seat, -fact.n), ...(fact.lost ? {} : moveItem(view, fact.item, fact.seat, 1)), ...cardGone(view, fact.seat, fact.card) };
    case "card-played":
      return { ...(fact.card === "heave" ? moveItem(view, "crew", fact.seat, -1) : {}), ...cardGone(view, fact.seat, fact.card) };
    case "opponent-struck":
      return { ...moveItem(view, fact.item, fact.victim, -fact.lost), ...cardGone(view, fact.seat, fact.card) };
    case "tiles-swapped":
      return { ...swapTiles(view, fact.places), ...cardGone(view, fact.seat, "intrigue") };
    default:
      return {};
  }
}

export const apply = (view: TableView, fact: Told, box: Box): TableView => ({ ...view, ...change(view, fact, box) });
