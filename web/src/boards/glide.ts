/* Movement: a piece glides from where it lay to where it lies now. */

/** Lets a node placed at the top left of the window glide from one element to another. */
export function glide(node: HTMLElement, from: Element, to: Element, milliseconds: number): Promise<unknown> {
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const size = Math.max(0.4, Math.min(1, (end.height * 0.8) / Math.max(1, start.height)));
  node.style.width = `${start.width}px`;
  const at = (x: number, y: number, scale: number): string => `translate(${x}px, ${y}px) scale(${scale})`;
  const x = end.left + end.width / 2 - start.width / 2;
  const y = end.top + end.height / 2 - start.height / 2;
  const movement = node.animate(
    [
      { transform: at(start.left, start.top, 1) },
      { transform: at((start.left + x) / 2, Math.min(start.top, y) + Math.abs(y - start.top) * 0.35, 1.08), offset: 0.5 },
      { transform: at(x, y, size), opacity: 0.9 },
    ],
    { duration: milliseconds, easing: "ease-in-out" },
  );
  return movement.finished.catch(() => undefined);
}
