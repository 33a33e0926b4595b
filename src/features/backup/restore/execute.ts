/** Execution of a restore. All ids are assigned before texts are written, because texts link to each other. */
import type { ApiClient, JsonObject } from "../../../context.ts";
import * as comment from "../../../contract/comment.ts";
import * as commentReply from "../../../contract/comment-reply.ts";
import * as contract from "../../../contract/cr.ts";
import * as revision from "../../../contract/revision.ts";
import * as space from "../../../contract/space.ts";
import { ApiError } from "../../../errors.ts";
import { formatCount } from "../../../json/pluralize.ts";
import { asObject, asObjects, asText, isList } from "../../../json/values.ts";
import { readAll } from "../../read-all.ts";
import { runFewAtOnce } from "../../run-few-at-once.ts";
import type { BackedUpSpace } from "../backed-up-space.ts";
import { type BackupPage, listBackupPages } from "../space-content.ts";
import { insertContent } from "./insert-content.ts";
import type { RestoredIds } from "./new-ids.ts";
import { openRewriting } from "./new-ids.ts";
import type { RestoreJournal, SpaceState } from "./restore-journal.ts";
import {
  createCollection,
  createSpace,
  finishSpace,
  type RestoreMode,
  type RestoreTarget,
} from "./restore-targets.ts";
import type { FindInclusion } from "./restored-page.ts";
import { buildRestoredDocument, isSameText, toPageSettings } from "./restored-page.ts";
import {
  findRestoredId,
  openRestored,
  type RestoreContext,
  type RestoredSpace,
  readAt,
  readLive,
} from "./restored-space.ts";
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
  /** Prevents other runs from creating the same resources; returns the function that releases the lock. */
  readonly lock: () => Promise<() => Promise<void>>;
}

