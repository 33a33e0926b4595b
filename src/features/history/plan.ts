/** What has to be sent to take one entry back, from what it was, what it left and what is there now. */
import type { JsonObject } from "../../context.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Deleted, FieldsBack, Opposite } from "../../contract/inverse.ts";
import { holdsDigest } from "../../history/digests.ts";
import type { HistoryEntry } from "../../history/history-entry.ts";
import { toPositions } from "../../history/position.ts";
import { fill, lookAt, type Read, valueAt } from "../../history/reading.ts";
import { readRedirects } from "../../history/redirects.ts";
import {
  bodyFields,
  computeDifferences,
  isAbsent,
  isSame,
  oppositeState,
  readState,
} from "../../history/state.ts";
import { isList, type JsonValue, objectIn, objectsIn, textIn } from "../../json/values.ts";
import { arrangeBack, planMove } from "./plan-move.ts";
import { planRedirects } from "./plan-redirects.ts";
import { planRoles } from "./plan-roles.ts";
import type { Invertible, Reading } from "./reading.ts";
import {
  buildOperation,
  changedSince,
  getName,
  Irreversible,
  type Known,
  onlyPath,
  type Plan,
  type Request,
} from "./request-plan.ts";

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
  const before = Object.keys(entry.before);
  const state =
    inverse.how === "redirects"
      ? await readRedirects(inverse, entry.input, read, before)
      : (await readState(inverse, { endpoint, input: entry.input }, read))?.state;
  const now = reading.digestFor(entry)(state ?? {});
  const known = { before: entry.before, after: entry.after, now };
  switch (inverse.how) {
    case "fields":
      return planFields(invertible, inverse, known, reading);
    case "opposite":
      return planOpposite(invertible, inverse, known, reading);
    case "roles":
      return planRoles(invertible, inverse, known, reading);
    case "move":
      return planMove(invertible, inverse, known, reading);
    case "redirects":
      return planRedirects(invertible, inverse, known, reading);
  }
}

/** The fields that were sent, and what one of them stood in place of or made stand aside. */
function namesBack(
  { instead = {} }: FieldsBack,
  endpoint: Endpoint,
  input: JsonObject,
  before: JsonObject,
): readonly string[] {
  const names = new Set(bodyFields(endpoint).filter((name) => input[name] !== undefined));
  for (const [upper, lower] of Object.entries(instead)) {
    if (!names.has(upper) && !names.has(lower)) continue;
    if (before[upper]) {
      names.add(upper);
      names.delete(lower);
    } else if (names.has(upper)) names.add(lower);
  }
  return [...names];
}

