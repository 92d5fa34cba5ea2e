/* Boards that show the forbidden beside the allowed: both in one list, so that what is drawn for a
 * move does not depend on which of the two it is today. */
import type { Asked, Refused } from "./board";

/** Something that might be done: allowed, or refused with the reason. */
export interface Tried {
  action: number;
  words: string;
  kind: string;
  refused: Refused | null;
}

/** All that might be tried, in the order of the game's actions; T names the fields a board reads. */
export function tries<T extends Tried>({ actions, refused }: Pick<Asked, "actions" | "refused">): T[] {
  const all: Tried[] = [
    ...actions.map((each) => ({ ...each, refused: null })),
    ...refused.map((each) => ({ ...each, refused: each })),
  ];
  return all.sort((a, b) => a.action - b.action) as T[];
}
