/** Plan of the inverse requests of a history entry. */

import type { JsonObject } from "../../context.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import type {
  DeleteInverse,
  FieldsBack,
  Opposite,
  RedirectsBack,
  RolesBack,
} from "../../contract/inverse.ts";
import { mostRedirectsAtOnce } from "../../contract/site-redirect-values.ts";
import { holdsDigest } from "../../history/digests.ts";
import { findTitle, type HistoryEntry } from "../../history/history-entry.ts";
import { toPositions } from "../../history/position.ts";
import { fill, getValueAt, lookAt, type ReadPath } from "../../history/read-path.ts";
import { getRedirectName, readRedirects, restoreRedirects } from "../../history/redirects.ts";
import type { WriteRequest } from "../../history/state.ts";
import {
  computeDifferences,
  isAbsent,
  isSame,
  listBodyFields,
  readState,
  toOppositeState,
} from "../../history/state.ts";
import { addTo } from "../../json/groups.ts";
import {
  asObject,
  asObjects,
  asText,
  isList,
  isObject,
  type JsonValue,
} from "../../json/values.ts";
import { formatShortly } from "./format-change.ts";
import { arrangeBack, planMove } from "./plan-move.ts";
import {
  buildOperation,
  findChangesSince,
  getName,
  Irreversible,
  selectPathFields,
  type UndoPlan,
  type WriteStates,
} from "./request-plan.ts";
import type { Invertible, UndoContext } from "./undo-context.ts";

/** @throws Irreversible; ApiError if the current state cannot be read */
export async function planFor(invertible: Invertible, reading: UndoContext): Promise<UndoPlan> {
  const { entry, inverse, endpoint } = invertible;
  const read = reading.readFor(entry);
  if (holdsDigest(entry.target.id)) {
    throw new Irreversible(
      "The id of the target is secret, and the history stores only its digest.",
    );
  }
  if (inverse.how === "delete") return planDeletion(invertible, inverse, reading);
  if (entry.before === undefined) {
    throw new Irreversible(`The previous state is unknown: ${entry.unread ?? "it was not read."}`);
  }
  const before = Object.keys(entry.before);
  const state =
    inverse.how === "redirects"
      ? await readRedirects(inverse, entry.input, read, before)
      : (await readState(inverse, { endpoint, input: entry.input }, read))?.state;
  const now = reading.digestFor(entry)(state ?? {});
  const states = { before: entry.before, after: entry.after, now };
  switch (inverse.how) {
    case "fields":
      return planFields(invertible, inverse, states, reading);
    case "opposite":
      return planOpposite(invertible, inverse, states, reading);
    case "roles":
      return planRoles(invertible, inverse, states, reading);
    case "move":
      return planMove(invertible, inverse, states, reading);
    case "redirects":
      return planRedirects(invertible, inverse, states, reading);
  }
}

/** The fields to restore: those that were sent, and the fields that they override or replace. */
function listFieldsToRestore(
  { instead = {} }: FieldsBack,
  endpoint: Endpoint,
  input: JsonObject,
  before: JsonObject,
): readonly string[] {
  const names = new Set(listBodyFields(endpoint).filter((name) => input[name] !== undefined));
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
  known: WriteStates,
  reading: UndoContext,
): Promise<UndoPlan> {
  const { before, now } = known;
  const fields: [string, JsonValue][] = [];
  const notes: string[] = [];
  for (const name of listFieldsToRestore(inverse, endpoint, entry.input, before)) {
    const why = inverse.untold?.[name];
    if (why !== undefined) {
      notes.push(`The field ${name} is not restored: ${why}.`);
      continue;
    }
    const field = endpoint.input[name];
    const old = before[name];
    const isReturned = [old, entry.after?.[name], now[name]].some((one) => one !== undefined);
    if (!isReturned && !isSame(entry.input[name], null) && entry.input[name] !== false) {
      notes.push(`The field ${name} is not restored: the platform does not return it.`);
      continue;
    }
    const isNone = old === undefined || old === "" || old === null;
    const value = isNone && field?.nullable === true ? null : old;
    if (holdsDigest(value)) {
      notes.push(`The field ${name} is not restored: the history stores only its digest.`);
    } else if (value === undefined || (value === null && field?.nullable !== true)) {
      if (!isSame(old, now[name])) {
        notes.push(
          `The field ${name} is not restored: it had no value, and the API cannot clear it.`,
        );
      }
    } else fields.push([name, value]);
  }
  if (fields.length === 0 && notes.length > 0) throw new Irreversible(notes.join(" "));
  const isBack = fields.every(([name, value]) => isSame(value, now[name]));
  // The fields contain the parent of each part; only the positions remain to be restored.
  const positions = toPositions(entry.positions);
  const previousParents = new Map(positions.map(({ id, parent }) => [id, parent]));
  const back = isBack
    ? undefined
    : await arrangeBack(
        entry,
        positions,
        reading,
        ({ id, parent }) => previousParents.get(id) ?? parent,
      );
  const assignments = fields.map(([name, value]) => {
    const isChanged = now[name] !== undefined && !isSame(value, now[name]);
    const from = isChanged ? ` (from ${formatShortly(now[name])})` : "";
    return `${name} ${formatShortly(value)}${from}`;
  });
  return {
    says:
      assignments.length === 0
        ? `leave ${getName(entry.target)} unchanged`
        : `set ${getName(entry.target)} back to ${assignments.join(", ")}`,
    requests: back
      ? [
          {
            endpoint,
            input: { ...selectPathFields(endpoint, entry.input), ...Object.fromEntries(fields) },
          },
          ...back.requests,
        ]
      : [],
    changed: isBack ? [] : findChangesSince(known),
    notes: [...notes, ...(back?.notes ?? [])],
    deletes: false,
  };
}

