import { describe, expect, it } from "vitest";
import type { PositionField, PositionForm } from "../wire/types";
import { at, cardsOf, changed, packed, placed, taken, unpacked } from "./editing";

const field = (path: string, more: Partial<PositionField> = {}): PositionField => ({
  path, label: path, kind: "cards", choices: [], low: 0, high: 0, unit: 1, step: 1, pool: "cards", leader: null, fixed: false, drops: [], implies: {}, ...more,
});
const [ann, ben] = [field("hands.0"), field("hands.1")];
const trick = field("trick", { kind: "laid", leader: "leader" });
const form: PositionForm = { groups: [{ title: "", fields: [ann, ben, trick] }], pools: {}, counts: { cards: { N1: 1, N2: 1, P: 2, E5: 1 } }, drawn: ["pile"], derived: ["turn"] };
const position = { players: 2, leader: 1, turn: 1, pile: ["E5"], hands: [["N1"], ["N2"]], trick: [{ seat: 1, card: "P" }] };

describe("changing a position", () => {
  it("leaves out what follows from the rest, and the old one as it was", () => {
    const next = changed(position, form, { leader: 0 });
    expect(next).toEqual({ players: 2, leader: 0, hands: [["N1"], ["N2"]], trick: [{ seat: 1, card: "P" }] });
    expect(position.turn).toBe(1);
  });
  it("exchanges a card that lies elsewhere", () => {
    expect(at(placed(position, form, ann, 0, "N2"), "hands")).toEqual([["N2"], ["N1"]]);
  });
  it("takes a card of the pile as it is, and a second copy too", () => {
    expect(at(placed(position, form, ann, 0, "E5"), "hands")).toEqual([["E5"], ["N2"]]);
    expect(at(placed(position, form, ann, 1, "P"), "hands")).toEqual([["N1", "P"], ["N2"]]);
  });
  it("takes a card away from where it was when one more is put down", () => {
    expect(at(placed(position, form, ann, 1, "N2"), "hands")).toEqual([["N1", "N2"], []]);
  });
  it("knows who laid a card of a trick", () => {
    expect(at(placed(position, form, trick, 1, "N1"), "trick")).toEqual([{ seat: 1, card: "P" }, { seat: 0, card: "N1" }]);
    expect(at(taken(position, form, trick, 0), "trick")).toEqual([]);
    expect(cardsOf(position, trick)).toEqual(["P"]);
  });
});

describe("a position in an address", () => {
  it("comes back whole", async () => {
    const text = await packed(position);
    expect(text).toMatch(/^[\w-]+$/);
    expect(await unpacked(text)).toEqual(position);
  });
  it("is nothing where it is damaged", async () => {
    expect(await unpacked("no position")).toBeNull();
    expect(await unpacked(await packed([] as never))).toBeNull();
  });
});
