/** The parts of Vor dem Wind's view and of its described actions that the board draws. */
import type { Tried } from "../tries";

export type GoodName = "apple" | "spice" | "cheese" | "silk";
export const GOODS: readonly GoodName[] = ["apple", "spice", "cheese", "silk"];

export type Front = { money: number } | { card: string; face: "up" | "down" } | null;

export interface WindView {
  players: number;
  options: { target: number; memory_aid: boolean };
  step: string;
  actors: number[];
  turn: number;
  first: number;
  port: (string | null)[];
  gold: number[];
  hands: GoodName[][];
  warehouses: GoodName[][];
  specials: string[][];
  conservation: string[][];
  delivered: string[][];
  row: (string | null)[];
  front: Front[];
  sheltered: boolean[];
  bidding: { owner: number; opener: number; offers: (number | null)[] } | null;
  kept: { warehouse: GoodName[]; hand: GoodName[] };
  draft: string[] | null;
  supply: Record<GoodName, number>;
  stack_counts: Record<string, number>;
  ship_counts: { large: number; small: number };
  cards_in_hand: number[];
  scores: number[];
  spoils?: Spoils | null;
  over: boolean;
  winners: number[];
}

/** What would be lost if the fleet left now. */
export interface Spoils {
  hand: number;
  apple: number;
  spice_or_cheese: number;
  conserved: number;
}

export interface Try extends Tried {
  place?: number;
  card?: string | null;
  owner?: number;
  bidder?: number;
  n?: number;
  stack?: string;
  goods?: GoodName[];
  good?: GoodName;
  other?: GoodName;
  ship?: string | null;
}

/** A card by its code: buy:apple+silk, store:3/5, income:9, free-trade:2, large:silk+silk/4. */
export interface Face {
  kind: string;
  stack: "purchase" | "storage" | "shipment" | "ship";
  special: boolean;
  goods: GoodName[];
  number: number | null;
  gold: number | null;
}

const STACKS: Record<string, Face["stack"]> = {
  buy: "purchase",
  "free-trade": "purchase",
  conservation: "purchase",
  store: "storage",
  "buy-and-store": "storage",
  exchange: "storage",
  "market-sale": "storage",
  income: "shipment",
  "safe-shelter": "shipment",
  large: "ship",
  small: "ship",
};
const PLAIN = new Set(["buy", "store", "income", "large", "small"]);

export function face(code: string): Face {
  const [kind = "", rest = ""] = code.split(":");
  const [first = "", second] = rest.split("/");
  const named = /^[a-z]/.test(first);
  return {
    kind,
    stack: STACKS[kind] ?? "purchase",
    special: !PLAIN.has(kind),
    goods: named ? (first.split("+") as GoodName[]) : [],
    number: named || first === "" || kind === "income" ? null : Number(first),
    gold: kind === "income" ? Number(first) : second === undefined ? null : Number(second),
  };
}

/** Which goods of a cargo lie in a warehouse, each counted once. */
export function aboard(cargo: readonly GoodName[], warehouse: readonly GoodName[]): boolean[] {
  const left = [...warehouse];
  return cargo.map((good) => {
    const at = left.indexOf(good);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
