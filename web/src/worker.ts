/* The service worker: it says so when there is no connection, in the language of the page, lets a phone
 * keep the page among its apps, and shows notices. */
import type { Language } from "./words";

let registered: Promise<ServiceWorkerRegistration> | undefined;

export async function registerWorker(language: Language): Promise<ServiceWorkerRegistration> {
  // Once for each page: to register again looks for a newer worker, which a page just opened would wait for.
  registered ??= navigator.serviceWorker.register("/worker.js");
  // A worker that rests forgets everything, so the language lies where it looks.
  const kept = await caches.open("four-winds");
  await kept.put("/language", new Response(language));
  return registered;
}
