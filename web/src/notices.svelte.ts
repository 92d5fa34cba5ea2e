/* Short notices at the edge of the page: what went wrong, what was done. */
import { t } from "./speech.svelte";
import { Trouble } from "./wire/client";

export interface Notice {
  id: number;
  kind: "bad" | "good";
  text: string;
}

const LASTS = 7000;
let last = 0;
export const notices: { list: Notice[] } = $state({ list: [] });

export function notify(text: string, kind: Notice["kind"] = "good"): void {
  const id = ++last;
  notices.list = [...notices.list.slice(-2), { id, kind, text }];
  setTimeout(() => dismiss(id), LASTS);
}

export function dismiss(id: number): void {
  notices.list = notices.list.filter((notice) => notice.id !== id);
}

export function said(error: unknown): string {
  if (error instanceof Trouble && error.code === "no-connection") return t("error.connection");
  if (error instanceof Trouble && error.message) return error.message;
  return t("error.unknown");
}

/** Do something; what goes wrong is shown. Whether it went well. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Trouble)) console.error(error);
    notify(said(error), "bad");
    return false;
  }
}
