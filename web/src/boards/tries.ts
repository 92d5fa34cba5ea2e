/* Boards that show the forbidden beside the allowed: both in one list, so that what is drawn for a
 * move does not depend on which of the two it is today. */
import type { Action, Asked, GameId, Refused } from "../wire/types";

/** Something that might be done: allowed, or refused with the reason. */
export type Tried<G extends GameId> = (Action<G> & { refused: null }) | (Refused<G> & { refused: Refused<G> });

/** For data-opens: the actions that a piece leads to once it is tapped, where several things can be done with it. */
export const opens = (list: readonly { action: number; refused: unknown }[]): string | undefined =>
  list.filter((each) => !each.refused).map((each) => each.action).join(" ") || undefined;

/** All that might be tried, in the order of the game's actions. */
export function tries<G extends GameId>({ actions, refused }: Pick<Asked<G>, "actions" | "refused">): Tried<G>[] {
  const all: Tried<G>[] = [
    ...actions.map((each) => ({ ...each, refused: null })),
    ...refused.map((each) => ({ ...each, refused: each })),
  ];
  return all.sort((a, b) => a.action - b.action);
}
