/** Revisions: the content of a space at a time, and the revisions it is based on. They never change. */

import { LRUCache } from "lru-cache";
import { ApiError } from "../../../errors.ts";
import { noteUnexportedChange } from "../../core/git-checks.ts";
import type { Actor } from "../../core/handlers.ts";
import {
  addContributor,
  type ChangeRequestRow,
  endForeignSchedule,
} from "../../core/rows/change-request-rows.ts";
import type { Queries } from "../../database/tables.ts";
import { type Dimensions, getHeadLength, measureImage } from "../../engines/image-size.ts";
import { type EventCall, recordEvent } from "../integration-events/record.ts";
import { getFileHead } from "./files/blobs.ts";
import { recordPaths } from "./page-history.ts";
import type { RevisionTable } from "./tables.ts";
import { type ContentTree, emptyTree, type TreeFile } from "./tree/tree.ts";
import { normalizeTree } from "./tree/tree-normalize.ts";
import { loadTree, storeTree } from "./tree/tree-store.ts";

/** The context of a commit, which the calls of handlers and jobs have. */
export interface CommitContext {
  readonly db: Queries;
  readonly now: Date;
  readonly newId: () => string;
}

/** The Git commit that a revision was imported from or exported to. */
export interface GitCommit {
  readonly oid: string;
  readonly message: string;
  readonly createdByGitBook: boolean;
  readonly url?: string;
  readonly ref?: string;
}

export interface Revision {
  readonly id: string;
  readonly space: string;
  readonly type: RevisionTable["type"];
  /** Hash of the whole content; equal roots mean equal content. */
  readonly root: string;
  readonly parents: readonly string[];
  /** The id of the change request that was merged. */
  readonly mergedFrom?: string;
  readonly git?: GitCommit;
  /** The id of the user; absent if no user created it. */
  readonly createdBy?: string;
  readonly createdAt: string;
}

interface NewRevision {
  /** Set if the revision is already referenced. */
  readonly id?: string;
  /** The id of the space, also for a revision of a change request. */
  readonly space: string;
  /** The revision that it is based on comes first; empty for the first revision of a space. */
  readonly parents: readonly string[];
  /** The revision whose pages keep their slugs if slugs collide; the first parent if absent. */
  readonly addressed?: string;
  readonly type: RevisionTable["type"];
  readonly tree: ContentTree;
  readonly author: string | null;
  readonly mergedFrom?: string;
  readonly git?: GitCommit;
}

/** @returns undefined if the space has no revision with this id */
export async function findRevision(
  db: Queries,
  id: string,
  spaceId?: string,
): Promise<Revision | undefined> {
  const row = await db
    .selectFrom("revisions")
    .selectAll()
    .where("id", "=", id)
    .$if(spaceId !== undefined, (query) => query.where("space_id", "=", spaceId ?? ""))
    .executeTakeFirst();
  return row && getRevision(row);
}

/** @throws ApiError 404 if the revision does not exist */
export async function readRevision(db: Queries, id: string): Promise<Revision> {
  const revision = await findRevision(db, id);
  if (!revision) throw new ApiError(404, `Revision ${id} does not exist.`, { field: "revisionId" });
  return revision;
}

/**
 * The whole content of a revision, cached. It must not be changed.
 * @throws ApiError 404 if the revision does not exist
 */
export async function readTree(db: Queries, revisionId: string): Promise<ContentTree> {
  return loadRevisionTree(db, await readRevision(db, revisionId));
}

export function loadRevisionTree(
  db: Queries,
  { space, root }: Pick<Revision, "space" | "root">,
): Promise<ContentTree> {
  return loadTree(db, space, root);
}

/**
 * Stores a tree as a new revision, which is not the current content of anything yet.
 * @throws ApiError 400 for an invalid tree (see `normalizeTree`)
 */
export async function commitRevision(
  context: CommitContext,
  input: NewRevision,
): Promise<Revision> {
  const row = await prepareRevision(context, input);
  await insertRevisions(context.db, [row]);
  return getRevision(row);
}

/**
 * Stores the tree of a new revision, which is the long part of a commit and safe to repeat. Slugs
 * become unique among siblings. Times are set: `createdAt` of pages with a new id, `updatedAt` of
 * pages that differ from the first parent, unless the page has its own. Images get their
 * dimensions.
 * @returns the row of the revision, which the caller inserts
 * @throws ApiError 400 for an invalid tree (see `normalizeTree`)
 */
