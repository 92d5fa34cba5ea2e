import { expect, test } from "vitest";
import { berths, hidden } from "./berths";

test("ships lie to the right of their tile, in rows of three", () => {
  expect(berths(5, 0.4, 360, 2)).toEqual([
    { side: 1, out: 0, up: 0 },
    { side: 1, out: 15, up: 0 },
    { side: 1, out: 30, up: 0 },
    { side: 1, out: 0, up: 22 },
    { side: 1, out: 15, up: 22 },
  ]);
});

test("at the eastern edge they lie to the left", () => {
  expect(berths(1, 0.9, 360, 0)[0]!.side).toBe(-1);
  expect(berths(1, 0.9, 1080, 0)[0]!.side).toBe(1);
  expect(berths(1, 0.4, 360, 0, true)[0]!.side).toBe(-1);
  expect(berths(3, 0.8, 360, 0).every((berth) => berth.side === -1)).toBe(true);
});

test("a long row of cubes is not covered: the ships lie above it", () => {
  expect(berths(1, 0.4, 360, 3)[0]!.up).toBeGreaterThan(berths(1, 0.4, 360, 2)[0]!.up);
  expect(berths(1, 0.4, 360, 3)[0]!.out).toBeGreaterThan(berths(1, 0.4, 360, 2)[0]!.out);
});

test("ships do not lie over the name of the next port", () => {
  const nassau = { name: "Nassau", x: 111, y: 36 };
  const others = [{ name: "San Salvador", x: 150, y: 76 }, { name: "Havana", x: 53, y: 172 }];
  expect(hidden(nassau, 1, 1, others)).toBeGreaterThan(0);
  expect(hidden(nassau, -1, 1, others)).toBe(0);
  const far = [{ name: "Puerto Rico", x: 190, y: 50 }];
  expect(hidden(nassau, 1, 1, far)).toBe(0);
  expect(hidden(nassau, 1, 2, far)).toBeGreaterThan(0);
  expect(hidden({ name: "Havana", x: 60, y: 172 }, -1, 2, [])).toBe(Infinity);
});
