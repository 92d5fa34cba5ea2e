/* What every merchant loses when the fleet leaves: told by the scene, or foreseen. */
import type { Scene } from "../board";
import type { Fact } from "../../wire/types";
import { around, isOpen, sorted, without, type GoodName, type Wind, type WindFact, type WindView } from "./table";
import type { Place } from "./Warehouse.svelte";

export interface Account {
  seat: number;
  /** Whether the scene tells of this merchant now, or it is still to come. */
  now: boolean;
  due: boolean;
  hand: GoodName[];
  apples: GoodName[];
  half: GoodName[];
  kept: GoodName[];
  /** All that was lost by who lost it before the scene that runs; null for others. */
  gone: GoodName[] | null;
  places: Place[];
}

/** Whether a merchant has still to lose goods: from the first player clockwise up to whom it has come. */
function waits(view: WindView, scene: Scene<Wind> | null, seat: number): boolean {
  if (scene?.kind === "leave") return true;
  const line = around(view.players, view.first);
  return view.turn !== null && line.indexOf(seat) >= line.indexOf(view.turn);
}

/** What somebody has lost since this fleet left, hand and warehouse together, as it was told. */
function goneOf(past: readonly Fact[], seat: number): GoodName[] | null {
  const facts = past as readonly WindFact[];
  const since = facts.slice(facts.findLastIndex((fact) => fact.kind === "fleet-left") + 1);
  const told = since.find((fact) => fact.kind === "goods-spoiled" && fact.seat === seat);
  return told?.kind === "goods-spoiled" ? told.goods : null;
}

/** What is lost is the difference between the pictures before and after; what is due is foreseen. */
export function accountOf(view: WindView, scene: Scene<Wind> | null, progress: number, seat: number, past: readonly Fact[]): Account {
  const after = scene?.kind === "spoil" ? scene.view : undefined;
  const now = scene?.kind === "spoil" && scene.facts.some((fact) => fact.kind === "goods-spoiled" && fact.seat === seat);
  const stored = sorted(view.warehouses[seat] ?? []);
  const conserved = scene?.facts.find((fact) => fact.kind === "goods-conserved" && fact.seat === seat);
  const kept = [...(conserved?.kind === "goods-conserved" ? conserved.goods : view.turn === seat ? view.kept.warehouse : [])];
  const due = !now && waits(view, scene, seat);
  const perishing = without(stored, kept).filter((good) => good === "spice" || good === "cheese");
  const foreseen = [...without(stored, kept).filter((good) => good === "apple"), ...perishing.slice(0, Math.floor(perishing.length / 2))];
  const lost = now && after ? without(stored, after.warehouses[seat] ?? []) : due ? foreseen : [];
  const hand = now && after ? without(view.hands[seat] ?? [], after.hands[seat] ?? []) : due && isOpen(view, seat) ? (view.hands[seat] ?? []) : [];
  const struck = now ? [...lost] : [];
  const places = stored.map((good): Place => {
    const at = kept.indexOf(good);
    if (at >= 0) {
      kept.splice(at, 1);
      return { good, state: "kept" };
    }
    const gone = struck.indexOf(good);
    if (gone >= 0) struck.splice(gone, 1);
    return { good, state: gone >= 0 && progress > 0.5 ? "struck" : "stored" };
  });
  return { seat, now, due, hand, apples: lost.filter((good) => good === "apple"), half: lost.filter((good) => good !== "apple"), kept: places.filter((each) => each.state === "kept").map((each) => each.good), gone: now || due ? null : goneOf(past, seat), places };
}
