/* The stage: one board on its own, at any moment, width, theme and language. For development only. */
import { mount } from "svelte";
import "../fonts.css";
import "../look.css";
import Stage from "./Stage.svelte";

mount(Stage, { target: document.getElementById("stage")! });