export async function executeRestore(
  target: RestoreTarget,
  plan: RestorePlan,
  journal: RestoreJournal,
  { say, asChangeRequest, backedUp, lock }: RestoreOptions,
): Promise<readonly RestoredOutcome[]> {
  const { client } = target;
  const backups = plan.spaces.map(({ backup }) => backup);
  const release = await lock();
  try {
    for (const one of plan.collections) await createCollection(target, one, journal);
    for (const { backup, way } of plan.spaces) await prepareTarget(target, backup, way, journal);
  } finally {
    await release();
  }
  const restored: RestoredSpace[] = [];
  for (const backup of backups) {
    restored.push(await openRestored({ client }, backup, journal.getState(backup.entry.key)));
  }
  const ids = getIds(backups, journal);
  const included = createInclusionLookup(restored);
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
function createInclusionLookup(restored: readonly RestoredSpace[]): FindInclusion {
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
  const why = [...state.refused, ...(await listDifferences(restoring, restored))];
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
  const newer = asObjects(revision.pages).filter(({ id }) => !restoredIds.has(asText(id)));
  return newer.length === 0 ? [] : [`Kept ${formatCount(newer.length, "newer page")}.`];
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
    if (asObject(value).status !== "merged") {
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

/** @returns a sentence per difference */
async function listDifferences(
  restoring: RestoreContext,
  restored: RestoredSpace,
): Promise<readonly string[]> {
  const { client, ids, included } = restoring;
  const { backup, state } = restored;
  const isOpen = state.step === "texts";
  const currentRevision = isOpen
    ? await readAt(client, state)
    : await readLive(client, state.id ?? "");
  const parameters = { spaceId: state.id ?? "", revisionId: asText(currentRevision.id) };
  const pages = new Map(listBackupPages(currentRevision).map((page) => [page.id, page]));
  const rewriting = await openRewriting(ids, backup.entry.id);
  const pageDifferences = await runFewAtOnce(backup.pages, async (located) => {
    const says = `The page ${JSON.stringify(asText(located.page.title))}`;
    const id = findRestoredId(restored, located.id);
    const current = id === undefined ? undefined : pages.get(id);
    if (id === undefined || current === undefined) return [`${says} is missing.`];
    const names = listDifferentSettings(located, current, toPageSettings(located.page, rewriting));
    const isMoved = current.parent !== resolveParent(restored, located);
    const document = await buildRestoredDocument(
      located,
      await backup.document(located.id),
      rewriting,
      included,
    );
    const hasOtherText =
      current.type === "document" &&
      !isSameText(document, await fetchText(client, parameters, current));
    return [
      ...names.map((name) => `${says} has a different ${name}.`),
      ...(isMoved ? [`${says} has a different parent page.`] : []),
      ...(hasOtherText ? [`${says} has different text.`] : []),
    ];
  });
  const files = new Set(asObjects(currentRevision.files).map(({ id }) => asText(id)));
  const lost = backup.files.filter(
    (file) => !files.has(findRestoredId(restored, asText(file.id)) ?? ""),
  );
  return [
    ...pageDifferences.flat(),
    ...(isInOrder(restored, listBackupPages(currentRevision))
      ? []
      : ["The pages are in a different order."]),
    ...lost.map(({ name }) => `The file ${JSON.stringify(asText(name))} is missing.`),
  ];
}

function isInOrder(restored: RestoredSpace, pages: readonly BackupPage[]): boolean {
  const expectedIds = new Set(
    restored.backup.pages.flatMap(({ id }) => findRestoredId(restored, id) ?? []),
  );
  const actualIds = pages.flatMap(({ id }) => (expectedIds.has(id) ? [id] : []));
  // Missing pages are reported separately.
  return actualIds.length < expectedIds.size || [...expectedIds].join(" ") === actualIds.join(" ");
}

/** A group, link or computed page is restored as a page and has only some of its settings. */
function listDifferentSettings(
  { type }: BackupPage,
  current: BackupPage,
  expected: Readonly<Record<string, string>>,
): readonly string[] {
  const actual = toPageSettings(current.page);
  const compared =
    type === current.type ? Object.keys(expected) : ["title", "emoji", "icon", "hidden"];
  // A link has no slug, but the page that replaces it does.
  return compared.filter(
    (name) => expected[name] !== actual[name] && !(name === "slug" && expected.slug === ""),
  );
}

function resolveParent(restored: RestoredSpace, { parent }: BackupPage): string | undefined {
  return parent === undefined ? undefined : findRestoredId(restored, parent);
}

async function fetchText(
  client: ApiClient,
  parameters: { readonly spaceId: string; readonly revisionId: string },
  { id }: BackupPage,
): Promise<JsonObject> {
  const { value } = await client.call(revision.pageDocument, { ...parameters, pageId: id });
  return asObject(value);
}

/** Restoration of open comments, which skips comments that already exist. */
async function postComments(restoring: RestoreContext, restored: RestoredSpace): Promise<void> {
  const { client, journal } = restoring;
  const { backup, state } = restored;
  if (state.step !== "merged") return;
  if (backup.comments.length > 0) {
    const spaceId = state.id ?? "";
    const live = await readAll(client, comment.list, { spaceId, status: "all" });
    for (const { comment: value, replies } of backup.comments) {
      const original = asObject(value);
      const existing = live.find((each) => each.id === original.id || isRepeated(original, each));
      const id =
        existing === undefined ? await post(restoring, restored, original) : asText(existing.id);
      if (id === undefined) continue;
      await postReplies(client, { spaceId, commentId: id }, asObjects(replies));
    }
  }
  await journal.note(state.key, { step: "comments" });
}

/** The text of a restored comment, which names the original author because another user posts it. */
function formatRepost({ postedBy, postedAt, body }: JsonObject): string {
  const name = asText(asObject(postedBy).displayName)
    .replace(/[^\p{L}\p{M}\p{N} .'-]/gu, " ")
    .trim();
  const day = asText(postedAt).slice(0, 10);
  return `${name || "Unknown user"} wrote on ${day}:\n\n${toMarkdown(body)}`;
}

function toMarkdown(body: JsonObject[string] | undefined): string {
  return asText(asObject(body).markdown);
}

/** Compares only the words, because the platform may reformat Markdown. */
function isRepeated(original: JsonObject, live: JsonObject): boolean {
  const words = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  return words(toMarkdown(live.body)) === words(formatRepost(original));
}

/** @returns undefined if the platform refuses the comment */
async function post(
  { client, journal }: RestoreContext,
  restored: RestoredSpace,
  original: JsonObject,
): Promise<string | undefined> {
  const { state } = restored;
  const target = asObject(original.target);
  const page = findRestoredId(restored, asText(asObject(target.page).id));
  const node = asText(asObject(target.node).id);
  const { record, definition } = asObject(target.tableCell);
  const input = {
    spaceId: state.id ?? "",
    body: { markdown: formatRepost(original) },
    ...(page !== undefined && { page }),
  };
  const within =
    typeof record === "string" && typeof definition === "string"
      ? { tableCell: { record, definition } }
      : node !== "" && { node };
  try {
    const fullInput = page !== undefined && within ? { ...input, ...within } : input;
    return asText(asObject((await client.call(comment.create, fullInput)).value).id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const refused = `The comment "${toMarkdown(original.body).slice(0, 60)}": ${error.message}`;
    await journal.note(state.key, { refused });
    return undefined;
  }
}

async function postReplies(
  client: ApiClient,
  ids: { readonly spaceId: string; readonly commentId: string },
  replies: readonly JsonObject[],
): Promise<void> {
  if (replies.length === 0) return;
  const live = await readAll(client, commentReply.list, ids);
  for (const original of replies) {
    if (live.some((each) => each.id === original.id || isRepeated(original, each))) continue;
    await client.call(commentReply.create, { ...ids, body: { markdown: formatRepost(original) } });
  }
}
