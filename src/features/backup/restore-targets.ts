/** Where the spaces of a backup are restored: in the space that is there, or in a new one. */
import type { Client, JsonObject } from "../../context.ts";
import * as collection from "../../contract/collection.ts";
import type { Input } from "../../contract/endpoint.ts";
import { languages } from "../../contract/languages.ts";
import { levels } from "../../contract/roles.ts";
import * as space from "../../contract/space.ts";
import { Problem } from "../../errors.ts";
import { type JsonValue, objectIn, textIn } from "../../json/values.ts";
import { readAll } from "../read-all.ts";
import type { BackedUpSpace } from "./backed-up-space.ts";
import type { RestoreJournal, SpaceState } from "./restore-journal.ts";

export interface Target {
  readonly client: Client;
  readonly organizationId: string;
  /** Whether it is the organization that the backup is of. */
  readonly isSame: boolean;
}

/** What a restore does with a space. */
export type Way =
  /** It is there, and gets its content back. */
  | "in place"
  /** It was deleted, and the platform still has it. */
  | "deleted"
  | "new";

export async function resolveRestoreMode(
  { client, organizationId, isSame }: Target,
  { entry }: BackedUpSpace,
  state: SpaceState,
): Promise<Way> {
  if (state.isNew === true || !isSame) return "new";
  try {
    const found = objectIn((await client.call(space.get, { spaceId: entry.id })).value);
    if (found.organization !== organizationId) return "new";
    return typeof found.deletedAt === "string" ? "deleted" : "in place";
  } catch (error) {
    if (error instanceof Problem && (error.status === 404 || error.status === 410)) return "new";
    throw error;
  }
}

/**
 * New spaces whose titles are there already, as after an earlier restore of the same backup.
 * @returns a sentence for each, the first few
 */
export async function findTitleConflicts(
  { client, organizationId }: Target,
  spaces: readonly { readonly backup: BackedUpSpace; readonly way: Way }[],
  journal: RestoreJournal,
): Promise<readonly string[]> {
  const made = spaces.filter(
    ({ backup, way }) => way === "new" && journal.getState(backup.entry.key).id === undefined,
  );
  if (made.length === 0) return [];
  const live = new Map(
    (await readAll(client, space.list, { organizationId })).map((one) => [textIn(one.title), one]),
  );
  const twins = made.flatMap(({ backup: { entry } }) => {
    const there = live.get(entry.title);
    if (there === undefined) return [];
    return `There is a space called ${JSON.stringify(entry.title)} already (${textIn(there.id)}); it stays as it is, and another one is made.`;
  });
  const more = twins.length - 5;
  return more > 0 ? [...twins.slice(0, 5), `So it is with ${more} more.`] : twins;
}

/** Collections that are missing, each after the one that it is in. */
export async function missingCollections(
  { client, organizationId, isSame }: Target,
  backedUp: readonly JsonObject[],
  needed: readonly BackedUpSpace[] | "all",
  journal: RestoreJournal,
): Promise<readonly JsonObject[]> {
  const live = isSame ? await readAll(client, collection.list, { organizationId }) : [];
  const isLive = new Set(live.map(({ id }) => textIn(id)));
  for (const id of isLive) if (!journal.collections.has(id)) journal.collections.set(id, id);
  const byId = new Map(backedUp.map((one) => [textIn(one.id), one]));
  const missing = new Map<string, JsonObject>();
  const need = (id: string) => {
    const one = byId.get(id);
    if (one === undefined || missing.has(id)) return;
    need(textIn(one.parent));
    missing.set(id, one);
  };
  const wanted =
    needed === "all" ? [...byId.keys()] : needed.map((one) => textIn(one.space.parent));
  for (const id of wanted) need(id);
  const isThere = (id: string) => isLive.has(id) || journal.finishedCollections.has(id);
  return [...missing.values()].filter(({ id }) => !isThere(textIn(id)));
}

/** The title that a thing has until it is whole: it is found by it if the answer was lost. */
function markedTitle({ mark }: RestoreJournal, name: string): string {
  return `Restoring ${mark} ${name}`.slice(0, 50);
}

