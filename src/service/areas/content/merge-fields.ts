/** The three-way rule for single values and for lists of things with ids. */
import { sameValue } from "./tree.ts";

/** Which side of a merge: `ours` receives, `theirs` is brought in. */
export type Side = "ours" | "theirs";

/** A side's opinion of a conflict; absent leaves it a conflict. */
export type Settle<C> = (conflict: C) => Side | undefined;

export interface MergedFields<T> {
  readonly value: T;
  /** Fields that both sides changed, each in its own way; `value` has ours there. */
  readonly disputed: readonly (keyof T & string)[];
}

/**
 * Joins two versions field by field. Fields that are not named are taken from ours.
 * @param base what both come from; absent where each side made the thing by itself
 */
export function mergeFields<T extends object>(
  base: T | undefined,
  ours: T,
  theirs: T,
  names: readonly (keyof T & string)[],
): MergedFields<T> {
  const value = { ...ours };
  const disputed: (keyof T & string)[] = [];
  for (const name of names) {
    const [was, mine, other] = [base?.[name], ours[name], theirs[name]];
    if (sameValue(mine, other) || sameValue(other, was)) continue;
    if (sameValue(mine, was)) value[name] = other;
    else disputed.push(name);
  }
  return { value, disputed };
}

/** `value` with the disputed fields of the side that was chosen. */
export function settledFields<T extends object>(
  { value, disputed }: MergedFields<T>,
  theirs: T,
  side: Side,
): T {
  if (side === "ours") return value;
  const settled = { ...value };
  for (const name of disputed) settled[name] = theirs[name];
  return settled;
}

/** How a thing that lives on one side only came to be there. */
export type Lonely = "added" | "kept" | "changed";

/** @param base absent where it was added */
export function lonely<T extends object>(
  base: T | undefined,
  left: T,
  names: readonly (keyof T & string)[],
): Lonely {
  if (!base) return "added";
  return names.every((name) => sameValue(base[name], left[name])) ? "kept" : "changed";
}
