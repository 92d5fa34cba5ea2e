/* What a line of the log is about, by the names of things on this board. */
import { thingsOf } from "../../kit/things";
import type { WindFact } from "./table";

export function things(fact: WindFact): string[] {
  switch (fact.kind) {
    case "bidding-opened":
    case "card-sold":
    case "card-kept":
      return [...thingsOf(fact), "auction"];
    case "goods-stored":
    case "goods-spoiled":
    case "goods-conserved":
    case "goods-swapped":
      return [`warehouse:${fact.seat}`];
    case "goods-bought":
    case "goods-chosen":
      return [...thingsOf(fact), ...new Set(fact.goods.map((good) => `supply:${good}`))];
    case "stack-reshuffled":
      return [`stack:${fact.stack}`];
    case "card-revealed":
      return [`card:${fact.card}`, `stack:${fact.stack}`];
    case "fleet-left":
    case "fleet-arrived":
    case "match-began":
      return ["fleet", ...fact.ships.map((ship) => `ship:${ship}`)];
    case "goods-shipped":
      return [`player:${fact.seat}`, "fleet"];
    case "match-ended":
      return ["panel:score"];
    default:
      return thingsOf(fact);
  }
}
