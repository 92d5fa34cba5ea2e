import { mount } from "svelte";
import "./fonts.css";
import App from "./App.svelte";
import { settings } from "./settings.svelte";
import { speak } from "./speech.svelte";
import { nameGuest, whoami } from "./identity.svelte";

void whoami();
await speak(settings.language);
nameGuest();
mount(App, { target: document.getElementById("page")! });
// Says so when there is no connection, and lets a phone keep the page among its apps.
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/worker.js").catch(() => undefined);
