/** The connection of a space in organization files: its fields, and the requests that apply them. */
import type { ApiClient, JsonObject, JsonValue } from "../../context.ts";
import * as contract from "../../contract/git-installation.ts";
import { ApiError, UsageError } from "../../errors.ts";
import { withoutFinalSlashes } from "../../json/trim.ts";
import { asObject, asText, isObject } from "../../json/values.ts";
import { applyConnection } from "./apply-connection.ts";
import { findConnection, type GitProvider, parseRepository } from "./connection.ts";

/** Fields of a connection in a file. Tokens are never part of them. */
export interface ConnectionFields {
  readonly repository: string;
  readonly branch: string;
  readonly provider?: GitProvider | undefined;
  readonly folder?: string | undefined;
  readonly priority?: "git" | "space" | undefined;
  readonly message?: string | undefined;
  readonly instance?: string | undefined;
}

/** The fields without those that have their default value, so that two spellings are equal. */
export function toConnectionValue(fields: ConnectionFields): JsonObject {
  const { repository, branch, provider, folder, priority, message, instance } = fields;
  const folderPath = withoutFinalSlashes((folder ?? "").replace(/^(?:\.?\/)+/, ""));
  const isDefaultProvider =
    provider === undefined || provider === parseRepository(repository, undefined)?.provider;
  return {
    repository,
    branch: branch.replace("refs/heads/", ""),
    ...(!isDefaultProvider && { provider }),
    ...(folderPath !== "" && folderPath !== "." && { folder: folderPath }),
    ...(priority === "space" && { priority }),
    ...(message && { message }),
    ...(instance && { instance }),
  };
}

/** @returns null for a space without a Git installation */
export function readConnectionValue(installation: JsonObject | undefined): JsonValue {
  if (installation === undefined) return null;
  const { provider, providerConfiguration, repositoryConnection, priority } = installation;
  const { url, branch, customInstanceURL } = asObject(providerConfiguration);
  const { projectDirectory, commitMessageTemplate } = installation;
  return toConnectionValue({
    repository: asText(url) || asText(asObject(repositoryConnection).repositoryUrl),
    branch: asText(branch),
    provider: toProvider(provider),
    folder: asText(projectDirectory),
    priority: priority === "gitbook" ? "space" : "git",
    message: asText(commitMessageTemplate),
    instance: asText(customInstanceURL),
  });
}

function toProvider(value: JsonValue | undefined): GitProvider | undefined {
  return value === "github" || value === "gitlab" || value === "git" ? value : undefined;
}

/** The connection on the platform, with the repository spelled as in the file if it is the same. */
export function matchRepositorySpelling(live: JsonValue, desired: JsonValue): JsonValue {
  if (!isObject(live) || !isObject(desired)) return live;
  const [from, to] = [asText(live.repository), asText(desired.repository)];
  if (!isSameRepository(from, to)) return live;
  const { provider, ...rest } = live;
  // `owner/name` needs its provider, which a URL implies.
  const named = desired.provider ?? provider;
  return { ...rest, repository: to, ...(named !== undefined && { provider: named }) };
}

function isSameRepository(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) =>
    withoutFinalSlashes(text).replace(/\.git$/, ""),
  );
  if (first === undefined || second === undefined || first === "") return false;
  if (first === second) return true;
  if (isFullName(second)) return getFullName(first) === second.toLowerCase();
  return isFullName(first) && getFullName(second) === first.toLowerCase();
}

function isFullName(text: string): boolean {
  return /^[\w.-]+(?:\/[\w.-]+)+$/.test(text);
}

function getFullName(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).pathname.slice(1).toLowerCase() : undefined;
}

/**
 * Connects, changes or disconnects a space.
 * @param value a value of a file; null disconnects the space
 * @throws ApiError
 */
export async function writeConnection(
  client: ApiClient,
  spaceId: string,
  value: JsonValue,
): Promise<void> {
  const existing = await findConnection(client, spaceId).catch(ignoreMissing);
  const fields = asObject(value);
  const repository = parseRepository(asText(fields.repository), toProvider(fields.provider));
  const isKept =
    repository !== undefined && existing?.installation.provider === repository.provider;
  if (existing && !isKept) await client.call(contract.uninstall, { installationId: existing.id });
  if (repository === undefined) return;
  const current = isKept ? existing.installation : {};
  const hasInstance = asText(asObject(current.providerConfiguration).customInstanceURL) !== "";
  const hasMessage = asText(current.commitMessageTemplate) !== "";
  try {
    await applyConnection(client, spaceId, isKept ? existing : undefined, {
      repository,
      provider: repository.provider,
      branch: asText(fields.branch),
      folder: asText(fields.folder),
      priority: fields.priority === "space" ? "space" : "git",
      // Only a value that exists is cleared, because some providers do not have these fields.
      message: asText(fields.message) || (hasMessage ? "" : undefined),
      instance: asText(fields.instance) || (hasInstance ? null : undefined),
    });
  } catch (error) {
    // One connection that the platform refuses does not end the apply.
    throw error instanceof UsageError ? new ApiError(400, error.message) : error;
  }
}

/** The space of a described request does not exist. */
function ignoreMissing(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined;
  throw error;
}
