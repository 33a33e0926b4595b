/** Texts that a database cannot store unchanged. */
import { Problem } from "../../errors.ts";
import type { Bindable } from "./engine.ts";

/** PostgreSQL refuses such a text by itself; SQLite accepts it. */
export function unstorable(): Problem {
  return new Problem(
    400,
    "A text holds a character that cannot be stored, such as NUL; leave it out.",
  );
}

/**
 * SQLite stores a text with U+0000 in it, but some of its interfaces read only up to it: the same data
 * would differ from one version of Node to another.
 * @throws Problem 400 if one of the values is such a text
 */
export function refuseUnstorable(values: readonly Bindable[]): void {
  for (const value of values) {
    if (typeof value === "string" && value.includes("\0")) throw unstorable();
  }
}
