/* The pages and their paths; each is loaded when it is needed. */
import type { Component } from "svelte";
import { fits } from "./router.svelte";

export interface PageProps {
  params: Record<string, string>;
}
// Pages without parts of a path in them take no parameters.
type Page = () => Promise<{ default: Component<PageProps> } | { default: Component<Record<string, never>> }>;

const PAGES: [string, Page][] = [
  ["/", () => import("./pages/Home.svelte")],
  ["/lobby", () => import("./pages/Lobby.svelte")],
  ["/new", () => import("./pages/New.svelte")],
  ["/match/:match", () => import("./pages/Match.svelte")],
  ["/match/:match/screen", () => import("./pages/Screen.svelte")],
  ["/match/:match/replay", () => import("./pages/Replay.svelte")],
  ["/match/:match/fairness", () => import("./pages/Fairness.svelte")],
  ["/learn", () => import("./pages/Learn.svelte")],
  ["/learn/:game/:lesson", () => import("./pages/Lesson.svelte")],
  ["/rules", () => import("./pages/Rules.svelte")],
  ["/rules/:game", () => import("./pages/Rules.svelte")],
  ["/settings", () => import("./pages/Settings.svelte")],
  ["/fairness", () => import("./pages/Fairness.svelte")],
  ["/puzzles", () => import("./pages/Puzzles.svelte")],
  ["/puzzles/:game", () => import("./pages/Puzzle.svelte")],
  ["/position/:game", () => import("./pages/Position.svelte")],
  ["/ratings", () => import("./pages/Ratings.svelte")],
  ["/people/:person", () => import("./pages/Person.svelte")],
  ["/friends", () => import("./pages/Friends.svelte")],
  ["/clubs", () => import("./pages/Club.svelte")],
  ["/clubs/:club", () => import("./pages/Club.svelte")],
  ["/duplicates", () => import("./pages/Duplicate.svelte")],
  ["/duplicates/:duplicate", () => import("./pages/Duplicate.svelte")],
  ["/daily", () => import("./pages/Daily.svelte")],
  ["/daily/:day/:game", () => import("./pages/Daily.svelte")],
  ["/tournaments", () => import("./pages/Tournaments.svelte")],
  ["/tournaments/new", () => import("./pages/NewTournament.svelte")],
  ["/tournaments/:tournament", () => import("./pages/Tournament.svelte")],
  ["/bots", () => import("./pages/Bots.svelte")],
  ["/boxes", () => import("./pages/Boxes.svelte")],
  ["/boxes/new/:game", () => import("./pages/Box.svelte")],
  ["/boxes/:box", () => import("./pages/Box.svelte")],
  ["/privacy", () => import("./pages/Privacy.svelte")],
  ["/about", () => import("./pages/About.svelte")],
  ["/operator", () => import("./pages/Operator.svelte")],
];

export function findPage(path: string): { load: Page; params: Record<string, string> } {
  for (const [pattern, load] of PAGES) {
    const params = fits(pattern, path);
    if (params) return { load, params };
  }
  return { load: () => import("./pages/Lost.svelte"), params: {} };
}
