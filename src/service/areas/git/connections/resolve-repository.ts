/** The repository of an installation that was configured by its id at a provider. */
import type { LongJobCall } from "../../../jobs/job.ts";
import type { GitInstallationTable } from "../tables.ts";
import { openCredentials, readConfig } from "./connection-rows.ts";
import { openProvider, requireServer } from "./provider-api.ts";

/**
 * Adds the URL and the name of the repository to the configuration.
 * @throws GitFailure, FetchFailure
 */
export async function resolveRepository(
  row: GitInstallationTable,
  { outside, secretBox, signal }: Pick<LongJobCall, "outside" | "secretBox" | "signal">,
): Promise<GitInstallationTable> {
  const config = readConfig(row);
  const id = config.repositoryId ?? config.projectId;
  if (config.url !== undefined || id === undefined) return row;
  const credentials = await openCredentials(secretBox, row);
  const provider = openProvider(row, credentials?.password, { outside, signal });
  const { url, fullName, defaultBranch } = await provider.findRepository(id);
  requireServer(row, url);
  const resolved = {
    ...config,
    url,
    repositoryName: fullName,
    ...(defaultBranch !== null && { defaultBranch }),
    branch: config.branch ?? `refs/heads/${defaultBranch ?? "main"}`,
  };
  return { ...row, config: JSON.stringify(resolved) };
}
