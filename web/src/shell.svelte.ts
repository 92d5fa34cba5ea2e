/* What the page shows around a page of its own: a table takes the whole window. */
import { untrack } from "svelte";

let takers = $state(0);

export const shell = {
  get bare(): boolean {
    return takers > 0;
  },
};

/** Call in a component that wants the whole window, for as long as it is there. */
export function takeWindow(): void {
  $effect(() => {
    takers = untrack(() => takers) + 1;
    return () => (takers = untrack(() => takers) - 1);
  });
}
