import { expect, test } from "vitest";
import { next, rated } from "./puzzles";

test("solving a hard puzzle brings more than an easy one, and failing costs the other way round", () => {
  expect(rated(1000, 1400, true) - 1000).toBeGreaterThan(rated(1000, 800, true) - 1000);
  expect(rated(1000, 1400, false)).toBeGreaterThan(rated(1000, 800, false));
  expect(rated(1000, 1000, true)).toBe(1020);
  expect(rated(100, 800, false)).toBe(100);
});
test("the next puzzle is near one's rating and not one just seen", () => {
  const ratings = Array.from({ length: 100 }, (_, i) => 800 + 10 * i);
  const first = next(ratings, 1000, [], () => 0)!;
  expect(ratings[first - 1]).toBe(1000);
  expect(next(ratings, 1000, [first], () => 0)).not.toBe(first);
  expect(Math.abs(ratings[next(ratings, 1000, [], () => 0.999)! - 1]! - 1000)).toBeLessThan(100);
});
test("where all were seen they come again; without any there is none", () => {
  expect(next([900], 1000, [1], () => 0)).toBe(1);
  expect(next([], 1000, [])).toBeNull();
});
