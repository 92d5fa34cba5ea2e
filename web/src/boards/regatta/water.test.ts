import { describe, expect, it } from "vitest";
import { holding, inside, projected, unprojected, whole, zoomed } from "./frame";
import { arced, corner, fanned, parted } from "./spread";
import { bearing, beside, clearance, gap, overlap, posed, wired } from "./water";

const water = { left: -360, top: -570, right: 360, bottom: 170 };
const size = { width: 1080, height: 574 };

describe("the water", () => {
  it("takes bearings clockwise from north", () => {
    expect(bearing({ x: 0, y: 0 }, { x: 0, y: -50 })).toEqual({ degrees: 0, distance: 50 });
    expect(bearing({ x: 0, y: 0 }, { x: 30, y: 0 })).toEqual({ degrees: 90, distance: 30 });
    expect(bearing({ x: 0, y: 0 }, { x: -3, y: 4 })).toEqual({ degrees: 217, distance: 5 });
  });

  it("writes a pose as it reads it", () => {
    expect(wired(posed([-12345, 67890, 13200]))).toEqual([-12345, 67890, 13200]);
    expect(beside({ x: 0, y: 0, heading: 90 }, 10, 5)).toMatchObject({ x: expect.closeTo(5), y: expect.closeTo(10) });
  });

  it("knows what overlaps and by how much things clear each other", () => {
    const square = (x: number) => [{ x, y: 0 }, { x: x + 10, y: 0 }, { x: x + 10, y: 10 }, { x, y: 10 }];
    expect(overlap(square(0), square(9))).toBe(true);
    expect(overlap(square(0), square(10))).toBe(false);
    expect(clearance(square(0), { x: 13, y: 14 })).toBeCloseTo(5);
    expect(clearance(square(0), { x: 5, y: 5 })).toBe(0);
    expect(gap(square(0), square(13))).toBeCloseTo(3);
    expect(gap(square(0), square(10))).toBe(0);
  });
});

describe("the frame", () => {
  it("holds what it must with room to spare, and stays on the water", () => {
    const points = [{ x: -150, y: -300 }, { x: 20, y: -100 }];
    const frame = holding(points, size, water);
    for (const point of points) {
      const at = projected(frame, size, point);
      expect(at.x).toBeGreaterThanOrEqual(47);
      expect(at.y).toBeGreaterThanOrEqual(47);
      expect(at.x).toBeLessThanOrEqual(size.width - 47);
      expect(at.y).toBeLessThanOrEqual(size.height - 47);
    }
    expect(inside({ x: 9999, y: 9999, scale: 2 }, size, water).x).toBeLessThanOrEqual(water.right);
  });

  it("keeps what matters most where not everything fits", () => {
    const own = [{ x: 300, y: 100 }, { x: 340, y: 120 }];
    const frame = holding([...own, { x: -340, y: -560 }], size, water, own);
    expect(frame.scale).toBeGreaterThanOrEqual(1.2);
    for (const point of own) expect(projected(frame, size, point).x).toBeLessThanOrEqual(size.width);
  });

  it("zooms about a place that stays, never farther than the whole", () => {
    const about = { x: 200, y: 100 };
    const from = whole(size, water);
    const closer = zoomed({ ...from, scale: 2 }, 1.5, about, size, water);
    expect(closer.scale).toBeCloseTo(3);
    const [before, after] = [unprojected({ ...from, scale: 2 }, size, about), unprojected(closer, size, about)];
    expect(after.x).toBeCloseTo(before.x);
    expect(zoomed(closer, 0.001, about, size, water).scale).toBeCloseTo(from.scale);
  });
});

describe("room on the water", () => {
  it("spreads handles that lie on each other", () => {
    const east = { x: 1, y: 0 };
    const at = fanned([{ x: 300, y: 300 }, { x: 300, y: 300 }, { x: 310, y: 302 }, { x: 5, y: 5 }], [east, east, east, east], 54, size);
    at.forEach((a, i) => at.slice(i + 1).forEach((b) => expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(53)));
    expect(at[3]).toEqual({ x: 27, y: 27 });
    expect(at[0]!.x).toBeLessThan(at[1]!.x);
    expect(at[1]!.x).toBeLessThan(at[2]!.x);
  });

  it("lays handles that are near each other on an arc, from port to starboard", () => {
    const [from, heading] = [{ x: 60, y: 255 }, 65];
    for (const wanted of [
      [{ x: 250, y: 140 }, { x: 262, y: 158 }, { x: 268, y: 180 }],
      [{ x: 250, y: 160 }, { x: 250, y: 160 }, { x: 250, y: 160 }],
    ]) {
      const at = arced(wanted, from, heading, 54);
      at.forEach((a, i) => at.slice(i + 1).forEach((b) => expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(53)));
      expect(at[0]!.y).toBeLessThan(at[1]!.y);
      expect(at[1]!.y).toBeLessThan(at[2]!.y);
      at.forEach((each, i) => expect(Math.hypot(each.x - from.x, each.y - from.y)).toBeCloseTo(Math.hypot(wanted[i]!.x - from.x, wanted[i]!.y - from.y)));
    }
    const apart = [{ x: 0, y: 0 }, { x: 300, y: 0 }];
    arced(apart, from, heading, 54).forEach((each, i) => expect(each).toMatchObject({ x: expect.closeTo(apart[i]!.x), y: expect.closeTo(apart[i]!.y) }));
  });

  it("puts a box into the corner where least is hidden", () => {
    const box = { width: 80, height: 80 };
    expect(corner(box, size, [])).toMatchObject({ x: 40, y: size.height - 40 });
    expect(corner(box, size, [{ x: 30, y: size.height - 30 }])).toMatchObject({ x: size.width - 40, y: size.height - 40 });
  });

  it("parts labels, and leaves fixed things alone", () => {
    const fixed = { x: 100, y: 100, width: 40, height: 40, fixed: true };
    const [a, b, c] = parted([{ x: 100, y: 100, width: 90, height: 28 }, { x: 110, y: 100, width: 90, height: 28 }, fixed], size);
    expect(c).toEqual(fixed);
    expect(Math.abs(a!.x - b!.x) >= 90 || Math.abs(a!.y - b!.y) >= 28).toBe(true);
    // Between two others and the edge there is no room: the nearest place that is free.
    const others = [{ x: 60, y: 400, width: 90, height: 20, fixed: true }, { x: 60, y: 450, width: 60, height: 30, fixed: true }];
    const [low] = parted([{ x: 45, y: 425, width: 80, height: 40 }, ...others], { width: 340, height: 470 });
    for (const other of others) expect(Math.abs(low!.x - other.x) >= (80 + other.width) / 2 || Math.abs(low!.y - other.y) >= (40 + other.height) / 2).toBe(true);
    expect(Math.hypot(low!.x - 45, low!.y - 425)).toBeLessThan(90);
  });
});
