/** Restored space: its backup, its target and the change request of the restore. */

import type { ApiClient, JsonObject } from "../../../context.ts";
import * as contract from "../../../contract/cr.ts";
import * as revision from "../../../contract/revision.ts";
import * as space from "../../../contract/space.ts";
import { toCanonicalText } from "../../../json/canonical.ts";
import { addTo } from "../../../json/groups.ts";
import { asObject, asObjects, asText } from "../../../json/values.ts";
import { readAll } from "../../read-all.ts";
import type { BackedUpSpace } from "../backed-up-space.ts";
import { type BackupPage, listBackupPages } from "../space-content.ts";
import { type PlannedEdit, sendChanges } from "./content-edits.ts";
import { formatSubject } from "./earlier-restores.ts";
import type { RestoredIds } from "./new-ids.ts";
import type { RestoreJournal, SpaceState } from "./restore-journal.ts";
import type { FindInclusion } from "./restored-page.ts";

/** Context that all spaces of a restore share. */
export interface RestoreContext {
  readonly client: ApiClient;
  readonly journal: RestoreJournal;
  readonly ids: RestoredIds;
  readonly included: FindInclusion;
  readonly say: (text: string) => void;
  /** The time of the backup, in RFC 3339. */
  readonly backedUp: string;
}

/** A space of the backup and its target. */
export interface RestoredSpace {
  readonly backup: BackedUpSpace;
  readonly state: SpaceState;
  /** The pages of the target before the restore, by id. */
  readonly live: ReadonlyMap<string, BackupPage>;
  readonly liveFiles: ReadonlySet<string>;
  readonly liveReusable: ReadonlySet<string>;
}

/** The current revision of a space. */
export async function readLive(client: ApiClient, spaceId: string): Promise<JsonObject> {
  const { value } = await client.call(space.get, { spaceId });
  const revisionId = asText(asObject(value).revision);
  return asObject((await client.call(revision.get, { spaceId, revisionId })).value);
}

export async function openRestored(
  { client }: Pick<RestoreContext, "client">,
  backup: BackedUpSpace,
  state: SpaceState,
): Promise<RestoredSpace> {
  if (state.isNew === true) {
    return { backup, state, live: new Map(), liveFiles: new Set(), liveReusable: new Set() };
  }
  const now = await readLive(client, state.id ?? "");
  const collectIds = (items: JsonObject[string] | undefined) =>
    new Set(asObjects(items).map(({ id }) => asText(id)));
  return {
    backup,
    state,
    live: new Map(listBackupPages(now).map((page) => [page.id, page])),
    liveFiles: collectIds(now.files),
    liveReusable: collectIds(now.reusableContents),
  };
}

/** The id of a page or file of the backup in the restored space. */
export function findRestoredId(
  { state, live, liveFiles }: RestoredSpace,
  id: string,
): string | undefined {
  return state.ids.get(id) ?? (live.has(id) || liveFiles.has(id) ? id : undefined);
}

/** The content of the change request, or of the space if there is none. */
export async function readAt(client: ApiClient, state: SpaceState): Promise<JsonObject> {
  const { id: spaceId = "", revision: revisionId } = state;
  if (state.changeRequest === undefined || revisionId === undefined)
    return readLive(client, spaceId);
  return asObject((await client.call(revision.get, { spaceId, revisionId })).value);
}

/** Whether a page matches the backup, including its text. */
export function isSame(page: BackupPage, live: BackupPage | undefined): boolean {
  if (live === undefined || live.parent !== page.parent) return false;
  // The document id, if available, indicates changes of the text more precisely than the time.
  const hasDocumentId = page.type !== "document" || page.page.documentId !== undefined;
  const getState = ({ pages: _, git: __, urls: ___, updatedAt, ...page }: JsonObject) =>
    toCanonicalText(hasDocumentId ? page : { ...page, updatedAt });
  return getState(page.page) === getState(live.page);
}

/** The ids of the children of each page, in order. */
export function groupSiblings(
  pages: readonly BackupPage[],
  getId: (page: BackupPage) => string,
  resolveParent: (page: BackupPage) => string | undefined,
): ReadonlyMap<string | undefined, readonly string[]> {
  const below = new Map<string | undefined, string[]>();
  for (const page of pages) addTo(below, resolveParent(page), getId(page));
  return below;
}

export function describePage(page: JsonObject): string {
  return `The page ${JSON.stringify(asText(page.title))}`;
}

/** Sends changes to the change request, which is created on first use. */
export async function edit(
  restoring: RestoreContext,
  restored: RestoredSpace,
  planned: readonly PlannedEdit[],
): Promise<void> {
  if (planned.length === 0) return;
  await openChangeRequest(restoring, restored);
  const { client, journal } = restoring;
  await sendChanges({ client, journal, state: restored.state }, planned);
}

async function openChangeRequest(
  { client, journal, backedUp }: RestoreContext,
  { backup, state }: RestoredSpace,
): Promise<void> {
  if (state.changeRequest !== undefined) return;
  const spaceId = state.id ?? "";
  const subject = formatSubject(backedUp, journal.mark, backup.entry.id);
  const drafts = journal.isResumed
    ? await readAll(client, contract.list, { spaceId, status: ["draft"] })
    : [];
  const existing = drafts.find(
    (draft) => draft.subject === subject && draft.revision === draft.revisionInitial,
  );
  const { id, revision: initialRevision } =
    existing ?? asObject((await client.call(contract.create, { spaceId, subject })).value);
  await journal.note(state.key, { changeRequest: asText(id), revision: asText(initialRevision) });
}
