/** Target spaces of a restore: the existing space or a new one. */
import type { ApiClient, JsonObject } from "../../../context.ts";
import * as collection from "../../../contract/collection.ts";
import type { Input } from "../../../contract/endpoint.ts";
import { languages } from "../../../contract/languages.ts";
import { levels } from "../../../contract/roles.ts";
import * as space from "../../../contract/space.ts";
import { ApiError } from "../../../errors.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { asObject, asText, type JsonValue } from "../../../json/values.ts";
import { readAll } from "../../read-all.ts";
import type { BackedUpSpace } from "../backed-up-space.ts";
import type { RestoreJournal, SpaceState } from "./restore-journal.ts";

export interface RestoreTarget {
  readonly client: ApiClient;
  readonly organizationId: string;
  /** Whether the organization is the one in the backup. */
  readonly isSame: boolean;
}

/** Restore mode of a space. */
export type RestoreMode =
  /** The space exists, and its content is restored. */
  | "in place"
  /** The space was deleted and can be undeleted. */
  | "deleted"
  | "new";

export async function resolveRestoreMode(
  { client, organizationId, isSame }: RestoreTarget,
  { entry }: BackedUpSpace,
  state: SpaceState,
): Promise<RestoreMode> {
  if (state.isNew === true || !isSame) return "new";
  try {
    const live = asObject((await client.call(space.get, { spaceId: entry.id })).value);
    if (live.organization !== organizationId) return "new";
    return typeof live.deletedAt === "string" ? "deleted" : "in place";
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return "new";
    throw error;
  }
}

/** The missing collections, parents first. */
export async function findMissingCollections(
  { client, organizationId, isSame }: RestoreTarget,
  backedUp: readonly JsonObject[],
  needed: readonly BackedUpSpace[] | "all",
  journal: RestoreJournal,
): Promise<readonly JsonObject[]> {
  const live = isSame ? await readAll(client, collection.list, { organizationId }) : [];
  const isLive = new Set(live.map(({ id }) => asText(id)));
  for (const id of isLive) if (!journal.collections.has(id)) journal.collections.set(id, id);
  const byId = new Map(backedUp.map((one) => [asText(one.id), one]));
  const missing = new Map<string, JsonObject>();
  const need = (id: string) => {
    const one = byId.get(id);
    if (one === undefined || missing.has(id)) return;
    need(asText(one.parent));
    missing.set(id, one);
  };
  const ids = needed === "all" ? [...byId.keys()] : needed.map((one) => asText(one.space.parent));
  for (const id of ids) need(id);
  const exists = (id: string) => isLive.has(id) || journal.finishedCollections.has(id);
  return [...missing.values()].filter(({ id }) => !exists(asText(id)));
}

/** The temporary title of an incomplete resource, by which it is found if the response was lost. */
function buildMarkedTitle({ mark }: RestoreJournal, name: string): string {
  return `Restoring ${mark} ${name}`.slice(0, 50);
}

/** The id of a resource that an earlier run created without a response; it still has its temporary title. */
async function findEarlierResource(
  title: string | undefined,
  all: () => Promise<readonly JsonObject[]>,
  { isResumed }: RestoreJournal,
): Promise<string | undefined> {
  if (!isResumed) return undefined;
  const existing = (await all()).find((one) => one.title === title);
  return existing && asText(existing.id);
}

export function toCollectionInput(
  { organizationId }: RestoreTarget,
  one: JsonObject,
  journal: RestoreJournal,
): Input<typeof collection.create> {
  const parent = journal.collections.get(asText(one.parent));
  const title = buildMarkedTitle(journal, asText(one.id));
  return { organizationId, title, ...(parent !== undefined && { parent }) };
}

export async function createCollection(
  target: RestoreTarget,
  one: JsonObject,
  journal: RestoreJournal,
): Promise<void> {
  const { client, organizationId } = target;
  const input = toCollectionInput(target, one, journal);
  const all = async () => readAll(client, collection.list, { organizationId });
  const { id, title, description, defaultLevel } = one;
  const old = asText(id);
  const collectionId =
    journal.collections.get(old) ??
    (await findEarlierResource(input.title, all, journal)) ??
    asText(asObject((await client.call(collection.create, input)).value).id);
  await journal.noteCollection(old, collectionId, "made");
  await client.call(collection.update, {
    collectionId,
    title: asText(title),
    ...(typeof description === "string" && description !== "" && { description }),
    ...readLevel(defaultLevel),
  });
  await journal.noteCollection(old, collectionId, "finished");
}

type Update = Input<typeof space.update>;

/** Unknown levels are omitted, so that the platform uses its default. */
function readLevel(level: JsonValue | undefined): Pick<Update, "defaultLevel"> {
  if (level === null) return { defaultLevel: null };
  const defaultLevel = levels.find((one) => one === level);
  return defaultLevel === undefined ? {} : { defaultLevel };
}

export function toSpaceInput(
  { organizationId }: RestoreTarget,
  { space: source, entry }: BackedUpSpace,
  journal: RestoreJournal,
): Input<typeof space.create> {
  const parent = journal.collections.get(asText(source.parent));
  const language = languages.find((one) => one === source.language);
  return {
    organizationId,
    title: buildMarkedTitle(journal, entry.key),
    ...(parent !== undefined && { parent }),
    ...(language !== undefined && { language }),
  };
}

/** The default level is set before the space has content, so that access is never wider than in the backup. */
export async function createSpace(
  target: RestoreTarget,
  backup: BackedUpSpace,
  journal: RestoreJournal,
): Promise<void> {
  const { client, organizationId } = target;
  const input = toSpaceInput(target, backup, journal);
  const all = async () => readAll(client, space.list, { organizationId });
  const spaceId =
    (await findEarlierResource(input.title, all, journal)) ??
    asText(asObject((await client.call(space.create, input)).value).id);
  await client.call(space.update, { spaceId, ...readLevel(backup.space.defaultLevel) });
  await journal.note(backup.entry.key, { id: spaceId, isNew: true });
}

/** Last step: sets the title and merge rules of a new space. Earlier, the rules would block the restore. */
export async function finishSpace(
  { client, isSame }: RestoreTarget,
  { space: source, entry }: BackedUpSpace,
  journal: RestoreJournal,
): Promise<void> {
  const state = journal.getState(entry.key);
  if (state.step !== "comments") return;
  if (state.isNew === true) {
    const { emoji, editMode, mergeRules } = source;
    const namesUsers = writeJson(mergeRules ?? null).includes('"users"');
    await client.call(space.update, {
      spaceId: state.id ?? "",
      title: asText(source.title),
      ...(typeof emoji === "string" && emoji !== "" && { emoji }),
      ...((editMode === "live" || editMode === "locked") && { editMode }),
      ...((isSame || !namesUsers) && (await readMergeRules(mergeRules))),
    });
    if (!isSame && namesUsers) {
      const refused =
        "The merge rules were not restored because they name users who may not be members of this organization.";
      await journal.note(entry.key, { refused });
    }
  }
  await journal.note(entry.key, { step: "done" });
}

async function readMergeRules(rules: JsonValue | undefined): Promise<Pick<Update, "mergeRules">> {
  const { spaceMergeRules } = await import("../../../contract/merge-rules.model.ts");
  const parsed = spaceMergeRules.safeParse(rules);
  return parsed.success ? { mergeRules: parsed.data } : {};
}
