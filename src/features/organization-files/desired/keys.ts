/** Keys of exported resources: the key in the lock, or one derived from the title. */
import type { JsonObject } from "../../../context.ts";
import * as saml from "../../../contract/saml.ts";
import * as site from "../../../contract/site.ts";
import * as webhook from "../../../contract/webhook.ts";
import { findOwn } from "../../../json/own-members.ts";
import { asObject, asObjects, asText } from "../../../json/values.ts";
import type { OrganizationReader } from "../../organization/organization-reader.ts";
import { listSpecifications } from "../extras.ts";
import { ResourceIds } from "../ids.ts";
import type { LockRecord } from "../lock.ts";
import type { ResourceKind } from "../resource.ts";

const folderOf = {
  team: "teams",
  collection: "collections",
  space: "spaces",
  site: "sites",
  webhook: "webhooks",
  "saml-provider": "saml",
} as const;

/**
 * Assigns an address to every resource of an organization.
 * @param locked existing addresses
 * @param adminKinds the kinds from `findAdminKinds` to include
 * @param withSites whether to include the parts of sites, which takes a request per site
 */
export async function nameLiveResources(
  reading: OrganizationReader,
  locked: ReadonlyMap<string, LockRecord>,
  withSites: boolean,
  adminKinds: ReadonlySet<AdminKind>,
): Promise<ResourceIds> {
  const { toSlug } = await import("../../../document/slugs.ts");
  const { organizationId } = reading;
  const ids = new ResourceIds((await reading.members()) ?? []);
  ids.set("organization", "organization", organizationId);
  const usedAddresses = new Set<string>(["organization"]);
  const before = new Map<string, string>();
  for (const [address, { kind, id }] of locked) before.set(`${kind} ${id}`, address);

  /** @param candidates words for the key, the best first */
  function name(
    kind: ResourceKind,
    folder: string,
    id: string,
    candidates: readonly string[],
  ): string {
    const lockedAddress = before.get(`${kind} ${id}`);
    const isFree = (key: string) => !usedAddresses.has(`${folder}/${key}`);
    const words = candidates.map((one) => toSlug(one).replace(/[^\p{L}\p{N}_-]+/gu, "-"));
    const base = words.find((one) => /^[\p{L}\p{N}]/u.test(one)) ?? kind;
    const first = words.find((one) => one !== "" && /^[\p{L}\p{N}]/u.test(one) && isFree(one));
    let key = first ?? base;
    for (let number = 2; !isFree(key); number++) key = `${base.slice(0, 90)}-${number}`;
    const address = lockedAddress?.startsWith(`${folder}/`) ? lockedAddress : `${folder}/${key}`;
    usedAddresses.add(address);
    ids.set(kind, address, id);
    return address;
  }

  // Locked keys stay reserved for their resources.
  for (const address of locked.keys()) usedAddresses.add(address);
  const [teams, collections, spaces, sites] = await Promise.all([
    reading.teams(),
    reading.collections(),
    reading.spaces(),
    reading.sites(),
  ]);
  const lists = { team: teams, collection: collections, space: spaces, site: sites } as const;
  for (const kind of ["team", "collection", "space", "site"] as const) {
    for (const one of lists[kind] ?? []) {
      if (typeof one.deletedAt === "string") continue;
      name(kind, folderOf[kind], asText(one.id), [asText(one.title), asText(one.basename)]);
    }
  }
  await listSpecifications(reading);
  const own = { organizationId };
  for (const kind of adminKinds) {
    const [called, list] = adminLists[kind];
    for (const one of (await reading.list(called, list, own)) ?? []) {
      const host = URL.canParse(asText(one.url)) ? new URL(asText(one.url)).hostname : "";
      const label = asText(one.label) || host.replaceAll(".", "-");
      name(kind, folderOf[kind], asText(one.id), [label]);
    }
  }
  if (!withSites) return ids;
  for (const { id } of sites ?? []) {
    const siteId = asText(id);
    const label = `the structure of the docs site ${siteId}`;
    const response = await reading.one(label, site.structure, { organizationId, siteId });
    const folder = ids.getAddress("site", siteId);
    const parts = asObjects(response?.structure).flatMap(listPartsBelow);
    // Site spaces get the key of their space first, so that sections and groups avoid it.
    for (const one of parts.filter(({ object }) => object === "site-space")) {
      const spaceKey = ids.getAddress("space", asText(asObject(one.space).id)).split("/")[1] ?? "";
      name("site-space", folder, asText(one.id), [spaceKey, asText(one.title), "space"]);
    }
    for (const one of parts) {
      const kind = findOwn(partKind, asText(one.object));
      if (kind === undefined || kind === "site-space") continue;
      const title = asText(one.title);
      name(kind, folder, asText(one.id), [title, `${kind}-${title}`, kind]);
    }
  }
  return ids;
}

/** The kinds that only admins may list, and that a platform may not support. */
const adminLists = {
  webhook: ["the webhooks", webhook.list],
  "saml-provider": ["the SAML providers", saml.list],
} as const;
export type AdminKind = keyof typeof adminLists;

/**
 * Reads the resources that only admins may list.
 * @param say receives a sentence about each kind that the caller may not list
 * @returns the kinds that were read; `reading` has an error if a list could not be read for another reason
 */
export async function findAdminKinds(
  reading: OrganizationReader,
  kinds: readonly AdminKind[],
  say: (text: string) => void,
): Promise<ReadonlySet<AdminKind>> {
  const own = { organizationId: reading.organizationId };
  const readable = new Set<AdminKind>();
  for (const kind of kinds) {
    const [called, list] = adminLists[kind];
    const items = await reading.listIfAllowed(called, list, own);
    if (items !== "absent") readable.add(kind);
    else if (reading.isForbidden(list)) {
      say(`You may not list ${called}, so they were not exported. Only admins may list them.`);
    }
  }
  return readable;
}

/** A part of a site and its descendants. */
function listPartsBelow(one: JsonObject): readonly JsonObject[] {
  return [one, ...asObjects(one.children ?? one.siteSpaces).flatMap(listPartsBelow)];
}

const partKind: Readonly<Record<string, ResourceKind>> = {
  "site-section-group": "group",
  "site-section": "section",
  "site-space": "site-space",
  "site-external-link": "link",
};
