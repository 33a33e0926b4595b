/** Writes of docs sites and their parts. */
import type { JsonObject, JsonValue } from "../../../context.ts";
import * as site from "../../../contract/site.ts";
import * as customization from "../../../contract/site-customization.ts";
import * as link from "../../../contract/site-external-link.ts";
import * as section from "../../../contract/site-section.ts";
import * as group from "../../../contract/site-section-group.ts";
import * as shareLink from "../../../contract/site-share-link.ts";
import * as siteSpace from "../../../contract/site-space.ts";
import { ApiError } from "../../../errors.ts";
import { formatCount } from "../../../json/pluralize.ts";
import { asObject, asObjects, asText, isList } from "../../../json/values.ts";
import { readAll } from "../../read-all.ts";
import type { ResourceIds } from "../ids.ts";
import { changeRedirects } from "../redirects.ts";
import {
  type DesiredResource,
  getSite,
  type ResourceFields,
  type ResourceKind,
} from "../resource.ts";
import { listItems, send, type Writer } from "./send.ts";

/** The types of site parts in API references. */
const typeOfPart = {
  group: "site-section-group",
  section: "site-section",
  "site-space": "site-space",
  link: "site-external-link",
} as const;

export type WrittenPartKind = keyof typeof typeOfPart;

export function isPart(kind: ResourceKind): kind is WrittenPartKind {
  return kind in typeOfPart;
}

/** A created part; a section is created with its first site space. */
export interface CreatedPart {
  readonly id: string;
  readonly answer: JsonObject;
  readonly firstSiteSpace?: string;
}

/** @param first the first site space of a section */
export async function createPart(
  { client, organizationId, ids }: Writer,
  { kind, address, fields }: DesiredResource,
  first: DesiredResource | undefined,
): Promise<CreatedPart> {
  const at = { organizationId, siteId: ids.need(getSite(address)) };
  const pick = (...names: readonly string[]) => {
    const all = names.map((name) => [name, fields.get(name)] as const);
    return Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== null));
  };
  const groupId = findId(ids, fields.get("group"));
  if (kind === "group") {
    const parent = groupId === null ? {} : { parent: groupId };
    const answer = await send(client, group.create, {
      ...at,
      ...pick("title", "icon"),
      ...parent,
    });
    return { id: asText(answer.id), answer };
  }
  if (kind === "link") {
    const parent = groupId === null ? {} : { parent: groupId };
    const words = pick("title", "url", "icon", "description", "condition");
    const answer = await send(client, link.create, { ...at, ...words, ...parent });
    return { id: asText(answer.id), answer };
  }
  if (kind === "section") {
    if (first === undefined) {
      throw new ApiError(400, `${address} has no spaces. A section requires at least one.`);
    }
    const spaceId = ids.need(asText(first.fields.get("space")));
    const words = { ...pick("title", "icon"), siteSectionGroupId: groupId };
    const answer = await send(client, section.create, { ...at, spaceId, ...words });
    const [made] = asObjects(answer.siteSpaces);
    return {
      id: asText(answer.id),
      answer,
      ...(made !== undefined && { firstSiteSpace: asText(made.id) }),
    };
  }
  const sectionId = findId(ids, fields.get("section"));
  const answer = await send(client, siteSpace.create, {
    ...at,
    spaceId: ids.need(asText(fields.get("space"))),
    ...(sectionId !== null && { sectionId }),
  });
  return { id: asText(answer.id), answer };
}

/** @param changes must not contain the section of a site space, which cannot be changed */
export async function updatePart(
  writer: Writer,
  kind: WrittenPartKind,
  address: string,
  id: string,
  changes: ResourceFields,
): Promise<JsonObject | undefined> {
  const { client, organizationId, ids } = writer;
  const siteAddress = getSite(address);
  const at = { organizationId, siteId: ids.need(siteAddress) };
  const { order, default: first, group: into, space, ...rest } = Object.fromEntries(changes);
  let answer: JsonObject | undefined;
  if (kind === "group") {
    const parent = into === undefined ? {} : { parentSectionGroupId: findId(ids, into) };
    const values = { ...rest, ...parent };
    if (Object.keys(values).length > 0) {
      answer = await send(client, group.update, { ...at, siteSectionGroupId: id, ...values });
    }
  } else if (kind === "link") {
    const parent = into === undefined ? {} : { parent: findId(ids, into) };
    answer = await send(client, link.update, { ...at, siteExternalLinkId: id, ...rest, ...parent });
  } else if (kind === "section") {
    const parent = into === undefined ? {} : { siteSectionGroupId: findId(ids, into) };
    const arrival =
      typeof first === "string" ? { defaultSiteSpace: ids.need(`${siteAddress}/${first}`) } : {};
    const values = { ...rest, ...parent, ...arrival };
    if (Object.keys(values).length > 0) {
      answer = await send(client, section.update, { ...at, siteSectionId: id, ...values });
    }
  } else {
    const shown = space === undefined ? {} : { spaceId: ids.need(asText(space)) };
    answer = await send(client, siteSpace.update, { ...at, siteSpaceId: id, ...rest, ...shown });
  }
  if (order !== undefined) await arrange(writer, siteAddress, order);
  return answer;
}

