/* Asking the server. Every route that shows words is told the language. */
import { language } from "../speech.svelte";

export class Trouble extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly rule: string | null = null,
    readonly present: unknown = null,
  ) {
    super(message);
  }
}

type Asking = Record<string, string | number | boolean | null | undefined>;

export function address(path: string, asking: Asking = {}): string {
  const query = new URLSearchParams({ lang: language() });
  for (const [name, value] of Object.entries(asking))
    if (value !== null && value !== undefined) query.set(name, String(value));
  return `/api/v1${path}?${query}`;
}

async function send<T>(method: string, path: string, asking: Asking, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(address(path, asking), {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
  } catch {
    throw new Trouble(0, "no-connection", "");
  }
  const found = (await response.json().catch(() => null)) as unknown;
  if (response.ok) return found as T;
  const wrong = found as { error?: { code: string; message: string; rule: string | null }; present?: unknown } | null;
  if (!wrong?.error) throw new Trouble(response.status, "internal", response.statusText);
  throw new Trouble(response.status, wrong.error.code, wrong.error.message, wrong.error.rule, wrong.present);
}

export const get = <T>(path: string, asking: Asking = {}): Promise<T> => send("GET", path, asking);
export const post = <T>(path: string, body: unknown = {}, asking: Asking = {}): Promise<T> => send("POST", path, asking, body);
export const put = <T>(path: string, body: unknown): Promise<T> => send("PUT", path, {}, body);
export const patch = <T>(path: string, body: unknown): Promise<T> => send("PATCH", path, {}, body);
export const remove = <T>(path: string): Promise<T> => send("DELETE", path, {});

/** A key under which a request may be sent again without being done twice. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");
