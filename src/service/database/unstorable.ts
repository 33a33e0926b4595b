/** Strings that a database cannot store unchanged. */
import { ApiError } from "../../errors.ts";
import type { Bindable } from "./sqlite/engine.ts";

/** PostgreSQL refuses such a string itself; SQLite accepts it. */
export function createUnstorableError(): ApiError {
  return new ApiError(
    400,
    "The text contains a character that cannot be stored, such as NUL. Remove it.",
  );
}

/**
 * SQLite stores a string with U+0000, but some of its interfaces read only up to that character, so
 * the same data would differ between versions of Node.
 * @throws ApiError 400 if one of the values is such a string
 */
export function refuseUnstorable(values: readonly Bindable[]): void {
  for (const value of values) {
    if (typeof value === "string" && value.includes("\0")) throw createUnstorableError();
  }
}
