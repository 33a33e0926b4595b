/** State of the connection between a space and its repository. */
import type { Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import { asObject, asText } from "../../json/values.ts";
import { createUnconnectedError, findConnection, readInfo } from "./connection.ts";

const columns: readonly PrintedColumn[] = [
  { header: "REPOSITORY", path: "repository", as: "title" },
  { header: "URL", path: "url", wide: true },
  { header: "BRANCH", path: "branch" },
  { header: "FOLDER", path: "folder" },
  { header: "PRIORITY", path: "priority" },
  { header: "PROVIDER", path: "provider" },
  { header: "CONNECTION", path: "connection", as: "state" },
  { header: "LAST DIRECTION", path: "direction" },
  { header: "STATE", path: "state", as: "state" },
  { header: "ERROR", path: "error", wide: true },
  { header: "PENDING", path: "pending" },
  { header: "IMPORTED", path: "lastImport.at", as: "time" },
  { header: "IMPORTED COMMIT", path: "lastImport.commit" },
  { header: "IMPORTED REVISION", path: "lastImport.revision" },
  { header: "EXPORTED", path: "lastExport.at", as: "time" },
  { header: "EXPORTED COMMIT", path: "lastExport.commit" },
  { header: "EXPORTED REVISION", path: "lastExport.revision" },
  { header: "CHECKED", path: "checkedAt", as: "time" },
  { header: "NEXT CHECK", path: "nextCheckAt", as: "time" },
  { header: "WEBHOOK", path: "webhook.url", wide: true },
  { header: "LAST WEBHOOK", path: "webhook.lastReceivedAt", as: "time" },
  { header: "PROBLEM", path: "problem.message", wide: true },
  { header: "FIX", path: "problem.fix", wide: true },
  { header: "SINCE", path: "problem.since", as: "time" },
  { header: "ATTEMPTS", path: "problem.attempts", as: "number" },
  { header: "HISTORY REWRITTEN", path: "rewritten.at", as: "time" },
];

export async function showStatus(
  context: Context,
  { spaceId }: { readonly spaceId: string },
): Promise<Result> {
  const client = await context.client();
  const connection = await findConnection(client, spaceId);
  const info = connection?.info ?? (await readInfo(client, spaceId));
  if (info === undefined) throw createUnconnectedError(spaceId);
  return { record: toStatus(info, connection?.installation), columns };
}

function toStatus(info: JsonObject, installation: JsonObject | undefined): JsonObject {
  const { projectDirectory, priority, webhook, repositoryConnection, providerConfiguration } =
    installation ?? {};
  const { direction, error, startedAt, endedAt } = asObject(info.operation);
  // The hosted platform returns the repository and branch only in the installation.
  const { repositoryName, repositoryUrl } = asObject(repositoryConnection);
  const ref = asText(info.ref) || asText(asObject(providerConfiguration).branch);
  const isServed = !asText(asObject(webhook).url).startsWith("http://tome.localhost");
  const entries = Object.entries({
    repository: info.repoName ?? repositoryName,
    url: info.url ?? repositoryUrl,
    branch: ref.replace("refs/heads/", "") || undefined,
    folder: projectDirectory === "" ? undefined : projectDirectory,
    priority: priority === "gitbook" ? "space" : priority,
    provider: info.installationProvider,
    connection: installation === undefined ? "none" : info.installationStatus,
    installationId: installation === undefined ? undefined : info.installationId,
    direction,
    state: info.state ?? asObject(info.operation).state,
    startedAt,
    endedAt,
    error: info.error ?? error,
    pending: info.pending,
    lastImport: info.lastImport,
    lastExport: info.lastExport,
    checkedAt: info.checkedAt,
    // A platform in the process of a command checks nothing between two commands.
    nextCheckAt: isServed ? info.nextCheckAt : undefined,
    webhook: isServed ? webhook : undefined,
    problem: info.problem,
    rewritten: info.rewritten,
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as JsonObject;
}
