/** Imports of files in memory in this thread, without a repository, for tests of the content of files. */
import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { putEncoded } from "../../../src/service/areas/content/files/blobs.ts";
import {
  insertRevisions,
  publishRevision,
  readTree,
} from "../../../src/service/areas/content/revisions.ts";
import { putStored } from "../../../src/service/areas/content/texts/documents.ts";
import type { ContentTree } from "../../../src/service/areas/content/tree/tree.ts";
import { storeFileChanges } from "../../../src/service/areas/git/files/synced-files.ts";
import { type ImportRead, readImport } from "../../../src/service/areas/git/import/read-import.ts";
import { type OperationRequest, toRemoteKey } from "../../../src/service/areas/git/operation.ts";
import { findSync, updateSync } from "../../../src/service/areas/git/sync-rows.ts";
import { createThreadCall, type Question } from "../../../src/service/areas/git/thread-call.ts";
import { answerQuery, getLanguage } from "../../../src/service/database/thread-queries.ts";
import { getOid } from "../../../src/service/engines/git/clone.ts";
import { temporaryFolder } from "../machine/folder.ts";
import type { GitRows } from "./git-rows.ts";

/** Contents by path; a number is the size of a file that cannot be read. */
export type ListedFiles = Readonly<Record<string, string | Uint8Array | number>>;

/**
 * Imports files into a space, and stores the result like the end of an import.
 * @param files all files of the repository
 */
export async function importListed(
  rows: GitRows,
  files: ListedFiles,
  options: Partial<OperationRequest> = {},
): Promise<ImportRead> {
  const { db, spaceId, call, admin } = rows;
  const folder = temporaryFolder();
  const listed = Object.entries(files).map(([path, content]) => {
    if (typeof content === "number") return { path, oid: getOid(Buffer.from(path)), size: content };
    const bytes = Buffer.from(content);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
    return { path, oid: getOid(bytes), size: bytes.length };
  });
  const request = { ...rows.request, url: folder, ...options };
  const sync = await findSync(db, spaceId);
  const setting = {
    ...{ language: getLanguage(db), ids: randomUUID(), now: call.now.toISOString() },
    isPlan: options.plan === true,
  };
  const threadCall = createThreadCall(setting, async (asked) => {
    const question = asked as Question;
    if ("query" in question) return answerQuery(db, question.query);
    if ("documents" in question) return putStored(db, spaceId, question.documents);
    if ("file" in question) return putEncoded(db, spaceId, question.file);
    if ("fetch" in question) return false;
    if ("progress" in question) return undefined;
    throw new Error(JSON.stringify(question));
  });
  const read = await readImport(
    {
      ...{ spaceId, author: admin, request, folder, commit: randomUUID() },
      address: { scheme: "file", url: folder, hostname: "", name: "docs" },
      listed: { url: folder, folder, commit: "", files: listed },
      syncedCommit: sync?.synced_commit ?? null,
      syncedRevision: sync?.synced_revision_id ?? null,
    },
    threadCall,
  );
  const { merged } = read;
  if (options.plan) return read;
  await insertRevisions(db, merged.revisions);
  if (merged.published !== undefined) {
    await publishRevision(call, { id: merged.published, space: spaceId }, true);
  }
  const { synced } = merged.result;
  if (synced) {
    const before = sync ?? (await rows.insertSync());
    await updateSync(call, before, {
      ...{ synced_place: toRemoteKey(rows.request), synced_revision_id: synced.revisionId },
      synced_commit: synced.commit,
    });
    await storeFileChanges(db, spaceId, read.files);
  }
  return read;
}

/** The current content of a space. */
export async function readContent(rows: GitRows): Promise<ContentTree> {
  return readTree(rows.db, await rows.getRevision());
}
