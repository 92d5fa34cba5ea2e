/* The service worker: it says so when there is no connection, in the language of the page, lets a phone
 * keep the page among its apps, and shows notices. */
import type { Language } from "./words";

export async function registerWorker(language: Language): Promise<ServiceWorkerRegistration> {
  await keepLanguage(language);
  return navigator.serviceWorker.register("/worker.js");
}

let keeping: Promise<void> = Promise.resolve();

/** A worker that rests forgets everything, so the language lies where it looks. One after the other,
 * or a language chosen before could be written last. */
export function keepLanguage(language: Language): Promise<void> {
  keeping = keeping
    .catch(() => undefined)
    .then(() => caches.open("four-winds"))
    .then((kept) => kept.put("/language", new Response(language)));
  return keeping;
}
