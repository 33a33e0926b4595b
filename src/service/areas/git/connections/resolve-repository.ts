/** The repository of an installation that was configured by its id at a provider, or without a branch. */
import { parseRepositoryUrl } from "../../../engines/git/address.ts";
import type { LongJobCall } from "../../../jobs/job.ts";
import type { GitInstallationTable } from "../tables.ts";
import { type ConnectionConfig, openCredentials, readConfig } from "./connection-rows.ts";
import { openProvider, requireServer } from "./provider-api.ts";

type RepositoryCall = Pick<LongJobCall, "outside" | "secretBox" | "signal">;

const usualBranch = "refs/heads/main";

/**
 * Adds the URL, the name and the branch of the repository to the configuration.
 * @throws GitFailure, FetchFailure
 */
export async function resolveRepository(
  row: GitInstallationTable,
  call: RepositoryCall,
): Promise<GitInstallationTable> {
  const config = readConfig(row);
  const { url, branch } = config;
  if (url !== undefined) {
    if (branch !== undefined) return row;
    const defaultBranch = await findDefaultBranch(row, url, call);
    return withConfig(row, { ...config, branch: defaultBranch ?? usualBranch });
  }
  const id = config.repositoryId ?? config.projectId;
  if (id === undefined) return row;
  const credentials = await openCredentials(call.secretBox, row);
  const provider = openProvider(row, credentials?.password, call);
  const found = await provider.findRepository(id);
  requireServer(row, found.url);
  return withConfig(row, {
    ...config,
    url: found.url,
    repositoryName: found.fullName,
    ...(found.defaultBranch !== null && { defaultBranch: found.defaultBranch }),
    branch: branch ?? `refs/heads/${found.defaultBranch ?? "main"}`,
  });
}

/** Whether the repository or its branch still has to be looked up. */
export function isUnresolved(row: GitInstallationTable): boolean {
  const { url, branch, repositoryId, projectId } = readConfig(row);
  if (url === undefined) return (repositoryId ?? projectId) !== undefined;
  return branch === undefined;
}

/** The default branch as the server reports it; undefined for an empty repository. */
async function findDefaultBranch(
  row: GitInstallationTable,
  url: string,
  { outside, secretBox, signal }: RepositoryCall,
): Promise<string | undefined> {
  const address = parseRepositoryUrl(url, outside.mayReadFiles);
  const credentials = await openCredentials(secretBox, row);
  const { withRepository } = await import("../../../engines/git.ts");
  return withRepository({ address, credentials, outside, signal }, (repository) =>
    repository.findDefaultBranch(),
  );
}

function withConfig(row: GitInstallationTable, config: ConnectionConfig): GitInstallationTable {
  return { ...row, config: JSON.stringify(config) };
}
