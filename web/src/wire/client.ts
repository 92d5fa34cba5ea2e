/* Asking the server. What a route takes and answers is known from the OpenAPI document. */
import { language } from "../speech.svelte";
import type { paths } from "./openapi";
import type { Message, Problem } from "./types";

const PREFIX = "/api/v1";

export class Trouble extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly rule: string | null = null,
    readonly present: Message | null = null,
  ) {
    super(message);
  }
}

type Method = "get" | "post" | "delete";
type Routes = { [P in keyof paths as P extends `${typeof PREFIX}${infer Route}` ? Route : never]: paths[P] };
type Nothing = Record<never, never>;
/** The routes that have a method. */
export type Route<M extends Method> = { [R in keyof Routes]: Routes[R][M & keyof Routes[R]] extends { responses: unknown } ? R : never }[keyof Routes];
type Operation<M extends Method, R extends Route<M>> = Routes[R][M & keyof Routes[R]];

type PathOf<O> = O extends { parameters: { path: infer P } } ? P : Nothing;
type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? { [K in keyof Omit<Q, "lang">]: Q[K & keyof Q] | null } : Nothing;
/** What a route asks for in its path and behind it. */
type Params<O> = PathOf<O> & QueryOf<O>;
/** What a route is sent. It says itself what is to be done, so that a command need not (`do`). */
export type Body<R extends Route<"post">> = Operation<"post", R> extends { requestBody: { content: { "application/json": infer B } } } ? (B extends { do: string } ? Omit<B, "do"> : B) : undefined;
export type Answer<M extends Method, R extends Route<M>> =
  Operation<M, R> extends { responses: infer A } ? (A[keyof A & (200 | 201)] extends { content: { "application/json": infer T } } ? T : never) : never;

type Guarded = "/me" | "/me/email" | "/me/second-factor";
type Confirmation<R extends Guarded> = Operation<"delete", R> extends { requestBody?: { content: { "application/json": infer B } } } ? B : never;

type Value = string | number | boolean | null | undefined;
/** An argument that may be left out where nothing in it is needed. */
type Maybe<T> = Nothing extends T ? [T?] : [T];
type Asked<M extends Method, R extends Route<M>> = Maybe<Params<Operation<M, R>>>;
type Sent<R extends Route<"post">> = undefined extends Body<R> ? Asked<"post", R> : [Params<Operation<"post", R>>, Body<R>];

/** The address of a route; what does not stand in its path goes behind it, and the language always. */
export function address(route: string, params: Record<string, Value> = {}): string {
  const query = new URLSearchParams({ lang: language() });
  let path = route;
  for (const [name, value] of Object.entries(params)) {
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (value !== null && value !== undefined) query.set(name, String(value));
  }
  return `${PREFIX}${path}?${query}`;
}

export async function request(method: string, url: string, body?: unknown): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
  } catch {
    throw new Trouble(0, "no-connection", "");
  }
  const found: unknown = await response.json().catch(() => null);
  if (response.ok) return found;
  const wrong = found as { error?: Problem; present?: Message | null } | null;
  if (!wrong?.error) throw new Trouble(response.status, "internal", response.statusText);
  throw new Trouble(response.status, wrong.error.code, wrong.error.message, wrong.error.rule, wrong.present);
}

export const get = <R extends Route<"get">>(route: R, ...[params]: Asked<"get", R>): Promise<Answer<"get", R>> =>
  request("GET", address(route, params)) as Promise<Answer<"get", R>>;
export const post = <R extends Route<"post">>(route: R, ...[params, body]: Sent<R>): Promise<Answer<"post", R>> =>
  request("POST", address(route, params), body ?? {}) as Promise<Answer<"post", R>>;
export const remove = <R extends Route<"delete">>(route: R, ...[params]: Asked<"delete", R>): Promise<Answer<"delete", R>> =>
  request("DELETE", address(route, params)) as Promise<Answer<"delete", R>>;
/** The same of what asks for the password first. */
export const removeWith = <R extends Guarded>(route: R, body: Confirmation<R>): Promise<Answer<"delete", R>> =>
  request("DELETE", address(route), body) as Promise<Answer<"delete", R>>;

/** A key under which a request may be sent again without being done twice. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");
