/** Git installations as rows: load one with the caller's role, its configuration and its secrets. */
import { randomBytes } from "node:crypto";
import { ApiError } from "../../../../errors.ts";
import { authorize } from "../../../core/access/access.ts";
import type { Call } from "../../../core/handlers.ts";
import { requireSpace, type SpaceAccess } from "../../../core/rows/space-rows.ts";
import type { Queries } from "../../../database/tables.ts";
import type { Credentials } from "../../../engines/git/address.ts";
import type { SecretBox } from "../../../engines/secret-box.ts";
import { getConcurrencyKey, type Requester } from "../../../jobs/principal.ts";
import type { OperationRequest } from "../operation.ts";
import type { GitInstallationTable } from "../tables.ts";

/** The configuration of an installation, without secrets. */
export interface ConnectionConfig {
  /** Without user name and password; absent until the repository is known. */
  readonly url?: string;
  /** The full name of the branch. */
  readonly branch?: string;
  readonly repositoryId?: number;
  readonly projectId?: number;
  /** The base URL of a self-hosted provider. */
  readonly instance?: string;
  /** The name of the repository at its provider. */
  readonly repositoryName?: string;
  readonly defaultBranch?: string;
  readonly directory?: string;
  readonly messageTemplate?: string;
  readonly priority?: "git" | "gitbook";
  /** The first sync has not started yet. */
  readonly isNew?: true;
  /** The actor who stored the token; absent in rows of earlier versions. */
  readonly tokenOwner?: string;
}

/** The reason that a connection does not work. */
export interface ConnectionProblem {
  readonly reason: string;
  readonly message: string;
  readonly fix: string;
  readonly since: string;
  /** Whether a check of the branch failed, or an import or export. */
  readonly cause: "check" | "operation";
}

export interface ConnectionAccess {
  readonly row: GitInstallationTable;
  readonly access: SpaceAccess;
}

type InstallationOperation =
  | "getGitSyncInstallationById"
  | "updateGitSyncInstallationById"
  | "uninstallGitSyncInstallation"
  | "restoreGitSyncInstallation"
  | "syncGitInstallation"
  | "listGitInstallationBranches"
  | "listGitHubRepositoriesForGitSyncInstallation"
  | "listGitHubRepoBranchesForGitSyncInstallation"
  | "getGitHubRepoFileForGitSyncInstallation"
  | "listGitLabProjectsForGitSyncInstallation"
  | "listGitLabProjectBranchesForGitSyncInstallation"
  | "getGitLabProjectFileForGitSyncInstallation";

/** The active installation of a space. */
export async function findConnection(
  db: Queries,
  spaceId: string,
): Promise<GitInstallationTable | undefined> {
  return db
    .selectFrom("git_installations")
    .selectAll()
    .where("space_id", "=", spaceId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
}

/** An active installation by its id. */
export async function findInstallation(
  db: Queries,
  id: string,
): Promise<GitInstallationTable | undefined> {
  return db
    .selectFrom("git_installations")
    .selectAll()
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
}

/**
 * @param mayBeRemoved whether to find a removed installation too
 * @throws ApiError 404 if it does not exist or the caller may not see its space; 403
 */
export async function requireInstallation(
  call: Call,
  id: string,
  operation: InstallationOperation,
  mayBeRemoved = false,
): Promise<ConnectionAccess> {
  const stored = await call.db
    .selectFrom("git_installations")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  const row = mayBeRemoved || stored?.removed_at === null ? stored : undefined;
  const access = row && (await requireSpace(call, row.space_id).catch(ignoreMissing));
  if (!access) {
    throw new ApiError(404, `Git installation ${id} does not exist.`, { field: "installationId" });
  }
  authorize(access.role, operation);
  return { row, access };
}

/** Undefined for a resource that does not exist for the caller; other errors are thrown. */
export function ignoreMissing(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined;
  throw error;
}

export function readConfig({ config }: Pick<GitInstallationTable, "config">): ConnectionConfig {
  return JSON.parse(config);
}

/** The principal on whose behalf the jobs of the connection run. */
export function readPrincipal({ principal }: Pick<GitInstallationTable, "principal">): Requester {
  return JSON.parse(principal);
}

/** The principal of a request, without its token: the connection outlives the token. */
export function findActor({ principal, caller }: Pick<Call, "principal" | "caller">): Requester {
  if (principal === undefined) return { kind: "user", user: caller };
  return principal.kind === "user" ? { kind: "user", user: principal.user } : principal;
}

/** The actor who stored the access token; in rows of earlier versions, the principal. */
export function getTokenOwner(row: Pick<GitInstallationTable, "config" | "principal">): string {
  return readConfig(row).tokenOwner ?? getConcurrencyKey(readPrincipal(row));
}

/**
 * Whether the actor stored the access token. Other admins of the space may use it only for the
 * connected repository, because it can read repositories that they have no access to.
 */
export function isTokenOwner(row: GitInstallationTable, actor: Requester): boolean {
  return getTokenOwner(row) === getConcurrencyKey(actor);
}

export function readProblem({
  problem,
}: Pick<GitInstallationTable, "problem">): ConnectionProblem | undefined {
  return problem === null ? undefined : JSON.parse(problem);
}

function getCredentialsPurpose(id: string): string {
  return `git installation ${id}`;
}

function getWebhookPurpose(id: string): string {
  return `git webhook ${id}`;
}

export async function sealCredentials(
  secretBox: SecretBox,
  id: string,
  credentials: Credentials,
): Promise<string> {
  return secretBox.seal(JSON.stringify(credentials), getCredentialsPurpose(id));
}

export async function openCredentials(
  secretBox: SecretBox,
  { id, credentials }: Pick<GitInstallationTable, "id" | "credentials">,
): Promise<Credentials | undefined> {
  return credentials === null
    ? undefined
    : JSON.parse(await secretBox.open(credentials, getCredentialsPurpose(id)));
}

/** @returns a new secret, and its encrypted form */
export async function createWebhookSecret(
  secretBox: SecretBox,
  id: string,
): Promise<{ readonly secret: string; readonly sealed: string }> {
  const secret = randomBytes(24).toString("base64url");
  return { secret, sealed: await secretBox.seal(secret, getWebhookPurpose(id)) };
}

export async function openWebhookSecret(
  secretBox: SecretBox,
  { id, webhook_secret }: Pick<GitInstallationTable, "id" | "webhook_secret">,
): Promise<string> {
  return secretBox.open(webhook_secret, getWebhookPurpose(id));
}

/**
 * The part of a request that an installation determines; undefined until its repository and branch
 * are known.
 */
export function toRequest(row: GitInstallationTable): OperationRequest | undefined {
  const { url, branch, directory = "", priority } = readConfig(row);
  if (url === undefined || branch === undefined) return undefined;
  return {
    ...{ url, ref: branch, directory, force: false, standalone: false, installation: row.id },
    prefer: priority === "gitbook" ? "space" : "repository",
  };
}
