/* Paths of the page, with the browser's own history. */

export interface Place {
  path: string;
  search: URLSearchParams;
  hash: string;
}

function here(): Place {
  return {
    path: location.pathname.replace(/\/+$/, "") || "/",
    search: new URLSearchParams(location.search),
    hash: decodeURIComponent(location.hash.slice(1)),
  };
}

let current = $state.raw(here());
export const place = (): Place => current;

/** An example on the rules page is a page in a frame: what leads out of it opens in the whole window. */
function leaves(path: string): boolean {
  return self !== top && !path.startsWith("/learn/");
}

export function go(path: string, how: "push" | "replace" = "push"): void {
  if (leaves(path)) return top!.location.assign(path);
  if (how === "replace") history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  current = here();
}

/** Where one gets an account, and comes back from to this page; what it was opened with stays in the browser. */
export function toAccount(): string {
  const back = new URLSearchParams({ back: location.pathname + location.search + location.hash });
  return `/settings#${encodeURIComponent(back.toString())}`;
}
/** Where somebody came from who was sent to get an account. */
export function cameFrom(): string | null {
  const back = new URLSearchParams(current.hash).get("back");
  return back && /^\/(?![/\\])/.test(back) ? back : null;
}

addEventListener("popstate", () => (current = here()));
addEventListener("hashchange", () => (current = here()));

/** Links of our own are followed without loading the page anew. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/")) return;
  const samePlace = link.pathname === location.pathname && link.search === location.search;
  if (samePlace && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

/** The parts of a path that fit a pattern such as /match/:id/replay, null if it does not fit. */
export function fits(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return null;
  const found: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    if (part.startsWith(":")) found[part.slice(1)] = decodeURIComponent(given[i]!);
    else if (part !== given[i]) return null;
  }
  return found;
}