/** The id of what an earlier run made and got no answer for; it has its marked title still. */
async function madeBefore(
  title: string | undefined,
  all: () => Promise<readonly JsonObject[]>,
  { isResumed }: RestoreJournal,
): Promise<string | undefined> {
  if (!isResumed) return undefined;
  const found = (await all()).find((one) => one.title === title);
  return found && textIn(found.id);
}

export function collectionInput(
  { organizationId }: Target,
  one: JsonObject,
  journal: RestoreJournal,
): Input<typeof collection.create> {
  const parent = journal.collections.get(textIn(one.parent));
  const title = markedTitle(journal, textIn(one.id));
  return { organizationId, title, ...(parent !== undefined && { parent }) };
}

export async function createCollection(
  target: Target,
  one: JsonObject,
  journal: RestoreJournal,
): Promise<void> {
  const { client, organizationId } = target;
  const input = collectionInput(target, one, journal);
  const all = async () => readAll(client, collection.list, { organizationId });
  const { id, title, description, defaultLevel } = one;
  const old = textIn(id);
  const collectionId =
    journal.collections.get(old) ??
    (await madeBefore(input.title, all, journal)) ??
    textIn(objectIn((await client.call(collection.create, input)).value).id);
  await journal.noteCollection(old, collectionId, "made");
  await client.call(collection.update, {
    collectionId,
    title: textIn(title),
    ...(typeof description === "string" && description !== "" && { description }),
    ...levelIn(defaultLevel),
  });
  await journal.noteCollection(old, collectionId, "finished");
}

type Update = Input<typeof space.update>;

/** Levels that this version does not know are left to the platform. */
function levelIn(level: JsonValue | undefined): Pick<Update, "defaultLevel"> {
  if (level === null) return { defaultLevel: null };
  const known = levels.find((one) => one === level);
  return known === undefined ? {} : { defaultLevel: known };
}

export function spaceInput(
  { organizationId }: Target,
  { space: own, entry }: BackedUpSpace,
  journal: RestoreJournal,
): Input<typeof space.create> {
  const parent = journal.collections.get(textIn(own.parent));
  const language = languages.find((one) => one === own.language);
  return {
    organizationId,
    title: markedTitle(journal, entry.key),
    ...(parent !== undefined && { parent }),
    ...(language !== undefined && { language }),
  };
}

/** Its level is that of the backup before it holds anything. */
export async function createSpace(
  target: Target,
  backup: BackedUpSpace,
  journal: RestoreJournal,
): Promise<void> {
  const { client, organizationId } = target;
  const input = spaceInput(target, backup, journal);
  const all = async () => readAll(client, space.list, { organizationId });
  const spaceId =
    (await madeBefore(input.title, all, journal)) ??
    textIn(objectIn((await client.call(space.create, input)).value).id);
  await client.call(space.update, { spaceId, ...levelIn(backup.space.defaultLevel) });
  await journal.note(backup.entry.key, { id: spaceId, isNew: true });
}

/** Last step: a new space gets its title, and its rules, which would have kept it from being filled. */
export async function finishSpace(
  { client, isSame }: Target,
  { space: own, entry }: BackedUpSpace,
  journal: RestoreJournal,
): Promise<void> {
  const state = journal.getState(entry.key);
  if (state.step !== "comments") return;
  if (state.isNew === true) {
    const { emoji, editMode, mergeRules } = own;
    const namesPeople = JSON.stringify(mergeRules ?? null).includes('"users"');
    await client.call(space.update, {
      spaceId: state.id ?? "",
      title: textIn(own.title),
      ...(typeof emoji === "string" && emoji !== "" && { emoji }),
      ...((editMode === "live" || editMode === "locked") && { editMode }),
      ...((isSame || !namesPeople) && (await rulesIn(mergeRules))),
    });
    if (!isSame && namesPeople) {
      const refused = "The merge rules name people, who may be unknown in this organization.";
      await journal.note(entry.key, { refused });
    }
  }
  await journal.note(entry.key, { step: "done" });
}

async function rulesIn(rules: JsonValue | undefined): Promise<Pick<Update, "mergeRules">> {
  const { spaceMergeRules } = await import("../../contract/merge-rules.model.ts");
  const read = spaceMergeRules.safeParse(rules);
  return read.success ? { mergeRules: read.data } : {};
}
