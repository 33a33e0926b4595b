/** Keys that changed: a thing keeps its id under another key, and is never deleted and made anew for that. */
import { UsageError } from "../../errors.ts";
import type { Locked } from "./lock.ts";
import type { Wanted } from "./thing.ts";

/**
 * The lock with each key that moved in its new place.
 * @throws UsageError if something says that it moved from a key which is still in the files
 */
export function renamed(
  locked: Map<string, Locked>,
  things: ReadonlyMap<string, Wanted>,
): Map<string, Locked> {
  for (const { address, moved } of things.values()) {
    if (moved === undefined || !locked.has(moved)) continue;
    if (things.has(moved)) {
      throw new UsageError(`${address} says that it was ${moved}, which the files still have.`);
    }
    if (locked.has(address)) {
      throw new UsageError(
        `${address} says that it was ${moved}, and stands for another thing already; leave "moved" out once it was applied.`,
      );
    }
    // The parts of a site go with it.
    for (const [before, one] of [...locked]) {
      if (before !== moved && !before.startsWith(`${moved}/`)) continue;
      locked.delete(before);
      locked.set(`${address}${before.slice(moved.length)}`, one);
    }
  }
  return locked;
}
