/* Which part of the water a decision or a scene needs: worked out from the picture alone. */
import type { Asked } from "../../wire/types";
import type { Box } from "./box";
import { boxed, holding, type Frame, type Size } from "./frame";
import type { RegattaScene } from "./moving";
import { afloat, edgesOf, gateLine, markAt, markOf, nextGate, RAYS, type RegattaView } from "./table";
import { ahead, poseOf, shown, type Point, type Pose } from "./water";

const GRID = 60;
/** How far from its mark the number of a ray stands. */
const NUMBERED = 62;

/** What is shown: at my own decisions my boat, its ways, what is planned after them and its next mark; else all boats and what is pointed at
 * of the course, and in a scene all boats where they lie before it and after. */
export function framed(view: RegattaView, scene: RegattaScene | null, me: number | null, asked: Asked<"regatta"> | null, box: Box, size: Size, pointed: readonly string[] = [], planned: Pose | null = null): Frame {
  const mine = me === null ? null : afloat(view.boats[me]);
  if (asked && me !== null && mine && view.turns > 0) {
    const here = poseOf(mine);
    const cards = view.card ? [view.card] : (view.hand ?? []);
    const ends = cards.flatMap((card) => (view.faces[card]?.arrows ?? []).map(({ arrow }) => reach(box, here, card, arrow)));
    const own = [...box.outline(here), ...ends.flat(), ...(planned ? box.outline(planned) : [])];
    return holding([...own, ...goal(view, me)], size, edgesOf(view), own);
  }
  const course = asked || scene ? [] : pointed.flatMap((name) => ofCourse(view, name));
  if (course.length) return holding([...course, ...view.boats.flatMap((boat) => (boat?.afloat ? box.outline(poseOf(boat)) : []))], size, edgesOf(view));
  return fleet(scene?.view ? [view, scene.view] : [view], box, size);
}

/** All boats in these pictures, in steps, so that it seldom moves; before the race the line. */
function fleet(views: readonly [RegattaView, ...RegattaView[]], box: Box, size: Size): Frame {
  const [view] = views;
  const water = edgesOf(view);
  const hulls = views.flatMap(({ boats }) => boats.flatMap((boat) => (boat?.afloat ? box.outline(poseOf(boat)) : [])));
  if (views.every(({ turns }) => turns === 0) || !hulls.length) {
    const places = view.course.places.map(([x, y]) => ({ ...shown(x, y), y: shown(x, y).y + 60 }));
    return holding([...gateLine(view, "line"), ...places, ...hulls], size, water);
  }
  const { left, right, top, bottom } = boxed(hulls);
  const corners: Point[] = [
    { x: Math.floor(left / GRID) * GRID, y: Math.floor(top / GRID) * GRID },
    { x: Math.ceil(right / GRID) * GRID, y: Math.ceil(bottom / GRID) * GRID },
  ];
  return holding(corners, size, water);
}

/** Where a thing of the course lies that is pointed at by name: a mark, a ray as far as its number, the line. */
function ofCourse(view: RegattaView, name: string): Point[] {
  const [kind, which] = name.split(":");
  if (kind === "finish") return gateLine(view, "line");
  if (kind === "mark" && (which === "red" || which === "green")) return [markAt(view, which)];
  const gate = kind === "ray" ? RAYS[Number(which) - 1] : undefined;
  if (!gate) return [];
  const [mark, edge] = gateLine(view, gate);
  const share = Math.min(1, NUMBERED / Math.hypot(edge.x - mark.x, edge.y - mark.y));
  return [mark, { x: mark.x + (edge.x - mark.x) * share, y: mark.y + (edge.y - mark.y) * share }];
}

/** The hull at the end of an arrow, and room for its handle past the bow. */
function reach(box: Box, from: Pose, card: string, arrow: string): Point[] {
  const track = box.track(from, card, arrow);
  const end = track.at(track.length);
  const on = ahead(end.heading);
  return [...box.outline(end), { x: end.x + on.x * 12, y: end.y + on.y * 12 }];
}

/** The mark to be rounded next, or the line. */
function goal(view: RegattaView, seat: number): Point[] {
  const gate = nextGate(view, seat);
  if (!gate) return [];
  const mark = markOf(gate);
  return mark ? [markAt(view, mark)] : gateLine(view, gate);
}
