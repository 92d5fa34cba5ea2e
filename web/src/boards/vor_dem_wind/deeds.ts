/* What the merchants did in the turn that runs, from what was told of it. */
import type { GoodName, WindFact } from "./table";
import type { Say } from "../board";
import type { Fact } from "../../wire/types";

/** One thing somebody did: goods that moved, and words. */
export interface Deed {
  goods: GoodName[];
  text: string;
  tone: "good" | "soft" | "";
}

/** Kinds of facts after which a turn, and with it what was done in it, begins anew. */
const ENDS: readonly WindFact["kind"][] = ["match-began", "goods-chosen", "first-passed", "fleet-arrived"];

function deedOf(fact: WindFact, say: Say): Deed | null {
  switch (fact.kind) {
    case "goods-bought":
      return { goods: fact.goods, text: fact.goods.length ? "" : say("nothing"), tone: "" };
    case "goods-stored":
      return { goods: fact.goods, text: say("deed.stored", { n: fact.n }), tone: "" };
    case "goods-shipped":
      return { goods: [], text: say("deed.shipped", { n: fact.ships.length, points: fact.n }), tone: "good" };
    case "income-taken":
      return { goods: [], text: say("before.money", { n: fact.n }), tone: "good" };
    case "action-forgone":
      return { goods: [], text: say(fact.able ? "deed.unused" : "deed.useless"), tone: "soft" };
    case "special-played":
      return { goods: [], text: say("card.conservation"), tone: "" };
    case "goods-traded":
      return { goods: fact.goods, text: say("card.free-trade"), tone: "" };
    case "goods-bought-and-stored":
      return { goods: fact.goods, text: say("card.buy-and-store"), tone: "" };
    case "goods-swapped":
      return { goods: [], text: say("card.exchange"), tone: "" };
    case "goods-sold":
      return { goods: [], text: `${say("card.market-sale")} ${say("before.money", { n: fact.n })}`, tone: "" };
    default:
      return null;
  }
}

/** What a sale, or a payment to keep the card, moved: the gold of both. */
function goldOf(fact: WindFact, say: Say): [number, Deed][] {
  if (fact.kind === "card-snatched") return [[fact.owner, { goods: [], text: say("before.money", { n: fact.n }), tone: "good" }]];
  if (fact.kind !== "card-sold" && fact.kind !== "card-kept") return [];
  const [gets, pays] = fact.kind === "card-sold" ? [fact.seat, fact.bidder] : [fact.bidder, fact.seat];
  return [
    [gets, { goods: [], text: say("before.money", { n: fact.n }), tone: "good" }],
    [pays, { goods: [], text: say("deed.paid", { n: fact.n }), tone: "soft" }],
  ];
}

/** By seat, in the order in which it was done. */
export function deedsOf(past: readonly Fact[], say: Say): Record<number, Deed[]> {
  const facts = past as WindFact[];
  const from = facts.findLastIndex((fact) => ENDS.includes(fact.kind)) + 1;
  const found: Record<number, Deed[]> = {};
  for (const fact of facts.slice(from)) {
    const deed = deedOf(fact, say);
    if (deed && "seat" in fact) (found[fact.seat] ??= []).push(deed);
    for (const [seat, each] of goldOf(fact, say)) (found[seat] ??= []).push(each);
  }
  return found;
}
