import { expect, it } from "vitest";
import type { MoveSaid } from "../wire/types";
import { turnStarts } from "./turns";

const move = (number: number, ...facts: string[]): MoveSaid => by(0, number, ...facts);
const by = (seat: number, number: number, ...facts: string[]): MoveSaid => ({ move: number, seat, text: "", words: "", facts });
const staging = { turns: { ends: ["wind-taken", "round-scored"], anew: ["round-began"] } } as unknown as Parameters<typeof turnStarts>[1];

it("marks where turns and rounds begin, and not the end", () => {
  const moves = [move(1, "card-played"), move(2, "card-played", "wind-taken"), move(3, "card-played"), move(4, "card-played", "wind-taken", "round-scored", "round-began"), move(5, "card-played"), move(6, "wind-taken")];
  expect(turnStarts(moves, staging)).toEqual([
    { move: 2, round: false },
    { move: 4, round: true },
  ]);
  expect(turnStarts(moves, null)).toEqual([]);
});

it("takes a run of one player's moves for a turn where a game says so, and no secret choice", () => {
  const staging = { runs: { anew: ["round-began"], secret: ["choice-made"] } } as unknown as Parameters<typeof turnStarts>[1];
  const moves = [by(0, 1, "choice-made"), by(1, 2, "choice-made"), by(2, 3, "choice-made", "wind-turned"), by(0, 4, "sailed"), by(0, 5), by(1, 6, "sailed", "round-began"), by(1, 7, "choice-made")];
  expect(turnStarts(moves, staging)).toEqual([
    { move: 3, round: false },
    { move: 5, round: false },
    { move: 6, round: true },
  ]);
});
