/** Execution of a restore. All ids are assigned before texts are written, because texts link to each other. */
import type { JsonObject } from "../../context.ts";
import * as contract from "../../contract/cr.ts";
import * as space from "../../contract/space.ts";
import { ApiError } from "../../errors.ts";
import { counted } from "../../json/counted.ts";
import { isList, objectIn, objectsIn, textIn } from "../../json/values.ts";
import type { BackedUpSpace } from "./backed-up-space.ts";
import { differencesIn } from "./compare-restored.ts";
import { insertContent } from "./insert-content.ts";
import type { RestoredIds } from "./new-ids.ts";
import { postComments } from "./restore-comments.ts";
import type { RestoreJournal, SpaceState } from "./restore-journal.ts";
import {
  createCollection,
  createSpace,
  finishSpace,
  type RestoreMode,
  type RestoreTarget,
} from "./restore-targets.ts";
import type { FindInclusion } from "./restored-page.ts";
import { openRestored, type RestoreContext, type RestoredSpace, readAt } from "./restored-space.ts";
import { writeTexts } from "./write-texts.ts";

export interface RestorePlan {
  /** The collections to create, parents first. */
  readonly collections: readonly JsonObject[];
  readonly spaces: readonly { readonly backup: BackedUpSpace; readonly way: RestoreMode }[];
}

export interface RestoredOutcome {
  readonly backup: BackedUpSpace;
  readonly state: SpaceState;
  /** "open": the content is in an unmerged change request. */
  readonly status: "restored" | "different" | "open";
  readonly isAsAsked: boolean;
  /** Sentences. */
  readonly why: readonly string[];
}

interface RestoreOptions {
  readonly say: (text: string) => void;
  readonly asChangeRequest: boolean;
  /** RFC 3339 */
  readonly backedUp: string;
}

export async function executeRestore(
  target: RestoreTarget,
  plan: RestorePlan,
  journal: RestoreJournal,
  { say, asChangeRequest, backedUp }: RestoreOptions,
): Promise<readonly RestoredOutcome[]> {
  const { client } = target;
  const backups = plan.spaces.map(({ backup }) => backup);
  for (const one of plan.collections) await createCollection(target, one, journal);
  for (const { backup, way } of plan.spaces) await prepareTarget(target, backup, way, journal);
  const restored: RestoredSpace[] = [];
  for (const backup of backups) {
    restored.push(await openRestored({ client }, backup, journal.getState(backup.entry.key)));
  }
  const ids = getIds(backups, journal);
  const included = includedIn(restored);
  const restoring: RestoreContext = { client, journal, ids, included, say, backedUp };
  for (const one of restored) await insertContent(restoring, one);
  for (const one of restored) await writeTexts(restoring, one);
  const outcomes: RestoredOutcome[] = [];
  for (const one of restored) {
    outcomes.push(await finish(target, restoring, one, asChangeRequest));
  }
  return outcomes;
}

/** Creates or undeletes the target space, and records its id. */
async function prepareTarget(
  target: RestoreTarget,
  backup: BackedUpSpace,
  way: RestoreMode,
  journal: RestoreJournal,
): Promise<void> {
  const { key, id } = backup.entry;
  if (journal.getState(key).id !== undefined) return;
  if (way === "new") return createSpace(target, backup, journal);
  if (way === "deleted") await target.client.call(space.restore, { spaceId: id });
  await journal.note(key, { id, isNew: false });
}

function getIds(backups: readonly BackedUpSpace[], journal: RestoreJournal): RestoredIds {
  const keys = new Map(backups.map(({ entry }) => [entry.id, entry.key]));
  const findState = (id: string) => {
    const key = keys.get(id);
    return key === undefined ? undefined : journal.getState(key);
  };
  return {
    collection: (id) => journal.collections.get(id),
    space: (id) => findState(id)?.id,
    content: (spaceId, id) => findState(spaceId)?.ids.get(id),
  };
}

/** Looks up reusable contents that were deleted from the restored space; the API cannot create them. */
function includedIn(restored: readonly RestoredSpace[]): FindInclusion {
  return async (spaceId, id) => {
    const source = restored.find(({ backup }) => backup.entry.id === spaceId);
    if (source === undefined || source.liveReusable.has(id)) return undefined;
    const nodes = (await source.backup.document(id))?.nodes;
    return isList(nodes) ? nodes : undefined;
  };
}

async function finish(
  target: RestoreTarget,
  restoring: RestoreContext,
  restored: RestoredSpace,
  asChangeRequest: boolean,
): Promise<RestoredOutcome> {
  const { backup, state } = restored;
  const { client, journal, say } = restoring;
  say(`${backup.entry.title}: comparing …`);
  const obstacle = asChangeRequest ? undefined : await mergeRestored(restoring, restored);
  if (!asChangeRequest && obstacle === undefined) {
    await postComments(restoring, restored);
    await finishSpace(target, backup, journal);
  }
  const why = [...state.refused, ...(await differencesIn(restoring, restored))];
  const isOpen = state.step === "texts" && state.changeRequest !== undefined;
  const isDifferent = why.length > 0;
  if (isOpen) {
    const { title } = backup.entry;
    const reason = asChangeRequest
      ? "The change request is not merged yet."
      : `The change request could not be merged: ${obstacle}`;
    const untitled =
      state.isNew === true ? [`The space will be renamed to ${JSON.stringify(title)}.`] : [];
    return {
      ...{ backup, state, status: "open" },
      isAsAsked: asChangeRequest && !isDifferent,
      why: [reason, ...untitled, ...why],
    };
  }
  const newerPages = describeNewerPages(restored, await readAt(client, state));
  return {
    ...{ backup, state, status: isDifferent ? "different" : "restored" },
    isAsAsked: !isDifferent,
    why: isDifferent ? why : newerPages,
  };
}

/** Pages that were created after the backup are kept. */
function describeNewerPages(
  { backup, state }: RestoredSpace,
  revision: JsonObject,
): readonly string[] {
  if (state.isNew === true) return [];
  const restoredIds = new Set(backup.pages.map(({ id }) => state.ids.get(id) ?? id));
  const newer = objectsIn(revision.pages).filter(({ id }) => !restoredIds.has(textIn(id)));
  return newer.length === 0 ? [] : [`Kept ${counted(newer.length, "newer page")}.`];
}

/** @returns the reason that the merge was refused; undefined if it succeeded */
async function mergeRestored(
  { client, journal }: RestoreContext,
  { state }: RestoredSpace,
): Promise<string | undefined> {
  const { id: spaceId = "", changeRequest: changeRequestId } = state;
  if (state.step !== "texts") return undefined;
  if (changeRequestId !== undefined) {
    const { value } = await client.call(contract.get, { spaceId, changeRequestId });
    if (objectIn(value).status !== "merged") {
      try {
        // The comparison that follows reports the effects of merge conflicts.
        await client.call(contract.merge, { spaceId, changeRequestId });
      } catch (error) {
        if (error instanceof ApiError && [403, 409, 412].includes(error.status))
          return error.message;
        throw error;
      }
    }
  }
  await journal.note(state.key, { step: "merged" });
  return undefined;
}
