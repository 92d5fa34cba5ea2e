/* Winds of Plunder: its scenes, its prompts, and the table in words. */
import type { Asking, Prompt, Say, Staging } from "../board";
import { scenes } from "./scenes";
import { ROUNDS, TRACKS, type GameName, type TableView } from "./table";
import { cardWords, listed, nameOf, named, ports, tileWords } from "./words";

type Asks = Asking<GameName>;

function prompt(asking: Asks): Prompt | null {
  const { view, asked, picked, say, me } = asking;
  const who = nameOf(asking, view.actors[0]);
  if (view.over) return { strong: say("prompt-end"), rest: say("prompt-wins", { who: listed(say, view.winners.map((seat) => nameOf(asking, seat))), n: view.winners.length, vp: Math.max(...view.scores) }) };
  if (picked?.kind === "sail") {
    const strong = say("picked-port", { port: named(asking, picked.port) });
    return { strong, rest: say("picked-sail"), short: { strong, rest: "" } };
  }
  if (asked && !asked.chosen) return { strong: say("prompt-yours"), rest: say(mine(view)), short: { strong: say(`${mine(view)}-short`), rest: "" } };
  // While scenes run nobody is asked yet; nobody waits for himself.
  const waited = view.actors.filter((seat) => seat !== me);
  if (view.step === "voting" || view.step === "staking") {
    const sealed = me !== null && view.chosen.includes(me) && waited.length > 0;
    const waits = listed(say, waited.map((seat) => nameOf(asking, seat)));
    return { strong: say(sealed ? "prompt-sealed" : "prompt-vote"), rest: waited.length > 0 ? say("prompt-waiting", { who: waits }) : "" };
  }
  if (waited.length === 0) return { strong: say("prompt-yours"), rest: "" };
  return { strong: say("prompt-other", { who }), rest: say(`prompt-${view.step}-other`) };
}

/** What is asked of me, by its key. */
function mine(view: TableView): string {
  const turn = view.turn_state;
  if (view.step !== "plundering" || !turn) return `prompt-${view.step}`;
  if (turn.bonus) return "prompt-bonus";
  if (turn.blocked) return "prompt-blocked";
  return turn.sailed > (turn.heaved ? 1 : 0) ? "prompt-sailed" : turn.points === 0 ? "prompt-sail-now" : "prompt-plundering";
}

function spoken(asking: Asks): string[] {
  const { view, seats, say } = asking;
  const out = [`${where(view, say)}. ${say("wind-blows", { wind: named(asking, view.wind) })} ${say("blackbeard-with", { who: nameOf(asking, view.blackbeard) })}`];
  for (const { seat, name } of seats) {
    out.push(
      say("spoken-player", {
        who: name,
        vp: view.vp[seat] ?? 0,
        port: named(asking, view.ships[seat] ?? ""),
        cubes: view.cubes[seat] ?? 0,
        reserve: view.reserve[seat] ?? 0,
        items: TRACKS.map(({ item, track }) => `${say(`many-${item}`)} ${view[track][seat] ?? 0}`).join(", "),
        booty: view.booty[seat] ?? 0,
        cards: view.counts[seat] ?? 0,
        treasures: view.treasure_counts[seat] ?? 0,
        known: listed(say, view.reputation[seat] ?? []),
      }),
    );
    const vote = view.votes[seat];
    const bid = view.bids[seat];
    if (vote) out.push(say(bid === null || bid === undefined ? "voted" : "voted-with", { who: name, wind: named(asking, vote), n: bid ?? 0 }));
  }
  for (const { advantage } of TRACKS) out.push(say("spoken-marker", { what: named(asking, advantage), who: nameOf(asking, view.advantages[advantage]) }));
  for (const { port, zone } of view.chart) out.push(say("spoken-port", { port: named(asking, port), zone, tile: tileWords(asking, view.ports[port]) }));
  out.push(say("spoken-bar", { tiles: view.bar.map((tile) => tileWords(asking, tile)).join("; ") }));
  if (view.turn_state) out.push(say("points-left", { n: view.turn_state.points }));
  if (view.reach) out.push(say("reach-now", { ports: listed(say, ports(asking, view.reach)) }));
  if (view.hand) out.push(say("spoken-hand", { cards: listed(say, view.hand.map((name) => cardWords(asking, name))) }));
  if (view.treasure_hand) out.push(say("spoken-treasures", { ports: listed(say, ports(asking, view.treasure_hand)) }));
  return out;
}

const where = (view: TableView, say: Say): string => (view.over ? say("after-round", { round: ROUNDS }) : say("round-of", { round: view.round }));

const runs: Staging<GameName>["runs"] = { anew: ["round-began"], secret: ["choice-made"] };

export const staging: Staging<GameName> = { scenes, where, prompt, runs, spoken };
