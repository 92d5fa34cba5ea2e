/* Boards and their texts are loaded when a table needs them. */
import type { Component } from "svelte";
import type { Language, Texts } from "../words";
import { folderOf, type BoardProps, type ComponentsProps, type Staging } from "./board";

const boards = import.meta.glob<{ default: Component<BoardProps> }>("./*/Board.svelte");
const stagings = import.meta.glob<{ staging: Staging }>("./*/staging.ts");
const pieces = import.meta.glob<{ default: Component<ComponentsProps> }>("./*/Components.svelte");
const texts = import.meta.glob<{ default: Texts }>("./*/texts/*.json");

/** The board of a game, null where none is drawn. */
export async function findBoard(game: string): Promise<Component<BoardProps> | null> {
  const found = boards[`./${folderOf(game)}/Board.svelte`];
  return found ? (await found()).default : null;
}

/** The scenes and prompts of a game, null where there is no board. */
export async function findStaging(game: string): Promise<Staging | null> {
  const found = stagings[`./${folderOf(game)}/staging.ts`];
  return found ? (await found()).staging : null;
}

/** The pieces of a game as pictures, null where none are drawn. */
export async function findPieces(game: string): Promise<Component<ComponentsProps> | null> {
  const found = pieces[`./${folderOf(game)}/Components.svelte`];
  return found ? (await found()).default : null;
}

/** The texts a game's board brings along. */
export async function findTexts(game: string, language: Language): Promise<Texts> {
  const found = texts[`./${folderOf(game)}/texts/${language}.json`];
  return found ? (await found()).default : {};
}