export async function prepareRevision(
  context: CommitContext,
  input: NewRevision,
): Promise<RevisionTable> {
  const { db, now, newId } = context;
  const [parent] = input.parents;
  const parentRevision = parent === undefined ? undefined : await readRevision(db, parent);
  const before = parentRevision ? await loadRevisionTree(db, parentRevision) : emptyTree;
  const createdAt = now.toISOString();
  const addressed = input.addressed === undefined ? before : await readTree(db, input.addressed);
  const normalized = normalizeTree(input.tree, before, createdAt, addressed);
  const tree = await withImageDimensions(db, input.space, normalized);
  return {
    id: input.id ?? newId(),
    space_id: input.space,
    type: input.type,
    root: await storeTree(
      db,
      input.space,
      tree,
      parentRevision?.space === input.space ? before : undefined,
    ),
    parents: JSON.stringify(input.parents),
    merged_from: input.mergedFrom ?? null,
    git: input.git ? JSON.stringify(input.git) : null,
    created_by: input.author,
    created_at: createdAt,
  };
}

export async function insertRevisions(db: Queries, rows: readonly RevisionTable[]): Promise<void> {
  if (rows.length > 0) await db.insertInto("revisions").values(rows).execute();
}

/**
 * Makes a revision the current content of its space, sets `updatedAt`, and notifies integrations and
 * the connected repository.
 * @param isFromRepository whether the content comes from the connected repository
 */
export async function publishRevision(
  call: EventCall,
  { id, space }: Pick<Revision, "id" | "space">,
  isFromRepository = false,
): Promise<void> {
  const { db, now } = call;
  const { revision_id: before } = await db
    .selectFrom("spaces")
    .select("revision_id")
    .where("id", "=", space)
    .executeTakeFirstOrThrow();
  await recordPaths(db, {
    space,
    loadBefore: () => readTree(db, before),
    loadAfter: () => readTree(db, id),
  });
  await db
    .updateTable("spaces")
    .set({ revision_id: id, updated_at: now.toISOString() })
    .where("id", "=", space)
    .execute();
  await recordEvent(call, { type: "space_content_updated", spaceId: space, revisionId: id });
  if (!isFromRepository) await noteUnexportedChange(call, space);
}

/** Records the Git commit of a revision, which is the only field that may change. */
export async function noteCommit(db: Queries, revisionId: string, git: GitCommit): Promise<void> {
  await db
    .updateTable("revisions")
    .set({ git: JSON.stringify(git) })
    .where("id", "=", revisionId)
    .execute();
}

function getRevision(row: RevisionTable): Revision {
  const parents: string[] = JSON.parse(row.parents);
  const git: GitCommit | undefined = row.git === null ? undefined : JSON.parse(row.git);
  return {
    id: row.id,
    space: row.space_id,
    type: row.type,
    root: row.root,
    parents,
    ...(row.merged_from !== null && { mergedFrom: row.merged_from }),
    ...(git && { git }),
    ...(row.created_by !== null && { createdBy: row.created_by }),
    createdAt: row.created_at,
  };
}

/**
 * Makes a tree the content of a change request. All edits are committed here, so side effects
 * belong here.
 */
export async function commitEdit(
  call: CommitContext & Pick<Actor, "caller">,
  row: ChangeRequestRow,
  tree: ContentTree,
): Promise<void> {
  const revision = await commitRevision(call, {
    space: row.space_id,
    parents: [row.revision_id],
    type: "edits",
    tree,
    author: call.caller,
  });
  await call.db
    .updateTable("change_requests")
    .set({ revision_id: revision.id, updated_at: call.now.toISOString() })
    .where("id", "=", row.id)
    .execute();
  await addContributor(call, row.id);
  await endForeignSchedule(call, row.id);
}

/** The hashes of images whose size cannot be determined, so that each is tried once. */
const unmeasured = new LRUCache<string, true>({ max: 10_000 });

/**
 * Adds the dimensions of images.
 * @returns the tree itself if all are present
 */
async function withImageDimensions(
  db: Queries,
  space: string,
  tree: ContentTree,
): Promise<ContentTree> {
  const measured = new Map<string, Dimensions>();
  for (const { hash, contentType } of tree.files.filter(isToMeasure)) {
    const head = await getFileHead(db, space, hash, getHeadLength(contentType));
    const dimensions = head && (await measureImage(head));
    if (dimensions) measured.set(hash, dimensions);
    else if (head) unmeasured.set(hash, true);
  }
  if (measured.size === 0) return tree;
  const files = tree.files.map((file) => {
    const dimensions = isToMeasure(file) ? measured.get(file.hash) : undefined;
    return dimensions ? { ...file, dimensions } : file;
  });
  return { ...tree, files };
}

function isToMeasure({ contentType, dimensions, hash }: TreeFile): boolean {
  return dimensions === undefined && contentType.startsWith("image/") && !unmeasured.has(hash);
}
