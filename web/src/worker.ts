/* The service worker: it says so when there is no connection, in the language of the page, lets a phone
 * keep the page among its apps, and shows notices. */
import type { Language } from "./words";

export async function registerWorker(language: Language): Promise<ServiceWorkerRegistration> {
  await keepLanguage(language);
  return navigator.serviceWorker.register("/worker.js");
}

/** A worker that rests forgets everything, so the language lies where it looks. */
export async function keepLanguage(language: Language): Promise<void> {
  const kept = await caches.open("four-winds");
  await kept.put("/language", new Response(language));
}
