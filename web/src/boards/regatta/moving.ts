/* Where the boats are while a scene is shown: from the picture before it, its facts and how far it has
 * come. At the end of a scene they lie as the next picture has them. */
import type { Scene } from "../board";
import { ofKind } from "../kinds";
import { reached, type Box, type Track } from "./box";
import { afloat, type RegattaView } from "./table";
import { eased, mix, poseOf, posed, shown, type Pose } from "./water";

export type RegattaScene = Scene<"regatta">;

/** An arrow that is sailed from where a boat lay, and how far along it the boat goes. */
export interface Run {
  track: Track;
  to: number;
}

/** The boat that a scene moves, and where it is when so much of the scene is over. */
export interface Moving {
  seat: number;
  run: Run | null;
  at: (progress: number) => Pose;
}

export function movingIn(view: RegattaView, scene: RegattaScene | null, box: Box): Moving | null {
  switch (scene?.kind) {
    case "run": {
      const fact = ofKind(scene.facts, "boat-sailed", "boat-stopped")[0];
      const boat = fact && afloat(view.boats[fact.seat]);
      if (!fact || !boat) return null;
      const track = box.track(poseOf(boat), fact.card, fact.arrow);
      const to = reached(track, posed(fact.pose));
      return { seat: fact.seat, run: { track, to }, at: (progress) => track.at(to * eased(progress)) };
    }
    case "turn": {
      const fact = ofKind(scene.facts, "boat-turned")[0];
      const boat = fact && afloat(view.boats[fact.seat]);
      if (!fact || !boat) return null;
      const from = poseOf(boat);
      const [end, whole] = [posed(fact.pose), box.turned(from, fact.rotation)];
      const at = (progress: number): Pose => {
        const share = eased(progress);
        const now = box.turned(from, fact.rotation * share);
        // At an edge of the water the hull is moved in as it turns.
        return { x: now.x + mix(0, end.x - whole.x, share), y: now.y + mix(0, end.y - whole.y, share), heading: now.heading };
      };
      return { seat: fact.seat, run: null, at };
    }
    case "place": {
      const fact = ofKind(scene.facts, "boat-placed")[0];
      const place = fact && view.course.places[fact.place - 1];
      if (!fact || !place) return null;
      const at = shown(place[0], place[1]);
      return { seat: fact.seat, run: null, at: (progress) => ({ x: at.x, y: at.y + 60 * (1 - eased(progress)), heading: 0 }) };
    }
    default:
      return null;
  }
}

/** Where the boats lie in a picture. */
export const lying = (view: RegattaView): (Pose | null)[] => view.boats.map((boat) => (boat?.afloat ? poseOf(boat) : null));
