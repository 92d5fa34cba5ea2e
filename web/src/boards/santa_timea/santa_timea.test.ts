import { describe, expect, it } from "vitest";
import { turned } from "../needle";
import { columns, groups } from "./cards";
import { found, NOTHING, tell } from "./story";
import { order, tricksLeft, worth } from "./table";

const laid = (seat: number, card: string, value: number) => ({ kind: "card-played" as const, seat, card, value });

describe("taken winds", () => {
  it("are sorted into directions, a full set marked once", () => {
    const [north, east] = columns(["N3", "N1", "N1", "N2", "E2"]);
    expect(north!.set).toBe(true);
    expect(north!.damages).toEqual([
      { damage: 1, inSet: true },
      { damage: 1, inSet: false },
      { damage: 2, inSet: true },
      { damage: 3, inSet: true },
    ]);
    expect(east).toEqual({ direction: "E", set: false, damages: [{ damage: 2, inSet: false }] });
  });
});

describe("the needle", () => {
  it.each([
    [0, 90, 90],
    [0, 270, -90],
    [270, 0, 360],
    [360, 90, 450],
    [-90, 270, -90],
  ])("turns from %d to %d the short way", (from, to, angle) => {
    expect(turned(from, to)).toBe(angle);
  });
});

describe("a hand", () => {
  it("lies in groups, pirates last, each card with its place", () => {
    expect(groups(["N1", "W3", "P"])).toEqual([
      [{ card: "N1", place: 0 }],
      [{ card: "W3", place: 1 }],
      [{ card: "P", place: 2 }],
    ]);
  });
});

describe("the story of the tricks", () => {
  it("keeps the trick that ended with what its cards counted", () => {
    const told = tell(NOTHING, [
      laid(2, "W8", 8),
      laid(0, "S10", 5),
      { kind: "wind-taken", seat: 0, winds: ["W3"] },
      { kind: "lead-passed", seat: 2 },
      laid(2, "N1", 1),
    ]);
    expect(told.trick).toEqual({
      cards: [
        { seat: 2, card: "W8", value: 8 },
        { seat: 0, card: "S10", value: 5 },
      ],
      takes: 0,
      winds: ["W3"],
      aside: null,
      leads: 2,
    });
    expect(told.open).toEqual([{ seat: 2, card: "N1", value: 1 }]);
  });

  it("tells of a trick nobody took, and of a round that was counted", () => {
    const told = tell({ ...NOTHING, open: [{ seat: 1, card: "N5", value: 5 }] }, [
      laid(0, "P", 5),
      { kind: "wind-put-aside", wind: "N2" },
      { kind: "round-scored", round: 1, damages: [3, 4], places: [2, 0], bonuses: null, penalties: null },
    ]);
    expect(told.trick?.aside).toBe("N2");
    expect(told.trick?.cards.map((c) => c.card)).toEqual(["N5", "P"]);
    expect(told.round).toEqual({ kind: "round-scored", round: 1, damages: [3, 4], places: [2, 0], bonuses: null, penalties: null });
  });

  it("finds in a view the cards of the trick before, but not what they counted", () => {
    const played = ["N1", "N2", "E3", "E4"].map((card, i) => ({ seat: i % 2, card }));
    const cards = played.slice(2).map((move) => ({ ...move, value: null }));
    expect(found({ players: 2, played, trick: [] }).trick?.cards).toEqual(cards);
    expect(found({ players: 2, played: [], trick: [] }).trick).toBeNull();
  });
});

describe("the table", () => {
  it("counts the tricks still to come", () => {
    const counts = [3, 4];
    expect(tricksLeft({ counts, leader: 0, trick: [{ seat: 0, card: "N1", value: 1, cancelled: false }] })).toBe(4);
    expect(tricksLeft({ counts: [4, 4], leader: 0, trick: [] })).toBe(4);
  });
  it("goes round from the leader", () => expect(order({ players: 3, leader: 2 })).toEqual([2, 0, 1]));
  it("writes halves", () => expect([7, 5.5, 0.5, 0, null].map(worth)).toEqual(["7", "5½", "½", "0", "?"]));
});
