/* What the slot says of a move before it is made: its title, what it brings and costs, its button. */
import type { Line, Plan, Say, SeatShown } from "../board";
import type { Asked } from "../../wire/types";
import { capital } from "../capital";
import { moveOf, offersOf, openMove } from "./moves";
import { berths, called, counted, faceOf, servedBy, shipsToGo, without, type GoodName, type Offered, type Side, type Wind, type WindView } from "./table";

export interface Planning {
  view: WindView;
  asked: Asked<Wind>;
  side: Side;
  me: number;
  seats: SeatShown[];
  names: Record<string, string>;
  say: Say;
  amount: number;
}
export interface Planned {
  /** The action that needs no tap before; null where something must be chosen first. */
  ready: number | null;
  plan: Plan;
}

export const goodsSaid = (say: Say, goods: readonly GoodName[]): string => counted(goods).map(([good, n]) => say(`some.${good}`, { n })).join(", ");
export const goldSaid = (from: number, to: number): string => `${from} → ${to}`;

/** The best ship that these goods would complete once stored: a line, or none. */
export function helps({ view, side, say }: Pick<Planning, "view" | "side" | "say">, goods: readonly GoodName[], short = false): Line[] {
  const best = Math.max(0, ...servedBy(view, side, goods).map((face) => face.points ?? 0));
  return best ? [{ text: say(short ? "helps-short" : "helps", { points: best }), tone: "good" }] : [];
}

/** A card's name; the goods of a purchase stand in the lines below it. */
const titleOf = ({ view, names }: Planning, code: string | null | undefined): string => {
  const face = faceOf(view, code);
  return face.kind === "buy" ? (names[face.stack] ?? called(view, names, code)) : called(view, names, code);
};

/** The same as a line of its own. */
const fills = (at: Planning, goods: readonly GoodName[]): Line[] => helps(at, goods).map((line) => ({ ...line, text: capital(line.text) }));

/** What taking a card would mean. */
function cardLines(at: Planning, code: string): Line[] {
  const { view, side, say } = at;
  const face = faceOf(view, code);
  if (face.kind === "buy") return [{ text: say("plan.goods", { goods: goodsSaid(say, face.goods) }) }, ...fills(at, face.goods)];
  if (face.kind === "store") return [{ text: say("plan.store", { n: Math.min(face.number ?? 0, side.hand.length) }), amount: `−${face.gold}` }];
  if (face.kind === "income") {
    const points = berths(view, side).filter((ship) => ship.state === "complete").map((ship) => ship.face.points);
    return [{ text: points.length ? say("plan.ships", { points: points.join(", ") }) : say("plan.no-ships") }, { text: say("plan.or-gold"), amount: `+${face.gold}` }];
  }
  return [{ text: say("plan.special") }];
}

/** The plan for an action that was tapped. */
export function pickedPlan(at: Planning, action: Offered): Plan {
  const { view, side, say, names, seats } = at;
  const name = (seat: number | null): string => (seat === null ? "" : (seats[seat]?.name ?? ""));
  switch (action.kind) {
    case "take":
      return { title: titleOf(at, action.card), lines: [...cardLines(at, action.card ?? ""), { text: say("plan.open"), tone: "soft" }], confirm: say("do.take") };
    case "shelter":
      return { title: titleOf(at, action.card), lines: [{ text: say("plan.sheltered") }, ...cardLines(at, action.card ?? "")], confirm: say("do.shelter") };
    case "shelter-from":
      return { title: titleOf(at, action.card), lines: [{ text: say("plan.snatch", { name: name(action.owner) }) }, ...cardLines(at, action.card ?? "")], confirm: say("do.snatch", { name: name(action.owner) }) };
    case "bid":
      return { title: titleOf(at, action.card), lines: cardLines(at, action.card ?? ""), confirm: say("do.bid") };
    case "reveal":
      return { title: say("plan.reveal", { stack: names[action.stack] ?? action.stack }), lines: [{ text: say(`about.${action.stack}`) }, { text: say("plan.left"), amount: String(view.stack_counts[action.stack]) }], confirm: say("do.reveal") };
    case "start":
      return { title: goodsSaid(say, action.goods), lines: [{ text: say("plan.start") }], confirm: say("do.start") };
    case "sell-to":
      return { title: say("plan.sell", { name: name(action.bidder), n: action.n }), lines: [{ text: say("gold"), amount: goldSaid(side.purse, side.purse + action.n), tone: "good" }, { text: say("plan.sold") }], confirm: say("do.sell", { name: name(action.bidder) }) };
    case "pay":
      return { title: say("plan.pay", { name: name(action.bidder), n: action.n }), lines: [{ text: say("gold"), amount: goldSaid(side.purse, side.purse - action.n), tone: "bad" }, ...cardLines(at, view.front[at.me]?.card ?? "")], confirm: say("do.pay", { n: action.n }) };
    case "special":
      return { title: called(view, names, action.card), lines: [{ text: say(`about.${faceOf(view, action.card).kind}`) }], confirm: say("do.special") };
    case "spoil":
      return { title: say("plan.spoil", { goods: goodsSaid(say, action.goods) }), lines: [{ text: say("plan.kept", { goods: keptAfter(view, at.me, action.goods, say) }) }], confirm: say("do.spoil") };
    case "income":
      return { title: say("do.income", { n: action.n }), lines: [{ text: say("gold"), amount: goldSaid(side.purse, side.purse + action.n), tone: "good" }], confirm: say("do.income", { n: action.n }) };
    default:
      // What the board does at once, but a hint may lay before me.
      return { title: capital(action.words), lines: [], confirm: say("do.this") };
  }
}

