/** Adoption of existing resources by configuration files (`--adopt`). */
import type { Context } from "../../../context.ts";
import type { Noun } from "../../../contract/nouns.ts";
import { UsageError } from "../../../errors.ts";
import type { ResourceIds } from "../ids.ts";
import type { LiveThings } from "../live.ts";
import type { LockRecord } from "../lock.ts";
import { type DesiredResource, getSite, nounOf, type ResourceKind } from "../resource.ts";

/** The nouns for lookups by name; members and specifications have their identity in the files. */
const nouns: Readonly<Partial<Record<ResourceKind, Noun>>> = {
  team: "team",
  collection: "collection",
  space: "space",
  site: "site",
  webhook: "webhook",
  "saml-provider": "provider",
  group: "siteSectionGroup",
  section: "siteSection",
  "site-space": "siteSpace",
  link: "siteExternalLink",
};

/** The value of `--adopt` for a resource that is created although another one has its title. */
export const newWord = "new";

/**
 * @param isGone whether a locked resource no longer exists, so that another one can replace it
 * @returns the addresses that were bound to a resource
 * @throws UsageError for an address that is in no file or already bound, and for an ambiguous name;
 * NameNotFoundError if no resource has the name
 */
export async function adopt(
  context: Context,
  {
    organizationId,
    adopt: values = [],
  }: { organizationId: string; adopt?: readonly string[] | undefined },
  things: ReadonlyMap<string, DesiredResource>,
  locked: Map<string, LockRecord>,
  ids: ResourceIds,
  isGone: (kind: ResourceKind, id: string) => Promise<boolean>,
): Promise<ReadonlySet<string>> {
  const adopted = new Set<string>();
  for (const words of values) {
    const [, address = "", word = ""] = /^([^=]+)=(.+)$/s.exec(words) ?? [];
    const wanted = things.get(address);
    const noun = wanted && nouns[wanted.kind];
    if (wanted === undefined || noun === undefined) {
      throw new UsageError(
        address === ""
          ? `--adopt must have the form spaces/<key>=<name or id>, not ${words}.`
          : `--adopt ${words}: ${address} is not an adoptable resource in the files.`,
      );
    }
    if (word === newWord) continue;
    const siteId = wanted.address.split("/").length > 2 ? ids.findId(getSite(address)) : undefined;
    const { id } = await context.lookUp({
      of: [noun],
      word,
      label: "--adopt",
      within: { organizationId, siteId },
      strict: true,
    });
    const { kind } = wanted;
    const other = ids.getAddress(kind, id);
    if (other === address) continue;
    if (!other.startsWith("id:")) {
      throw new UsageError(`--adopt ${words}: ${id} is already managed as ${other}.`);
    }
    const before = locked.get(address)?.id;
    if (before !== undefined && !(await isGone(kind, before))) {
      throw new UsageError(
        `--adopt ${words}: ${address} is already the ${nounOf[kind]} ${before}.`,
      );
    }
    locked.set(address, { kind, id, protect: false, fields: new Map() });
    ids.set(kind, address, id);
    adopted.add(address);
  }
  return adopted;
}

/**
 * Adopts the site spaces of adopted sections. The request that creates a section also creates its first
 * site space; without this, an apply after a lost response would create that site space again.
 * @param named the addresses from --adopt or a journal, of sections and other kinds
 * @returns whether a site space was adopted
 */
export function adoptSiteSpaces(
  named: ReadonlySet<string>,
  things: ReadonlyMap<string, DesiredResource>,
  live: LiveThings,
  locked: Map<string, LockRecord>,
  ids: ResourceIds,
): boolean {
  const kind = "site-space";
  const free = [...live.values()].filter(
    (one) => one.kind === kind && ids.getAddress(kind, one.id).startsWith("id:"),
  );
  const before = locked.size;
  for (const { address, kind: wantedKind, fields } of things.values()) {
    const section = fields.get("section");
    if (wantedKind !== kind || locked.has(address) || !named.has(String(section))) continue;
    const index = free.findIndex(
      (one) =>
        one.fields.get("section") === section && one.fields.get("space") === fields.get("space"),
    );
    const [siteSpace] = index === -1 ? [] : free.splice(index, 1);
    if (siteSpace === undefined) continue;
    locked.set(address, { kind, id: siteSpace.id, protect: false, fields: new Map() });
    ids.set(kind, address, siteSpace.id);
  }
  return locked.size > before;
}
