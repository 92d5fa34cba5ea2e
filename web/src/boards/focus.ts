/* Who plays by keyboard keeps his place: what was pressed often leaves the table. */
import { tick } from "svelte";

/** Called before an update: if that takes the focused element away, another is focused instead. */
export async function keepFocus(root: HTMLElement | undefined, next: () => HTMLElement | null | undefined): Promise<void> {
  const held = document.activeElement;
  if (!root?.contains(held) || !held?.matches(":focus-visible")) return;
  await tick();
  if (!held.isConnected) next()?.focus();
}
