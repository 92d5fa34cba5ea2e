/** The view of Vor dem Wind as the board draws it: goods, ships, bids, and what I have laid out. */
import type { Action, Fact, Refused, View } from "../../wire/types";
import { line } from "../../words";
import type { OfKind } from "../kinds";

export type Wind = "vor-dem-wind";
export type WindView = View<Wind>;
export type WindFact = Fact<Wind>;
/** What stands on a card or a ship. */
export type Face = WindView["faces"][string];
export type GoodName = Face["goods"][number];
export type Offered = Action<Wind>;
export type Forbidden = Refused<Wind>;
export type Offered1<K extends Offered["kind"]> = OfKind<Offered, K>;
export const GOODS: readonly GoodName[] = ["apple", "spice", "cheese", "silk"];
export const PLACES = 8;
/** Ships in port at which the fleet leaves (VW-6.1), and the price of a good at a Market sale (VW-7.5). */
export const FEWEST_SHIPS = 2;
export const SALE = 3;

const BLANK: Face = { kind: "buy", stack: "purchase", special: false, goods: [], number: null, gold: null, points: null };

export const faceOf = (view: Pick<WindView, "faces">, code: string | null | undefined): Face => (code && view.faces[code]) || BLANK;

/** What fills the places in the name of a card: its goods, and the numbers on it. */
export function parts(face: Face, names: Record<string, string>): Record<string, string> {
  const goods = face.goods.map((good) => names[good] ?? good).join(", ");
  const all = [goods || null, face.number, face.gold, face.points].filter((part) => part !== null);
  return Object.fromEntries(all.map((part, i) => [String(i), String(part)]));
}

/** A card or ship in words, by the texts of the game. */
export function called(view: Pick<WindView, "faces">, names: Record<string, string>, code: string | null | undefined): string {
  const face = code ? view.faces[code] : undefined;
  return face ? line(names, "en", face.kind, parts(face, names)) : (code ?? "");
}

