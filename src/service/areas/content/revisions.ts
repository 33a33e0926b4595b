/** Revisions: what the content of a space was at a moment, and what it was made from. Never changed. */
import { Problem } from "../../../errors.ts";
import type { Queries } from "../../database/tables.ts";
import { type EventCall, recordEvent } from "../events/record.ts";
import { withImageDimensions } from "./image-dimensions.ts";
import type { RevisionTable } from "./tables.ts";
import { emptyTree, type Tree } from "./tree.ts";
import { settledTree } from "./tree-settle.ts";
import { loadTree, storeTree } from "./tree-store.ts";

/** What is needed to write; a handler's call and a job's call both have it. */
export interface Ground {
  readonly db: Queries;
  readonly now: Date;
  readonly newId: () => string;
}

/** The commit of a repository that a revision came from or went to. */
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
  /** Hash of the whole content: two revisions with the same one say the same. */
  readonly root: string;
  readonly parents: readonly string[];
  /** The id of the change request that was merged. */
  readonly mergedFrom?: string;
  readonly git?: GitCommit;
  /** The user's id; absent where no person made it. */
  readonly createdBy?: string;
  readonly createdAt: string;
}

export interface NewRevision {
  /** Chosen beforehand, where something names it already. */
  readonly id?: string;
  /** The id of the space, also for a revision inside one of its change requests. */
  readonly space: string;
  /** The revision that it was made from first; empty for the first of a space. */
  readonly parents: readonly string[];
  /** The revision whose pages keep their slugs before all others; the first parent where absent. */
  readonly addressed?: string;
  readonly type: RevisionTable["type"];
  readonly tree: Tree;
  readonly author: string | null;
  readonly mergedFrom?: string;
  readonly git?: GitCommit;
}

/** @returns absent where there is none of that id, in that space where one is given */
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
  return row && revisionOf(row);
}

/** @throws Problem 404 where there is none of that id */
export async function readRevision(db: Queries, id: string): Promise<Revision> {
  const revision = await findRevision(db, id);
  if (!revision) throw new Problem(404, `There is no revision ${id}.`, { field: "revisionId" });
  return revision;
}

/**
 * The whole content of a revision; quick where it was read lately. Never change it: make another.
 * @throws Problem 404 where there is no such revision
 */
export async function readTree(db: Queries, revisionId: string): Promise<Tree> {
  return treeOf(db, await readRevision(db, revisionId));
}

export function treeOf(
  db: Queries,
  { space, root }: Pick<Revision, "space" | "root">,
): Promise<Tree> {
  return loadTree(db, space, root);
}

/**
 * Stores a tree as a new revision, which is nobody's content yet. Slugs are made unique among
 * siblings, and times are set: `createdAt` of pages whose id is new, `updatedAt` of pages that
 * differ from the first parent; times that a page brings along win. Images get their dimensions.
 * @throws Problem 400 for a tree that breaks a rule (see `settledTree`)
 */
export async function commitRevision(ground: Ground, made: NewRevision): Promise<Revision> {
  const { db, now, newId } = ground;
  const [parent] = made.parents;
  const before = parent === undefined ? emptyTree : await readTree(db, parent);
  const createdAt = now.toISOString();
  const addressed = made.addressed === undefined ? before : await readTree(db, made.addressed);
  const settled = settledTree(made.tree, before, createdAt, addressed);
  const tree = await withImageDimensions(db, made.space, settled);
  const row: RevisionTable = {
    id: made.id ?? newId(),
    space_id: made.space,
    type: made.type,
    root: await storeTree(db, made.space, tree),
    parents: JSON.stringify(made.parents),
    merged_from: made.mergedFrom ?? null,
    git: made.git ? JSON.stringify(made.git) : null,
    created_by: made.author,
    created_at: createdAt,
  };
  await db.insertInto("revisions").values(row).execute();
  return revisionOf(row);
}

/** Makes a revision the content of its space, and says so in its `updatedAt` and to integrations. */
export async function publishRevision(
  call: EventCall,
  { id, space }: Pick<Revision, "id" | "space">,
): Promise<void> {
  const { db, now } = call;
  await db
    .updateTable("spaces")
    .set({ revision_id: id, updated_at: now.toISOString() })
    .where("id", "=", space)
    .execute();
  await recordEvent(call, { type: "space_content_updated", spaceId: space, revisionId: id });
}

/** Notes the commit of a revision afterwards: the one thing of it that may change. */
export async function noteCommit(db: Queries, revisionId: string, git: GitCommit): Promise<void> {
  await db
    .updateTable("revisions")
    .set({ git: JSON.stringify(git) })
    .where("id", "=", revisionId)
    .execute();
}

function revisionOf(row: RevisionTable): Revision {
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
