/* The coach: what a move cost, by the hint that belongs to its decision. It knows what the seat knew. */
import type { Hint } from "../wire/types";

/** A move that gives away less than this chance to win is not worth a word. */
export const WORTH_A_WORD = 0.05;
/** Nor is one that nothing measured speaks against, unless it gives away as much as this. */
export const WORTH_A_WORD_ALONE = 0.15;
/** What a search has tried less often it does not know. */
const KNOWN = 20;

export interface Verdict {
  /** The action that would have been better. */
  instead: number;
  played: string;
  better: string;
  loss: number;
  /** What the move changed for the worse, most important first. */
  reasons: string[];
}

/** What to say of an action that was played, null if it was good enough or nobody knows. */
export function verdict(hint: Hint, action: number): Verdict | null {
  const best = hint.actions[0];
  const played = hint.actions.find((each) => each.action === action);
  if (!best || !played || played === best || played.visits < KNOWN) return null;
  const loss = best.share - played.share;
  if (loss < (played.measured ? WORTH_A_WORD : WORTH_A_WORD_ALONE) || best.low <= played.share) return null;
  return { instead: best.action, played: played.words, better: best.words, loss, reasons: played.reasons };
}
