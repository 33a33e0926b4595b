/** What has to be sent to take one entry back, from what it was, what it left and what is there now. */
import type { JsonObject } from "../../context.ts";
import { type Endpoint, pathNames } from "../../contract/endpoint.ts";
import type {
  Deleted,
  FieldsBack,
  MovedBack,
  Opposite,
  RolesBack,
} from "../../contract/inverse.ts";
import { Problem } from "../../errors.ts";
import { holdsDigest } from "../../history/digests.ts";
import {
  bodyFields,
  differencesOf,
  fill,
  isSame,
  lookAt,
  partOf,
  type Read,
  readPosition,
  readState,
} from "../../history/state.ts";
import { type JsonValue, objectIn, objectsIn, textIn } from "../../json/values.ts";
import type { Invertible, Reading } from "./reading.ts";

export interface Request {
  readonly endpoint: Endpoint;
  readonly input: JsonObject;
}

export interface Plan {
  /** An imperative clause: `give back title "Guide"`. */
  readonly says: string;
  /** In their order; none if everything is as it was already. */
  readonly requests: readonly Request[];
  /** What somebody has changed since. */
  readonly changed: readonly string[];
  /** What cannot be as it was, as sentences. */
  readonly notes: readonly string[];
  /** It deletes something. */
  readonly deletes: boolean;
}

/** An entry cannot be taken back, for the reason of its message. */
export class Irreversible extends Error {
  override readonly name = "Irreversible";
}

/** @throws Irreversible; Problem if the platform does not show what is there */
export async function planFor(invertible: Invertible, reading: Reading): Promise<Plan> {
  const { entry, inverse, endpoint } = invertible;
  const read = reading.readFor(entry);
  if (holdsDigest(entry.target.id)) {
    throw new Irreversible("The id of its target is secret, and kept only as a digest.");
  }
  if (inverse.how === "delete") return planDeletion(invertible, inverse, reading);
  if (entry.before === undefined) {
    throw new Irreversible(
      `What was there before is not known: ${entry.unread ?? "it was not read."}`,
    );
  }
  const found = await readState(inverse, { endpoint, input: entry.input }, read);
  const now = reading.digestFor(entry)(found?.state ?? {});
  const known = { before: entry.before, after: entry.after, now };
  switch (inverse.how) {
    case "fields":
      return planFields(invertible, inverse, known);
    case "opposite":
      return planOpposite(invertible, inverse, known, reading);
    case "roles":
      return planRoles(invertible, inverse, known, reading);
    case "move":
      return planMove(invertible, inverse, known, reading);
  }
}

interface Known {
  readonly before: JsonObject;
  readonly after: JsonObject | undefined;
  readonly now: JsonObject;
}

/** What is not as the write left it, unless it is as it was before the write already. */
function changedSince({ before, after, now }: Known): readonly string[] {
  if (differencesOf(before, now).length === 0) return [];
  if (after === undefined) return ["what it left, which is not known"];
  return differencesOf(after, now);
}

function planFields({ entry, endpoint }: Invertible, inverse: FieldsBack, known: Known): Plan {
  const { before, now } = known;
  const fields: [string, JsonValue][] = [];
  const notes: string[] = [];
  for (const name of bodyFields(endpoint)) {
    if (entry.input[name] === undefined) continue;
    const why = inverse.untold?.[name];
    if (why !== undefined) {
      notes.push(`The field ${name} stays as it is: ${why}.`);
      continue;
    }
    const field = endpoint.input[name];
    const old = before[name];
    const isNone = old === undefined || old === "" || old === null;
    const value = isNone && field?.nullable === true ? null : old;
    if (holdsDigest(value)) {
      notes.push(`The field ${name} stays as it is: its value is kept only as a digest.`);
    } else if (value === undefined || (value === null && field?.nullable !== true)) {
      if (!isSame(old, now[name])) {
        notes.push(
          `The field ${name} stays as it is: it had no value, and cannot be sent without.`,
        );
      }
    } else fields.push([name, value]);
  }
  if (fields.length === 0 && notes.length > 0) throw new Irreversible(notes.join(" "));
  const isBack = fields.every(([name, value]) => isSame(value, now[name]));
  const path = pathNames(endpoint).map((name): [string, JsonValue] => [
    name,
    entry.input[name] ?? null,
  ]);
  const given = fields.map(([name, value]) => `${name} ${JSON.stringify(value)?.slice(0, 60)}`);
  return {
    says: `give ${nameOf(entry.target)} back ${given.join(", ")}`,
    requests: isBack ? [] : [{ endpoint, input: Object.fromEntries([...path, ...fields]) }],
    changed: isBack ? [] : changedSince(known),
    notes,
    deletes: false,
  };
}

