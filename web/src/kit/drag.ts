/* Dragging a piece: below the threshold it is a tap and left alone; a drop is followed by no click. */
import type { Attachment } from "svelte/attachments";

export interface Spot {
  x: number;
  y: number;
}

export interface Dragging {
  /** Whether it may be dragged now. */
  open: () => boolean;
  /** The pointer is there, in pixels of the window; the first call begins the drag. */
  move: (at: Spot) => void;
  drop: (at: Spot) => void;
  /** It was let go of in some other way: nothing is done. */
  cancel: () => void;
}

const THRESHOLD = 8;

export function drags(dragging: Dragging): Attachment<HTMLElement | SVGElement> {
  return (node) => {
    let from: (Spot & { id: number }) | null = null;
    let moving = false;
    const spot = (event: PointerEvent): Spot => ({ x: event.clientX, y: event.clientY });
    const down = (event: Event): void => {
      if (!(event instanceof PointerEvent) || !event.isPrimary || event.button !== 0) return;
      moving = false;
      from = dragging.open() ? { ...spot(event), id: event.pointerId } : null;
    };
    const move = (event: Event): void => {
      if (!(event instanceof PointerEvent) || event.pointerId !== from?.id) return;
      if (!moving && Math.hypot(event.clientX - from.x, event.clientY - from.y) < THRESHOLD) return;
      if (!moving) node.setPointerCapture(event.pointerId);
      moving = true;
      dragging.move(spot(event));
    };
    const up = (event: Event): void => {
      if (!(event instanceof PointerEvent) || event.pointerId !== from?.id) return;
      from = null;
      if (!moving) return;
      if (event.type === "pointerup") dragging.drop(spot(event));
      else dragging.cancel();
      // The click that follows a drop comes before this.
      setTimeout(() => (moving = false));
    };
    const click = (event: Event): void => {
      if (!moving) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || !from || !moving) return;
      event.preventDefault();
      from = null;
      moving = false;
      dragging.cancel();
    };
    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", up);
    node.addEventListener("pointercancel", up);
    node.addEventListener("click", click, true);
    window.addEventListener("keydown", key, true);
    return () => {
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", up);
      node.removeEventListener("click", click, true);
      window.removeEventListener("keydown", key, true);
    };
  };
}
