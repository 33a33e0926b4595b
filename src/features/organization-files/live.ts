/** Current state of an organization on the platform. */
import type { ApiClient, JsonObject, JsonValue } from "../../context.ts";
import * as collection from "../../contract/collection.ts";
import * as member from "../../contract/member.ts";
import * as openapi from "../../contract/openapi.ts";
import * as organization from "../../contract/organization.ts";
import * as saml from "../../contract/saml.ts";
import * as site from "../../contract/site.ts";
import * as space from "../../contract/space.ts";
import * as team from "../../contract/team.ts";
import * as webhook from "../../contract/webhook.ts";
import { ApiError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import type { Items, OrganizationReader } from "../organization/organization-reader.ts";
import { openOrganization } from "../organization/organization-reader.ts";
import { getSource, listSpecifications, readExtra } from "./extras.ts";
import {
  type AddressBook,
  listCollectionFields,
  listMemberFields,
  listOrganizationFields,
  listSiteFields,
  listSpaceFields,
  listSpecificationFields,
} from "./fields.ts";
import type { Live, ResourceKind } from "./resource.ts";
import { listProviderFields } from "./saml-providers.ts";
import { listWebhookFields, toWebhookTitle } from "./webhooks.ts";

/** The kinds to read, and the additional parts of each resource. */
export interface LiveScope {
  readonly kinds: ReadonlySet<ResourceKind>;
  readonly extras: (kind: ResourceKind, id: string) => ReadonlySet<string>;
}

/** The resources of an organization by `<kind> <id>`. */
export type LiveThings = ReadonlyMap<string, Live>;

export function toLiveKey(kind: ResourceKind, id: string): string {
  return `${kind} ${id}`;
}

/**
 * Reads the complete scope.
 * @throws the first error of a read, because a plan must not be based on a part of the state
 */
export async function readLive(
  reading: OrganizationReader,
  { kinds, extras }: LiveScope,
  names: AddressBook,
): Promise<LiveThings> {
  const live = new Map<string, Live>();
  const add = (
    kind: ResourceKind,
    id: string,
    title: string,
    fields: Readonly<Record<string, JsonValue>>,
    untold?: Live["untold"],
  ) => {
    const entries = new Map(Object.entries(fields));
    live.set(toLiveKey(kind, id), { kind, id, title, fields: entries, ...(untold && { untold }) });
  };
  const source = getSource(reading);
  const has = (kind: ResourceKind) => kinds.has(kind);
  const read = async (kind: ResourceKind, list: () => Promise<Items | undefined>) =>
    has(kind) ? ((await list()) ?? []) : [];

  async function thing(
    kind: ResourceKind,
    one: JsonObject,
    fields: Readonly<Record<string, JsonValue>>,
    id = asText(one.id),
  ): Promise<void> {
    const extraNames = listReadable(kind, one, extras(kind, id));
    const more = await Promise.all(
      extraNames.map((extra) => readExtra(source, names, kind, id, extra)),
    );
    const parts = more.flatMap((each) => each.parts ?? []);
    for (const part of parts) add(part.kind, part.id, part.title, part.entries);
    const all = withAll(fields, more);
    add(kind, id, asText(one.title), all, getUnreadFields(kind, one));
  }

  const [
    members,
    teams,
    collections,
    spaces,
    specifications,
    sites,
    webhooks,
    providers,
    organizationFields,
  ] = await Promise.all([
    read("member", reading.members),
    read("team", reading.teams),
    read("collection", reading.collections),
    read("space", reading.spaces),
    read("specification", () => listSpecifications(reading)),
    read("site", reading.sites),
    read("webhook", () => listWebhooks(reading)),
    read("saml-provider", () => listProviders(reading)),
    has("organization") ? reading.organization() : undefined,
  ]);
  for (const one of members) {
    const { displayName, email } = asObject(one.user);
    add("member", asText(one.id), asText(displayName) || asText(email), listMemberFields(one));
  }
  if (organizationFields !== undefined) {
    add(
      "organization",
      asText(organizationFields.id),
      asText(organizationFields.title),
      listOrganizationFields(organizationFields, names),
    );
  }
  for (const one of webhooks) {
    const untold = getUnreadFields("webhook", one);
    add("webhook", asText(one.id), toWebhookTitle(one), listWebhookFields(one), untold);
  }
  for (const one of providers) {
    const fields = listProviderFields(one, names);
    add("saml-provider", asText(one.id), asText(one.label), fields);
  }
  await Promise.all([
    ...teams.map((one) => thing("team", one, { title: asText(one.title) })),
    ...collections.map((one) => thing("collection", one, listCollectionFields(one, names))),
    ...spaces
      .filter(({ deletedAt }) => typeof deletedAt !== "string")
      .map((one) => thing("space", one, listSpaceFields(one, names))),
    ...specifications.map((one) =>
      thing("specification", one, listSpecificationFields(one), asText(one.slug)),
    ),
    ...sites.map((one) => thing("site", one, listSiteFields(one))),
  ]);
  refuseUnread(reading);
  return live;
}

/**
 * Reads one resource again, with the parts that will be written. A part of a site is read with its site.
 * @returns undefined if the resource no longer exists
 * @throws any error of a read other than 404
 */
export async function readAgain(
  client: ApiClient,
  organizationId: string,
  names: AddressBook,
  {
    kind,
    id,
    site: siteId,
  }: { readonly kind: ResourceKind; readonly id: string; readonly site: string },
  extras: ReadonlySet<string>,
): Promise<Live | undefined> {
  const reading = openOrganization(client, organizationId);
  const source = getSource(reading);
  const isPart = siteId !== "";
  try {
    if (isPart) {
      const { parts = [] } = await readExtra(source, names, "site", siteId, "structure");
      refuseUnread(reading);
      const part = parts.find((one) => one.kind === kind && one.id === id);
      return part && { ...part, fields: new Map(Object.entries(part.entries)) };
    }
    const one = await readOne(client, organizationId, kind, id);
    const more = await Promise.all(
      listReadable(kind, one, extras).map((extra) => readExtra(source, names, kind, id, extra)),
    );
    refuseUnread(reading);
    const fields = withAll(listFields(kind, one, names), more);
    const entries = new Map(Object.entries(fields));
    const untold = getUnreadFields(kind, one);
    return { kind, id, title: asText(one.title), fields: entries, ...(untold && { untold }) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** The webhooks; "absent" if the platform does not support them. */
export function listIfSupported(reading: OrganizationReader) {
  const { organizationId } = reading;
  return reading.listIfOffered("the webhooks", webhook.list, { organizationId });
}

async function listWebhooks(reading: OrganizationReader): Promise<Items | undefined> {
  const items = await listIfSupported(reading);
  return items === "absent" ? [] : items;
}

export function listProviders(reading: OrganizationReader): Promise<Items | undefined> {
  const { organizationId } = reading;
  return reading.list("the SAML providers", saml.list, { organizationId });
}

/** A specification has no text while its first source is processed. */
function listReadable(
  kind: ResourceKind,
  one: JsonObject,
  extras: ReadonlySet<string>,
): readonly string[] {
  const all = [...extras];
  if (kind !== "specification" || typeof one.lastVersion === "string") return all;
  return all.filter((extra) => extra !== "text");
}

/**
 * The platform returns the previous text of a specification until the new one has been processed, and never
 * the secret of a webhook.
 */
function getUnreadFields(kind: ResourceKind, one: JsonObject): Live["untold"] {
  const { processingState, lastProcessErrorCode: code } = one;
  if (kind === "webhook") return new Map([["secret", ""]]);
  if (kind !== "specification") return undefined;
  if (processingState !== "complete") {
    return new Map([["text", "the platform is still processing it"]]);
  }
  if (typeof code !== "string") return undefined;
  return new Map([["text", `the platform could not process it (${code})`]]);
}

function refuseUnread({ unread }: OrganizationReader): void {
  const [first] = unread;
  if (first !== undefined) throw first.error;
}

export function listFields(kind: ResourceKind, one: JsonObject, names: AddressBook) {
  switch (kind) {
    case "organization":
      return listOrganizationFields(one, names);
    case "member":
      return listMemberFields(one);
    case "collection":
      return listCollectionFields(one, names);
    case "space":
      return listSpaceFields(one, names);
    case "specification":
      return listSpecificationFields(one);
    case "site":
      return listSiteFields(one);
    case "webhook":
      return listWebhookFields(one);
    case "saml-provider":
      return listProviderFields(one, names);
    default:
      return { title: asText(one.title) };
  }
}

async function readOne(
  client: ApiClient,
  organizationId: string,
  kind: ResourceKind,
  id: string,
): Promise<JsonObject> {
  const parameters = { organizationId };
  const call = () => {
    switch (kind) {
      case "organization":
        return client.call(organization.get, parameters);
      case "member":
        return client.call(member.get, { ...parameters, userId: id });
      case "team":
        return client.call(team.get, { ...parameters, teamId: id });
      case "collection":
        return client.call(collection.get, { collectionId: id });
      case "space":
        return client.call(space.get, { spaceId: id });
      case "webhook":
        return client.call(webhook.get, { ...parameters, webhookId: id });
      case "saml-provider":
        return client.call(saml.get, { ...parameters, samlProviderId: id });
      case "specification":
        return client.call(openapi.get, { ...parameters, specSlug: id });
      default:
        return client.call(site.get, { ...parameters, siteId: id });
    }
  };
  return asObject((await call()).value);
}

function withAll(
  fields: Readonly<Record<string, JsonValue>>,
  more: readonly { readonly entries: Readonly<Record<string, JsonValue>> }[],
): Readonly<Record<string, JsonValue>> {
  const all = { ...fields };
  for (const { entries } of more) Object.assign(all, entries);
  return all;
}
