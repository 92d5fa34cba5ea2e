/* What the slot says of something one is about to do. */
import type { Action, Preview } from "../../wire/types";
import type { Line, Plan, Say } from "../board";
import { bandWords, gateWords, wayWords } from "./naming";
import { seatOf, type RegattaView } from "./table";
import { linesOf, type Way } from "./ways";

interface Planning {
  view: RegattaView;
  me: number;
  say: Say;
  name: (seat: number) => string;
  /** The way that is looked at, and what the server said of the action. */
  way: Way | null;
  preview: Preview<"regatta"> | undefined;
  /** Said below: the card that is planned to follow. */
  more: Line[];
}

export function planOf(offered: Action<"regatta">, { view, me, say, name, way, preview, more }: Planning): Plan {
  switch (offered.kind) {
    case "sail":
    case "sail-port":
    case "sail-starboard": {
      const lines = way ? linesOf(say, way, me, name, view.step !== "sailing") : [];
      return { title: say("plan-arrow", { arrow: offered.arrow, way: wayWords(say, offered.rotation ?? 0) }), lines: [...lines, ...more], confirm: say("do-sail", { arrow: offered.arrow }) };
    }
    case "turn-port":
    case "turn-starboard": {
      const gates = preview && "way" in preview ? (preview.way?.passes ?? []) : [];
      const lines: Line[] = gates.length ? gates.map((gate) => ({ text: say("plan-crosses", { gate: gateWords(say, gate) }), tone: "good", amount: "✓" })) : [{ text: say("plan-turn-ends"), tone: "soft" }];
      return { title: say("plan-turn", { way: wayWords(say, offered.rotation) }), lines, confirm: say("do-turn") };
    }
    case "swap-cards": {
      const lines = offered.cards.flatMap((card) => (view.faces[card] ? [{ text: `${say(`card-${view.faces[card]!.colour}`)} ${bandWords(say, view.faces[card]!)}` }] : []));
      return { title: say("plan-swap", { n: offered.cards.length }), lines, confirm: say("do-swap", { n: offered.cards.length }) };
    }
    case "sun": {
      const target = seatOf(view, offered.boat);
      return { title: say("plan-sun", { name: name(target) }), lines: [{ seat: target, text: say("plan-sun-does") }], confirm: say("do-sun") };
    }
    case "end":
      return { title: say("plan-end"), lines: [{ text: say("plan-draw", { n: 5 - (view.hand?.length ?? 5) }), tone: "soft" }], confirm: say("end-turn") };
    case "boat":
      return { title: say(`boat-${offered.boat}`), lines: [{ text: say("plan-boat"), tone: "soft" }], confirm: say("do-boat") };
    case "start":
      return { title: say("plan-start", { place: offered.place }), lines: [{ text: say("plan-start-rest"), tone: "soft" }], confirm: say("do-start", { place: offered.place }) };
    default:
      return { title: offered.words, lines: [], confirm: offered.words };
  }
}
