/** State of the target of a write, in the form that is stored and compared. */
import { type Endpoint, resolveLocation } from "../contract/endpoint.ts";
import type { FieldsBack, Inverse, Opposite, RoleList, RolesBack } from "../contract/inverse.ts";
import { ApiError } from "../errors.ts";
import { toCanonicalText } from "../json/canonical.ts";
import {
  asObject,
  asObjects,
  asText,
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
} from "../json/values.ts";
import { findTitle } from "./history-entry.ts";
import { readPosition } from "./position.ts";
import {
  fill,
  getValueAt,
  listPages,
  lookAt,
  type ReadPath,
  type TargetState,
} from "./read-path.ts";
import { readRedirects } from "./redirects.ts";

/** The part of a write that is needed to read its target. */
export interface WriteRequest {
  readonly endpoint: Endpoint;
  readonly input: JsonObject;
}

/**
 * The state that a write is about to change, or has changed; undefined for a resource that it
 * creates.
 * @throws ApiError if the platform does not show it
 */
export async function readState(
  inverse: Inverse,
  about: WriteRequest,
  read: ReadPath,
): Promise<TargetState | undefined> {
  switch (inverse.how) {
    case "fields": {
      const target = await lookAt(inverse, about.input, read);
      return { state: selectFields(inverse, about.endpoint, target), title: findTitle(target) };
    }
    case "opposite":
      return readOpposite(inverse, about.input, read);
    case "roles":
      return { state: await readRoles(inverse, about.input, read) };
    case "move":
      return readPosition(inverse, about.input, read);
    case "redirects":
      return { state: await readRedirects(inverse, about.input, read) };
    case "delete":
      return undefined;
  }
}

/** The body fields of an operation, as a response contains them. */
export function selectFields(
  inverse: FieldsBack,
  endpoint: Endpoint,
  target: JsonObject,
): JsonObject {
  const told = listBodyFields(endpoint).filter((name) => inverse.untold?.[name] === undefined);
  const state = told.flatMap((name): [string, JsonValue][] => {
    const value = getValueAt(target, inverse.members?.[name] ?? name);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(state);
}

/** The request fields that responses contain. */
export function listSentFields(
  inverse: FieldsBack,
  { endpoint, input }: WriteRequest,
): readonly string[] {
  return listBodyFields(endpoint).filter(
    (name) => input[name] !== undefined && inverse.untold?.[name] === undefined,
  );
}

export function listBodyFields(endpoint: Endpoint): readonly string[] {
  return Object.keys(endpoint.input).filter((name) => resolveLocation(endpoint, name) === "body");
}

async function readOpposite(
  { look, makes }: Opposite,
  input: JsonObject,
  read: ReadPath,
): Promise<TargetState> {
  try {
    const target = asObject(await read(fill(look, input)));
    const title = findTitle(target);
    if (typeof makes === "string") {
      return { state: { absent: target.deletedAt !== undefined }, title };
    }
    const members = Object.keys(makes).map((name): [string, JsonValue] => [
      name,
      getValueAt(target, name) ?? null,
    ]);
    return { state: Object.fromEntries(members), title };
  } catch (error) {
    if (typeof makes !== "string" || !isAbsent(error)) throw error;
    return { state: { absent: true } };
  }
}

/** The state that an operation with an opposite produces. */
export function toOppositeState({ makes }: Opposite): JsonObject {
  return typeof makes === "string" ? { absent: makes === "absent" } : makes;
}

/** Whether the platform reported that a resource does not exist, or no longer exists. */
export function isAbsent(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}

/** The users and teams in a write. */
export function listHolders(input: JsonObject): {
  readonly users: readonly string[];
  readonly teams: readonly string[];
} {
  const texts = (value: JsonValue | undefined) =>
    isList(value) ? value.filter((one) => typeof one === "string") : [];
  const one = (value: JsonValue | undefined) => (typeof value === "string" ? [value] : []);
  const users = [
    ...one(input.userId),
    ...texts(input.users),
    ...texts(input.add),
    ...texts(input.remove),
    ...Object.keys(asObject(input.memberships)),
  ];
  const teams = [...one(input.teamId), ...texts(input.teams)];
  return { users: [...new Set(users)], teams: [...new Set(teams)] };
}

async function readRoles(
  inverse: RolesBack,
  input: JsonObject,
  read: ReadPath,
): Promise<JsonObject> {
  const { users, teams } = listHolders(input);
  const people = await loadRoles(inverse.users, users, input, read);
  return {
    ...(users.length > 0 && { users: people.roles }),
    ...(teams.length > 0 &&
      inverse.teams && { teams: (await loadRoles(inverse.teams, teams, input, read)).roles }),
    ...(Object.keys(people.ids).length > 0 && { ids: people.ids }),
  };
}

interface Roles {
  /** By the principals in the write. */
  readonly roles: JsonObject;
  /** Of the users that it names by email, those on the list. */
  readonly ids: JsonObject;
}

async function loadRoles(
  { list, id, email, role }: RoleList,
  wanted: readonly string[],
  input: JsonObject,
  read: ReadPath,
): Promise<Roles> {
  const roles = new Map<string, JsonValue>(wanted.map((one) => [one, "none"]));
  const ids = new Map<string, JsonValue>();
  const byEmail = new Map(wanted.map((one) => [one.toLowerCase(), one]));
  let left = wanted.length;
  if (left === 0) return { roles: {}, ids: {} };
  for await (const page of listPages(fill(list, input), read)) {
    for (const item of asObjects(asObject(page).items)) {
      const itself = asText(getValueAt(item, id));
      const named = email && byEmail.get(asText(getValueAt(item, email)).toLowerCase());
      const holder = roles.has(itself) ? itself : named;
      if (holder === undefined || roles.get(holder) !== "none") continue;
      roles.set(holder, getValueAt(item, role) ?? null);
      if (holder !== itself) ids.set(holder, itself);
      left--;
    }
    if (left === 0) break;
  }
  return { roles: Object.fromEntries(roles), ids: Object.fromEntries(ids) };
}

/** The members that differ between two states. Empty values count as absent, and times are ignored. */
export function computeDifferences(one: JsonObject, other: JsonObject): readonly string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !isTime(name) && !isSame(one[name], other[name]));
}

function isTime(name: string): boolean {
  return /[a-z](?:At|Date)$/.test(name);
}

export function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  const isEmpty = (value: JsonValue | undefined) =>
    value === undefined || value === null || value === "";
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
  return toCanonicalText(withoutTimes(one)) === toCanonicalText(withoutTimes(other));
}

function withoutTimes(value: JsonValue | undefined): JsonValue | undefined {
  if (isList(value)) return value.map((one) => withoutTimes(one) ?? null);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => !isTime(name));
  return Object.fromEntries(members.map(([name, one]) => [name, withoutTimes(one) ?? null]));
}
