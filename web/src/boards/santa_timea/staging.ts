/** The scenes and words of Santa Timea: everything that is not drawn. */

import { thingsOf } from "../../kit/things";
import type { Fact } from "../../wire/types";
import type { Asking, Prompt, Say, Staging } from "../board";
import { PIRATE, columns, worth } from "./cards";
import { scenes, winTitle } from "./scenes";
import { trickNumber, tricksLeft, type TableView } from "./table";
import { Wording } from "./wording";

type Game = "santa-timea";

function where(view: TableView, say: Say): string {
  const { round, options } = view;
  if (view.over) return say("where-over");
  const done = { round, rounds: options.rounds };
  return tricksLeft(view) === 0 ? say("where-count", done) : say("where", { ...done, ...trickNumber(view) });
}

function prompt({ view, asked, scene, me, seats, names, say }: Asking<Game>): Prompt | null {
  const words = new Wording({ say, names, seats, me });
  // The card that I lay is mine no more to decide about, and a new round is no longer the old one.
  const told = scene?.facts[0];
  if (scene?.title && ((told?.kind === "card-played" && told.seat === me) || told?.kind === "round-began")) return { strong: `${scene.title}.`, rest: "" };
  if (view.over) {
    const strong = winTitle(words, view.winners, Math.max(...view.scores));
    const [winner, ...more] = view.winners;
    return winner !== undefined && more.length === 0 ? { strong, rest: "", short: { strong: words.of("wins-short", winner), rest: "" } } : { strong, rest: "" };
  }
  if (asked !== null) {
    if (view.step === "choosing") return { strong: say("ask-set"), rest: say("ask-set-rest", { direction: names[view.choice ?? "N"] ?? "" }), short: { strong: say("ask-set"), rest: names[view.choice ?? "N"] ?? "" } };
    if (view.trick.length === 0) return { strong: say("ask-lead"), rest: say("ask-lead-rest"), short: { strong: say("ask-lead"), rest: "" } };
    const last = view.trick.length === view.players - 1;
    const n = view.players - 1 - view.trick.length;
    const rest = last ? "ask-lay-last" : "ask-lay-rest";
    return { strong: say("ask-lay"), rest: say(rest, { n }), short: { strong: say("ask-lay"), rest: say(`${rest}-short`, { n }) } };
  }
  if (view.turn !== null) {
    const key = view.step === "choosing" ? "is-deciding" : view.trick.length === 0 ? "is-leading" : "is-laying";
    return { strong: words.of(key, view.turn), rest: "" };
  }
  const wind = view.row[0];
  if (view.trick.length === view.players && wind !== undefined) {
    const { takes, leads } = view.standing ?? { takes: null, leads: view.leader };
    if (takes === null) return { strong: say("all-cancelled"), rest: `${words.of("leads-again", leads)}.`, short: { strong: say("all-cancelled"), rest: "" } };
    const laid = view.trick.find((each) => each.seat === takes)!;
    const strong = `${words.of("takes", takes, { winds: words.cards([wind, ...(view.options.expert ? view.aside : [])]) })}.`;
    return { strong, short: { strong, rest: "" }, rest: laid.card === PIRATE && laid === view.trick[0] ? "" : `${say("lowest-left", { value: worth(laid.value) })}.` };
  }
  const most = view.players === 2 ? 2 : view.players;
  const over = say("round-over", { round: view.round });
  return { strong: over, rest: say("round-over-rest", { most, least: view.players === 2 ? 0 : 1 }), short: { strong: over, rest: "" } };
}

function spoken({ view, me, seats, names, say }: Asking<Game>): string[] {
  const words = new Wording({ say, names, seats, me });
  const out: string[] = [];
  const wind = view.row[0];
  if (!view.over && view.step === "playing" && wind !== undefined) {
    out.push(say("spoken-winds", { now: words.card(wind), next: words.cards(view.row.slice(1, tricksLeft(view))) }));
    view.trick.forEach((laid, i) => {
      const values = { card: words.card(laid.card), worth: worth(laid.value), reason: words.reason(view.trick, i, wind) };
      out.push(words.of(laid.cancelled ? "spoken-cancelled" : "spoken-laid", laid.seat, values));
    });
    if (view.standing) {
      const { takes, leads } = view.standing;
      out.push(takes === null ? say("spoken-nobody") : words.of("spoken-takes", takes), words.of("spoken-leads", leads));
    }
  }
  if (view.forecast.length > 0) out.push(say("spoken-forecast", { winds: words.cards(view.forecast) }));
  if (view.aside.length > 0) out.push(say(view.options.expert ? "spoken-beside" : "spoken-aside", { winds: words.cards(view.aside) }));
  for (const { seat } of seats) {
    const points = view.scores[seat] ?? 0;
    const who = words.name(seat);
    // When the match is over nothing is counted any more: the damage of the last round is part of its points.
    if (view.over || view.damages === null) {
      out.push(say("spoken-result", { who, n: points, place: words.ordinal(view.ranking[seat] ?? 1), rounds: view.history.map((round) => round[seat]).join(", ") }));
      continue;
    }
    const winds = columns(view.taken[seat] ?? [])
      .filter((column) => column.damages.length > 0)
      .map((column) => `${names[column.direction]} ${column.damages.map((each) => each.damage).join(" ")}${column.set ? ` (${say("set")})` : ""}`);
    out.push(say("spoken-player", { who, n: view.counts[seat] ?? 0, winds: winds.join(", ") || say("none"), damage: view.damages[seat] ?? 0, points }));
  }
  if (view.hand !== null && view.hand.length > 0) {
    const cards = view.hand.map((card, place) => `${words.card(card)} (${worth(view.worths?.[place]?.[0])})`);
    out.push(say("spoken-hand", { cards: cards.join(", ") }));
  }
  return out;
}

/** What a line of the log is about. */
function things(fact: Fact<Game>): string[] {
  switch (fact.kind) {
    case "wind-taken":
      return [`player:${fact.seat}`, `taken:${fact.seat}`];
    case "wind-put-aside":
      return ["aside"];
    case "wind-turned":
      return [`wind:${fact.wind}`];
    case "round-began":
      return ["winds"];
    case "round-scored":
    case "match-ended":
      return ["panel:score"];
    default:
      return thingsOf(fact);
  }
}

const turns: Staging<Game>["turns"] = {
  ends: ["hand-dealt", "wind-taken", "wind-put-aside", "lead-passed", "wind-turned", "set-discarded", "set-kept", "round-scored", "match-ended"],
  anew: ["round-began"],
};

export const staging: Staging<Game> = { scenes, where, prompt, spoken, things, turns };