async function planDeletion(
  { entry }: Invertible,
  inverse: Deleted,
  reading: Reading,
): Promise<Plan> {
  const { made } = entry;
  if (made === undefined || holdsDigest(made)) {
    throw new Irreversible("What it made is not known by its id.");
  }
  const endpoint = operationOf(inverse.by, reading);
  const names = { ...entry.input, [inverse.named.field]: made };
  const read = reading.readFor(entry);
  const now = await lookAtMade(inverse, names, read);
  const changed =
    now === undefined ? [] : madeDifferences(entry.after ?? {}, reading.digestFor(entry)(now));
  for (const address of now === undefined ? [] : (inverse.empty ?? [])) {
    const page = objectIn(await read(`${fill(address, names)}?limit=1`));
    if (objectsIn(page.items).length > 0) changed.push("what is in it");
  }
  return {
    says: `delete ${nameOf({ field: inverse.named.field, id: made, title: textIn(entry.after?.title) })}`,
    requests: now === undefined ? [] : [{ endpoint, input: onlyPath(endpoint, names) }],
    changed,
    notes: [],
    deletes: true,
  };
}

/** What was made, as it is now; undefined if it is gone. */
async function lookAtMade(
  { look, item, named: { field, member } }: Deleted,
  names: JsonObject,
  read: Read,
): Promise<JsonObject | undefined> {
  try {
    const now = await lookAt(look, item && { member, is: field }, names, read);
    return now.deletedAt === undefined ? now : undefined;
  } catch (error) {
    if (error instanceof Problem && (error.status === 404 || error.status === 410))
      return undefined;
    throw error;
  }
}

/** The members that differ; those that follow from others or from who asks do not count. */
function madeDifferences(made: JsonObject, now: JsonObject): string[] {
  const derived = new Set(["permissions", "urls"]);
  return differencesOf(made, now).filter(
    (name) => name in made && name in now && !derived.has(name),
  );
}

async function planOpposite(
  { entry }: Invertible,
  { by, makes }: Opposite,
  { before, after, now }: Known,
  reading: Reading,
): Promise<Plan> {
  const endpoint = operationOf(by, reading);
  const isBack = differencesOf(before, now).length === 0;
  const left = after ?? (makes === "absent" ? { absent: true } : makes);
  return {
    says: `${/^[a-z]+/.exec(by)?.[0] ?? by} ${nameOf(entry.target)}`,
    requests: isBack ? [] : [{ endpoint, input: onlyPath(endpoint, entry.input) }],
    changed: isBack ? [] : differencesOf(left, now),
    notes: [],
    deletes: false,
  };
}

/** Each holder gets the role back that they had; those with the same role together, if that goes. */
function planRoles(
  { entry }: Invertible,
  inverse: RolesBack,
  { before, after, now }: Known,
  reading: Reading,
): Plan {
  const requests: Request[] = [];
  const changed: string[] = [];
  const says: string[] = [];
  for (const kind of ["users", "teams"] as const) {
    const { [kind]: lists } = inverse;
    if (lists === undefined) continue;
    const roles = {
      old: objectIn(before[kind]),
      left: objectIn(after?.[kind]),
      now: objectIn(now[kind]),
    };
    const given = new Map<string, string[]>();
    for (const [holder, role] of Object.entries(roles.old)) {
      if (isSame(role, roles.now[holder])) continue;
      if (!isSame(roles.left[holder], roles.now[holder])) changed.push(`the role of ${holder}`);
      says.push(`${holder} ${role === "none" ? "no role" : `the role ${String(role)}`}`);
      const one = kind === "users" ? { userId: holder } : { teamId: holder };
      const named = { ...entry.input, ...one };
      if (role === "none") {
        const take = operationOf(lists.take, reading);
        requests.push({ endpoint: take, input: onlyPath(take, named) });
        continue;
      }
      const give = operationOf(lists.give, reading);
      if (give.input[kind] === undefined) {
        requests.push({ endpoint: give, input: { ...onlyPath(give, named), role } });
      } else given.set(textIn(role), [...(given.get(textIn(role)) ?? []), holder]);
    }
    const give = operationOf(lists.give, reading);
    for (const [role, holders] of given) {
      requests.push({
        endpoint: give,
        input: { ...onlyPath(give, entry.input), role, [kind]: holders },
      });
    }
  }
  const where = nameOf({ ...entry.target, title: undefined });
  return {
    says: `in ${where} give ${says.join(", ")}`,
    requests,
    changed,
    notes: [],
    deletes: false,
  };
}

