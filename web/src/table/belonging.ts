/* What a table is a part of, which its players go back to: a tournament, a duplicate match, the deal of a day. */
import type { Table } from "../wire/types";

type Part = Pick<Table, "tournament" | "duplicate" | "daily" | "game">;

export function wholeOf(table: Part): { path: string; words: "tournaments.back" | "duplicate.board" | "daily.board" } | null {
  if (table.tournament) return { path: `/tournaments/${table.tournament}`, words: "tournaments.back" };
  if (table.duplicate) return { path: `/duplicates/${table.duplicate}`, words: "duplicate.board" };
  if (table.daily) return { path: `/daily/${table.daily}/${table.game}`, words: "daily.board" };
  return null;
}
