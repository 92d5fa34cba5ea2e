import { mount } from "svelte";
import "./fonts.css";
import App from "./App.svelte";
import { settings } from "./settings.svelte";
import { speak } from "./speech.svelte";
import { whoami } from "./identity.svelte";

void whoami();
await speak(settings.language);
mount(App, { target: document.getElementById("page")! });