async function planDeletion(
  { entry }: Invertible,
  inverse: DeleteInverse,
  reading: UndoContext,
): Promise<UndoPlan> {
  const { made } = entry;
  if (made === undefined || holdsDigest(made)) {
    throw new Irreversible("The id of the created resource is unknown.");
  }
  const name = getName({
    field: inverse.named.field,
    id: made,
    title: findTitle(entry.after),
  });
  const endpoint = buildOperation(inverse.by, reading);
  const names = { ...entry.input, [inverse.named.field]: made };
  const read = reading.readFor(entry);
  const now = await lookAtMade(inverse, names, read);
  const changed =
    now === undefined
      ? []
      : listDifferencesSinceCreation(
          entry.after ?? {},
          reading.digestFor(entry)(now),
          inverse.moving,
        );
  const full = now === undefined ? undefined : await findAddedContent(entry, inverse, names, read);
  if (full !== undefined) changed.push(full);
  const back = await arrangeBack(
    entry,
    now === undefined ? [] : toPositions(entry.positions),
    reading,
    // The children of a deleted group move to its parent.
    ({ parent }) => (parent === made ? asText(now?.sectionGroup) : parent),
  );
  return {
    says: `delete ${name}`,
    made: name,
    requests:
      now === undefined
        ? []
        : [
            { endpoint, input: selectPathFields(endpoint, names) },
            ...listCompanionRequests(entry, inverse, reading),
            ...back.requests,
          ],
    changed,
    notes: back.notes,
    deletes: true,
  };
}

/** Detects content that was added to the created resource. */
async function findAddedContent(
  { input }: HistoryEntry,
  { holds = [] }: DeleteInverse,
  names: JsonObject,
  read: ReadPath,
): Promise<string | undefined> {
  for (const { list, given = 0 } of holds) {
    const field = typeof given === "string" ? input[given] : undefined;
    const maximum = typeof given === "number" ? given : isList(field) ? field.length : 0;
    const path = fill(list, names);
    const page = await read(`${path}${path.includes("?") ? "&" : "?"}limit=${maximum + 1}`);
    if (asObjects(asObject(page).items).length > maximum) return "its content";
  }
  return undefined;
}

/** The request that deletes a resource that was created together with the target. */
function listCompanionRequests(
  { after = {}, input }: HistoryEntry,
  { along }: DeleteInverse,
  reading: UndoContext,
): readonly WriteRequest[] {
  const id = along && getValueAt(after, along.member);
  if (along === undefined || typeof id !== "string" || input[along.field] === id) return [];
  const endpoint = buildOperation(along.by, reading);
  return [{ endpoint, input: selectPathFields(endpoint, { [along.field]: id }) }];
}

