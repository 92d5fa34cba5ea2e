/* The service worker: it says so when there is no connection, in the language of the page, lets a phone
 * keep the page among its apps, and shows notices. */
import type { Language } from "./words";

export const registerWorker = (language: Language): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.register(`/worker.js?lang=${language}`);
