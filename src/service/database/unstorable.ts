/** Texts that a database does not keep whole. */
import { Problem } from "../../errors.ts";
import type { Bindable } from "./engine.ts";

/** What PostgreSQL refuses by itself, and SQLite takes. */
export function unstorable(): Problem {
  return new Problem(
    400,
    "A text holds a character that cannot be stored, such as NUL; leave it out.",
  );
}

/**
 * SQLite keeps a text with U+0000 in it, but some of its interfaces read it up to there only, others
 * whole: the same data would be another text under another Node.
 * @throws Problem 400 where one of the values is such a text
 */
export function refuseUnstorable(values: readonly Bindable[]): void {
  for (const value of values) {
    if (typeof value === "string" && value.includes("\0")) throw unstorable();
  }
}