async function planFields(
  { entry, endpoint }: Invertible,
  inverse: FieldsBack,
  known: Known,
  reading: Reading,
): Promise<Plan> {
  const { before, now } = known;
  const fields: [string, JsonValue][] = [];
  const notes: string[] = [];
  for (const name of namesBack(inverse, endpoint, entry.input, before)) {
    const why = inverse.untold?.[name];
    if (why !== undefined) {
      notes.push(`The field ${name} stays as it is: ${why}.`);
      continue;
    }
    const field = endpoint.input[name];
    const old = before[name];
    const told = [old, entry.after?.[name], now[name]].some((one) => one !== undefined);
    if (!told && !isSame(entry.input[name], null) && entry.input[name] !== false) {
      notes.push(`The field ${name} stays as it is: no answer says what it is.`);
      continue;
    }
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
  // The fields themselves say what each part is in; what is left is its place there.
  const positions = toPositions(entry.positions);
  const was = new Map(positions.map(({ id, parent }) => [id, parent]));
  const back = isBack
    ? undefined
    : await arrangeBack(entry, positions, reading, ({ id, parent }) => was.get(id) ?? parent);
  const given = fields.map(([name, value]) => `${name} ${JSON.stringify(value)?.slice(0, 60)}`);
  return {
    says:
      given.length === 0
        ? `leave ${getName(entry.target)} as it is`
        : `set ${getName(entry.target)} back to ${given.join(", ")}`,
    requests: back
      ? [
          {
            endpoint,
            input: { ...onlyPath(endpoint, entry.input), ...Object.fromEntries(fields) },
          },
          ...back.requests,
        ]
      : [],
    changed: isBack ? [] : changedSince(known),
    notes: [...notes, ...(back?.notes ?? [])],
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
  const name = getName({
    field: inverse.named.field,
    id: made,
    title: textIn(entry.after?.title),
  });
  const endpoint = buildOperation(inverse.by, reading);
  const names = { ...entry.input, [inverse.named.field]: made };
  const read = reading.readFor(entry);
  const now = await lookAtMade(inverse, names, read);
  const changed =
    now === undefined
      ? []
      : madeDifferences(entry.after ?? {}, reading.digestFor(entry)(now), inverse.moving);
  const full = now === undefined ? undefined : await fullerThanMade(entry, inverse, names, read);
  if (full !== undefined) changed.push(full);
  const back = await arrangeBack(
    entry,
    now === undefined ? [] : toPositions(entry.positions),
    reading,
    // What is in a group takes its place.
    ({ parent }) => (parent === made ? textIn(now?.sectionGroup) : parent),
  );
  return {
    says: `delete ${name}`,
    made: name,
    requests:
      now === undefined
        ? []
        : [
            { endpoint, input: onlyPath(endpoint, names) },
            ...alongWith(entry, inverse, reading),
            ...back.requests,
          ],
    changed,
    notes: back.notes,
    deletes: true,
  };
}

/** Says so if something came into what was made. */
async function fullerThanMade(
  { input }: HistoryEntry,
  { holds = [] }: Deleted,
  names: JsonObject,
  read: Read,
): Promise<string | undefined> {
  for (const { list, given = 0 } of holds) {
    const field = typeof given === "string" ? input[given] : undefined;
    const most = typeof given === "number" ? given : isList(field) ? field.length : 0;
    const path = fill(list, names);
    const page = await read(`${path}${path.includes("?") ? "&" : "?"}limit=${most + 1}`);
    if (objectsIn(objectIn(page).items).length > most) return "what is in it";
  }
  return undefined;
}

/** What deletes the thing that was made along with it. */
function alongWith(
  { after = {}, input }: HistoryEntry,
  { along }: Deleted,
  reading: Reading,
): readonly Request[] {
  const id = along && valueAt(after, along.member);
  if (along === undefined || typeof id !== "string" || input[along.field] === id) return [];
  const endpoint = buildOperation(along.by, reading);
  return [{ endpoint, input: onlyPath(endpoint, { [along.field]: id }) }];
}

/** What was made, as it is now; undefined if it is gone. */
async function lookAtMade(
  { look, item, rest, named: { field, member } }: Deleted,
  names: JsonObject,
  read: Read,
): Promise<JsonObject | undefined> {
  try {
    const list = item && { item: { member, is: field } };
    const now = await lookAt({ look, ...list, ...(rest && { rest }) }, names, read);
    return now.deletedAt === undefined ? now : undefined;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** The members that differ; those that follow from others or from who asks do not count. */
function madeDifferences(
  made: JsonObject,
  now: JsonObject,
  moving: readonly string[] = [],
): string[] {
  const derived = new Set(["permissions", "urls", ...moving]);
  return computeDifferences(made, now).filter(
    (name) => name in made && name in now && !derived.has(name),
  );
}

async function planOpposite(
  { entry }: Invertible,
  inverse: Opposite,
  { before, after, now }: Known,
  reading: Reading,
): Promise<Plan> {
  const { by } = inverse;
  const endpoint = buildOperation(by, reading);
  const isBack = computeDifferences(before, now).length === 0;
  return {
    says: `${/^[a-z]+/.exec(by)?.[0] ?? by} ${getName(entry.target)}`,
    requests: isBack ? [] : [{ endpoint, input: onlyPath(endpoint, entry.input) }],
    changed: isBack ? [] : computeDifferences(after ?? oppositeState(inverse), now),
    notes: [],
    deletes: false,
  };
}
