/** What has to be read of an organization, for what the files and the lock name. */
import type { Extra } from "./extras.ts";
import type { Ids } from "./ids.ts";
import { liveKey, type Scope } from "./live.ts";
import type { Locked } from "./lock.ts";
import { type Kind, listOf, partKinds, siteOf } from "./thing.ts";
import type { WantedThings } from "./wanted.ts";

/** What has to be read: the kinds in the files, and of each thing only what they say of it. */
export function scopeOf(
  { things }: WantedThings,
  locked: ReadonlyMap<string, Locked>,
  ids: Ids,
): Scope {
  const kinds = new Set<Kind>();
  const extras = new Map<string, Set<string>>();
  const want = (kind: Kind, address: string, extra: Extra | string) => {
    const id = ids.idOf(address);
    if (id === undefined) return;
    const key = liveKey(kind, id);
    extras.set(key, (extras.get(key) ?? new Set()).add(extra));
  };
  const look = (kind: Kind, address: string, fields: Iterable<string>, lists: Iterable<string>) => {
    if (partKinds.includes(kind)) {
      kinds.add("site");
      want("site", siteOf(address), "structure");
      return;
    }
    kinds.add(kind);
    for (const list of lists) want(kind, address, list);
    for (const field of fields) {
      const extra = extraOf(field);
      if (extra !== undefined) want(kind, address, extra);
    }
  };
  for (const [address, { kind, fields, lists }] of things) {
    look(kind, address, fields.keys(), lists);
  }
  for (const [address, { kind, fields }] of locked) look(kind, address, fields.keys(), []);
  return { kinds, extras: (kind, id) => extras.get(liveKey(kind, id)) ?? new Set() };
}

/** What has to be read for a field besides the thing itself. */
export function extraOf(field: string): Extra | undefined {
  if (field === "order" || field === "default") return "structure";
  if (field === "text") return "text";
  const list = listOf(field);
  const lists = ["members", "grants", "shareLinks", "customization"] as const;
  return lists.find((one) => one === list);
}
