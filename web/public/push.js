// The service worker: shows notices that it is somebody's turn, and opens the match.
self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  const shown = { tag: told.tag, icon: "/rose.svg", data: { url: told.url || "/" } };
  event.waitUntil(self.registration.showNotification(told.title || "Four Winds", shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, self.location.origin);
  if (url.origin === self.location.origin) event.waitUntil(self.clients.openWindow(url.href));
});
