/** Git installations in responses. */
import type { Output } from "../../../../contract/endpoint.ts";
import type { info } from "../../../../contract/git.ts";
import type * as contract from "../../../../contract/git-installation.ts";
import type { Queries } from "../../../database/tables.ts";
import { parseRepositoryUrl } from "../../../engines/git/address.ts";
import { findSync } from "../sync-rows.ts";
import type { GitInstallationTable, GitSyncTable } from "../tables.ts";
import { readConfig, readProblem } from "./connection-rows.ts";

export type PresentedInstallation = Output<typeof contract.get>;

interface Presentation {
  readonly db: Queries;
  readonly base: string;
}

/** @param secret the webhook secret, in the response that creates it */
export async function presentInstallation(
  row: GitInstallationTable,
  { db, base }: Presentation,
  secret?: string,
): Promise<PresentedInstallation> {
  const config = readConfig(row);
  const { directory, messageTemplate, priority } = config;
  return {
    object: "git-sync-installation",
    id: row.id,
    target: { type: "space", spaceId: row.space_id },
    status: getStatus(row),
    provider: row.provider,
    providerConfiguration: presentConfiguration(row),
    ...(directory !== undefined && { projectDirectory: directory }),
    ...(messageTemplate && { commitMessageTemplate: messageTemplate }),
    ...(priority !== undefined && { priority }),
    ...presentRepository(row, await findSync(db, row.space_id)),
    webhook: {
      url: `${base}/_git/webhooks/${row.id}`,
      ...(secret !== undefined && { secret }),
      ...(row.received_at !== null && { lastReceivedAt: row.received_at }),
    },
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    urls: { location: `${base}/v1/git/installations/${row.id}` },
  };
}

export function getStatus(row: GitInstallationTable): "unauthenticated" | "active" | "pending" {
  const { url, branch } = readConfig(row);
  if (readProblem(row)?.reason === "credentials") return "unauthenticated";
  return url === undefined || branch === undefined ? "pending" : "active";
}

/** The state of a connection, for the information about the repository of a space. */
export function presentConnection(
  row: GitInstallationTable,
  sync: GitSyncTable | undefined,
): Output<typeof info> {
  const { url, branch, repositoryName } = readConfig(row);
  const problem = readProblem(row);
  const isRunning = sync?.state === "pending" || sync?.state === "running";
  const isBehind = row.observed_commit !== null && row.observed_commit !== sync?.synced_commit;
  const pending = isRunning ? undefined : getPending(isBehind, row.changed_at !== null);
  return {
    installationId: row.id,
    installationStatus: getStatus(row),
    // The published description has no value for other Git servers.
    ...(row.provider !== "git" && { installationProvider: row.provider }),
    ...(url !== undefined && {
      url,
      repoName: repositoryName ?? parseRepositoryUrl(url, true).name,
    }),
    ...(branch !== undefined && { ref: branch }),
    ...(pending && { pending }),
    ...(row.checked_at !== null && { checkedAt: row.checked_at }),
    ...(row.next_check_at !== null && { nextCheckAt: row.next_check_at }),
    ...(problem && {
      problem: {
        reason: problem.reason,
        message: problem.message,
        fix: problem.fix,
        since: problem.since,
        attempts: row.failures,
      },
    }),
    ...(row.rewritten !== null && { rewritten: JSON.parse(row.rewritten) }),
  };
}

function getPending(isBehind: boolean, isAhead: boolean): "import" | "export" | "sync" | undefined {
  if (isBehind) return isAhead ? "sync" : "import";
  return isAhead ? "export" : undefined;
}

function presentConfiguration(row: GitInstallationTable) {
  const { url, branch, repositoryId, projectId, instance } = readConfig(row);
  return {
    ...(repositoryId !== undefined && { repositoryId }),
    ...(projectId !== undefined && { projectId }),
    ...(url !== undefined && { url }),
    ...(branch !== undefined && { branch }),
    ...(instance !== undefined && { customInstanceURL: instance }),
  };
}

function presentRepository(row: GitInstallationTable, sync: GitSyncTable | undefined) {
  const config = readConfig(row);
  const { url, branch, repositoryName, defaultBranch } = config;
  if (url === undefined || branch === undefined) return {};
  const repositoryId = config.repositoryId ?? config.projectId ?? url;
  const last = sync?.last_import ? JSON.parse(sync.last_import) : undefined;
  return {
    repositoryConnection: {
      object: "git-repository-connection" as const,
      id: `${row.id}-repository`,
      provider: row.provider,
      repositoryId: String(repositoryId),
      repositoryName: repositoryName ?? parseRepositoryUrl(url, true).name,
      repositoryUrl: url,
      ...(defaultBranch !== undefined && { defaultBranch }),
      authState: getStatus(row),
      capabilities: { pullRequests: false, commitStatuses: false },
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    },
    repositoryRef: {
      object: "git-repository-ref" as const,
      id: `${row.id}-ref`,
      name: branch,
      type: "branch",
      ...(row.observed_commit !== null && { latestObservedCommitId: row.observed_commit }),
      ...(typeof last?.commit === "string" && { latestImportedCommitId: last.commit }),
      updatedAt: row.checked_at ?? row.updated_at,
    },
  };
}
