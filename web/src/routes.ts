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
  ["/new", () => import("./pages/New.svelte")],
  ["/match/:match", () => import("./pages/Match.svelte")],
  ["/match/:match/replay", () => import("./pages/Replay.svelte")],
  ["/match/:match/fairness", () => import("./pages/Fairness.svelte")],
  ["/rules", () => import("./pages/Rules.svelte")],
  ["/rules/:game", () => import("./pages/Rules.svelte")],
  ["/settings", () => import("./pages/Settings.svelte")],
  ["/fairness", () => import("./pages/Fairness.svelte")],
  ["/ratings", () => import("./pages/Ratings.svelte")],
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
