/* The scenes over a whole match, as seat 0 saw it: match.test.json holds what the server told and what
 * changed in the view, move by move (written from `run` of tests/browser/fixtures.py). */
import { describe, expect, it } from "vitest";
import { seatColour, seatShape, type Scene } from "../board";
import { line } from "../../words";
import { apply } from "./apply";
import { places, reachFrom } from "./layout";
import match from "./match.test.json";
import { along, route } from "./route";
import { staging } from "./staging";
import { endPoints, matchLines, pointsBefore, tally, type Box, type GameName, type TableView, type Told } from "./table";
import de from "./texts/de.json";
import en from "./texts/en.json";
import fr from "./texts/fr.json";

const start = match.start as unknown as TableView;
const box = match.components as unknown as Box;
const seats = Array.from({ length: start.players }, (_, seat) => ({ seat, name: `P${seat}`, colour: seatColour(seat), shape: seatShape(seat), bot: false, here: true }));
const missing = new Set<string>();
const say = (key: string, values: Record<string, string | number> = {}): string => {
  if (!(key in en) && !(`${key}/one` in en)) missing.add(key);
  return line(en, "en", key, values);
};

interface Step {
  before: TableView;
  after: TableView;
  told: Told[];
  scenes: Scene<GameName>[];
}
const steps: Step[] = [];
let now = start;
for (const move of match.moves) {
  const after = { ...now, ...(move.view as Partial<TableView>) };
  const told = move.told as unknown as Told[];
  const scenes = staging.scenes({ before: now, after, told: told.map((fact) => ({ fact, words: fact.kind })), me: match.me, seats, components: box, names: {}, say });
  steps.push({ before: now, after, told, scenes });
  now = after;
}

describe("the scenes of a match", () => {
  it("end in what the server says", () => {
    for (const { scenes, after } of steps) if (scenes.length > 0) expect(scenes.at(-1)!.view).toBe(after);
  });

  it("tell every fact once, in its order", () => {
    for (const { scenes, told } of steps) expect(scenes.flatMap((scene) => scene.facts)).toEqual(told.filter((fact) => fact.kind !== "match-began"));
  });

  it("follow every piece: the pictures lead to the server's own, before its last word", () => {
    const drawn = ["vp", "weapons", "crew", "provisions", "booty", "ships", "ports", "bar", "blackbeard", "wind", "advantages", "counts", "treasure_counts", "treasure_deck"] as const;
    for (const { before, after, told } of steps) {
      if (after.over) continue;
      const picture = told.reduce((view, fact) => apply(view, fact, box), before);
      for (const key of drawn) expect(picture[key], key).toEqual(after[key]);
      expect(picture.reputation.map((ports) => [...ports].sort())).toEqual(after.reputation.map((ports) => [...ports].sort()));
      expect([...(picture.hand ?? [])].sort()).toEqual([...(after.hand ?? [])].sort());
      expect([...(picture.treasure_hand ?? [])].sort()).toEqual([...(after.treasure_hand ?? [])].sort());
    }
  });

  it("bring the cubes of a vote home", () => {
    for (const { after, scenes } of steps) {
      const home = scenes.findLast((scene) => scene.kind === "home" && scene.view?.bids.some((bid) => bid !== null));
      if (home) expect([home.view!.cubes, home.view!.reserve]).toEqual([after.cubes, after.reserve]);
    }
  });

  it("stop where one has to look: the wind, and the score", () => {
    const all = steps.flatMap(({ scenes }) => scenes);
    for (const kind of ["wind-turned", "match-ended"]) {
      const found = all.filter((scene) => scene.facts.some((fact) => fact.kind === kind));
      expect(found.length).toBeGreaterThan(0);
      for (const scene of found) expect(scene.pause).toBe("continue");
    }
    const robbed = all.filter((scene) => scene.facts.some((fact) => fact.kind === "boarded" && fact.victim === match.me));
    for (const scene of robbed) expect(scene.pause).toBe("continue");
  });

  it("has words for everything", () => {
    for (const { after } of steps) {
      staging.spoken({ view: after, asked: null, me: 0, seats, names: {}, say });
      staging.prompt({ view: after, asked: null, me: 0, seats, names: {}, say });
      staging.where(after, say);
    }
    expect([...missing]).toEqual([]);
  });
});

describe("the totals", () => {
  it("are the sums of their lines", () => {
    for (const { after } of steps)
      for (const { seat } of seats) {
        const { booty, zones, rest } = matchLines(after, box, seat);
        expect(booty + (zones ?? 0) + rest).toBe(pointsBefore(after, seat));
      }
    const { before, after } = steps.at(-1)!;
    expect(after.over).toBe(true);
    for (const { seat } of seats) expect(after.vp[seat]! - pointsBefore(after, seat)).toBe(endPoints(after, seat));
    expect(before.over).toBe(false);
  });

  it("count the cubes for each way, and no way that nobody named", () => {
    expect(tally(["north", "east", "north", null], [4, 9, 6, null])).toEqual({ north: 10, east: 9, south: null, west: null });
  });
});

describe("the chart", () => {
  const at = places(start.chart);

  it("keeps heights and zones", () => {
    const byHeight = [...start.chart].sort((a, b) => b.height - a.height);
    for (const [i, { port, zone }] of byHeight.entries()) {
      expect(Math.floor(at[port]![0] / 250) + 1).toBe(zone);
      if (i > 0) expect(at[port]![1]).toBeGreaterThan(at[byHeight[i - 1]!.port]![1]);
    }
  });

  it("lays the ports of another box by zone and height", () => {
    const other = start.chart.map((port) => ({ ...port, height: 13 - port.height }));
    const laid = places(other);
    const byHeight = [...other].sort((a, b) => b.height - a.height);
    for (const [i, { port, zone }] of byHeight.entries()) {
      expect(Math.floor(laid[port]![0] / 250) + 1).toBe(zone);
      if (i > 0) expect(laid[port]![1]).toBeGreaterThan(laid[byHeight[i - 1]!.port]![1]);
    }
  });

  it("draws the reach around exactly the ports in reach", () => {
    for (const [gust, ports] of Object.entries(start.gusts!)) {
      const reach = reachFrom(start.chart, start.ships[0]!, start.wind, gust as TableView["wind"] | "farther");
      const inside = start.chart.filter(({ port }) => {
        const [x, y] = at[port]!;
        return reach !== null && x > reach.left && x < reach.right && y > reach.top && y < reach.bottom;
      });
      expect(inside.map(({ port }) => port).sort()).toEqual([...ports].sort());
    }
  });

  it("leads every wake from port to port", () => {
    for (const from of [at["Havana"]!, at["Barbados"]!])
      for (const to of Object.values(at)) {
        if (from === to) continue;
        const points = route(from, to);
        expect(along(points, 0)).toEqual(from);
        expect(along(points, 1).map(Math.round)).toEqual(to.map(Math.round));
      }
  });
});

describe("the texts", () => {
  it("are the same in all languages", () => {
    expect(Object.keys(fr)).toEqual(Object.keys(en));
    expect(Object.keys(de)).toEqual(Object.keys(en));
  });
});
