/* What things of this board say of themselves, each with its rule. */
import type { About } from "../../kit/explaining.svelte";
import type { Say } from "../board";
import { called, faceOf, type Face, type GoodName, type WindView } from "./table";

interface Speaking {
  view: Pick<WindView, "faces">;
  names: Record<string, string>;
  say: Say;
}

const RULES: Readonly<Record<Face["kind"], string>> = {
  buy: "VW-5.2",
  store: "VW-5.3",
  income: "VW-5.4",
  "free-trade": "VW-7.1",
  conservation: "VW-7.2",
  "buy-and-store": "VW-7.3",
  exchange: "VW-7.4",
  "market-sale": "VW-7.5",
  "safe-shelter": "VW-7.6",
  large: "VW-5.4",
  small: "VW-5.4",
};

/** An action card, by what it does when it is carried out. */
export function aboutCard({ view, names, say }: Speaking, code: string): About {
  const face = faceOf(view, code);
  const text = face.special ? `${say(`about.${face.kind}`)} ${say("about.special")}` : say(`about.${face.stack}-card`, { number: face.number ?? 0, gold: face.gold ?? 0 });
  return { title: called(view, names, code), text, rule: RULES[face.kind] };
}

export function aboutGood({ names, say }: Pick<Speaking, "names" | "say">, good: GoodName): About {
  return { title: names[good] ?? good, text: say(`about.good-${good}`), rule: "VW-6.2" };
}

export function aboutShip({ view, names, say }: Speaking, code: string): About {
  return { title: called(view, names, code), text: say("about.ship", { n: faceOf(view, code).points ?? 0 }), rule: "VW-5.4" };
}

export function aboutStack({ names, say }: Pick<Speaking, "names" | "say">, stack: Face["stack"]): About {
  return { title: names[stack] ?? stack, text: `${say(`about.${stack}`)} ${say("about.stack")}`, rule: "VW-3.1" };
}
