/* The log is read by turns, and says nothing twice in a row. */
import { describe, expect, it } from "vitest";
import type { Staging } from "../boards/board";
import type { Update } from "../wire/types";
import { grouped } from "./log";

const fact = (number: number, seat: number | null, words: string): Update =>
  ({ number, time: 0, events: [{ kind: "fact", seat, words, fact: { kind: "any", ...(seat === null ? {} : { seat }) } }] }) as unknown as Update;

it("groups what a player does with what follows from it", () => {
  const groups = grouped([fact(1, 0, "Ada lays N3."), fact(2, null, "The wind turns."), fact(3, 1, "Bo lays S4."), fact(4, 1, "Bo lays S4.")], 9);
  expect(groups.map((group) => [group.seat, group.lines.map((line) => line.words)])).toEqual([
    [0, ["Ada lays N3.", "The wind turns."]],
    [1, ["Bo lays S4."]],
  ]);
});

it("tells nothing that is not shown yet", () => {
  expect(grouped([fact(1, 0, "Ada lays N3."), fact(2, 1, "Bo lays S4.")], 1)).toHaveLength(1);
});

describe("by turns", () => {
  const staging = { turns: { ends: ["wind-taken", "match-ended"], anew: ["round-began"] } } as unknown as Staging;
  const told = (number: number, kind: string, words: string, more: object = {}): Update =>
    ({ number, time: 0, events: [{ kind: "fact", words, fact: { kind, ...more } }] }) as unknown as Update;
  const updates = [
    told(1, "round-began", "Round 1 begins."),
    told(2, "card-played", "Ada lays N3.", { seat: 0, card: "N3" }),
    told(3, "card-played", "Bo lays S4.", { seat: 1, card: "S4" }),
    told(4, "wind-taken", "Ada takes W3.", { seat: 0 }),
    told(5, "card-played", "Bo lays S5.", { seat: 1, card: "S5" }),
    told(6, "wind-taken", "Bo takes W1.", { seat: 1 }),
    told(7, "round-began", "Round 2 begins."),
  ];

  it("counts turns within a round", () => {
    const groups = grouped(updates, 9, staging);
    expect(groups.map((group) => [group.round, group.turn, group.lines.length])).toEqual([
      [1, 0, 1],
      [1, 1, 3],
      [1, 2, 2],
      [2, 0, 1],
    ]);
  });

  it("names what each line is about", () => {
    expect(grouped(updates, 9, staging)[1]!.lines[0]!.things).toEqual(["player:0", "card:N3"]);
  });

  it("leaves out what the table says once more of an end", () => {
    const end = { number: 9, time: 0, events: [{ kind: "ended", words: "The match is over." }] } as unknown as Update;
    const lines = grouped([...updates, told(8, "match-ended", "Bo wins."), end], 9, staging).at(-1)!.lines;
    expect(lines.map((line) => line.words)).toEqual(["Round 2 begins.", "Bo wins."]);
  });
});
