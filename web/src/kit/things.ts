/* Things of a board have names, so that the log, lessons and hints can point at them: an element says
   data-thing="card:S12", or several names with spaces between; a name that has spaces itself stands alone. */

const SEATS: readonly string[] = ["seat", "owner", "bidder", "first"];

/** The names a fact gives by itself: the players it is about, cards and goods it names. */
export function thingsOf(fact: object): string[] {
  const found = new Set<string>();
  for (const [key, value] of Object.entries(fact)) {
    if (SEATS.includes(key) && typeof value === "number") found.add(`player:${value}`);
    else if (key === "card" && typeof value === "string") found.add(`card:${value}`);
  }
  return [...found];
}

/** Let the named things of a table glow, and no others; those not on the table are left out. */
export function point(table: ParentNode | null, things: readonly string[]): void {
  if (!table) return;
  for (const old of table.querySelectorAll("[data-pointed]")) old.removeAttribute("data-pointed");
  for (const name of things) for (const found of named(table, name)) found.setAttribute("data-pointed", "");
}

function named(table: ParentNode, name: string): NodeListOf<Element> {
  const quoted = CSS.escape(name);
  return table.querySelectorAll(`[data-thing~="${quoted}"], [data-thing="${quoted}"]`);
}