export async function removePart(
  { client, organizationId }: Writer,
  kind: WrittenPartKind,
  siteId: string,
  id: string,
): Promise<void> {
  const at = { organizationId, siteId };
  if (kind === "group") await client.call(group.remove, { ...at, siteSectionGroupId: id });
  else if (kind === "section") await client.call(section.remove, { ...at, siteSectionId: id });
  else if (kind === "link") await client.call(link.remove, { ...at, siteExternalLinkId: id });
  else await client.call(siteSpace.remove, { ...at, siteSpaceId: id });
}

/**
 * @param plain the changed fields that are not list entries
 * @param changes all changed fields
 */
export async function updateSite(
  writer: Writer,
  siteId: string,
  plain: Readonly<Record<string, JsonValue>>,
  changes: ResourceFields,
): Promise<JsonObject | undefined> {
  const { client, organizationId, ids } = writer;
  const at = { organizationId, siteId };
  const { order, default: first, published, adaptiveContent, type: _, ...rest } = plain;
  const adaptive =
    adaptiveContent === undefined ? {} : { adaptiveContent: { enabled: adaptiveContent === true } };
  const values = { ...rest, ...adaptive };
  let answer: JsonObject | undefined;
  if (Object.keys(values).length > 0)
    answer = await send(client, site.update, { ...at, ...values });
  await changeCustomization(writer, siteId, listItems(changes, "customization"));
  await changeShareLinks(writer, siteId, listItems(changes, "shareLinks"));
  const address = ids.getAddress("site", siteId);
  if (order !== undefined) await arrange(writer, address, order);
  if (typeof first === "string") {
    const id = ids.need(`${address}/${first}`);
    const isSection = ids.getAddress("section", id) === `${address}/${first}`;
    const arrival = isSection ? { defaultSiteSection: id } : { defaultSiteSpace: id };
    await send(client, site.update, { ...at, ...arrival });
  }
  if (published !== undefined) {
    answer = await send(client, published === true ? site.publish : site.unpublish, at);
  }
  const replaced = await changeRedirects(writer, siteId, changes);
  if (replaced.length > 0) {
    const [some, more] = [replaced.slice(0, 3).join(", "), replaced.length > 3 ? ", …" : ""];
    const count = formatCount(replaced.length, "former URL");
    writer.note(
      `${address}: the platform does not redirect ${count} automatically (${some}${more}). Ordinary redirects were created.`,
    );
  }
  return answer;
}

/** The API replaces the complete customization, so the current values are sent with the changes. */
async function changeCustomization(
  { client, organizationId }: Writer,
  siteId: string,
  entries: readonly (readonly [string, JsonValue])[],
): Promise<void> {
  if (entries.length === 0) return;
  const at = { organizationId, siteId };
  const current = asObject((await client.call(customization.get, at)).value);
  const settings: Record<string, JsonValue> = { ...current };
  for (const [path, value] of entries) {
    const [part = "", name = ""] = path.split(".");
    settings[part] = { ...asObject(settings[part]), [name]: value };
  }
  await send(client, customization.put, { ...at, settings });
}

async function changeShareLinks(
  { client, organizationId }: Writer,
  siteId: string,
  entries: readonly (readonly [string, JsonValue])[],
): Promise<void> {
  if (entries.length === 0) return;
  const at = { organizationId, siteId };
  const links = await readAll(client, shareLink.list, at);
  for (const [name, active] of entries) {
    const existing = links.find((one) => asText(one.name) === name);
    const id = { shareLinkId: asText(existing?.id) };
    if (active === null) {
      if (existing) await client.call(shareLink.remove, { ...at, ...id });
    } else if (existing) {
      await client.call(shareLink.update, { ...at, ...id, active: active === true });
    } else {
      const made = await send(client, shareLink.create, { ...at, name });
      if (active !== true) {
        await client.call(shareLink.update, { ...at, shareLinkId: asText(made.id), active: false });
      }
    }
  }
}

/** Sorts parts; parts that are not in the files stay before them. */
async function arrange(
  { client, organizationId, ids }: Writer,
  siteAddress: string,
  order: JsonValue,
): Promise<void> {
  const at = { organizationId, siteId: ids.need(siteAddress) };
  const keys = isList(order) ? order.map(asText) : [];
  const parts = keys.map((key) => {
    const address = `${siteAddress}/${key}`;
    const id = ids.need(address);
    const kind = (Object.keys(typeOfPart) as WrittenPartKind[]).find(
      (one) => ids.getAddress(one, id) === address,
    );
    return { type: typeOfPart[kind ?? "section"], id };
  });
  for (const [index, item] of parts.entries()) {
    const before = parts[index - 1];
    if (before === undefined) continue;
    await send(client, site.sort, { ...at, item, position: { after: before } });
  }
}

function findId(ids: ResourceIds, address: JsonValue | undefined): string | null {
  return typeof address === "string" ? ids.need(address) : null;
}
