/** Configuration of a Git installation: repository, branch, folder and access token. */
import type { Input } from "../../../../contract/endpoint.ts";
import type * as contract from "../../../../contract/git-installation.ts";
import { ApiError } from "../../../../errors.ts";
import type { Call } from "../../../core/handlers.ts";
import type { Credentials } from "../../../engines/git/address.ts";
import { getConcurrencyKey, type Requester } from "../../../jobs/principal.ts";
import { checkBranch, readAddress, readDirectory } from "../read-request.ts";
import type { GitInstallationTable } from "../tables.ts";
import {
  type ConnectionConfig,
  findActor,
  getTokenOwner,
  readConfig,
  sealCredentials,
} from "./connection-rows.ts";
import { getProviderServer } from "./provider-api.ts";

type UpdateInput = Input<typeof contract.update>;

/** The user names that providers expect with an access token. */
const tokenUsers = { github: "x-access-token", gitlab: "oauth2", git: "git" } as const;

/**
 * Stores the configuration. Fields that the request omits keep their values.
 * Without a branch, the first check uses the default branch of the repository.
 * @throws ApiError 400 for another provider, or an invalid URL, branch or folder
 */
export async function configure(
  row: GitInstallationTable,
  input: UpdateInput,
  call: Call,
): Promise<GitInstallationTable> {
  if (input.provider !== row.provider) {
    throw new ApiError(
      400,
      `provider must be ${row.provider}, the provider of the installation. Remove the installation to use another one.`,
      { field: "provider" },
    );
  }
  const before = readConfig(row);
  const { url, accessToken, branch } = input.providerConfiguration;
  const address = url === undefined ? undefined : readAddress(url, call);
  if (branch !== undefined) checkBranch(branch, "providerConfiguration.branch");
  const actor = findActor(call);
  const merged = mergeConfig(before, input, address?.url);
  const given: Credentials | undefined =
    accessToken === undefined
      ? address?.credentials
      : {
          username: address?.credentials?.username || tokenUsers[row.provider],
          password: accessToken,
        };
  const tokenOwner = getTokenOwner(row);
  const isKept = given === undefined && mayKeepToken(row, { before, merged, tokenOwner, actor });
  const kept = isKept ? row.credentials : null;
  const config: ConnectionConfig = {
    ...merged,
    tokenOwner: isKept ? tokenOwner : getConcurrencyKey(actor),
  };
  const changed: GitInstallationTable = {
    ...row,
    config: JSON.stringify(config),
    credentials: given ? await sealCredentials(call.secretBox, row.id, given) : kept,
    // The jobs act on behalf of the user who chose the repository, and end with that user's role.
    principal: JSON.stringify(actor),
    updated_at: call.now.toISOString(),
    problem: null,
    failures: 0,
    ...(isOther(before, config) && { observed_commit: null, checked_at: null, rewritten: null }),
  };
  const { id: _, ...columns } = changed;
  await call.db.updateTable("git_installations").set(columns).where("id", "=", row.id).execute();
  return changed;
}

function mergeConfig(
  before: ConnectionConfig,
  input: UpdateInput,
  url: string | undefined,
): ConnectionConfig {
  const { providerConfiguration: given, projectDirectory, commitMessageTemplate } = input;
  const id = given.repositoryId ?? given.projectId;
  const hasNewId = id !== undefined && id !== (before.repositoryId ?? before.projectId);
  const { instance, url: lastUrl, repositoryName, defaultBranch, ...rest } = before;
  const { repositoryId, projectId, branch, ...others } = rest;
  const keepsRepository = url === undefined || url === lastUrl;
  // Another repository has another default branch.
  const base = keepsRepository
    ? { ...others, ...pickDefined({ repositoryId, projectId, branch }) }
    : others;
  const newInstance =
    given.customInstanceURL === undefined ? instance : (given.customInstanceURL ?? undefined);
  const merged = {
    ...base,
    ...(keepsRepository && !hasNewId && pickDefined({ repositoryName, defaultBranch })),
    ...pickDefined({
      url: url ?? (hasNewId ? undefined : lastUrl),
      repositoryId: given.repositoryId,
      projectId: given.projectId,
      branch: given.branch,
      instance: newInstance,
      directory:
        projectDirectory === undefined
          ? undefined
          : readDirectory(projectDirectory, "projectDirectory"),
      messageTemplate: commitMessageTemplate,
      priority: input.priority,
    }),
  };
  return isOther(before, merged) ? { ...merged, isNew: true } : merged;
}

/** Whether the repository, branch or folder is another one, so that the next sync is the first. */
function isOther(before: ConnectionConfig, after: ConnectionConfig): boolean {
  const locate = ({ url, repositoryId, projectId, branch, directory }: ConnectionConfig) =>
    JSON.stringify([url, repositoryId, projectId, branch, directory ?? ""]);
  return locate(before) !== locate(after);
}

function pickDefined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

interface TokenUse {
  readonly before: ConnectionConfig;
  readonly merged: ConnectionConfig;
  /** The actor who stored the token. */
  readonly tokenOwner: string;
  readonly actor: Requester;
}

/**
 * A token is for one server: it must not be sent to another one. Another user must not use it for
 * another repository, which that user may have no access to.
 */
function mayKeepToken(
  { provider }: GitInstallationTable,
  { before, merged, tokenOwner, actor }: TokenUse,
): boolean {
  const isOwn = tokenOwner === getConcurrencyKey(actor);
  if (before.instance !== merged.instance) return false;
  if (!isOther(before, merged)) return true;
  const [from, to] = [before, merged].map((one) => getServer(one, provider));
  return isOwn && (from === undefined || from === to);
}

/** Scheme and host of the repository; undefined if neither a URL nor a provider determines it. */
function getServer(
  { url, instance }: ConnectionConfig,
  provider: GitInstallationTable["provider"],
): string | undefined {
  if (url === undefined) return getProviderServer(provider, instance);
  if (!URL.canParse(url)) return url;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}
