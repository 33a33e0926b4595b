/** Sending the content of a space to a repository, as a commit on top of its branch. */

import { GitFailure } from "../../engines/git/failure.ts";
import type { NewCommit, Repository } from "../../engines/git.ts";
import type { LongJobCall } from "../../jobs/job.ts";
import { noteCommit, readTree } from "../content/revisions.ts";
import { alikeIn, unsyncedIn } from "./alike.ts";
import { commitUrl, liveSpace } from "./import.ts";
import {
  type Effect,
  inRepository,
  type Operation,
  placeOf,
  refuseLongPaths,
  type SyncedFile,
  syncedFiles,
} from "./operation.ts";
import { planExport } from "./plan-export.ts";
import { placesIn } from "./project-files.ts";
import { bytesOf, projectOf } from "./write-project.ts";

interface Sent {
  /** Null where the repository is empty and there was nothing to send. */
  readonly commit: string | null;
  readonly isNew: boolean;
  readonly files: readonly SyncedFile[];
}

/** Someone else may push in between: then it is built once more upon what he pushed. */
const tries = 2;

/** The long part, push included; sent again after a crash, the content is there already. @throws GitFailure */
export async function sendExport(operation: Operation, call: LongJobCall): Promise<Effect> {
  const { wanted, row } = operation;
  const { revision_id: revisionId } = await liveSpace(call.db, row.space_id);
  const sent = await inRepository(operation, call, async (repository) => {
    for (let left = tries; ; left--) {
      try {
        return await send(repository, operation, call, revisionId);
      } catch (error) {
        const again = error instanceof GitFailure && error.reason === "rejected" && left > 1;
        if (!again || error instanceof Contradiction) throw error;
      }
    }
  });
  return async ({ db }) => {
    const { commit, isNew, files } = sent;
    if (commit !== null && isNew) {
      await noteCommit(db, revisionId, {
        oid: commit,
        message: wanted.commitMessage ?? "",
        createdByGitBook: true,
        ...(wanted.commitUrl !== undefined && { url: commitUrl(wanted.commitUrl, commit) }),
        ref: wanted.ref,
      });
    }
    return {
      state: "success",
      revisionId,
      ...(commit !== null && { commit }),
      synced: { revisionId, commit },
      files,
    };
  };
}

/** The branch has what an export would destroy. */
class Contradiction extends GitFailure {}

async function send(
  repository: Repository,
  { row, wanted, sync }: Operation,
  { db }: LongJobCall,
  revisionId: string,
): Promise<Sent> {
  const { space_id: spaceId } = row;
  const parent = await headOf(repository, wanted.ref);
  const entries = parent === undefined ? [] : await repository.entries(parent);
  const { places } = await placesIn(repository, entries, wanted.directory);
  const synced = await syncedFiles(db, spaceId);
  const start = places.root === "" ? "" : `${places.root}/`;
  const now = await readTree(db, revisionId);
  const before =
    sync.synced_revision_id === null ? undefined : await readTree(db, sync.synced_revision_id);
  const locations = entries.flatMap(({ path }) =>
    path.startsWith(start) ? [path.slice(start.length)] : [],
  );
  const known = new Map([
    ...[...alikeIn(unsyncedIn(now, before), locations)].map(([at, id]) => [id, at] as const),
    ...[...synced].flatMap(([path, { thing }]) =>
      thing !== undefined && path.startsWith(start)
        ? [[thing, path.slice(start.length)] as const]
        : [],
    ),
  ]);
  const project = (tree: Parameters<typeof projectOf>[2]) =>
    projectOf(db, spaceId, tree, places, known);
  const wantedFiles = await project(now);
  const plan = await planExport({
    wanted: wantedFiles,
    before: before && (await project(before)),
    there: new Map(entries.map(({ path, oid }) => [path, oid])),
    synced,
    isSamePlace: sync.synced_place === placeOf(wanted),
    force: wanted.force,
    bytes: (file) => bytesOf(db, spaceId, file),
  });
  if (plan.contradicting.length > 0) throw contradiction(plan.contradicting);
  refuseLongPaths(plan.files);
  if (plan.changes.size === 0) return { commit: parent ?? null, isNew: false, files: plan.files };
  const made: NewCommit = {
    parent,
    message: wanted.commitMessage ?? "",
    author: await authorOf(db, row),
    changes: plan.changes,
  };
  const commit = await repository.commit(made);
  if (commit !== parent) await repository.push(commit, wanted.ref, parent);
  return { commit, isNew: commit !== parent, files: plan.files };
}

/** @returns undefined where the repository is empty, so that the first commit makes the branch */
async function headOf(repository: Repository, ref: string): Promise<string | undefined> {
  try {
    return await repository.fetch(ref);
  } catch (error) {
    if (error instanceof GitFailure && error.reason === "empty") return undefined;
    throw error;
  }
}

async function authorOf(
  db: LongJobCall["db"],
  { requested_by, created_at }: Operation["row"],
): Promise<NewCommit["author"]> {
  const user = await db
    .selectFrom("users")
    .select(["display_name", "email"])
    .where("id", "=", requested_by)
    .executeTakeFirstOrThrow();
  // The time of the request, so that a second try makes the same commit.
  return { name: user.display_name, email: user.email, at: new Date(created_at) };
}

const mostNamed = 10;

function contradiction(paths: readonly string[]): Contradiction {
  const named = paths.slice(0, mostNamed).join(", ");
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : "";
  return new Contradiction(
    "rejected",
    `The branch has changes that the space does not know: ${named}${more}. Nothing was pushed; import first, or --force writes over them.`,
  );
}
