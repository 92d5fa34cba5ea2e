/** The view of Vor dem Wind and its moves, as the board has them. */
import type { View } from "../../wire/types";
import type { OfKind } from "../kinds";
import type { Tried } from "../tries";

export type WindView = View<"vor-dem-wind">;
/** What stands on a card or a ship. */
export type Face = WindView["faces"][string];
export type GoodName = Face["goods"][number];
export const GOODS: readonly GoodName[] = ["apple", "spice", "cheese", "silk"];

export type Try = Tried<"vor-dem-wind">;
export type OfferTry = OfKind<Try, "offer">;

const BLANK: Face = { kind: "buy", stack: "purchase", special: false, goods: [], number: null, gold: null, points: null };

export const faceOf = (view: Pick<WindView, "faces">, code: string): Face => view.faces[code] ?? BLANK;

/** What fills the places in the name of a card: its goods, and the numbers on it. */
export function parts(face: Face, names: Record<string, string>): Record<string, string> {
  const goods = face.goods.map((good) => names[good] ?? good).join(", ");
  const all = [goods || null, face.number, face.gold, face.points].filter((part) => part !== null);
  return Object.fromEntries(all.map((part, i) => [String(i), String(part)]));
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
