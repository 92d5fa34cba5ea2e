/* Cards, arrows, gates and places in words. */
import type { Say } from "../board";
import type { Arrow, CardFace, Gate } from "./table";

export const placeWords = (say: Say, place: number): string => say(`place-${place}`);
export const gateWords = (say: Say, gate: Gate | null): string => (gate === null ? say("home") : say(`gate-${gate}`));
export const millimetres = (say: Say, micrometres: number): string => say("mm", { mm: Math.round(micrometres / 1000) });

/** "30° right", "ahead": what a handle says. */
export function wayWords(say: Say, rotation: number): string {
  if (rotation === 0) return say("ahead");
  return say(rotation < 0 ? "left" : "right", { degrees: Math.abs(rotation) });
}

/** The band of a card: "45° 90°", "any way". */
export function bandWords(say: Say, face: CardFace): string {
  if (face.colour === "sun") return say("band-sun");
  if (face.colour === "joker") return say("band-joker");
  const degrees = [...new Set(face.arrows.map((arrow) => Math.abs(arrow.rotation)))].sort((a, b) => a - b);
  const both = face.arrows.some((arrow) => arrow.rotation < 0) && face.arrows.some((arrow) => arrow.rotation > 0);
  if (!both) return degrees.map((each) => `${each}°`).join(" ");
  return degrees.map((each) => (each === 0 ? "0°" : `±${each}°`)).join(" ");
}

/** "Green card, 45 or 75 degrees to starboard, helm". */
export function cardWords(say: Say, face: CardFace): string {
  if (face.colour === "sun") return say("card-sun");
  const port = face.arrows.filter((arrow) => arrow.rotation < 0).map((arrow) => -arrow.rotation);
  const starboard = face.arrows.filter((arrow) => arrow.rotation > 0).map((arrow) => arrow.rotation);
  const straight = face.arrows.some((arrow) => arrow.rotation === 0);
  const listed = (numbers: number[]): string => numbers.sort((a, b) => a - b).join(` ${say("or")} `);
  const ways = [
    port.length ? say("card-port", { degrees: listed(port) }) : "",
    straight ? say("card-straight") : "",
    starboard.length ? say("card-starboard", { degrees: listed(starboard) }) : "",
    face.small ? say("card-small") : "",
    face.symbol ? say(`symbol-${face.symbol}`) : "",
  ];
  return [say(`card-${face.colour}`), ...ways.filter(Boolean)].join(", ");
}

/** "83 ahead, 60 to starboard": where an arrow puts the bow, in millimetres. */
export function arrowWords(say: Say, arrow: Arrow): string {
  const aside = Math.round(arrow.aside / 1000);
  const way = say("arrow-ahead", { mm: Math.round(arrow.ahead / 1000) });
  return aside === 0 ? way : `${way}, ${say(aside < 0 ? "arrow-port" : "arrow-starboard", { mm: Math.abs(aside) })}`;
}
