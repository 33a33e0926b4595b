/** Conversion of API resources to the fields of the configuration files. */
import type { JsonObject, JsonValue } from "../../context.ts";
import { findOwn } from "../../json/own-members.ts";
import { asObject, asObjects, asText, isList, isObject } from "../../json/values.ts";
import type { ResourceKind } from "./resource.ts";

/** Lookup of addresses and emails by id. */
export interface AddressBook {
  /** The address of a resource; `id:<id>` if it is in no file. */
  readonly getAddress: (kind: ResourceKind, id: string) => string;
  /** The email of a member in lower case; `id:<id>` for a user who is not a member. */
  readonly getEmail: (userId: string) => string;
}

type ApiValues = Readonly<Record<string, JsonValue>>;

export function listOrganizationFields(one: JsonObject, names: AddressBook): ApiValues {
  return {
    title: asText(one.title),
    emailDomains: isList(one.emailDomains) ? one.emailDomains.map(asText).toSorted() : [],
    hostname: one.hostname ?? null,
    defaultRole: one.defaultRole ?? null,
    defaultContent: findContentAddress(asObject(one.defaultContent), names),
    logo: asObject(one.urls).logo ?? null,
    sso: one.sso === true,
    ai: one.ai === true,
    inviteLinks: one.inviteLinks === true,
    mergeRules: mapMergeRules(one.mergeRules, (id) => names.getEmail(id)),
  };
}

function findContentAddress(
  { site, space, collection }: JsonObject,
  names: AddressBook,
): string | null {
  if (typeof site === "string") return names.getAddress("site", site);
  if (typeof space === "string") return names.getAddress("space", space);
  return typeof collection === "string" ? names.getAddress("collection", collection) : null;
}

/** Merge rules with each user mapped from id to email, or from email to id. */
export function mapMergeRules(
  value: JsonValue | undefined,
  mapUser: (user: string) => string,
): JsonValue {
  if (!isObject(value)) return { type: "none" };
  if (!isList(value.rules)) return { type: asText(value.type) };
  const rules = asObjects(value.rules).map((rule) =>
    isList(rule.users)
      ? { ...rule, users: rule.users.map((user) => mapUser(asText(user))).toSorted() }
      : rule,
  );
  return { type: "rules", rules };
}

export function listMemberFields({ role, disabled }: JsonObject): ApiValues {
  return { role: role ?? null, disabled: disabled === true };
}

export function listCollectionFields(one: JsonObject, names: AddressBook): ApiValues {
  return {
    title: asText(one.title),
    description: asText(one.description),
    defaultLevel: one.defaultLevel ?? null,
    parent: resolveParent(one, names),
  };
}

function resolveParent({ parent }: JsonObject, names: AddressBook): string | null {
  return typeof parent === "string" ? names.getAddress("collection", parent) : null;
}

export function listSpaceFields(one: JsonObject, names: AddressBook): ApiValues {
  return {
    title: asText(one.title),
    emoji: asText(one.emoji) || null,
    language: one.language ?? null,
    editMode: one.editMode ?? null,
    defaultLevel: one.defaultLevel ?? null,
    mergeRules: mapMergeRules(one.mergeRules, (id) => names.getEmail(id)),
    parent: resolveParent(one, names),
  };
}

/** Excludes the text, which needs a separate request. */
export function listSpecificationFields({ sourceURL, visibility }: JsonObject): ApiValues {
  return { url: sourceURL ?? null, visibility: visibility ?? null };
}

/** Excludes the structure and other parts that need separate requests. */
export function listSiteFields(one: JsonObject): ApiValues {
  return {
    type: one.type ?? null,
    title: asText(one.title),
    visibility: asText(one.visibility),
    basename: one.basename ?? null,
    defaultLevel: one.defaultLevel ?? null,
    adaptiveContent: asObject(one.adaptiveContent).enabled === true,
    agentsContext: one.agentsContext ?? null,
    proxy: asObject(one.proxy).origin ?? null,
    published: one.published === true,
  };
}

/** A part of a site. */
export interface LivePart {
  readonly kind: ResourceKind;
  readonly id: string;
  readonly title: string;
  readonly entries: ApiValues;
}

const partKindOf: Readonly<Record<string, ResourceKind>> = {
  "site-section-group": "group",
  "site-section": "section",
  "site-space": "site-space",
  "site-external-link": "link",
};

/**
 * The parts in a response with a site's structure, and the fields of the site that refer to them: the
 * top-level order and the default part.
 */
export function collectLiveParts(
  response: JsonObject,
  names: AddressBook,
): { readonly site: ApiValues; readonly parts: readonly LivePart[] } {
  const parts: LivePart[] = [];
  const getKey = (one: JsonObject) => getPartKey(names, one);

  function getSiblingOrder(items: readonly JsonObject[], parent: string | null): ApiValues {
    for (const item of items) add(item, parent);
    return { order: items.map(getKey) };
  }

  function add(one: JsonObject, parent: string | null): void {
    const kind = findOwn(partKindOf, asText(one.object));
    if (kind === undefined) return;
    const id = asText(one.id);
    const address = names.getAddress(kind, id);
    const text = (name: string) => asText(one[name]) || null;
    const title = asText(one.title);
    const entries: Record<string, JsonValue> = {};
    if (kind === "site-space") {
      entries.space = names.getAddress("space", asText(asObject(one.space).id));
      Object.assign(entries, {
        section: parent,
        path: asText(one.path),
        condition: text("condition"),
      });
    } else {
      Object.assign(entries, { title, icon: text("icon"), group: parent });
    }
    if (kind === "link") Object.assign(entries, { url: asText(one.url) });
    if (kind === "section" || kind === "link") {
      Object.assign(entries, { description: text("description"), condition: text("condition") });
    }
    if (kind === "section") {
      const spaces = asObjects(one.siteSpaces);
      const first = spaces.find((each) => each.default === true);
      Object.assign(entries, getSiblingOrder(spaces, address));
      Object.assign(entries, { path: asText(one.path), default: first ? getKey(first) : null });
    }
    if (kind === "group") Object.assign(entries, getSiblingOrder(asObjects(one.children), address));
    parts.push({ kind, id, title, entries });
  }

  const top = asObjects(response.structure);
  const order = getSiblingOrder(top, null);
  const defaultPart = listArrivals(top).find((one) => one.default === true);
  return { site: { ...order, default: defaultPart ? getKey(defaultPart) : null }, parts };
}

/** The top-level sections and site spaces of a site, including those in groups. */
function listArrivals(items: readonly JsonObject[]): readonly JsonObject[] {
  return items.flatMap((item) =>
    item.object === "site-section-group" ? listArrivals(asObjects(item.children)) : [item],
  );
}

/** The key of a part in its site's file: the last segment of its address. */
function getPartKey(names: AddressBook, one: JsonObject): string {
  const kind = findOwn(partKindOf, asText(one.object)) ?? "link";
  const address = names.getAddress(kind, asText(one.id));
  return address.startsWith("id:") ? address : (address.split("/").at(-1) ?? "");
}
