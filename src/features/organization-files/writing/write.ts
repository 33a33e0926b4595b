/** Requests that create, update and delete each kind of resource. */
import type { JsonObject, JsonValue } from "../../../context.ts";
import * as collection from "../../../contract/collection.ts";
import * as collectionPermission from "../../../contract/collection-permission.ts";
import type { Endpoint } from "../../../contract/endpoint.ts";
import * as invitation from "../../../contract/invitation.ts";
import * as member from "../../../contract/member.ts";
import * as openapi from "../../../contract/openapi.ts";
import * as organization from "../../../contract/organization.ts";
import * as invite from "../../../contract/organization-invite.ts";
import * as saml from "../../../contract/saml.ts";
import * as site from "../../../contract/site.ts";
import * as sitePermission from "../../../contract/site-permission.ts";
import * as space from "../../../contract/space.ts";
import * as spacePermission from "../../../contract/space-permission.ts";
import * as team from "../../../contract/team.ts";
import * as webhook from "../../../contract/webhook.ts";
import { ApiError, IncompleteError } from "../../../errors.ts";
import { asObject, asText, isList } from "../../../json/values.ts";
import { writeConnection } from "../../git/connection-fields.ts";
import { readAll } from "../../read-all.ts";
import { mapMergeRules } from "../fields.ts";
import type { ResourceIds } from "../ids.ts";
import type { DesiredResource, ResourceFields, ResourceKind } from "../resource.ts";
import { createProvider, updateProvider } from "../saml-providers.ts";
import { createWebhook, updateWebhook } from "../webhooks.ts";
import { listItems, send, type Writer } from "./send.ts";

/** A created resource. */
export interface CreateResult {
  readonly id: string;
  /** The response; undefined if it does not contain the resource. */
  readonly answer: JsonObject | undefined;
}

/** @throws IncompleteError if an invited user has to accept first */
export async function create(writer: Writer, wanted: DesiredResource): Promise<CreateResult> {
  const { client, organizationId, ids } = writer;
  const { fields } = wanted;
  const own = { organizationId };
  const pick = (...names: readonly string[]) => {
    const all = names.map((name) => [name, fields.get(name)] as const);
    return Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== null));
  };
  const parent = fields.get("parent");
  const under = typeof parent === "string" ? { parent: ids.need(parent) } : {};
  const made = (answer: JsonObject) => ({ id: asText(answer.id), answer });
  switch (wanted.kind) {
    case "member": {
      const email = getKey(wanted.address);
      const role = fields.get("role") ?? null;
      const answer = await send(client, invite.users, { ...own, emails: [{ email, role }] });
      const [id] = isList(answer.users) ? answer.users : [];
      if (typeof id !== "string") {
        throw new IncompleteError("pending", `${email} was invited and has not accepted yet.`);
      }
      ids.addMember(email, id);
      return { id, answer: { role } };
    }
    case "team":
      return made(
        await send(client, team.create, {
          ...own,
          ...pick("title"),
          ...listNewMembers(writer, fields),
        }),
      );
    case "collection":
      return made(await send(client, collection.create, { ...own, ...pick("title"), ...under }));
    case "space":
      return made(
        await send(client, space.create, {
          ...own,
          ...pick("title", "emoji", "language", "editMode"),
          ...under,
        }),
      );
    case "specification": {
      const slug = getKey(wanted.address);
      const source = getSource(writer, slug, fields);
      const answer = await send(client, openapi.put, { ...own, specSlug: slug, source });
      return { id: slug, answer };
    }
    case "webhook":
      return made(await createWebhook(writer, fields));
    case "saml-provider":
      return made(await createProvider(writer, fields));
    default:
      return made(
        await send(client, site.create, { ...own, ...pick("type", "title", "visibility") }),
      );
  }
}

/** Members are sent with the new team, because the platform may otherwise add the current user. */
function listNewMembers(
  { ids }: Writer,
  fields: ResourceFields,
): { readonly members?: readonly string[] } {
  const emails = listItems(fields, "members").map(([email]) => ids.getUser(email));
  return emails.length === 0 ? {} : { members: emails };
}

/**
 * @param changes new values by field
 * @returns the updated resource, if the response contains it
 */
export async function update(
  writer: Writer,
  kind: ResourceKind,
  id: string,
  changes: ResourceFields,
): Promise<JsonObject | undefined> {
  const { client, organizationId, ids } = writer;
  const own = { organizationId };
  const plain = toPlainFields(changes);
  const { parent, mergeRules, ...rest } = plain;
  const rules =
    mergeRules === undefined
      ? {}
      : { mergeRules: mapMergeRules(mergeRules, (email) => ids.getUser(email)) };
  const to = parent === undefined ? undefined : { parent: getParentId(ids, parent) };
  let answer: JsonObject | undefined;
  const patch = async <E extends Endpoint>(endpoint: E, at: object, values: JsonObject) => {
    if (Object.keys(values).length > 0) answer = await send(client, endpoint, { ...at, ...values });
  };
  switch (kind) {
    case "organization": {
      const { defaultContent, ...values } = rest;
      const content =
        defaultContent === undefined ? {} : { defaultContent: toPointer(ids, defaultContent) };
      await patch(organization.update, own, { ...values, ...rules, ...content });
      break;
    }
    case "member":
      await patch(member.update, { ...own, userId: id }, rest);
      break;
    case "team":
      await patch(team.update, { ...own, teamId: id }, rest);
      await changeTeam(writer, id, listItems(changes, "members"));
      break;
    case "collection":
      await patch(collection.update, { collectionId: id }, rest);
      if (to) answer = await send(client, collection.move, { collectionId: id, ...to });
      break;
    case "space": {
      const { git, ...values } = rest;
      await patch(space.update, { spaceId: id }, { ...values, ...rules });
      if (git !== undefined) await writeConnection(client, id, git);
      if (to) answer = await send(client, space.move, { spaceId: id, ...to });
      break;
    }
    case "specification": {
      const { visibility } = rest;
      if (changes.has("url") || changes.has("text")) {
        const source = getSource(writer, id, changes);
        answer = await send(client, openapi.put, { ...own, specSlug: id, source });
      }
      if (visibility !== undefined) {
        await patch(openapi.update, { ...own, specSlug: id }, { visibility });
      }
      break;
    }
    case "webhook":
      answer = await updateWebhook(writer, id, plain);
      break;
    case "saml-provider":
      answer = await updateProvider(writer, id, changes);
      break;
    default: {
      const { updateSite } = await import("./write-site.ts");
      answer = await updateSite(writer, id, rest, changes);
    }
  }
  await changeGrants(writer, kind, id, listItems(changes, "grants"));
  return answer;
}

