/** Words in a box of a given size, whatever they are and in whichever language: where they would not
    fit they are set smaller, down to a size that can still be read, and the least of them is left
    out before anything is cut off. Styles multiply their sizes by --fit. */
import type { Action } from "svelte/action";

const SIZES = [1, 0.94, 0.88, 0.82, 0.77];
/** A line's own leading may reach past the box. */
const SLACK = 1;

export const fit: Action<HTMLElement> = (node) => {
  const over = (): boolean => node.clientHeight > 0 && node.scrollHeight > node.clientHeight + SLACK;
  function measure(): void {
    delete node.dataset.tight;
    for (const size of SIZES) {
      if (size === 1) node.style.removeProperty("--fit");
      else node.style.setProperty("--fit", String(size));
      if (!over()) return;
    }
    node.dataset.tight = "";
  }
  const words = new MutationObserver(measure);
  words.observe(node, { childList: true, characterData: true, subtree: true });
  const box = new ResizeObserver(measure);
  box.observe(node);
  return {
    destroy() {
      words.disconnect();
      box.disconnect();
    },
  };
};
