/** The synchronized repository of a space as a row: load, present and update it. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/git.ts";
import { findOwn } from "../../../json/own-members.ts";
import { presentGitSync } from "../../core/rows/space-rows.ts";
import type { Queries } from "../../database/tables.ts";
import type { RepositoryAddress } from "../../engines/git/address.ts";
import { readRemoteKey } from "./operation.ts";
import type { GitSyncTable } from "./tables.ts";

type GitInfo = Output<typeof contract.info>;
/** The repository data that a space shows. */
export type RepositoryInfo = Pick<
  GitInfo,
  "repoName" | "installationProvider" | "url" | "updatedAt"
>;

export async function findSync(db: Queries, spaceId: string): Promise<GitSyncTable | undefined> {
  return db.selectFrom("git_syncs").selectAll().where("space_id", "=", spaceId).executeTakeFirst();
}

export function presentInfo(row: GitSyncTable): GitInfo {
  const shown = presentGitSync(row.shown, row.space_id);
  return {
    ...shown,
    ref: row.ref || undefined,
    repoProjectDirectory: findProjectDirectory(row, shown.url),
    operation: presentOperation(row, shown.updatedAt),
    state: row.state ?? undefined,
    error: row.error ?? undefined,
    revision: row.revision_id ?? undefined,
    commit: row.commit_oid ?? undefined,
    report: row.report === null ? undefined : JSON.parse(row.report),
    lastImport: row.last_import === null ? undefined : JSON.parse(row.last_import),
    lastExport: row.last_export === null ? undefined : JSON.parse(row.last_export),
  };
}

/** @returns undefined for the root, or if the last success was with another repository or branch */
function findProjectDirectory(
  { synced_place, ref }: GitSyncTable,
  url: string | undefined,
): string | undefined {
  const synced = synced_place === null ? undefined : readRemoteKey(synced_place);
  const isSame = synced?.url === url && synced?.ref === ref;
  return isSame ? synced?.repoProjectDirectory || undefined : undefined;
}

/** The states of the hosted platform; a skipped operation did not fail. */
const publishedStates = {
  pending: "running",
  running: "running",
  success: "success",
  failure: "failure",
  skipped: "success",
} as const;

/** @param updatedAt the time of a row of an earlier version, which has no other */
function presentOperation(row: GitSyncTable, updatedAt: string | undefined): GitInfo["operation"] {
  const { operation, state, error, ended_at } = row;
  const startedAt = row.started_at ?? updatedAt;
  if (operation === null || state === null || startedAt === undefined) return undefined;
  return {
    state: publishedStates[state],
    direction: operation,
    startedAt,
    ...(ended_at !== null && { endedAt: ended_at }),
    ...(error !== null && state === "failure" && { error }),
  };
}

/** @param overrides data in the request, which takes precedence */
export function describeRepository(
  address: RepositoryAddress,
  overrides:
    | { readonly provider?: string | undefined; readonly url?: string | undefined }
    | undefined,
): Omit<RepositoryInfo, "updatedAt"> {
  const provider = overrides?.provider ?? findOwn(providers, address.hostname);
  return {
    repoName: address.name,
    ...(provider !== undefined && { installationProvider: provider }),
    url: withoutUser(overrides?.url) ?? address.url,
  };
}

const providers: Readonly<Record<string, string>> = {
  "github.com": "github",
  "gitlab.com": "gitlab",
};

/** URLs for display may contain a pasted token too. */
function withoutUser(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return bare.href;
}

/** Inserts the row of a space that was never synchronized. */
export async function insertSync(
  db: Queries,
  row: Pick<GitSyncTable, "space_id" | "shown"> & Partial<GitSyncTable>,
): Promise<void> {
  await db
    .insertInto("git_syncs")
    .values({
      ...{ ref: "", legacy: 0, disconnected: null },
      ...{ operation: null, state: null, error: null, started_at: null, ended_at: null },
      ...{ revision_id: null, commit_oid: null, report: null },
      ...{ synced_place: null, synced_revision_id: null, synced_commit: null, synced_at: null },
      ...{ last_import: null, last_export: null },
      ...row,
    })
    .execute();
}

/** Updates the state of a synchronization, with the time. */
export async function updateSync(
  { db, now }: { readonly db: Queries; readonly now: Date },
  { space_id, shown }: Pick<GitSyncTable, "space_id" | "shown">,
  changes: Partial<Omit<GitSyncTable, "space_id" | "shown">>,
): Promise<void> {
  const info: RepositoryInfo = { ...JSON.parse(shown), updatedAt: now.toISOString() };
  await db
    .updateTable("git_syncs")
    .set({ ...changes, shown: JSON.stringify(info) })
    .where("space_id", "=", space_id)
    .execute();
}
