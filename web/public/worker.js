// The service worker: says so when there is no connection, shows notices that it is somebody's turn,
// and opens the match. It keeps nothing else: tables are live or not at all.
// The page leaves its language in the cache.
const OFFLINE = {
  en: ["No connection", "Four Winds cannot be reached. Your matches are safe; try again when you are online.", "Try again"],
  fr: ["Pas de connexion", "Four Winds est injoignable. Vos parties sont en sécurité ; réessayez une fois en ligne.", "Réessayer"],
  de: ["Keine Verbindung", "Four Winds ist nicht erreichbar. Deine Partien sind sicher; versuch es wieder, wenn du online bist.", "Noch einmal"],
};

async function offline() {
  const kept = await caches.match("/language");
  const asked = kept ? await kept.text() : (navigator.language || "en").slice(0, 2);
  const spoken = asked in OFFLINE ? asked : "en";
  const [title, text, again] = OFFLINE[spoken];
  // It stands alone: nothing can be fetched. It looks again by itself.
  const look = `body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f4ecd8;color:#1b2a3a;font:18px/1.5 Georgia,serif}
    main{max-width:26rem;padding:1.5rem;text-align:center}svg{width:6rem;color:#9c1754}h1{font-size:1.6rem;line-height:1.2;margin:1rem 0 .5rem}p{margin:0 0 1.5rem}
    a{display:inline-block;padding:.6rem 1.4rem;border-radius:4px;background:#9c1754;color:#fff;font-weight:700;text-decoration:none}
    @media (prefers-color-scheme:dark){body{background:#16202e;color:#efe6d2}svg{color:#f59ac8}a{background:#f59ac8;color:#16202e}}`;
  const rose = `<svg viewBox="-32 -32 64 64" aria-hidden="true"><circle r="29" fill="none" stroke="currentColor" stroke-width="2"/><path fill="currentColor" d="M0-26 5-5 0 0ZM26 0 5 5 0 0ZM0 26-5 5 0 0ZM-26 0-5-5 0 0Z"/><path fill="none" stroke="currentColor" d="M0-26-5-5 0 0ZM26 0 5-5 0 0ZM0 26 5 5 0 0ZM-26 0-5 5 0 0Z"/></svg>`;
  const page = `<!doctype html><html lang="${spoken}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="15"><link rel="icon" href="data:,"><title>Four Winds</title><style>${look}</style><body><main>${rose}<h1>${title}</h1><p>${text}</p><a href="">${again}</a></main></body></html>`;
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
