import { expect, it } from "vitest";
import { distance } from "./keys";

it("finds the nearest thing in a direction and none behind", () => {
  expect(distance([0, 0], [10, 0], [1, 0])).toBe(10);
  expect(distance([0, 0], [-10, 0], [1, 0])).toBe(Infinity);
  expect(distance([0, 0], [10, 5], [1, 0])).toBeGreaterThan(distance([0, 0], [12, 0], [1, 0]));
});