/** The current state of the created resource; undefined if it no longer exists. */
async function lookAtMade(
  { look, item, rest, named: { field, member } }: DeleteInverse,
  names: JsonObject,
  read: ReadPath,
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

/** The changed fields, without derived fields and fields that depend on the current user. */
function listDifferencesSinceCreation(
  made: JsonObject,
  now: JsonObject,
  moving: readonly string[] = [],
): string[] {
  const derived = new Set(["permissions", "urls", ...moving]);
  return computeDifferences(toReferences(made), toReferences(now)).filter(
    (name) =>
      name in made &&
      name in now &&
      !derived.has(name) &&
      !(isInherited(name, made) && isInherited(name, now)),
  );
}

/** Whether a member repeats that of another resource, as the title of a site space does. */
function isInherited(name: string, members: JsonObject): boolean {
  return Object.values(members).some(
    (value) =>
      isObject(value) && typeof value.object === "string" && isSame(value[name], members[name]),
  );
}

/**
 * The members, with the id in place of each other resource, such as the space of a site space:
 * changes of that resource are not changes of the created one.
 */
function toReferences(members: JsonObject): JsonObject {
  const entries = Object.entries(members).map(([name, value]) => [name, toReference(value)]);
  return Object.fromEntries(entries);
}

function toReference(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(toReference);
  if (!isObject(value)) return value;
  const { object, id } = value;
  return typeof object === "string" && typeof id === "string" ? id : toReferences(value);
}

async function planOpposite(
  { entry }: Invertible,
  inverse: Opposite,
  { before, after, now }: WriteStates,
  reading: UndoContext,
): Promise<UndoPlan> {
  const { by } = inverse;
  const endpoint = buildOperation(by, reading);
  const isBack = computeDifferences(before, now).length === 0;
  return {
    says: `${/^[a-z]+/.exec(by)?.[0] ?? by} ${getName(entry.target)}`,
    requests: isBack ? [] : [{ endpoint, input: selectPathFields(endpoint, entry.input) }],
    changed: isBack ? [] : computeDifferences(after ?? toOppositeState(inverse), now),
    notes: [],
    deletes: false,
  };
}

/** Redirects that already have their previous state are skipped. */
function planRedirects(
  { entry }: Invertible,
  inverse: RedirectsBack,
  known: WriteStates,
  reading: UndoContext,
): UndoPlan {
  const endpoint = buildOperation(inverse.by, reading);
  const isBack = computeDifferences(known.before, known.now).length === 0;
  const all = isBack ? [] : restoreRedirects(known.before, known.now);
  const requests: WriteRequest[] = [];
  for (let start = 0; start < all.length; start += mostRedirectsAtOnce) {
    const redirects = all.slice(start, start + mostRedirectsAtOnce);
    requests.push({ endpoint, input: { ...selectPathFields(endpoint, entry.input), redirects } });
  }
  const sources = all.map(({ source }) => asText(source));
  const more = sources.length > 3 ? ` and ${sources.length - 3} more` : "";
  const isChanged = (key: string) => !isSame(known.before[key], known.now[key]);
  return {
    says: `restore the redirects from ${sources.slice(0, 3).join(", ")}${more}`,
    requests,
    changed: findChangesSince(known).filter(isChanged).map(getRedirectName),
    notes: [],
    deletes: false,
  };
}

/** Users or teams with the same role share a request if the operation permits it. */
function planRoles(
  { entry }: Invertible,
  inverse: RolesBack,
  { before, after, now }: WriteStates,
  reading: UndoContext,
): UndoPlan {
  const requests: WriteRequest[] = [];
  const changed: string[] = [];
  const says: string[] = [];
  for (const kind of ["users", "teams"] as const) {
    const { [kind]: lists } = inverse;
    if (lists === undefined) continue;
    const roles = {
      old: asObject(before[kind]),
      afterWrite: asObject(after?.[kind]),
      now: asObject(now[kind]),
    };
    const holdersByRole = new Map<string, string[]>();
    for (const [holder, role] of Object.entries(roles.old)) {
      if (isSame(role, roles.now[holder])) continue;
      if (!isSame(roles.afterWrite[holder], roles.now[holder]))
        changed.push(`the role of ${holder}`);
      says.push(`${holder} ${role === "none" ? "no role" : `the role ${String(role)}`}`);
      const id = asObject(now.ids)[holder] ?? asObject(before.ids)[holder] ?? holder;
      const holderId = kind === "users" ? { userId: id } : { teamId: id };
      const parameters = { ...entry.input, ...holderId };
      if (role === "none") {
        const take = buildOperation(lists.take, reading);
        requests.push({ endpoint: take, input: selectPathFields(take, parameters) });
        continue;
      }
      const give = buildOperation(lists.give, reading);
      if (give.input[kind] === undefined) {
        requests.push({ endpoint: give, input: { ...selectPathFields(give, parameters), role } });
      } else addTo(holdersByRole, asText(role), asText(id));
    }
    const give = buildOperation(lists.give, reading);
    for (const [role, holders] of holdersByRole) {
      requests.push({
        endpoint: give,
        input: { ...selectPathFields(give, entry.input), role, [kind]: holders },
      });
    }
  }
  const field = [...inverse.users.list.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? "";
  const where = getName({ field, id: asText(entry.input[field]) });
  return {
    says:
      says.length === 0
        ? `leave the roles in ${where} unchanged`
        : `in ${where}, give ${says.join(", ")}`,
    requests,
    changed,
    notes: [],
    deletes: false,
  };
}
