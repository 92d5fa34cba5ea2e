/* What is on its way in a scene: from which place of the board to which, and when. */
import type { Scene } from "../board";
import { partOf } from "./shown";
import { faceOf, type Face, type GoodName, type Wind, type WindView } from "./table";

export type Flown = { good: GoodName } | { coin: number } | { card: Face; down?: boolean } | { ship: Face } | { bid: number };
export interface Flying {
  key: string;
  from: string;
  to: string;
  /** Of the flight itself: 0 to 1. */
  progress: number;
  what: Flown;
}

/** Several one after the other, between `from` and `to` of the scene. */
function row(list: readonly Flown[], way: (i: number) => [string, string], progress: number, from: number, to: number): Flying[] {
  const each = (to - from) / Math.max(1, list.length + 1);
  return list.map((what, i) => {
    const [start, end] = way(i);
    return { key: `${start}>${end}:${i}`, from: start, to: end, progress: partOf(progress, from + i * each, from + (i + 2) * each), what };
  });
}

export function flights(scene: Scene<Wind> | null, view: WindView, progress: number): Flying[] {
  const fact = scene?.facts[0];
  if (!scene || !fact || progress >= 1) return [];
  const after = scene.view ?? view;
  const goods = (list: readonly GoodName[]): Flown[] => list.map((good) => ({ good }));
  const coin = (n: number, from: string, to: string, start: number, end: number): Flying[] => (n > 0 ? row([{ coin: n }], () => [from, to], progress, start, end) : []);
  switch (fact.kind) {
    case "goods-chosen":
      return row(goods(fact.goods), (i) => [`supply-${fact.goods[i]}`, `hand-${fact.seat}`], progress, 0, 1);
    case "card-revealed":
      return row([{ card: faceOf(after, fact.card), down: progress < 0.4 }], () => [`stack-${fact.stack}`, `row-${view.row.length}`], progress, 0, 0.9);
    case "card-taken":
    case "card-sheltered": {
      const place = view.row.findIndex((card, i) => card !== (after.row[i] ?? null));
      return row([{ card: faceOf(view, fact.card) }], () => [`row-${place}`, `front-${fact.seat}`], progress, 0, 1);
    }
    case "bidding-opened":
    case "offer-made":
      return row([{ bid: fact.n }], () => [`seat-${fact.seat}`, `bid-${fact.seat}`], progress, 0, 0.8);
    case "card-sold":
      return [
        ...coin(fact.n, `seat-${fact.bidder}`, `seat-${fact.seat}`, 0.3, 0.65),
        ...row([{ card: faceOf(view, fact.card), down: progress > 0.8 }], () => ["lot", `front-${fact.bidder}`], progress, 0.6, 1),
      ];
    case "card-kept":
      return coin(fact.n, `seat-${fact.seat}`, `seat-${fact.bidder}`, 0.3, 0.75);
    case "card-snatched":
      return [...row([{ card: faceOf(view, fact.card), down: true }], () => [`front-${fact.owner}`, `front-${fact.seat}`], progress, 0.2, 0.7), ...coin(fact.n, "bank", `seat-${fact.owner}`, 0.5, 1)];
    case "goods-bought":
    case "goods-traded":
      return row(goods(fact.goods), (i) => [`supply-${fact.goods[i]}`, `hand-${fact.seat}`], progress, 0, 1);
    case "goods-bought-and-stored":
      return [...row(goods(fact.goods), (i) => [`supply-${fact.goods[i]}`, `house-${fact.seat}`], progress, 0, 0.7), ...coin(fact.n, `seat-${fact.seat}`, "bank", 0.6, 1)];
    case "goods-stored":
      return [...row(goods(fact.goods), () => [`hand-${fact.seat}`, `house-${fact.seat}`], progress, 0, 0.7), ...coin(fact.n, `seat-${fact.seat}`, "bank", 0.6, 1)];
    case "goods-sold":
      return [...row(goods(fact.goods), (i) => [`hand-${fact.seat}`, `supply-${fact.goods[i]}`], progress, 0, 0.7), ...coin(fact.n, "bank", `seat-${fact.seat}`, 0.6, 1)];
    case "goods-shipped": {
      const places = view.port.flatMap((ship, i) => (ship !== null && after.port[i] === null ? [i] : []));
      const loads = places.flatMap((place) => faceOf(view, view.port[place]).goods.map((good) => ({ good, place })));
      return [
        ...row(loads, (i) => [`house-${fact.seat}`, `ship-${loads[i]!.place}`], progress, 0, 0.4),
        ...row(places.map((place) => ({ ship: faceOf(view, view.port[place]) })), (i) => [`ship-${places[i]}`, `seat-${fact.seat}`], progress, 0.4, 1),
      ];
    }
    case "income-taken":
      return coin(fact.n, "bank", `seat-${fact.seat}`, 0, 1);
    default:
      return [];
  }
}
