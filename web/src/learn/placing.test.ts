import { expect, it } from "vitest";
import { placeCard } from "./placing";

const ROOM = { x: 0, y: 48, width: 1000, height: 700 };
const CARD = { width: 400, height: 150 };

it("stands at the top where nothing is in the way", () => {
  expect(placeCard(ROOM, CARD, [])).toEqual({ x: 300, y: 56 });
});

it("makes room for what is spoken of", () => {
  const wind = { x: 300, y: 60, width: 300, height: 100, weight: 1 };
  const { x, y } = placeCard(ROOM, CARD, [wind]);
  expect(x >= 600 || x + CARD.width <= 300 || y >= 160).toBe(true);
});

it("hides what matters less where something must be hidden", () => {
  const top = { x: 0, y: 48, width: 360, height: 300, weight: 5 };
  const bottom = { x: 0, y: 348, width: 360, height: 292, weight: 1 };
  const { y } = placeCard({ x: 0, y: 48, width: 360, height: 592 }, { width: 344, height: 160 }, [top, bottom]);
  expect(y).toBeGreaterThanOrEqual(348);
});

it("finds the one gap between two things", () => {
  const port = { x: 0, y: 48, width: 400, height: 90, weight: 6 };
  const cards = { x: 0, y: 236, width: 400, height: 500, weight: 4 };
  expect(placeCard({ x: 0, y: 48, width: 400, height: 700 }, { width: 384, height: 92 }, [port, cards]).y).toBe(140);
});

it("stays within a room that is too small", () => {
  expect(placeCard({ x: 0, y: 40, width: 300, height: 100 }, CARD, [])).toEqual({ x: 8, y: 48 });
});

it("stands over what says nothing now", () => {
  const slot = { x: 600, y: 600, width: 380, height: 120 };
  expect(placeCard(ROOM, CARD, [], slot)).toEqual({ x: 580, y: 570 });
});
