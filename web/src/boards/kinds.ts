/* Actions and facts differ by their kind, and each kind has fields of its own. */

/** Those members of a union that may have one of these kinds. */
export type OfKind<T extends { kind: string }, K extends string> = T extends { kind: infer L } ? ([L & K] extends [never] ? never : T) : never;

export function ofKind<T extends { kind: string }, K extends T["kind"]>(list: readonly T[], ...kinds: K[]): OfKind<T, K>[] {
  const wanted: readonly string[] = kinds;
  return list.filter((each): each is OfKind<T, K> => wanted.includes(each.kind));
}
