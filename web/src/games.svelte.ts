/* The games this server knows, asked for once in each language. */
import { somebody } from "./identity.svelte";
import { go } from "./router.svelte";
import { language } from "./speech.svelte";
import { get, post } from "./wire/client";
import type { Bot, Game, GameWhole, Made } from "./wire/types";

const asked = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  const key = `${language()} ${path}`;
  let found = asked.get(key) as Promise<T> | undefined;
  if (!found) {
    found = get<T>(path);
    asked.set(key, found);
    found.catch(() => asked.delete(key));
  }
  return found;
}

export const allGames = (): Promise<Game[]> => once("/games");
export const oneGame = (game: string): Promise<GameWhole> => once(`/games/${game}`);
export const allBots = (): Promise<Bot[]> => once("/bots");

const USUAL_BOT = "mate";

/** One click: a table full of bots, and the game is on. */
export async function playNow(game: Game): Promise<void> {
  await somebody();
  const bots = Array.from({ length: game.usual_players - 1 }, () => ({ kind: "bot" as const, bot: USUAL_BOT }));
  const made = await post<Made>("/matches", { game: game.id, seats: [{ kind: "me" }, ...bots], private: true });
  await post(`/matches/${made.id}/start`);
  go(`/match/${made.id}`);
}
