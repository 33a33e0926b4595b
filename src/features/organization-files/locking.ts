/** The lock that follows from what is on the platform, and from what was written to it. */
import { canonicalText } from "../../json/canonical.ts";
import { givenOnce, liveValue } from "./compare.ts";
import type { Ids } from "./ids.ts";
import { type LiveThings, liveKey } from "./live.ts";
import type { Locked } from "./lock.ts";
import { computeDigest, isSame, type Wanted } from "./thing.ts";

/**
 * @param before what the lock had; what the files do not have stays, marked as left
 * @returns each thing that is there, with digests of the fields in which files and platform agree, and of
 * others those that it had
 */
export function lockedThings(
  things: ReadonlyMap<string, Wanted>,
  before: ReadonlyMap<string, Locked>,
  ids: Ids,
  live: LiveThings,
): Map<string, Locked> {
  const locked = new Map<string, Locked>();
  for (const [address, { left: _, ...one }] of before) {
    locked.set(address, things.has(address) ? one : { ...one, left: true });
  }
  for (const [address, wanted] of things) {
    const { kind, fields, protect } = wanted;
    const id = ids.findId(address);
    const there = id === undefined ? undefined : live.get(liveKey(kind, id));
    if (id === undefined || there === undefined) continue;
    const old = before.get(address)?.fields;
    const digests = new Map<string, string>();
    for (const [field, to] of fields) {
      if (givenOnce.has(field)) continue;
      const known = old?.get(field);
      if (isSame(liveValue(there, field, to), to)) digests.set(field, computeDigest(to));
      else if (known !== undefined) digests.set(field, known);
    }
    // Entries that are to be taken out, and are there still.
    for (const [field, digest] of old ?? []) {
      if (!fields.has(field) && there.fields.has(field) && field.includes("/")) {
        digests.set(field, digest);
      }
    }
    locked.set(address, { kind, id, protect, fields: digests });
  }
  return locked;
}

/** What a lock says, to tell whether two say the same. */
export function saidBy(things: ReadonlyMap<string, Locked>): string {
  const all = [...things].map(([address, { fields, ...rest }]) => [
    address,
    { ...rest, fields: Object.fromEntries(fields) },
  ]);
  return canonicalText(Object.fromEntries(all));
}
