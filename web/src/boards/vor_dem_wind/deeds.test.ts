/* What is listed of the turn that runs. */
import { expect, it } from "vitest";
import { deedsOf } from "./deeds";
import type { WindFact } from "./table";

const say = (key: string, values: Record<string, string | number> = {}): string => [key, ...Object.values(values)].join(" ");

it("lists what everybody did since the turn began, and nothing of the turn before", () => {
  const past = [
    { kind: "income-taken", seat: 0, card: "income", n: 9 },
    { kind: "first-passed", seat: 1 },
    { kind: "goods-stored", seat: 1, card: "store", goods: ["apple", "silk"], n: 4 },
    { kind: "goods-sold", seat: 1, card: "market-sale", goods: ["silk"], n: 3 },
    { kind: "action-forgone", seat: 0, card: "income", able: true },
    { kind: "special-gained", seat: 0, card: "exchange" },
  ] as WindFact[];
  expect(deedsOf(past, say)).toEqual({
    0: [{ goods: [], text: "deed.unused", tone: "soft" }],
    1: [
      { goods: ["apple", "silk"], text: "deed.stored 4", tone: "" },
      { goods: [], text: "card.market-sale before.money 3", tone: "" },
    ],
  });
});

it("lists the gold of those who sold a card, paid to keep it, or lost it to a shelter", () => {
  const past = [
    { kind: "card-sold", seat: 0, bidder: 1, card: "store", n: 7 },
    { kind: "card-kept", seat: 2, bidder: 3, card: "income", n: 4 },
    { kind: "card-snatched", seat: 1, owner: 2, card: "buy", n: 5 },
  ] as WindFact[];
  expect(deedsOf(past, say)).toEqual({
    0: [{ goods: [], text: "before.money 7", tone: "good" }],
    1: [{ goods: [], text: "deed.paid 7", tone: "soft" }],
    2: [
      { goods: [], text: "deed.paid 4", tone: "soft" },
      { goods: [], text: "before.money 5", tone: "good" },
    ],
    3: [{ goods: [], text: "before.money 4", tone: "good" }],
  });
});
