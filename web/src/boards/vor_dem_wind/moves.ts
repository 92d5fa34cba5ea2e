/* Moves matched to pieces: what a card, a ship or a good on the board stands for now. */
import type { Asked } from "../../wire/types";
import { ofKind, type OfKind } from "../kinds";
import type { Forbidden, GoodName, Offered, Wind } from "./table";

/** A piece that can be tapped: for an action that is offered, or for one that is refused with its reason. */
export interface Move {
  action: number;
  words: string;
  /** Null where it may be done. */
  forbidden: Forbidden | null;
}

export function moveOf<K extends Offered["kind"]>(asked: Asked<Wind> | null, kind: K, test: (each: OfKind<Offered | Forbidden, K>) => boolean = () => true): Move | null {
  if (!asked) return null;
  const offered: readonly (Offered | Forbidden)[] = asked.actions;
  const open = ofKind(offered, kind).find((each) => test(each));
  if (open) return { action: open.action, words: open.words, forbidden: null };
  const no = asked.refused.find((each) => ofKind<Offered | Forbidden, K>([each], kind).some((one) => test(one)));
  return no ? { action: no.action, words: no.words, forbidden: no } : null;
}

/** Like moveOf, but only what may be done. */
export function openMove<K extends Offered["kind"]>(asked: Asked<Wind> | null, kind: K, test: (each: OfKind<Offered | Forbidden, K>) => boolean = () => true): Move | null {
  const found = moveOf(asked, kind, test);
  return found && !found.forbidden ? found : null;
}

/** What a good in my hand stands for. */
export function handMove(asked: Asked<Wind> | null, good: GoodName): Move | null {
  const same = (each: { good: GoodName }): boolean => each.good === good;
  return moveOf(asked, "store", same) ?? moveOf(asked, "sell", same) ?? moveOf(asked, "keep-in-hand", same);
}

/** What a good in my warehouse stands for. */
export function storedMove(asked: Asked<Wind> | null, good: GoodName): Move | null {
  const same = (each: { good: GoodName }): boolean => each.good === good;
  return moveOf(asked, "sell-stored", same) ?? moveOf(asked, "keep", same);
}

/** Gold that may be offered, from the least to the most; null where no offer is asked. */
export function offersOf(asked: Asked<Wind> | null): { most: number; action: (n: number) => number } | null {
  const all = ofKind(asked?.actions ?? [], "offer");
  if (!all.length) return null;
  const by = new Map(all.map((each) => [each.n, each.action]));
  return { most: Math.max(...by.keys()), action: (n) => by.get(n)! };
}
