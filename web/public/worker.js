// The service worker: says so when there is no connection, shows notices that it is somebody's turn,
// and opens the match. It keeps nothing else: tables are live or not at all.
const OFFLINE = {
  en: ["No connection", "Four Winds cannot be reached. Your matches are safe; try again when you are online.", "Try again"],
  fr: ["Pas de connexion", "Four Winds est injoignable. Vos parties sont en sécurité ; réessayez une fois en ligne.", "Réessayer"],
  de: ["Keine Verbindung", "Four Winds ist nicht erreichbar. Deine Partien sind sicher; versuch es wieder, wenn du online bist.", "Noch einmal"],
};

function offline() {
  const spoken = (navigator.language || "en").slice(0, 2);
  const [title, text, again] = OFFLINE[spoken] || OFFLINE.en;
  const style = "font:18px/1.5 Georgia,serif;max-width:34rem;margin:18vh auto;padding:0 1rem;background:#f4ecd8;color:#1b2a3a";
  const page = `<!doctype html><html lang="${spoken}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Four Winds</title><body style="${style}"><h1>${title}</h1><p>${text}</p><p><a href="">${again}</a></p></body></html>`;
  return new Response(page, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(offline));
});

self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  const shown = { tag: told.tag, icon: "/icon-192.png", data: { url: told.url || "/" } };
  event.waitUntil(self.registration.showNotification(told.title || "Four Winds", shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, self.location.origin);
  if (url.origin !== self.location.origin) return;
  // A table that is open already is brought to the front.
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((open) => {
      const there = open.find((each) => new URL(each.url).pathname === url.pathname);
      return there ? there.focus() : self.clients.openWindow(url.href);
    }),
  );
});
