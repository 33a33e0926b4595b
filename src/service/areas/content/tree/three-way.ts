/** Three-way rules for single values and for lists of items with ids. */
import type { MergeSide } from "../../../../document/merge/merge-order.ts";
import { isSameValue } from "./tree.ts";

/** Chooses the side that wins a conflict; undefined leaves it unresolved. */
export type ResolveConflict<C> = (conflict: C) => MergeSide | undefined;

export interface MergedFields<T> {
  readonly value: T;
  /** Fields that both sides changed differently; `value` has ours. */
  readonly conflicting: readonly (keyof T & string)[];
}

/**
 * Merges two versions field by field. Fields that are not listed are taken from ours.
 * @param base the common ancestor; absent if both sides added the item independently
 */
export function mergeFields<T extends object>(
  base: T | undefined,
  ours: T,
  theirs: T,
  names: readonly (keyof T & string)[],
): MergedFields<T> {
  const value = { ...ours };
  const conflicting: (keyof T & string)[] = [];
  for (const name of names) {
    const [baseValue, mine, other] = [base?.[name], ours[name], theirs[name]];
    if (isSameValue(mine, other) || isSameValue(other, baseValue)) continue;
    if (isSameValue(mine, baseValue)) value[name] = other;
    else conflicting.push(name);
  }
  return { value, conflicting };
}

/** `value` with the conflicting fields of the chosen side. */
export function resolveFields<T extends object>(
  { value, conflicting }: MergedFields<T>,
  theirs: T,
  side: MergeSide,
): T {
  if (side === "ours") return value;
  const result = { ...value };
  for (const name of conflicting) result[name] = theirs[name];
  return result;
}

/** The change of an item that is on one side only. */
type OneSidedChange = "added" | "unchanged" | "changed";

/** @param base absent if the item is new */
export function compareSide<T extends object>(
  base: T | undefined,
  left: T,
  names: readonly (keyof T & string)[],
): OneSidedChange {
  if (!base) return "added";
  return names.every((name) => isSameValue(base[name], left[name])) ? "unchanged" : "changed";
}
