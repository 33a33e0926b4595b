/**
 * Replacement of site spaces that the files move to another section. The API cannot move a site space, so
 * a new one is created and the old one is deleted. Until then, the lock has the old one under an address
 * that is not valid in files.
 */
import type { ResourceIds } from "../ids.ts";
import { type LiveThings, toLiveKey } from "../live.ts";
import type { LockRecord } from "../lock.ts";
import type { DesiredResource } from "../resource.ts";

/** The address of the replacement; undefined for a resource that is not replaced. */
export function findReplacement(address: string): string | undefined {
  return /^(sites\/[^/]+\/[^/@]+)@/.exec(address)?.[1];
}

/** The address of a replaced resource. */
export function toReplacedAddress(address: string, id: string): string {
  return `${address}@${id}`;
}

/**
 * Assigns replacement addresses to site spaces that are in another section than in the files.
 * @returns whether there were any
 */
export function setReplacedAside(
  things: ReadonlyMap<string, DesiredResource>,
  live: LiveThings,
  locked: Map<string, LockRecord>,
  ids: ResourceIds,
): boolean {
  const all = [...locked].filter(([address, { kind, id }]) => {
    const section = live.get(toLiveKey(kind, id))?.fields.get("section");
    const wanted = things.get(address);
    if (kind !== "site-space" || wanted?.kind !== kind || section === undefined) return false;
    return section !== wanted.fields.get("section");
  });
  for (const [address, one] of all) {
    const aside = toReplacedAddress(address, one.id);
    locked.delete(address);
    locked.set(aside, one);
    ids.forget(address);
    ids.set(one.kind, aside, one.id);
  }
  return all.length > 0;
}

/** The lock without replaced resources, for an export, which writes the current state to the files. */
export function withoutReplaced(
  locked: ReadonlyMap<string, LockRecord>,
): ReadonlyMap<string, LockRecord> {
  return new Map([...locked].filter(([address]) => findReplacement(address) === undefined));
}
