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
