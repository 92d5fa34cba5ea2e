/* Patches: what has changed between two pictures of a match. A change is one of
 *   [value]                      the new value
 *   []                           the field is gone (in an object)
 *   [at, removed, ...inserted]   in a list: at that index this number of items goes, these come
 *   {name or index: change}      changes within an object, or within a list of the same length
 * The server makes them (src/fourwinds/server/wire/patch.py); tests/wire/patches.json holds both
 * to the same examples. */

export type Change = readonly unknown[] | { readonly [name: string]: Change };

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !isList(value);

/** The picture after a change. What did not change is the same object as before, so that a
 * comparison by identity shows what is new. */
export const patched = <T extends object>(old: T, change: Change): T => applied(old, change) as T;

function applied(old: unknown, change: Change): unknown {
  if (isList(change)) {
    if (change.length === 1) return change[0];
    if (!isList(old)) throw new Error("expected a list to put something into");
    const [at, removed, ...inserted] = change as readonly [number, number, ...unknown[]];
    return [...old.slice(0, at), ...inserted, ...old.slice(at + removed)];
  }
  const changes = Object.entries(change);
  if (isList(old)) {
    const items = [...old];
    for (const [index, within] of changes) items[Number(index)] = applied(items[Number(index)], within);
    return changes.length ? items : old;
  }
  if (!isObject(old)) throw new Error("expected an object to change");
  const fields = { ...old };
  for (const [name, within] of changes) {
    if (isList(within) && !within.length) delete fields[name];
    else fields[name] = applied(fields[name], within);
  }
  return changes.length ? fields : old;
}
