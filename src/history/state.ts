/** Reads what a write changes, in the form in which it is kept and compared. */
import { type Endpoint, locationOf } from "../contract/endpoint.ts";
import type {
  Address,
  FieldsBack,
  Inverse,
  MovedBack,
  Opposite,
  RoleList,
  RolesBack,
} from "../contract/inverse.ts";
import { Problem } from "../errors.ts";
import { canonicalText } from "../json/canonical.ts";
import {
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  objectIn,
  objectsIn,
  textIn,
} from "../json/values.ts";
import { titleIn } from "./entry.ts";

/** Sends a GET to a path below the base address. Throws `Problem` for an answer of refusal. */
export type Read = (path: string) => Promise<JsonValue | undefined>;

export interface State {
  readonly state: JsonObject;
  /** What people call the target, if the answer says so. */
  readonly title?: string | undefined;
}

/** The write, as far as reading its target needs it. */
export interface About {
  readonly endpoint: Endpoint;
  readonly input: JsonObject;
}

/**
 * What a write is about to change, or has changed. What it makes is not there before, so that is
 * undefined.
 * @throws Problem if the platform does not show it
 */
export async function readState(
  inverse: Inverse,
  about: About,
  read: Read,
): Promise<State | undefined> {
  switch (inverse.how) {
    case "fields": {
      const target = await lookAt(inverse.look, inverse.item, about.input, read);
      return { state: fieldsIn(inverse, about.endpoint, target), title: titleIn(target) };
    }
    case "opposite":
      return readOpposite(inverse, about.input, read);
    case "roles":
      return { state: await readRoles(inverse, about.input, read) };
    case "move":
      return readPosition(inverse, about.input, read);
    case "delete":
      return undefined;
  }
}

/** The path of an address. @throws Problem if a name of it is not known */
export function fill(address: Address, names: JsonObject): string {
  return address.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = names[name];
    if (typeof value !== "string" || value === "") throw new Problem(404, `There is no ${name}.`);
    return encodeURIComponent(value);
  });
}

/** What is at an address, or the item of its list that has the value of a field. */
export async function lookAt(
  look: Address,
  item: FieldsBack["item"],
  input: JsonObject,
  read: Read,
): Promise<JsonObject> {
  const path = fill(look, input);
  if (item === undefined) return objectIn(await read(path));
  const wanted = textIn(input[item.is]);
  for await (const answer of pagesOf(path, read)) {
    const found = findWithin(answer, item.member, wanted);
    if (found !== undefined) return found;
  }
  throw new Problem(404, `There is no ${wanted} in ${path}.`);
}

/** The pages of a list; of what is no list, the answer. */
export async function* pagesOf(path: string, read: Read): AsyncGenerator<JsonValue> {
  let token: string | undefined;
  const met = new Set<string>();
  do {
    const query = token === undefined ? "" : `&page=${encodeURIComponent(token)}`;
    const isStructure = path.endsWith("/structure");
    const answer = await read(isStructure ? path : `${path}?limit=1000${query}`);
    yield answer ?? null;
    token = textIn(objectIn(objectIn(answer).next).page);
    if (met.has(token)) return;
    met.add(token);
  } while (token !== "");
}

/** The object at any depth whose member has the value. */
function findWithin(value: JsonValue, member: string, wanted: string): JsonObject | undefined {
  if (isList(value)) {
    for (const one of value) {
      const found = findWithin(one, member, wanted);
      if (found !== undefined) return found;
    }
  }
  if (!isObject(value)) return undefined;
  if (valueAt(value, member) === wanted) return value;
  return findWithin(
    Object.values(value).filter((one) => typeof one === "object"),
    member,
    wanted,
  );
}

/** The value of a member: of `a.b`, of the whole if empty, of `a=b` whether it is so. */
export function valueAt(object: JsonObject, member: string): JsonValue | undefined {
  if (member === "") return object;
  const [path = "", wanted] = member.split("=");
  const value = path
    .split(".")
    .reduce<JsonValue | undefined>((inner, name) => objectIn(inner)[name], object);
  return wanted === undefined ? value : value === wanted;
}

