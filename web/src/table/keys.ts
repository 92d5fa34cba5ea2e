/* Keys of a table. Arrow keys walk among the things that can be chosen, the nearest in that direction. */

export interface Keys {
  confirm: () => boolean;
  back: () => void;
  /** Finish the running scene; whether there was one. */
  hurry: () => boolean;
  undo: () => void;
  hint: () => void;
  rules: () => void;
  log: () => void;
  menu: () => void;
}

type Towards = readonly [x: number, y: number];
const TOWARDS: Readonly<Record<string, Towards>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const middle = (element: Element): [number, number] => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** How far a thing lies in a direction; what lies aside counts more, what lies behind not at all. */
export function distance(from: readonly [number, number], to: readonly [number, number], [x, y]: Towards): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const ahead = dx * x + dy * y;
  return ahead <= 1 ? Infinity : ahead + 3 * Math.abs(dx * y - dy * x);
}

function walk(table: HTMLElement, towards: Towards): boolean {
  const things = [...table.querySelectorAll<HTMLElement | SVGElement>("[data-choice]")].filter((each) => each.getClientRects().length > 0);
  if (things.length === 0) return false;
  const held = document.activeElement;
  if (!held || !things.includes(held as HTMLElement)) {
    things[0]!.focus();
    return true;
  }
  const from = middle(held);
  const next = things.map((each) => ({ each, far: distance(from, middle(each), towards) })).sort((a, b) => a.far - b.far)[0]!;
  if (next.far < Infinity) next.each.focus();
  return true;
}

const TYPED = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]";
const OWN_ARROWS = `${TYPED}, [role=tablist] *, [role=listbox] *, [data-own-arrows] *`;

export function press(event: KeyboardEvent, table: HTMLElement, keys: Keys): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as Element;
  const typing = target.matches(TYPED);
  if (event.key === "Escape") return keys.back();
  if (document.querySelector("dialog[open]")) return;
  const towards = TOWARDS[event.key];
  if (towards && !target.matches(OWN_ARROWS)) {
    if (walk(table, towards)) event.preventDefault();
    return;
  }
  if (event.key === "Enter" && !target.closest("button, a, [role=button], summary") && !target.matches("textarea") && keys.confirm()) return event.preventDefault();
  if (typing) return;
  if (event.key === " " && keys.hurry()) return event.preventDefault();
  const wanted = { u: keys.undo, h: keys.hint, r: keys.rules, "?": keys.rules, l: keys.log, m: keys.menu }[event.key.toLowerCase()];
  if (wanted) {
    event.preventDefault();
    wanted();
  }
}
