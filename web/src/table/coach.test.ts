import { expect, test } from "vitest";
import type { Hint } from "../wire/types";
import { verdict } from "./coach";

const advised = (action: number, share: number, visits = 100, half = 0.01) => ({
  action,
  text: `a${action}`,
  words: `move ${action}`,
  visits,
  share,
  low: share - half,
  high: share + half,
  points: 0,
  line: [],
  reasons: [`because ${action}`],
  measured: true,
});
const hint: Hint = { actions: [advised(1, 0.5), advised(2, 0.47), advised(3, 0.4), advised(4, 0.2, 3)] };

test("a move that gives much away is spoken of, with its reasons", () => {
  expect(verdict(hint, 3)).toEqual({ instead: 1, played: "move 3", better: "move 1", loss: expect.closeTo(0.1) as number, reasons: ["because 3"] });
});
test("the best move and one nearly as good are left alone", () => {
  expect(verdict(hint, 1)).toBeNull();
  expect(verdict(hint, 2)).toBeNull();
});
test("what was hardly tried or is not in the hint is not judged", () => {
  expect(verdict(hint, 4)).toBeNull();
  expect(verdict(hint, 9)).toBeNull();
  expect(verdict({ actions: [] }, 1)).toBeNull();
});
test("without anything measured against it a move must cost more", () => {
  const alone = (share: number) => ({ ...advised(2, share), measured: false });
  expect(verdict({ actions: [advised(1, 0.5), alone(0.37)] }, 2)).toBeNull();
  expect(verdict({ actions: [advised(1, 0.5), alone(0.33)] }, 2)).not.toBeNull();
});
test("nothing is said where the search itself is in doubt", () => {
  expect(verdict({ actions: [advised(1, 0.5, 100, 0.2), advised(2, 0.4)] }, 2)).toBeNull();
});
