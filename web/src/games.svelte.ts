/* The games this server knows, asked for once in each language. */
import { somebody } from "./identity.svelte";
import { go } from "./router.svelte";
import { settings } from "./settings.svelte";
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

/** One click: a table full of bots, and the game is on. Against bots what could be remembered is shown. */
export const playNow = (game: Game): Promise<void> => playAgainst(game, { players: game.usual_players, bot: settings.level, options: {} });

/** The same with other bots, another number of players, or options of the game. */
export async function playAgainst(game: Pick<Game, "id" | "options">, { players, bot, options, box }: { players: number; bot: string; options: Record<string, boolean | number | string>; box?: string }): Promise<void> {
  await somebody();
  const bots = Array.from({ length: players - 1 }, () => ({ kind: "bot" as const, bot }));
  const aid = game.options.some((option) => option.name === "memory_aid") ? { memory_aid: true } : {};
  const made = await post("/matches", {}, { game: game.id, seats: [{ kind: "me" }, ...bots], options: { ...aid, ...options }, ...(box ? { box } : {}), private: true });
  await post("/matches/{match}/start", { match: made.id });
  go(`/match/${made.id}`);
}