async function planMove(
  invertible: Invertible,
  inverse: MovedBack,
  known: Known,
  reading: Reading,
): Promise<Plan> {
  const { entry, endpoint } = invertible;
  const { before, now } = known;
  const isBack = differencesOf(before, now).length === 0;
  const neighbour = isBack ? undefined : await neighbourOf(invertible, inverse, before, reading);
  const isAtEnd = before.after === null && before.before === null;
  const position = neighbour === undefined ? {} : { [neighbour.side]: neighbour.pointer };
  const isPart = inverse.among === "structure";
  const sort = isPart ? operationOf("sortSiteStructure", reading) : endpoint;
  const input: JsonObject = isPart
    ? { item: { type: typeOfPart(entry.input, inverse), id: partOf(entry.input) }, position }
    : { parent: textIn(before.parent) === "" ? null : textIn(before.parent), position };
  const lost = neighbour === undefined && !isAtEnd && !isBack;
  return {
    says: `move ${nameOf(entry.target)} back ${neighbour === undefined ? "to the end of where it was" : `${neighbour.side} ${neighbour.id}`}`,
    requests: isBack
      ? []
      : [{ endpoint: sort, input: { ...onlyPath(sort, entry.input), ...input } }],
    changed: changedSince(known),
    notes: lost
      ? ["Neither of its neighbours is where it was, so it goes to the end of where it was."]
      : [],
    deletes: false,
  };
}

function typeOfPart(input: JsonObject, { part }: MovedBack): string {
  return part ?? textIn(objectIn(input.item).type);
}

/** The old neighbour that is still where it was, and on which side of it the thing belongs. */
async function neighbourOf(
  { entry }: Invertible,
  { among }: MovedBack,
  before: JsonObject,
  reading: Reading,
): Promise<
  | {
      readonly side: "before" | "after";
      readonly id: string;
      readonly pointer: Readonly<Record<string, string>>;
    }
  | undefined
> {
  const read = reading.readFor(entry);
  const parent = textIn(before.parent);
  for (const side of ["after", "before"] as const) {
    const { type, id } = objectIn(before[side]);
    if (typeof type !== "string" || typeof id !== "string") continue;
    if (among === "structure") {
      const input = {
        ...entry.input,
        item: { type, id },
        siteSectionId: "",
        siteSectionGroupId: "",
        siteSpaceId: "",
      };
      if (await isStillAt({ how: "move", among }, input, parent, read)) {
        return { side, id, pointer: { type, id } };
      }
      continue;
    }
    const noun = among === "spaces" ? "space" : "collection";
    if (await isStillAt({ how: "move", among }, { [`${noun}Id`]: id }, parent, read)) {
      return { side, id, pointer: { type: noun, [noun]: id } };
    }
  }
  return undefined;
}

async function isStillAt(
  inverse: MovedBack,
  input: JsonObject,
  parent: string,
  read: Read,
): Promise<boolean> {
  try {
    const { state } = await readPosition(inverse, input, read);
    return textIn(state.parent) === parent;
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return false;
    throw error;
  }
}

function operationOf(name: string, { operations }: Reading): Endpoint {
  const endpoint = operations.get(name);
  if (endpoint === undefined) throw new Error(`The contract has no operation ${name}.`);
  return endpoint;
}

function onlyPath(endpoint: Endpoint, input: JsonObject): JsonObject {
  const names = pathNames(endpoint).map((name): [string, JsonValue] => [name, input[name] ?? null]);
  return Object.fromEntries(names);
}

/** `space S1 "Guide"`. */
export function nameOf({
  field,
  id,
  title,
}: {
  field: string;
  id: string;
  title?: string | undefined;
}): string {
  const kind = field.replace(/Id$/, "").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${kind} ${id}${title === undefined || title === "" ? "" : ` ${JSON.stringify(title)}`}`;
}