function keptAfter(view: WindView, seat: number, lost: readonly GoodName[], say: Say): string {
  const left = without(view.warehouses[seat] ?? [], lost).filter((good) => good === "spice" || good === "cheese");
  return goodsSaid(say, left) || say("nothing");
}

/** The plan for what is laid out, or for what needs no choosing. */
export function readyPlan(at: Planning): Planned | null {
  const { view, asked, side, say, amount, names } = at;
  const face = faceOf(view, view.front[at.me]?.card);
  const done = openMove(asked, "done");
  const forgo = openMove(asked, "forgo");
  const gold: Line = { text: say("gold"), amount: goldSaid(side.purse, side.gold), tone: side.gold < side.purse ? "bad" : "good" };
  switch (asked.step) {
    case "offering":
    case "bidding": {
      const offers = offersOf(asked);
      const pass = openMove(asked, "pass");
      const others = pass ? [{ action: pass.action, text: say("do.pass") }] : [];
      if (!offers) return pass && { ready: pass.action, plan: { title: say("offer.none"), lines: [], confirm: say("do.pass") } };
      return { ready: offers.action(Math.min(amount, offers.most)), plan: { title: say("offer.title"), lines: [{ text: say("offer.range", { n: offers.most }), tone: "soft" }], confirm: say("do.offer", { n: Math.min(amount, offers.most) }), others } };
    }
    case "acting": {
      if (!forgo) return null;
      const quiet = (text: string) => [{ action: forgo.action, text }];
      const buy = openMove(asked, "buy");
      if (buy) return { ready: buy.action, plan: { title: titleOf(at, view.front[at.me]?.card), lines: [{ text: say("plan.goods", { goods: goodsSaid(say, face.goods) }) }, ...fills(at, face.goods)], confirm: say("do.buy"), others: quiet(say("do.nothing")) } };
      if (moveOf(asked, "store")) {
        const able = asked.actions.some((each) => each.kind === "store");
        return { ready: forgo.action, plan: { title: say("plan.storing", { n: face.number ?? 0, gold: face.gold ?? 0 }), lines: [{ text: say(able ? "plan.tap-hand" : "plan.cannot-store") }], confirm: say("do.choose"), unfinished: true, others: quiet(say("do.store-none")) } };
      }
      const income = openMove(asked, "income");
      if (income) {
        const ship = bestShip(at);
        if (ship) return { ready: ship.action, plan: { title: say("plan.ship-or-gold", { n: face.gold ?? 0 }), lines: [{ text: say("plan.tap-ship") }], confirm: say("do.load-one", { n: ship.points }), others: [{ action: income.action, text: say("do.income", { n: face.gold ?? 0 }) }] } };
        const after = side.purse + (face.gold ?? 0);
        return { ready: income.action, plan: { title: say("plan.no-ships"), lines: [{ text: say("gold"), amount: goldSaid(side.purse, after), tone: "good" }], confirm: say("do.income", { n: face.gold ?? 0 }), others: quiet(say("do.nothing")) } };
      }
      return { ready: forgo.action, plan: { title: say("plan.done"), lines: [{ text: say("plan.specials") }], confirm: say("do.end") } };
    }
    case "storing": {
      const room = Math.min((face.number ?? 0) - side.coming.length, 8 - side.stored.length - side.coming.length, side.hand.length);
      return { ready: done?.action ?? null, plan: { title: say("plan.stores", { n: side.coming.length, gold: face.gold ?? 0 }), lines: [gold, { text: room > 0 ? say("plan.room", { n: room }) : say("plan.full"), tone: "soft" }], confirm: say("do.store", { n: side.coming.length }) } };
    }
    case "shipping": {
      const left = shipsToGo(view, side.ships.length);
      return { ready: done?.action ?? null, plan: { title: say("plan.loads", { n: side.ships.length }), lines: [{ text: say("points"), amount: goldSaid(view.scores[at.me] ?? 0, (view.scores[at.me] ?? 0) + side.points), tone: "good" }, { text: left ? say("fleet.short", { n: left }) : say("fleet.now"), tone: left ? "soft" : "bad" }], confirm: say("do.load", { n: side.ships.length, points: side.points }) } };
    }
    case "free-trading":
    case "buying-and-storing":
    case "selling":
    case "exchanging": {
      const card = faceOf(view, side.special);
      const lines: Line[] = [{ text: say(`about.${card.kind}`), tone: "soft" }];
      if (side.gold !== side.purse) lines.unshift(gold);
      return { ready: done?.action ?? moveOf(asked, "done")?.action ?? null, plan: { title: called(view, names, side.special), lines, confirm: !done ? say("do.choose") : side.laid ? say(`do.${card.kind}`, { n: side.laid }) : say("do.sell-none"), unfinished: !done } };
    }
    case "spoiling": {
      const first = openMove(asked, "spoil");
      return first && { ready: first.action, plan: { title: say("spoil.which"), lines: [{ text: say("spoil.hint"), tone: "soft" }], confirm: say("do.spoil"), unfinished: true } };
    }
    case "conserving": {
      const most = view.spoils?.conserved ?? 0;
      return { ready: done?.action ?? null, plan: { title: say("plan.conserve", { n: side.laid, all: most }), lines: [{ text: say("plan.tap-keep"), tone: "soft" }], confirm: side.laid ? say("do.conserve", { n: side.laid }) : say("do.conserve-none") } };
    }
    default:
      return null;
  }
}

/** Among the ships that can be laden, the one that brings most. */
function bestShip({ view, asked }: Planning): { action: number; points: number } | null {
  const all = asked.actions.flatMap((each) => (each.kind === "ship" ? [{ action: each.action, points: faceOf(view, each.ship).points ?? 0 }] : []));
  return all.sort((a, b) => b.points - a.points)[0] ?? null;
}
