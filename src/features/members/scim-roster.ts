/** Parsing of SCIM ListResponses (RFC 7644, section 3.4.2) as rosters. */
import type { JsonObject, JsonValue } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { readExactly } from "../../json/exact-reading.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { asObject, asObjects, asText, isList, isObject } from "../../json/values.ts";
import { parseBoolean, scimWords } from "./roster-boolean.ts";
import { help, parseRosterPerson, type RosterPerson } from "./roster-person.ts";

/** Parses a SCIM ListResponse; undefined for another format. */
export function parseScim(text: string, name: string): JsonObject | undefined {
  if (!/^\s*\{\s*"/.test(text.replace(/^\uFEFF/, ""))) return undefined;
  let value: JsonValue;
  try {
    value = readExactly(text);
  } catch (error) {
    // Valid JSON that cannot be represented, such as a duplicate attribute.
    if (error instanceof RangeError) {
      throw new UsageError(`${name} is invalid: ${error.message}. No members were changed.`, help);
    }
    // NDJSON also starts with an object; a truncated ListResponse is recognized by its first fields.
    if (beginsWithObject(text)) return undefined;
    if (/"(?:Resources|schemas|totalResults)"/i.test(text.slice(0, 2000)))
      throw createTruncatedError(name);
    return undefined;
  }
  return isObject(value) && Object.keys(value).some((key) => key.toLowerCase() === "resources")
    ? value
    : refuseOther(value, name);
}

/** Whether the first line is an object, as in NDJSON. */
function beginsWithObject(text: string): boolean {
  const [first = ""] = text.trimStart().split(/\r?\n/, 1);
  try {
    return isObject(readExactly(first));
  } catch {
    return false;
  }
}

function refuseOther(value: JsonValue, name: string): undefined {
  const { schemas, totalResults } = asObject(value);
  if (schemas === undefined && totalResults === undefined) return undefined;
  throw new UsageError(`${name} is a SCIM response without Resources. No members were changed.`);
}

function createTruncatedError(name: string): UsageError {
  return new UsageError(
    `${name} is truncated: its JSON is incomplete. No members were changed.`,
    help,
  );
}

/** The schema of users, whose attributes are at the top level of a resource (RFC 7643, section 3). */
const userSchema = "urn:ietf:params:scim:schemas:core:2.0:user";

/**
 * The value of a SCIM attribute. Names are not case-sensitive (RFC 7643, section 2.1), and can have the
 * schema as a prefix (RFC 7644, section 3.10).
 * @throws UsageError for an attribute that is present in two spellings
 */
function findAttribute(resource: JsonObject, name: string, at: string): JsonValue | undefined {
  const word = name.toLowerCase();
  const names = [word, `${userSchema}:${word}`];
  const keys = Object.keys(resource).filter((key) => names.includes(key.toLowerCase()));
  if (keys.length > 1) {
    throw new UsageError(
      `${at} has the attribute ${name} ${keys.length} times (${keys.join(", ")}). No members were changed.`,
      help,
    );
  }
  return resource[keys[0] ?? name];
}

/** The users of a response, and what was skipped in it. */
export interface ScimRoster {
  readonly people: readonly RosterPerson[];
  /** The number of resources of each other type, such as Group. */
  readonly otherResources: ReadonlyMap<string, number>;
  /** Attributes that are neither in the core schema nor in an extension. */
  readonly unusedAttributes: readonly string[];
}

/** @throws UsageError if the response is not complete, or has an invalid resource */
export function parseScimRoster(answer: JsonObject, name: string): ScimRoster {
  const values = findAttribute(answer, "Resources", name);
  if (!isList(values) || !values.every(isObject)) {
    throw new UsageError(`Resources in ${name} must be a list of objects.`, help);
  }
  const resources = asObjects(values);
  const totalResults = findAttribute(answer, "totalResults", name);
  if (totalResults !== undefined && typeof totalResults !== "number") {
    const text = writeJson(totalResults);
    throw new UsageError(`${name}: totalResults must be a number, not ${text}.`, help);
  }
  if (totalResults !== resources.length) {
    throw new UsageError(
      `${name} contains ${resources.length} of ${String(totalResults ?? "an unknown number of")} users. Save all users in one ListResponse. No members were changed.`,
      help,
    );
  }
  refuseOnePage(answer, name);
  const people: RosterPerson[] = [];
  const otherResources = new Map<string, number>();
  const unusedAttributes = new Set<string>();
  for (const [index, resource] of resources.entries()) {
    const at = `${name}, resource ${index + 1}`;
    const type = findOtherType(resource, at);
    if (type !== undefined) {
      otherResources.set(type, (otherResources.get(type) ?? 0) + 1);
      continue;
    }
    people.push(parseScimPerson(resource, at));
    for (const attribute of Object.keys(resource)) {
      if (isUnknown(attribute)) unusedAttributes.add(attribute);
    }
  }
  return { people, otherResources, unusedAttributes: [...unusedAttributes] };
}

/**
 * Some servers return the size of the page as totalResults, so the numbers of a later page agree. A cursor
 * leads to more users (RFC 9865).
 */
function refuseOnePage(answer: JsonObject, name: string): void {
  const startIndex = findAttribute(answer, "startIndex", name);
  const next = findAttribute(answer, "nextCursor", name);
  const previous = findAttribute(answer, "previousCursor", name);
  const isLater = startIndex !== undefined && !(Number(startIndex) <= 1);
  const cursors = [next, previous].filter((one) => one !== undefined && one !== null && one !== "");
  if (!isLater && cursors.length === 0) return;
  const reason = isLater ? `it starts at user ${writeJson(startIndex)}` : "it has a cursor";
  throw new UsageError(
    `${name} is one page of a list: ${reason}. Save all users in one ListResponse. No members were changed.`,
    help,
  );
}

/** RFC 7643, sections 3.1, 4.1.1 and 4.1.2. */
const coreAttributes: ReadonlySet<string> = new Set(
  `schemas id externalid meta username name displayname nickname profileurl title usertype
   preferredlanguage locale timezone active password emails phonenumbers ims photos addresses groups
   entitlements roles x509certificates`.split(/\s+/),
);

/** Whether the attribute could be a state in another form, such as a status or a date of deletion. */
function isUnknown(attribute: string): boolean {
  const word = attribute.toLowerCase();
  if (word.startsWith(`${userSchema}:`))
    return !coreAttributes.has(word.slice(userSchema.length + 1));
  return !word.startsWith("urn:") && !coreAttributes.has(word);
}

const schemaOfCore = /^urn:ietf:params:scim:schemas:core:2\.0:(\w+)$/i;

/**
 * The type of a resource that is not a user. A query of the root of a server returns all types (RFC 7644,
 * section 3.4.2.1), and a group may have emails.
 * @throws UsageError for a resource with contradictory types, or that is like a group
 */
function findOtherType(resource: JsonObject, at: string): string | undefined {
  const meta = asObject(findAttribute(resource, "meta", at));
  const resourceType = asText(findAttribute(meta, "resourceType", at)).trim();
  const schemas = findAttribute(resource, "schemas", at);
  const types = (isList(schemas) ? schemas : [schemas]).flatMap((schema) => {
    const [, type] = schemaOfCore.exec(asText(schema).trim()) ?? [];
    return type ?? [];
  });
  const all = resourceType === "" ? types : [resourceType, ...types];
  const others = all.filter((type) => type.toLowerCase() !== "user");
  const isUser = others.length < all.length;
  const [other] = others;
  if (other !== undefined && isUser) {
    throw new UsageError(`${at} is both a User and a ${other}. No members were changed.`, help);
  }
  if (other !== undefined) return other;
  if (!isUser && findAttribute(resource, "members", at) !== undefined) {
    throw new UsageError(
      `${at} has members and no type, so it may be a group. No members were changed.`,
      help,
    );
  }
  return undefined;
}

function nameIn(resource: JsonObject, at: string): string {
  const displayName = asText(findAttribute(resource, "displayName", at));
  if (displayName !== "") return displayName;
  const name = asObject(findAttribute(resource, "name", at));
  const get = (part: string) => asText(findAttribute(name, part, at));
  return get("formatted") || `${get("givenName")} ${get("familyName")}`.trim();
}

function parseScimPerson(resource: JsonObject, at: string): RosterPerson {
  const nested = Object.keys(resource).find((key) => key.toLowerCase() === userSchema);
  if (nested !== undefined) {
    throw new UsageError(
      `${at} has attributes in ${nested}, which must be at its top level. No members were changed.`,
      help,
    );
  }
  const get = (name: string) => findAttribute(resource, name, at);
  const userName = asText(get("userName"));
  const email = findPrimary(get("emails"), `${at}: emails`, userName);
  const groups = get("groups");
  if (isList(groups)) requireObjects(groups, `${at}: groups`);
  const active = get("active");
  return parseRosterPerson(at, {
    id: asText(get("id")),
    email: asText(email && findAttribute(email, "value", at)) || userName,
    role: asText(findPrimary(get("roles"), `${at}: roles`)?.value),
    teams: groups === undefined ? undefined : asObjects(groups).map((one) => groupName(one, at)),
    hasEmptyTeams: groups !== undefined && !isList(groups),
    active: parseBoolean(active, { at, name: "active", words: scimWords, fallback: true }),
    hasActive: active !== undefined,
    displayName: nameIn(resource, at),
    isForeign: true,
  });
}

/** @throws UsageError for a value in another form, which would be overlooked, such as a name of a group */
function requireObjects(values: readonly JsonValue[], at: string): void {
  const other = values.find((value) => !isObject(value));
  if (other === undefined) return;
  const text = writeJson(other);
  throw new UsageError(`${at}: ${text} must be an object. No members were changed.`, help);
}

/**
 * The primary value of a multi-valued attribute. Without one, the value that is also the user name, the one
 * for work, or the first one, because a change of the order must not exchange a member.
 * @throws UsageError for two primary values (RFC 7643, section 2.4)
 */
function findPrimary(
  values: JsonValue | undefined,
  at: string,
  userName = "",
): JsonObject | undefined {
  if (isList(values)) requireObjects(values, at);
  const list = asObjects(values);
  const [primary, other] = list.filter((one) => {
    const value = findAttribute(one, "primary", at);
    return parseBoolean(value, { at, name: "primary", words: scimWords, fallback: false });
  });
  if (other !== undefined) {
    throw new UsageError(`${at}: two values are primary. No members were changed.`, help);
  }
  const get = (one: JsonObject, name: string) => asText(findAttribute(one, name, at)).toLowerCase();
  return (
    primary ??
    list.find((one) => userName !== "" && get(one, "value") === userName.toLowerCase()) ??
    list.find((one) => get(one, "type") === "work") ??
    list[0]
  );
}

/** The display name of a group is optional; its value is the id. */
function groupName(group: JsonObject, at: string): string {
  const name =
    asText(findAttribute(group, "display", at)) || asText(findAttribute(group, "value", at));
  if (name !== "") return name;
  throw new UsageError(`${at}: a group has neither display nor value. No members were changed.`);
}
