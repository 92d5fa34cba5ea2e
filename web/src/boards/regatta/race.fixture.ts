/* A whole race of four mates as seat 0 saw it (race.test.json): for each move what changed in the view
 * and what was told. Made from the run of tests/browser/fixtures.py, without the outlines. */
import { readFileSync } from "node:fs";
import type { Happening } from "../board";
import type { RegattaFact, RegattaView } from "./table";

interface Kept {
  me: number;
  components: Happening<"regatta">["components"];
  moves: { change: Partial<RegattaView>; facts: RegattaFact[] }[];
}

export interface Race extends Omit<Kept, "moves"> {
  moves: { view: RegattaView; told: { fact: RegattaFact; words: string }[] }[];
}

export function race(): Race {
  const kept = JSON.parse(readFileSync(new URL("race.test.json", import.meta.url), "utf8")) as Kept;
  let view = {} as RegattaView;
  const moves = kept.moves.map(({ change, facts }) => {
    view = { ...view, ...change };
    return { view, told: facts.map((fact) => ({ fact, words: "" })) };
  });
  return { ...kept, moves };
}
