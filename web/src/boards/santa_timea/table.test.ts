import { describe, expect, it } from "vitest";
import { turned } from "../needle";
import { columns, damageOf, lean, worth } from "./cards";
import { counted, places } from "./ledger";
import { around, asBefore, groups, part, spots, struck, trickNumber } from "./table";

const laid = (seat: number, card: string, value: number, cancelled = false) => ({ seat, card, value, cancelled });

describe("taken winds", () => {
  it("are sorted into directions, a full set marked once", () => {
    const [north, east] = columns(["N3", "N1", "N1", "N2", "E2"]);
    expect(north!.set).toBe(true);
    expect(north!.damages.map((each) => each.inSet)).toEqual([true, false, true, true]);
    expect(east).toEqual({ direction: "E", set: false, damages: [{ damage: 2, inSet: false }] });
  });
  it("damage by what is left of them, or by all where the set is kept", () => {
    expect(damageOf(["N1", "N1", "N2", "N3", "E2"])).toBe(3);
    expect(damageOf(["N1", "N1", "N2", "N3", "E2"], "N")).toBe(9);
    expect(counted(["W1", "W2", "W3", "S1"], "").map((each) => each.away)).toEqual([false, true, true, true]);
    expect(counted(["W1", "W2", "W3", "S1"], "W").some((each) => each.away)).toBe(false);
  });
});

describe("a card", () => {
  it.each([
    ["N5", "N1", "with"],
    ["S5", "N1", "against"],
    ["W5", "N1", "across"],
    ["N5", "W3", "across"],
    ["E5", "W3", "against"],
    ["P", "W3", null],
  ])("%s under %s lies %s", (card, wind, way) => expect(lean(card, wind)).toBe(way));
  it("counts halves as people write them", () => expect([7, 5.5, 0.5, 0, null].map(worth)).toEqual(["7", "5½", "½", "0", "?"]));
});

describe("the ruler", () => {
  it("ranks zeros by their number, and puts a led pirate left of all", () => {
    expect(spots([laid(0, "P", 0), laid(1, "E9", 0), laid(2, "P", 0), laid(3, "N11", 5.5)])).toEqual([
      { value: 0, number: 0 },
      { value: 0, number: 9 },
      { value: 0, number: 9 },
      { value: 5.5, number: 0 },
    ]);
  });
  it("strikes out equal cards, zeros only where their numbers are equal", () => {
    expect(struck([laid(0, "E5", 5), laid(1, "N11", 5.5), laid(2, "S10", 5)])).toEqual([true, false, true]);
    expect(struck([laid(0, "S8", 0), laid(1, "S5", 0)])).toEqual([false, false]);
    expect(struck([laid(0, "S8", 0), laid(1, "P", 0)])).toEqual([true, true]);
  });
  it("leaves a led pirate in the trick when another copies it", () => {
    expect(struck([laid(0, "P", 0), laid(1, "P", 0), laid(2, "N3", 3)])).toEqual([false, true, false]);
  });
  it("tells who struck whom out", () => {
    const trick = [laid(0, "E5", 5, true), laid(1, "N11", 5.5), laid(2, "S10", 5, true)];
    expect(groups(trick).map(({ seats, value }) => [seats, value])).toEqual([[[0, 2], 5]]);
  });
});

describe("the table", () => {
  it("sits clockwise with me at the right end", () => {
    expect(around(4, 0)).toEqual([1, 2, 3, 0]);
    expect(around(3, 1)).toEqual([2, 0, 1]);
    expect(around(2, null)).toEqual([1, 0]);
  });
  it("numbers the tricks of a round", () => {
    const move = { seat: 0, card: "N1" };
    expect(trickNumber({ players: 2, counts: [10, 11], leader: 0, trick: [laid(0, "N1", 1)], played: [move, move] })).toEqual({ trick: 2, tricks: 12 });
    expect(trickNumber({ players: 2, counts: [0, 0], leader: 0, trick: [], played: Array.from({ length: 24 }, () => move) })).toEqual({ trick: 12, tricks: 12 });
  });
  it("gives places by damage, the same where it is the same", () => expect(places([2, 4, 4, 6])).toEqual([1, 2, 2, 4]));
});

describe("the needle", () => {
  it.each([
    [0, 90, 90],
    [0, 270, -90],
    [270, 0, 360],
    [-90, 270, -90],
  ])("turns from %d to %d the short way", (from, to, angle) => expect(turned(from, to)).toBe(angle));
});

it("a part of a scene runs from 0 to 1 in its own time", () => {
  expect([0, 0.35, 0.5, 1].map((progress) => part(progress, 1000, 350, 300))).toEqual([0, 0, 0.5, 1]);
});

describe("what has not changed", () => {
  it("stays the same object, and the list too if nothing has", () => {
    const before = [{ n: 1 }, { n: 2 }];
    expect(asBefore(before, [{ n: 1 }, { n: 2 }])).toBe(before);
    const now = asBefore(before, [{ n: 1 }, { n: 3 }]);
    expect(now).toEqual([{ n: 1 }, { n: 3 }]);
    expect(now[0]).toBe(before[0]);
    expect(asBefore(before, [{ n: 1 }])).toEqual([{ n: 1 }]);
  });
});
