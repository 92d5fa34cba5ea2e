/* Who plays here. Nobody is asked anything before the first game: playing makes a guest. */
import { keep, settings } from "./settings.svelte";
import { t } from "./speech.svelte";
import { get, post } from "./wire/client";
import type { User } from "./wire/types";

let user = $state.raw<User | null>(null);
let asked: Promise<void> | null = null;

export const me = (): User | null => user;

/** Find out, once, who this browser is. */
export function whoami(): Promise<void> {
  asked ??= get("/session").then(
    (found) => void (user = found.user),
    () => void (asked = null),
  );
  return asked;
}

export function become(found: User | null): void {
  user = found;
  asked = Promise.resolve();
}

/** A name for somebody who has not said his: a sea bird and a number. */
export function nameGuest(): void {
  if (settings.name) return;
  const birds = t("guest.birds").split(" ");
  const [a, b] = crypto.getRandomValues(new Uint16Array(2)) as unknown as [number, number];
  keep({ name: `${birds[a % birds.length]} ${10 + (b % 90)}` });
}

/** The user who plays, made a guest if he has no account yet. */
export async function somebody(): Promise<User> {
  await whoami();
  nameGuest();
  if (!user) become(await post("/guests", {}, { name: settings.name }));
  return user!;
}
