/** Renamed keys (`moved`): a resource keeps its id under its new key and is not created again. */
import { UsageError } from "../../errors.ts";
import type { LockRecord } from "./lock.ts";
import type { DesiredResource } from "./thing.ts";

/**
 * The lock with renamed keys.
 * @throws UsageError if the old key is still in the files, or the new one is already bound
 */
export function renamed(
  locked: Map<string, LockRecord>,
  things: ReadonlyMap<string, DesiredResource>,
): Map<string, LockRecord> {
  for (const { address, moved } of things.values()) {
    if (moved === undefined || !locked.has(moved)) continue;
    if (things.has(moved)) {
      throw new UsageError(
        `${address} was moved from ${moved}, but ${moved} is still in the files.`,
      );
    }
    if (locked.has(address)) {
      throw new UsageError(
        `${address} was moved from ${moved}, but is already bound to another resource. Remove "moved" after it has been applied.`,
      );
    }
    // The parts of a site are renamed with it.
    for (const [before, one] of [...locked]) {
      if (before !== moved && !before.startsWith(`${moved}/`)) continue;
      locked.delete(before);
      locked.set(`${address}${before.slice(moved.length)}`, one);
    }
  }
  return locked;
}