/** The content of a deleted collection is moved to its parent first. */
export async function remove(writer: Writer, kind: ResourceKind, id: string): Promise<void> {
  const { client, organizationId } = writer;
  const own = { organizationId };
  switch (kind) {
    case "member":
      await client.call(member.remove, { ...own, userId: id });
      break;
    case "invitation":
      await client.call(invitation.withdraw, { ...own, userId: id });
      break;
    case "team":
      await client.call(team.remove, { ...own, teamId: id });
      break;
    case "collection":
      await clearCollection(writer, id);
      await client.call(collection.remove, { collectionId: id });
      break;
    case "space":
      await client.call(space.remove, { spaceId: id });
      break;
    case "specification":
      await client.call(openapi.remove, { ...own, specSlug: id });
      break;
    case "webhook":
      await client.call(webhook.remove, { ...own, webhookId: id });
      break;
    case "saml-provider":
      await client.call(saml.remove, { ...own, samlProviderId: id });
      break;
    default:
      await client.call(site.remove, { ...own, siteId: id });
  }
}

async function clearCollection({ client, organizationId }: Writer, id: string): Promise<void> {
  const { value } = await client.call(collection.get, { collectionId: id });
  const parent = asText(asObject(value).parent) || null;
  for (const one of await readAll(client, collection.spaces, { collectionId: id })) {
    if (one.parent !== id) continue;
    await client.call(space.move, { spaceId: asText(one.id), parent });
  }
  for (const one of await readAll(client, collection.list, { organizationId })) {
    if (one.parent !== id) continue;
    await client.call(collection.move, { collectionId: asText(one.id), parent });
  }
}

/** The fields that are not list entries. */
function toPlainFields(fields: ResourceFields): Record<string, JsonValue> {
  return Object.fromEntries([...fields].filter(([name]) => !name.includes("/")));
}

function getKey(address: string): string {
  return address.slice(address.indexOf("/") + 1);
}

function getParentId(ids: ResourceIds, parent: JsonValue): string | null {
  return typeof parent === "string" ? ids.need(parent) : null;
}

function toPointer(ids: ResourceIds, address: JsonValue): JsonObject | null {
  if (typeof address !== "string") return null;
  const type = (["space", "collection", "site"] as const).find((one) => address.startsWith(one));
  return type === undefined ? null : { type, [type]: ids.need(address) };
}

/** @throws ApiError 400 if the files have neither a URL nor a file */
function getSource({ texts }: Writer, slug: string, fields: ResourceFields): JsonObject {
  const url = fields.get("url");
  if (typeof url === "string") return { url };
  const text = texts.get(slug);
  if (text !== undefined) return { text };
  throw new ApiError(400, `specs/${slug} has neither url nor file. Specify one of them.`);
}

/** Writes of team memberships and grants, in as few requests as possible. */
async function changeTeam(
  { client, organizationId, ids }: Writer,
  teamId: string,
  entries: readonly (readonly [string, JsonValue])[],
): Promise<void> {
  if (entries.length === 0) return;
  const additions = entries.filter(([, role]) => role !== null);
  const memberships = additions.map(([email, role]) => [
    ids.getUser(email),
    { role: asText(role) },
  ]);
  const add = memberships.map(([id]) => id);
  const remove = entries.flatMap(([email, role]) => (role === null ? [ids.getUser(email)] : []));
  await send(client, team.changeMembers, {
    organizationId,
    teamId,
    ...(add.length > 0 && { add, memberships: Object.fromEntries(memberships) }),
    ...(remove.length > 0 && { remove }),
  });
}

const grantsOf = {
  collection: collectionPermission.grant,
  space: spacePermission.grant,
  site: sitePermission.grant,
} as const;

/** Sends one request per role; the role null revokes a grant. */
async function changeGrants(
  { client, organizationId, ids }: Writer,
  kind: ResourceKind,
  id: string,
  entries: readonly (readonly [string, JsonValue])[],
): Promise<void> {
  if (kind !== "collection" && kind !== "space" && kind !== "site") return;
  const byRole = new Map<JsonValue, { users: string[]; teams: string[] }>();
  for (const [holder, role] of entries) {
    const holders = byRole.get(role) ?? { users: [], teams: [] };
    byRole.set(role, holders);
    if (holder.includes("@")) holders.users.push(ids.getUser(holder));
    else holders.teams.push(ids.need(holder));
  }
  const path = {
    collection: { collectionId: id },
    space: { spaceId: id },
    site: { organizationId, siteId: id },
  };
  for (const [role, { users, teams }] of byRole) {
    const holders = { ...(users.length > 0 && { users }), ...(teams.length > 0 && { teams }) };
    await send(client, grantsOf[kind], { ...path[kind], role, ...holders });
  }
}
