/* The service worker: it says so when there is no connection, in the language of the page, lets a phone
 * keep the page among its apps, and shows notices. */
import type { Language } from "./words";

export async function registerWorker(language: Language): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register("/worker.js");
  // A worker that rests forgets everything: the language lies where it looks. Another worker for each
  // language would be put in the place of the one that may be opening a page just then.
  const kept = await caches.open("four-winds");
  await kept.put("/language", new Response(language));
  return registration;
}
