/**
 * Site spaces that the files have in another section. One stays in its section, so another is made, and
 * the old one is taken off. Until then the lock has it under an address of its own, which no file can have.
 */
import type { Ids } from "./ids.ts";
import { type LiveThings, liveKey } from "./live.ts";
import type { Locked } from "./lock.ts";
import type { Wanted } from "./thing.ts";

/** The address of what took its place; undefined for a thing that nothing replaces. */
export function findReplacement(address: string): string | undefined {
  return /^(sites\/[^/]+\/[^/@]+)@/.exec(address)?.[1];
}

/** The address of an old thing whose place another one takes. */
export function replacedAddress(address: string, id: string): string {
  return `${address}@${id}`;
}

/**
 * Gives those that are in another section than the files say an address of their own.
 * @returns whether there were any
 */
export function setReplacedAside(
  things: ReadonlyMap<string, Wanted>,
  live: LiveThings,
  locked: Map<string, Locked>,
  ids: Ids,
): boolean {
  const all = [...locked].filter(([address, { kind, id }]) => {
    const section = live.get(liveKey(kind, id))?.fields.get("section");
    const wanted = things.get(address);
    if (kind !== "site-space" || wanted?.kind !== kind || section === undefined) return false;
    return section !== wanted.fields.get("section");
  });
  for (const [address, one] of all) {
    const aside = replacedAddress(address, one.id);
    locked.delete(address);
    locked.set(aside, one);
    ids.forget(address);
    ids.set(one.kind, aside, one.id);
  }
  return all.length > 0;
}

/** A lock for files that have what is there: what was to be taken off is then one of its things. */
export function withoutReplaced(locked: ReadonlyMap<string, Locked>): ReadonlyMap<string, Locked> {
  return new Map([...locked].filter(([address]) => findReplacement(address) === undefined));
}
