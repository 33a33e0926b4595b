/** Scope of a plan: the resources to read for the files and the lock. */
import * as collection from "../../contract/collection.ts";
import * as member from "../../contract/member.ts";
import * as openapi from "../../contract/openapi.ts";
import * as organization from "../../contract/organization.ts";
import * as saml from "../../contract/saml.ts";
import * as site from "../../contract/site.ts";
import * as space from "../../contract/space.ts";
import * as team from "../../contract/team.ts";
import * as webhook from "../../contract/webhook.ts";
import type { OrganizationReader } from "../organization/organization-reader.ts";
import type { WantedThings } from "./desired/desired.ts";
import type { ExtraSource } from "./extra-source.ts";
import { type ResourceExtra, readExtra } from "./extras.ts";
import type { AddressBook } from "./fields.ts";
import { ResourceIds } from "./ids.ts";
import { type LiveScope, toLiveKey } from "./live.ts";
import type { LockRecord } from "./lock.ts";
import { isRedirectField } from "./redirects.ts";
import { getListName, getSite, partKinds, type ResourceKind } from "./resource.ts";

/** The kinds in the files, and for each resource only the parts that the files manage. */
export function resolveScope(
  { things }: Pick<WantedThings, "things">,
  locked: ReadonlyMap<string, LockRecord>,
  ids: ResourceIds,
): LiveScope {
  const kinds = new Set<ResourceKind>();
  const extras = new Map<string, Set<string>>();
  const want = (kind: ResourceKind, address: string, extra: ResourceExtra | string) => {
    const id = ids.findId(address);
    if (id === undefined) return;
    const key = toLiveKey(kind, id);
    extras.set(key, (extras.get(key) ?? new Set()).add(extra));
  };
  const look = (
    kind: ResourceKind,
    address: string,
    fields: Iterable<string>,
    lists: Iterable<string>,
  ) => {
    if (partKinds.includes(kind)) {
      kinds.add("site");
      want("site", getSite(address), "structure");
      return;
    }
    kinds.add(kind);
    for (const list of lists) want(kind, address, list);
    for (const field of fields) {
      const extra = findExtraField(field);
      if (extra !== undefined) want(kind, address, extra);
    }
  };
  for (const [address, { kind, fields, lists }] of things) {
    look(kind, address, fields.keys(), lists);
  }
  for (const [address, { kind, fields }] of locked) look(kind, address, fields.keys(), []);
  return { kinds, extras: (kind, id) => extras.get(toLiveKey(kind, id)) ?? new Set() };
}

/** The additional part that contains a field. */
export function findExtraField(field: string): ResourceExtra | undefined {
  if (field === "order" || field === "default") return "structure";
  if (field === "text" || field === "git") return field;
  if (isRedirectField(field)) return "redirects";
  const list = getListName(field);
  const lists = ["members", "grants", "shareLinks", "customization"] as const;
  return lists.find((one) => one === list);
}

/** Responses of requests that are sent ahead are not evaluated, so names are not needed. */
const noNames: AddressBook = { getAddress: (_, id) => id, getEmail: (id) => id };

/** Sends the requests for the resources of a lock, so that they run while the files are read. */
export function readAhead(
  reading: OrganizationReader,
  locked: ReadonlyMap<string, LockRecord>,
): void {
  const ids = new ResourceIds([]);
  for (const [address, { kind, id }] of locked) ids.set(kind, address, id);
  const { kinds, extras } = resolveScope({ things: new Map() }, locked, ids);
  const own = { organizationId: reading.organizationId };
  // Members are always read, because their emails are the keys of grants.
  for (const [kind, list] of lists) {
    if (kind === "member" || kinds.has(kind)) reading.begin(list, own);
  }
  const source: ExtraSource = {
    own,
    async list(_, endpoint, input) {
      reading.begin(endpoint, input);
      return undefined;
    },
    async listIfOffered(_, endpoint, input) {
      reading.begin(endpoint, input);
      return undefined;
    },
    async one(_, endpoint, input) {
      reading.begin(endpoint, input);
      return undefined;
    },
    // A missing connection is not an error, so it is read when it is needed.
    oneOrAbsent: async () => undefined,
  };
  for (const { kind, id } of locked.values()) {
    for (const extra of extras(kind, id)) void readExtra(source, noNames, kind, id, extra);
  }
}

const lists = [
  ["member", member.list],
  ["space", space.list],
  ["organization", organization.get],
  ["team", team.list],
  ["collection", collection.list],
  ["site", site.list],
  ["specification", openapi.list],
  ["webhook", webhook.list],
  ["saml-provider", saml.list],
] as const;