/** The fields of an operation's body as an answer tells them. */
export function fieldsIn(inverse: FieldsBack, endpoint: Endpoint, target: JsonObject): JsonObject {
  const told = bodyFields(endpoint).filter((name) => inverse.untold?.[name] === undefined);
  const state = told.flatMap((name): [string, JsonValue][] => {
    const value = valueAt(target, inverse.members?.[name] ?? name);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(state);
}

export function bodyFields(endpoint: Endpoint): readonly string[] {
  return Object.keys(endpoint.input).filter((name) => locationOf(endpoint, name) === "body");
}

async function readOpposite(
  { look, makes }: Opposite,
  input: JsonObject,
  read: Read,
): Promise<State> {
  try {
    const target = objectIn(await read(fill(look, input)));
    const title = titleIn(target);
    if (makes === "absent") return { state: { absent: target.deletedAt !== undefined }, title };
    const members = Object.keys(makes).map((name): [string, JsonValue] => [
      name,
      valueAt(target, name) ?? null,
    ]);
    return { state: Object.fromEntries(members), title };
  } catch (error) {
    if (makes !== "absent" || !isAbsent(error)) throw error;
    return { state: { absent: true } };
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Problem && (error.status === 404 || error.status === 410);
}

/** The people and teams that a write names. */
export function holdersIn(input: JsonObject): {
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
    ...Object.keys(objectIn(input.memberships)),
  ];
  const teams = [...one(input.teamId), ...texts(input.teams)];
  return { users: [...new Set(users)], teams: [...new Set(teams)] };
}

async function readRoles(inverse: RolesBack, input: JsonObject, read: Read): Promise<JsonObject> {
  const { users, teams } = holdersIn(input);
  return {
    ...(users.length > 0 && { users: await rolesOf(inverse.users, users, input, read) }),
    ...(teams.length > 0 &&
      inverse.teams && { teams: await rolesOf(inverse.teams, teams, input, read) }),
  };
}

async function rolesOf(
  { list, id, role }: RoleList,
  wanted: readonly string[],
  input: JsonObject,
  read: Read,
): Promise<JsonObject> {
  const roles = new Map<string, JsonValue>(wanted.map((one) => [one, "none"]));
  let left = wanted.length;
  for await (const page of pagesOf(fill(list, input), read)) {
    for (const item of objectsIn(objectIn(page).items)) {
      const holder = textIn(valueAt(item, id));
      if (roles.get(holder) !== "none") continue;
      roles.set(holder, valueAt(item, role) ?? null);
      left--;
    }
    if (left === 0) break;
  }
  return Object.fromEntries(roles);
}

/** Where a thing is among its siblings. @throws Problem 404 if it is not there */
export async function readPosition(
  { among }: MovedBack,
  input: JsonObject,
  read: Read,
): Promise<State> {
  if (among === "structure") {
    const structure = objectIn(
      await read(fill("/orgs/{organizationId}/sites/{siteId}/structure", input)),
    );
    return (
      positionIn(structure, "", objectsIn(structure.structure), partOf(input)) ??
      missing(partOf(input))
    );
  }
  const id = textIn(input[among === "spaces" ? "spaceId" : "collectionId"]);
  const target = objectIn(await read(`/${among}/${encodeURIComponent(id)}`));
  const parent = textIn(target.parent);
  const siblings: JsonObject[] = [];
  for await (const page of pagesOf(
    `/orgs/${encodeURIComponent(textIn(target.organization))}/${among}`,
    read,
  )) {
    siblings.push(
      ...objectsIn(objectIn(page).items).filter((one) => textIn(one.parent) === parent),
    );
  }
  return positionIn(target, parent, siblings, id) ?? missing(id);
}

/** The part that a write moves, whichever operation it is. */
export function partOf(input: JsonObject): string {
  const names = ["siteSectionId", "siteSectionGroupId", "siteSpaceId"];
  const named = names.map((name) => textIn(input[name])).find((one) => one !== "");
  return named ?? textIn(objectIn(input.item).id);
}

function missing(id: string): never {
  throw new Problem(404, `${id} is not in the list in which it should be.`);
}

/** Where a thing is among siblings, or among what they hold: its parent and its neighbours. */
function positionIn(
  owner: JsonObject,
  parent: string,
  siblings: readonly JsonObject[],
  id: string,
): State | undefined {
  const at = siblings.findIndex((one) => one.id === id);
  if (at >= 0) {
    const kind = (one: JsonObject | undefined) =>
      one === undefined ? null : { type: textIn(one.object), id: textIn(one.id) };
    return {
      state: { parent, after: kind(siblings[at - 1]), before: kind(siblings[at + 1]) },
      title: titleIn(siblings[at]),
    };
  }
  for (const sibling of siblings) {
    for (const member of ["children", "siteSpaces"]) {
      const found = positionIn(owner, textIn(sibling.id), objectsIn(sibling[member]), id);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The members in which two states differ; what is empty counts as absent, and times do not count. */
export function differencesOf(one: JsonObject, other: JsonObject): readonly string[] {
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
  return canonicalText(one) === canonicalText(other);
}
