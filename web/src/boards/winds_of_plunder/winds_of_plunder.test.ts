import { describe, expect, it } from "vitest";
import { place } from "./layout";
import { cardMark, completers, reachedBy, tileMark, tileOf } from "./table";

const chart = [
  { port: "Havana", zone: 1, height: 10 },
  { port: "Nassau", zone: 2, height: 12 },
  { port: "San Salvador", zone: 2, height: 11 },
  { port: "Turks & Caicos", zone: 3, height: 9 },
];

describe("the chart", () => {
  const { ports, height } = place(chart, 100, 15);

  it("puts what lies farther north higher", () => {
    const byHeight = [...ports].sort((a, b) => b.height - a.height);
    for (const [i, port] of byHeight.slice(1).entries()) expect(port.y).toBeGreaterThan(byHeight[i]!.y);
  });

  it("lets no two ports of a zone overlap, nor any leave the chart", () => {
    for (const a of ports) {
      expect(a.y + 100).toBeLessThanOrEqual(height);
      for (const b of ports)
        if (a !== b && a.zone === b.zone) expect(Math.abs(a.y - b.y)).toBeGreaterThanOrEqual(100);
    }
  });

  it("is as tall as nothing without ports", () => expect(place([], 100, 15)).toEqual({ ports: [], height: 100 }));
});

describe("what is printed", () => {
  it("on a tile stands in the view", () => {
    const faces = { "2cp": { points: 2, symbols: ["crew" as const, "provision" as const] } };
    expect(tileOf({ faces }, "2cp")).toEqual(faces["2cp"]);
    expect(tileOf({ faces }, undefined)).toEqual({ points: 0, symbols: [] });
  });

  it("is found in the box, in whatever order symbols and ports stand", () => {
    const tiles = [{ points: 2, symbols: ["provision" as const, "crew" as const], mark: "reported" as const }];
    expect(tileMark({ points: 2, symbols: ["crew", "provision"] }, tiles)).toBe("reported");
    expect(tileMark({ points: 3, symbols: ["crew"] }, tiles)).toBeNull();
    const cards = [{ kind: "weapons" as const, ports: ["Nassau", "Havana"], count: 1, mark: "printed" as const }];
    expect(cardMark({ kind: "weapons", item: "weapon", ports: ["Havana", "Nassau"] }, cards)).toBe("printed");
    expect(cardMark({ kind: "misfire", item: "weapon", ports: [] }, cards)).toBeNull();
  });
});

describe("a zone", () => {
  it("is complete for who is known in all its ports", () => {
    const reputation = [["Nassau"], ["San Salvador", "Nassau"], []];
    expect(completers({ chart, reputation }, 2)).toEqual([1]);
  });
});

describe("reach", () => {
  it("lists the gusts that would carry me to a port", () => {
    const gusts = { north: ["Nassau"], east: [], south: [], west: ["Havana"], farther: ["Nassau"] };
    expect(reachedBy({ gusts, wind: "north" }, "Nassau")).toEqual(["north", "farther"]);
    expect(reachedBy({ gusts: null, wind: "north" }, "Nassau")).toEqual([]);
  });
});