/** A list without as many of another list as it has; each counted once. */
export function without<T>(list: readonly T[], taken: readonly T[]): T[] {
  const left = [...taken];
  return list.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

export const sorted = (goods: readonly GoodName[]): GoodName[] => [...goods].sort((a, b) => GOODS.indexOf(a) - GOODS.indexOf(b));

/** How many of each kind, in the order of the game. */
export function counted(goods: readonly GoodName[]): [GoodName, number][] {
  return GOODS.map((good): [GoodName, number] => [good, goods.filter((each) => each === good).length]).filter(([, n]) => n > 0);
}

/** Where a good of a cargo is: in my warehouse, on its way there, in my hand (pale), or nowhere. */
export type Whence = "stored" | "coming" | "hand" | "missing";

export function cargoOf(cargo: readonly GoodName[], stored: readonly GoodName[], coming: readonly GoodName[], hand: readonly GoodName[]): Whence[] {
  const left: [Whence, GoodName[]][] = [["stored", [...stored]], ["coming", [...coming]], ["hand", [...hand]]];
  return cargo.map((good) => {
    for (const [whence, goods] of left) {
      const at = goods.indexOf(good);
      if (at < 0) continue;
      goods.splice(at, 1);
      return whence;
    }
    return "missing";
  });
}

/** My side of the table with all that is laid out and not yet committed. */
export interface Side {
  /** Goods that stay in hand, and those on their way out of it. */
  hand: GoodName[];
  leaving: GoodName[];
  /** Goods on their way into the hand. */
  arriving: GoodName[];
  /** Goods that stay in the warehouse, on their way into it, and out of it. */
  stored: GoodName[];
  coming: GoodName[];
  going: GoodName[];
  /** What Conservation is to protect. */
  kept: GoodName[];
  keptInHand: GoodName[];
  /** Gold afterwards, and now. */
  gold: number;
  purse: number;
  /** Places in port to be laden, and what they bring. */
  ships: number[];
  points: number;
  /** The special card that is being played. */
  special: string | null;
  /** Whose card I am about to bid for. */
  bid: number | null;
  swaps: Offered1<"swap" | "swap-hand">[];
  /** How many parts there are, besides the special card. */
  laid: number;
}

export function sideOf(view: WindView, seat: number): Side {
  const gold = view.gold[seat] ?? 0;
  const side: Side = {
    hand: sorted(view.hands[seat] ?? []),
    leaving: [],
    arriving: [],
    stored: sorted(view.warehouses[seat] ?? []),
    coming: [],
    going: [],
    kept: view.turn === seat ? [...view.kept.warehouse] : [],
    keptInHand: view.turn === seat ? [...view.kept.hand] : [],
    gold,
    purse: gold,
    ships: [],
    points: 0,
    special: null,
    bid: null,
    swaps: [],
    laid: 0,
  };
  if (view.seat !== seat) return side;
  const price = (code: string | null | undefined): number => faceOf(view, code).gold ?? 0;
  for (const part of view.parts) {
    if (part.kind !== "special") side.laid += 1;
    if (part.kind === "special") side.special = part.card;
    else if (part.kind === "bid") side.bid = part.owner;
    else if (part.kind === "store") {
      side.hand = without(side.hand, [part.good]);
      side.leaving.push(part.good);
      side.coming.push(part.good);
      side.gold = gold - price(view.front[seat]?.card);
    } else if (part.kind === "get") {
      if (faceOf(view, side.special).kind === "free-trade") side.arriving.push(part.good);
      else {
        side.coming.push(part.good);
        side.gold = gold - price(side.special);
      }
    } else if (part.kind === "sell") {
      side.hand = without(side.hand, [part.good]);
      side.leaving.push(part.good);
      side.gold += SALE;
    } else if (part.kind === "sell-stored") {
      side.stored = without(side.stored, [part.good]);
      side.going.push(part.good);
      side.gold += SALE;
    } else if (part.kind === "keep") side.kept.push(part.good);
    else if (part.kind === "keep-in-hand") side.keptInHand.push(part.good);
    else if (part.kind === "ship") {
      const face = faceOf(view, view.port[part.place]);
      side.stored = without(side.stored, face.goods);
      side.going.push(...face.goods);
      side.ships.push(part.place);
      side.points += face.points ?? 0;
    } else if (part.kind === "swap" || part.kind === "swap-hand") {
      // What came by a first swap may go again by the second.
      if (side.coming.includes(part.good)) side.coming = without(side.coming, [part.good]);
      else {
        side.stored = without(side.stored, [part.good]);
        side.going.push(part.good);
      }
      side.coming.push(part.other);
      if (part.kind === "swap-hand") {
        side.hand = [...without(side.hand, [part.other])];
        side.leaving.push(part.other);
        side.arriving.push(part.good);
      }
      side.swaps.push(part as Offered1<"swap" | "swap-hand">);
    }
  }
  return side;
}

/** What I would do with a ship: how its cargo stands, and whether it is or would be complete. */
export interface Berth {
  place: number;
  code: string;
  face: Face;
  cargo: Whence[];
  state: "chosen" | "complete" | "would" | "";
  /** How many goods lie ready, those on their way included. */
  ready: number;
}

/** `more` are goods that would come into the hand. */
export function berths(view: WindView, side: Side | null, more: readonly GoodName[] = []): Berth[] {
  return view.port.flatMap((code, place) => {
    if (code === null) return [];
    const face = faceOf(view, code);
    if (!side) return [{ place, code, face, cargo: face.goods.map((): Whence => "stored"), state: "" as const, ready: 0 }];
    if (side.ships.includes(place)) return [{ place, code, face, cargo: face.goods.map((): Whence => "stored"), state: "chosen" as const, ready: face.goods.length }];
    const cargo = cargoOf(face.goods, side.stored, side.coming, [...side.hand, ...side.arriving, ...more]);
    const ready = cargo.filter((each) => each === "stored" || each === "coming").length;
    const whole = ready === cargo.length;
    const state = !whole ? "" : cargo.includes("coming") ? "would" : "complete";
    return [{ place, code, face, cargo, state, ready } as Berth];
  });
}

/** Ships that could be laden once these goods were stored, and not without them. */
export function servedBy(view: WindView, side: Side, goods: readonly GoodName[]): Face[] {
  const own = [...side.stored, ...side.coming, ...side.hand];
  return view.port.flatMap((code) => {
    if (code === null) return [];
    const face = faceOf(view, code);
    const lacking = without(face.goods, own).length;
    return lacking > 0 && without(face.goods, [...own, ...goods]).length === 0 ? [face] : [];
  });
}

/** How many ships must still be laden until the fleet leaves. */
export const shipsToGo = (view: WindView, chosen = 0): number =>
  Math.max(0, view.port.filter((ship) => ship !== null).length - chosen - FEWEST_SHIPS);

/** The seats clockwise from one. */
export const around = (players: number, from: number): number[] => Array.from({ length: players }, (_, i) => (from + i) % players);

/** Those who bid for a card, in the order in which they are asked. */
export function bidders(view: WindView, owner: number, opener: number): number[] {
  return around(view.players, opener).filter((seat) => seat !== owner && view.front[seat] === null);
}

/** Whether a seat's gold, hand and points may be shown: mine, or all where memory is aided or the match is over. */
export const isOpen = (view: WindView, seat: number): boolean => seat === view.seat || view.options.memory_aid || view.over;
