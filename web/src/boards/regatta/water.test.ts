import { describe, expect, it } from "vitest";
import { bearing, between, curve, kept, turn, zoomed } from "./water";

const whole = { x: -360, y: -570, width: 720, height: 740 };

describe("the water", () => {
  it("begins and ends a course at its poses", () => {
    const from = { x: 0, y: 0, heading: 0 };
    const to = { x: -30000, y: 110000, heading: 13200 };
    expect(between(from, to, 0)).toEqual(from);
    const end = between(from, to, 1);
    expect(end.x).toBeCloseTo(to.x);
    expect(end.y).toBeCloseTo(to.y);
    expect(end.heading).toBe(to.heading);
    expect(curve(from, to)).toMatch(/^M0\.00,-?0\.00C/);
  });

  it("turns the shorter way", () => {
    expect(turn(0, 13200)).toBe(-1200);
    expect(turn(13200, 600)).toBe(1800);
    expect(turn(0, 7200)).toBe(7200);
  });

  it("takes bearings clockwise from north", () => {
    expect(bearing({ x: 0, y: 0 }, { x: 0, y: -50 })).toEqual({ degrees: 0, distance: 50 });
    expect(bearing({ x: 0, y: 0 }, { x: 30, y: 0 })).toEqual({ degrees: 90, distance: 30 });
    expect(bearing({ x: 0, y: 0 }, { x: -3, y: 4 })).toEqual({ degrees: 217, distance: 5 });
  });

  it("zooms about a place and never leaves the water", () => {
    const closer = zoomed(whole, whole, 2, { x: 0, y: 0 });
    expect(closer.width).toBe(360);
    expect((0 - closer.x) / closer.width).toBeCloseTo((0 - whole.x) / whole.width);
    expect(zoomed(closer, whole, 0.1, { x: 0, y: 0 })).toEqual(whole);
    expect(zoomed(whole, whole, 1000, { x: 0, y: 0 }).width).toBe(90);
    expect(kept({ x: -9999, y: 9999, width: 100, height: 100 }, whole)).toMatchObject({
      x: -360,
      y: 70,
    });
  });
});
