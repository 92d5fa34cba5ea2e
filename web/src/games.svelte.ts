/* The games this server knows, asked for once in each language. */
import { somebody } from "./identity.svelte";
import { go } from "./router.svelte";
import { language } from "./speech.svelte";
import { get, post } from "./wire/client";
import type { Bot, Game, GameWhole } from "./wire/types";

/** Asks again only in another language, or for another argument. */
function once<T>(ask: (argument: string) => Promise<T>): (argument?: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (argument = "") => {
    const key = `${language()} ${argument}`;
    let found = asked.get(key);
    if (!found) {
      found = ask(argument);
      asked.set(key, found);
      found.catch(() => asked.delete(key));
    }
    return found;
  };
}

export const allGames: () => Promise<Game[]> = once(() => get("/games"));
export const oneGame: (game: string) => Promise<GameWhole> = once((game) => get("/games/{game}", { game }));
export const allBots: () => Promise<Bot[]> = once(() => get("/bots"));

const USUAL_BOT = "mate";

/** One click: a table full of bots, and the game is on. */
export async function playNow(game: Game): Promise<void> {
  await somebody();
  const bots = Array.from({ length: game.usual_players - 1 }, () => ({ kind: "bot" as const, bot: USUAL_BOT }));
  const made = await post("/matches", {}, { game: game.id, seats: [{ kind: "me" }, ...bots], private: true });
  await post("/matches/{match}/start", { match: made.id });
  go(`/match/${made.id}`);
}
