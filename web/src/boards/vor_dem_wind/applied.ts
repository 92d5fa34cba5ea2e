/* The picture after a fact: a copy of the one before with just what the fact tells moved. */
import { GOODS, without, type GoodName, type WindFact, type WindView } from "./table";

type Seats<T> = T[];

const put = <T>(list: Seats<T>, seat: number, value: T): Seats<T> => list.map((each, i) => (i === seat ? value : each));

/** `after` is the picture when the whole move is over: it has what a fact does not tell. */
export function applied(now: WindView, fact: WindFact, after: WindView): WindView {
  // Cards and ships keep their faces until the whole move is over.
  const view: WindView = { ...now, faces: { ...now.faces, ...after.faces }, draft: null, parts: [], actors: [] };
  const supply = (goods: readonly GoodName[], sign: number): WindView["supply"] => {
    const out = { ...view.supply };
    for (const good of GOODS) out[good] += sign * goods.filter((each) => each === good).length;
    return out;
  };
  const gold = (seat: number, by: number): number[] => put(view.gold, seat, (view.gold[seat] ?? 0) + by);
  const hand = (seat: number, goods: GoodName[]): GoodName[][] => put(view.hands, seat, goods);
  const house = (seat: number, goods: GoodName[]): GoodName[][] => put(view.warehouses, seat, goods);
  const inHand = (seat: number): GoodName[] => view.hands[seat] ?? [];
  const stored = (seat: number): GoodName[] => view.warehouses[seat] ?? [];
  const card = (code: string, face: "up" | "down"): WindView["front"][number] => ({ card: code, face, money: null });
  const money = (n: number): WindView["front"][number] => ({ card: null, face: null, money: n });

  switch (fact.kind) {
    case "goods-chosen":
      return { ...view, hands: hand(fact.seat, fact.goods), supply: supply(fact.goods, -1) };
    case "card-revealed":
      return { ...view, row: [...view.row, fact.card], stack_counts: { ...view.stack_counts, [fact.stack]: Math.max(0, view.stack_counts[fact.stack] - 1) } };
    case "stack-reshuffled":
      return { ...view, stack_counts: { ...view.stack_counts, [fact.stack]: fact.cards } };
    case "card-taken":
    case "card-sheltered": {
      const place = view.row.indexOf(fact.card);
      const sheltered = fact.kind === "card-sheltered";
      return { ...view, row: view.row.map((each, i) => (i === place ? null : each)), front: put(view.front, fact.seat, card(fact.card, sheltered ? "down" : "up")), sheltered: sheltered ? put(view.sheltered, fact.seat, true) : view.sheltered, specials: sheltered ? after.specials : view.specials };
    }
    case "card-snatched":
      return { ...view, front: put(put(view.front, fact.owner, money(fact.n)), fact.seat, card(fact.card, "down")), bidding: null, specials: after.specials };
    case "bidding-opened":
      return { ...view, bidding: { owner: fact.owner, opener: fact.seat, offers: put(view.front.map(() => null), fact.seat, fact.n) } };
    case "offer-made":
      return view.bidding ? { ...view, bidding: { ...view.bidding, offers: put(view.bidding.offers, fact.seat, fact.n) } } : view;
    case "offer-declined":
      return view.bidding ? { ...view, bidding: { ...view.bidding, offers: put(view.bidding.offers, fact.seat, 0) } } : view;
    case "card-sold":
      return { ...view, bidding: null, gold: gold(fact.bidder, -fact.n), front: put(put(view.front, fact.seat, money(fact.n)), fact.bidder, card(fact.card, "down")) };
    case "card-kept":
      return { ...view, bidding: null, gold: gold(fact.seat, -fact.n), front: put(put(view.front, fact.bidder, money(fact.n)), fact.seat, card(fact.card, "down")) };
    case "cards-discarded":
      return { ...view, row: [] };
    case "goods-bought":
    case "goods-traded":
      return { ...view, hands: hand(fact.seat, [...inHand(fact.seat), ...fact.goods]), supply: supply(fact.goods, -1) };
    case "goods-stored":
      return { ...view, hands: hand(fact.seat, without(inHand(fact.seat), fact.goods)), warehouses: house(fact.seat, [...stored(fact.seat), ...fact.goods]), gold: gold(fact.seat, -fact.n) };
    case "goods-bought-and-stored":
      return { ...view, warehouses: house(fact.seat, [...stored(fact.seat), ...fact.goods]), supply: supply(fact.goods, -1), gold: gold(fact.seat, -fact.n) };
    case "goods-shipped": {
      const left = [...fact.ships];
      const port = view.port.map((ship) => (ship !== null && left.includes(ship) && left.splice(left.indexOf(ship), 1) ? null : ship));
      const cargo = fact.ships.flatMap((ship) => view.faces[ship]?.goods ?? []);
      return { ...view, port, warehouses: house(fact.seat, without(stored(fact.seat), cargo)), supply: supply(cargo, 1), delivered: put(view.delivered, fact.seat, [...(view.delivered[fact.seat] ?? []), ...fact.ships]), scores: put(view.scores, fact.seat, (view.scores[fact.seat] ?? 0) + fact.n) };
    }
    case "income-taken":
      return { ...view, gold: gold(fact.seat, fact.n) };
    case "goods-swapped":
      return { ...view, hands: after.hands, warehouses: after.warehouses, specials: after.specials };
    case "goods-sold": {
      const rest = without(fact.goods, inHand(fact.seat));
      return { ...view, hands: hand(fact.seat, without(inHand(fact.seat), fact.goods)), warehouses: house(fact.seat, without(stored(fact.seat), rest)), supply: supply(fact.goods, 1), gold: gold(fact.seat, fact.n) };
    }
    case "special-played":
      return { ...view, specials: after.specials, conservation: after.conservation };
    case "special-gained":
      return { ...view, specials: put(view.specials, fact.seat, [...(view.specials[fact.seat] ?? []), fact.card]) };
    case "first-passed":
      return { ...view, first: fact.seat, front: view.front.map(() => null), row: [], sheltered: view.sheltered.map(() => false) };
    case "fleet-left":
      return { ...view, port: [] };
    case "goods-spoiled": {
      // Goods from the hand and from the warehouse are told together: what is left of each only the end knows.
      return { ...view, hands: hand(fact.seat, after.hands[fact.seat] ?? []), warehouses: house(fact.seat, after.warehouses[fact.seat] ?? []), supply: supply(fact.goods, 1), conservation: put(view.conservation, fact.seat, []) };
    }
    case "match-began":
    case "fleet-arrived":
      return { ...view, port: after.port, ship_counts: after.ship_counts };
    case "match-ended":
      return after;
    case "goods-conserved":
    case "action-forgone":
      return view;
  }
}
