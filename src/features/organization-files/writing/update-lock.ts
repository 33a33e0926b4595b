/** Computation of the lock from the files and the platform. */
import { toCanonicalText } from "../../../json/canonical.ts";
import type { ResourceIds } from "../ids.ts";
import { type LiveThings, toLiveKey } from "../live.ts";
import type { LockRecord } from "../lock.ts";
import { getLiveValue, givenOnce } from "../planning/compare.ts";
import { computeDigest, type DesiredResource, isSame } from "../resource.ts";

/**
 * @param before the previous lock; entries that are not in the files stay, marked as left
 * @returns each existing resource, with digests of the fields that match the platform, and the previous
 * digests of other fields
 */
export function buildLockRecords(
  things: ReadonlyMap<string, DesiredResource>,
  before: ReadonlyMap<string, LockRecord>,
  ids: ResourceIds,
  live: LiveThings,
): Map<string, LockRecord> {
  const locked = new Map<string, LockRecord>();
  for (const [address, { left: _, ...one }] of before) {
    locked.set(address, things.has(address) ? one : { ...one, left: true });
  }
  for (const [address, wanted] of things) {
    const { kind, fields, protect } = wanted;
    const id = ids.findId(address);
    const resource = id === undefined ? undefined : live.get(toLiveKey(kind, id));
    if (id === undefined || resource === undefined) continue;
    const old = before.get(address)?.fields;
    const digests = new Map<string, string>();
    for (const [field, to] of fields) {
      if (givenOnce.has(field)) continue;
      const oldDigest = old?.get(field);
      if (isSame(getLiveValue(resource, field, to), to)) digests.set(field, computeDigest(to));
      else if (oldDigest !== undefined) digests.set(field, oldDigest);
    }
    // Entries that still have to be removed.
    for (const [field, digest] of old ?? []) {
      if (!fields.has(field) && resource.fields.has(field) && field.includes("/")) {
        digests.set(field, digest);
      }
    }
    locked.set(address, { kind, id, protect, fields: digests });
  }
  return locked;
}

/** Canonical text of a lock, for comparisons. */
export function formatLock(things: ReadonlyMap<string, LockRecord>): string {
  const all = [...things].map(([address, { fields, ...rest }]) => [
    address,
    { ...rest, fields: Object.fromEntries(fields) },
  ]);
  return toCanonicalText(Object.fromEntries(all));
}
