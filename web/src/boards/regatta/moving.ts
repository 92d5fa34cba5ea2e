/* Where the boats are while a scene is shown: from the picture before it, its facts and how far it has
 * come. At the end of a scene they lie as the next picture has them. */
import type { Scene } from "../board";
import { ofKind } from "../kinds";
import { reached, type Box, type Track } from "./box";
import { afloat, type RegattaView } from "./table";
import { eased, mix, poseOf, posed, shown, type Pose } from "./water";

export type RegattaScene = Scene<"regatta">;

/** A boat under way: its arrow from where it lay, and how far it goes. */
export interface Run {
  seat: number;
  track: Track;
  to: number;
  /** How far it has come. */
  now: number;
  stopped: boolean;
}

export function runOf(view: RegattaView, scene: RegattaScene | null, progress: number, box: Box): Run | null {
  if (scene?.kind !== "run") return null;
  const fact = ofKind(scene.facts, "boat-sailed", "boat-stopped")[0];
  const boat = fact && afloat(view.boats[fact.seat]);
  if (!fact || !boat) return null;
  const track = box.track(poseOf(boat), fact.card, fact.arrow);
  const to = reached(track, posed(fact.pose));
  return { seat: fact.seat, track, to, now: to * eased(progress), stopped: fact.kind === "boat-stopped" };
}

export function poses(view: RegattaView, scene: RegattaScene | null, progress: number, box: Box): (Pose | null)[] {
  const all = view.boats.map((boat) => (boat?.afloat ? poseOf(boat) : null));
  const run = runOf(view, scene, progress, box);
  if (run) all[run.seat] = run.track.at(run.now);
  for (const fact of ofKind(scene?.facts ?? [], "boat-turned", "boat-placed")) {
    const from = all[fact.seat];
    if (fact.kind === "boat-turned" && from && scene?.kind === "turn") {
      const share = eased(progress);
      const [end, whole] = [posed(fact.pose), box.turned(from, fact.rotation)];
      const now = box.turned(from, fact.rotation * share);
      // At an edge of the water the hull is moved in as it turns.
      all[fact.seat] = { x: now.x + mix(0, end.x - whole.x, share), y: now.y + mix(0, end.y - whole.y, share), heading: now.heading };
    } else if (fact.kind === "boat-placed" && scene?.kind === "place") {
      const place = view.course.places[fact.place - 1];
      if (place) {
        const at = shown(place[0], place[1]);
        all[fact.seat] = { x: at.x, y: at.y + 60 * (1 - eased(progress)), heading: 0 };
      }
    }
  }
  return all;
}
