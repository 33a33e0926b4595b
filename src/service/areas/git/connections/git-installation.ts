/** Handlers of Git installations. */
import type * as contract from "../../../../contract/git-installation.ts";
import { allows } from "../../../../contract/rules.ts";
import { ApiError } from "../../../../errors.ts";
import { authorize } from "../../../core/access/access.ts";
import { scheduleGitCheck } from "../../../core/git-checks.ts";
import type { Call, Handlers } from "../../../core/handlers.ts";
import { lockSpace } from "../../../core/locks.ts";
import { requireSpace } from "../../../core/rows/space-rows.ts";
import { parseRepositoryUrl } from "../../../engines/git/address.ts";
import { GitFailure } from "../../../engines/git/failure.ts";
import { FetchFailure } from "../../../engines/network/fetch-failure.ts";
import { requireSite } from "../../sites/queries.ts";
import { isSyncQueued } from "../queue.ts";
import { describeRepository, findSync, insertSync, updateSync } from "../sync-rows.ts";
import type { GitInstallationTable } from "../tables.ts";
import { getFirstSync } from "./check-connection.ts";
import { configure } from "./configure.ts";
import { startConnectionSync } from "./connection-operations.ts";
import {
  type ConnectionAccess,
  createWebhookSecret,
  findActor,
  findConnection,
  ignoreMissing,
  isTokenOwner,
  openCredentials,
  readConfig,
  requireInstallation,
  toRequest,
} from "./connection-rows.ts";
import { presentInstallation } from "./present-installation.ts";
import { getGitHubPath, getGitLabPath, openProvider, type ProviderApi } from "./provider-api.ts";
import { isUnresolved } from "./resolve-repository.ts";

export const handlers = {
  async listOnSite({ organizationId, siteId }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "listSiteGitSyncInstallations");
    const rows = await call.db
      .selectFrom("git_installations")
      .innerJoin("site_spaces", "site_spaces.space_id", "git_installations.space_id")
      .selectAll("git_installations")
      .where("site_spaces.site_id", "=", siteId)
      .where("git_installations.removed_at", "is", null)
      .orderBy("git_installations.created_at")
      .orderBy("git_installations.id")
      .execute();
    const unique = new Map(rows.map((row) => [row.id, row]));
    const visible: GitInstallationTable[] = [];
    for (const row of unique.values()) {
      const access = await requireSpace(call, row.space_id).catch(ignoreMissing);
      if (access?.role && allows(access.role, "getGitSyncInstallationById")) visible.push(row);
    }
    return { items: await Promise.all(visible.map((row) => presentInstallation(row, call))) };
  },

  async install({ provider, target }, call) {
    if (target.type === "site") throw withoutSites();
    const { spaceId } = target;
    const { role } = await requireSpace(call, spaceId);
    authorize(role, "installGitSyncProviderOnTarget");
    if (target.siteId !== undefined) throw withoutSites();
    await lockSpace(call.db, spaceId);
    const existing = await findConnection(call.db, spaceId);
    if (existing) {
      throw new ApiError(409, `Space ${spaceId} already has the Git installation ${existing.id}.`, {
        field: "target",
        hint: `tome git status ${spaceId}`,
      });
    }
    await call.db.deleteFrom("git_installations").where("space_id", "=", spaceId).execute();
    const id = call.newId();
    const { secret, sealed } = await createWebhookSecret(call.secretBox, id);
    const now = call.now.toISOString();
    const row: GitInstallationTable = {
      ...{ id, space_id: spaceId, provider, config: "{}", credentials: null },
      webhook_secret: sealed,
      created_by: call.caller,
      principal: JSON.stringify(findActor(call)),
      ...{ created_at: now, updated_at: now, removed_at: null },
      ...{ observed_commit: null, checked_at: null, next_check_at: null, check_number: 0 },
      ...{ failures: 0, problem: null, changed_at: null, received_at: null, rewritten: null },
    };
    await call.db.insertInto("git_installations").values(row).execute();
    return presentInstallation(row, call, secret);
  },

  async get({ installationId }, call) {
    const { row } = await requireInstallation(call, installationId, "getGitSyncInstallationById");
    return presentInstallation(row, call);
  },

  async update(input, call) {
    const operation = "updateGitSyncInstallationById";
    const { row } = await requireInstallation(call, input.installationId, operation);
    await lockSpace(call.db, row.space_id);
    const changed = await configure(row, input, call);
    const isKnown = toRequest(changed) !== undefined;
    if (!(await isSyncQueued(call.db, row.space_id))) {
      await startConnectionSync(call, changed, "import", getFirstSync(changed));
    }
    if (isUnresolved(changed)) await showUnresolved(call, changed);
    // Without a URL or a branch, the check finds the repository first.
    if (isKnown || isUnresolved(changed)) await scheduleGitCheck(call, row.id, call.now);
    return presentInstallation(changed, call);
  },

  async uninstall({ installationId }, call) {
    const operation = "uninstallGitSyncInstallation";
    const { row } = await requireInstallation(call, installationId, operation);
    await lockSpace(call.db, row.space_id);
    await call.db
      .updateTable("git_installations")
      .set({
        removed_at: call.now.toISOString(),
        // A removed connection has no access to the repository.
        credentials: null,
        problem: null,
        changed_at: null,
      })
      .where("id", "=", row.id)
      .execute();
    await showConnection(call, row, false);
    return true;
  },

  async restore({ installationId }, call) {
    const operation = "restoreGitSyncInstallation";
    const { row } = await requireInstallation(call, installationId, operation, true);
    if (row.removed_at === null) return presentInstallation(row, call);
    await lockSpace(call.db, row.space_id);
    const other = await findConnection(call.db, row.space_id);
    if (other) {
      throw new ApiError(
        409,
        `Space ${row.space_id} already has the Git installation ${other.id}.`,
      );
    }
    await call.db
      .updateTable("git_installations")
      .set({
        removed_at: null,
        updated_at: call.now.toISOString(),
        // Like a new connection, it acts on behalf of the user who restores it.
        principal: JSON.stringify(findActor(call)),
      })
      .where("id", "=", row.id)
      .execute();
    await showConnection(call, row, true);
    await scheduleGitCheck(call, row.id, call.now);
    return presentInstallation({ ...row, removed_at: null }, call);
  },

  async sync({ installationId }, call) {
    const { row } = await requireInstallation(call, installationId, "syncGitInstallation");
    if (await startConnectionSync(call, row, "import", { thenExport: true })) return;
    // The check finds the repository, and starts the first sync.
    if (isUnresolved(row)) await scheduleGitCheck(call, row.id, call.now);
    else {
      throw new ApiError(409, `The Git installation ${row.id} has no repository and branch yet.`, {
        hint: `tome git connect ${row.space_id} --repo <url>`,
      });
    }
  },

  async branches({ installationId }, call) {
    const { row } = await requireInstallation(call, installationId, "listGitInstallationBranches");
    const { url } = readConfig(row);
    if (url === undefined) {
      throw new ApiError(409, `The Git installation ${row.id} has no repository yet.`, {
        hint: `tome git connect ${row.space_id} --repo <url>`,
      });
    }
    const { outside } = call;
    const credentials = await openCredentials(call.secretBox, row);
    const { withRepository } = await import("../../../engines/git.ts");
    const signal = AbortSignal.timeout(30_000);
    const heads = await asApiError(async () => {
      const address = parseRepositoryUrl(url, outside.mayReadFiles);
      return withRepository({ address, credentials, outside, signal }, (repository) =>
        repository.listBranches(),
      );
    });
    const items = [...heads.keys()].map((ref) => ({ name: ref.replace("refs/heads/", ""), ref }));
    return { items };
  },

  async githubRepositories({ installationId }, call) {
    const operation = "listGitHubRepositoriesForGitSyncInstallation";
    const provider = await requireProvider(call, installationId, operation, "github");
    return { items: await asApiError(async () => withoutUrls(await provider.listRepositories())) };
  },

  async githubBranches({ installationId, accountName, repositoryName }, call) {
    const operation = "listGitHubRepoBranchesForGitSyncInstallation";
    const name = `${accountName}/${repositoryName}`;
    const provider = await requireProvider(call, installationId, operation, "github", ({ row }) =>
      isConnected(row, name),
    );
    const path = getGitHubPath(accountName, repositoryName);
    return { items: [...(await asApiError(() => provider.listBranches(path)))] };
  },

  async githubFile({ installationId, accountName, repositoryName, path, ref }, call) {
    const operation = "getGitHubRepoFileForGitSyncInstallation";
    const provider = await requireProvider(call, installationId, operation, "github");
    const repository = getGitHubPath(accountName, repositoryName);
    return asApiError(() => provider.findFile(repository, path, ref));
  },

  async gitlabProjects({ installationId }, call) {
    const operation = "listGitLabProjectsForGitSyncInstallation";
    const provider = await requireProvider(call, installationId, operation, "gitlab");
    return { items: await asApiError(async () => withoutUrls(await provider.listRepositories())) };
  },

  async gitlabBranches({ installationId, projectId }, call) {
    const operation = "listGitLabProjectBranchesForGitSyncInstallation";
    const provider = await requireProvider(call, installationId, operation, "gitlab", ({ row }) => {
      const { projectId: id } = readConfig(row);
      return id !== undefined && String(id) === projectId;
    });
    return {
      items: [...(await asApiError(() => provider.listBranches(getGitLabPath(projectId))))],
    };
  },

  async gitlabFile({ installationId, projectId, path, ref }, call) {
    const operation = "getGitLabProjectFileForGitSyncInstallation";
    const provider = await requireProvider(call, installationId, operation, "gitlab");
    return asApiError(() => provider.findFile(getGitLabPath(projectId), path, ref));
  },
} satisfies Handlers<typeof contract>;

function withoutSites(): ApiError {
  return new ApiError(
    501,
    "The local platform connects spaces to repositories, not sites. Connect each space, and manage the structure of the site with organization files.",
    { field: "target", hint: "tome git connect <space> --repo <url>" },
  );
}

/** A space shows a connection whose repository is not known yet, so that its problems are found. */
async function showUnresolved(call: Call, row: GitInstallationTable): Promise<void> {
  const { url } = readConfig(row);
  const description = {
    ...(url === undefined ? {} : describeRepository(parseRepositoryUrl(url, true), row)),
    ...{
      installationProvider: row.provider,
      installationId: row.id,
      installationStatus: "pending",
    },
    updatedAt: call.now.toISOString(),
  };
  const shown = JSON.stringify(description);
  // The result of an earlier repository is not that of this one.
  const state = {
    ...{ disconnected: null, operation: "import" as const, state: "pending" as const },
    ...{ error: null, started_at: call.now.toISOString(), ended_at: null },
  };
  const sync = await findSync(call.db, row.space_id);
  if (!sync) await insertSync(call.db, { space_id: row.space_id, shown, ...state });
  else await updateSync(call, { ...sync, shown }, state);
}

/** A disconnected space shows no repository, but keeps the base of its next merge. */
async function showConnection(
  call: Call,
  row: GitInstallationTable,
  isConnected: boolean,
): Promise<void> {
  const sync = await findSync(call.db, row.space_id);
  if (!sync) return;
  await updateSync(call, sync, { disconnected: isConnected ? null : 1 });
}

/** Whether the space is connected to the repository with this name at the provider. */
function isConnected(row: GitInstallationTable, name: string): boolean {
  const { url = "", repositoryName } = readConfig(row);
  const path = URL.canParse(url) ? new URL(url).pathname.replace(/^\//, "") : "";
  const names = [repositoryName, path.replace(/\.git$/, "")];
  return names.some((one) => one?.toLowerCase() === name.toLowerCase());
}

/**
 * @param mayUseOf whether other users than the one who stored the access token may make the request,
 * because it reads only the connected repository
 * @throws ApiError 403 for another user
 */
async function requireProvider(
  call: Call,
  installationId: string,
  operation: Parameters<typeof requireInstallation>[2],
  provider: "github" | "gitlab",
  mayUseOf: (access: ConnectionAccess) => boolean = () => false,
): Promise<ProviderApi> {
  const access = await requireInstallation(call, installationId, operation);
  const { row } = access;
  if (row.provider !== provider) {
    throw new ApiError(
      400,
      `The Git installation ${row.id} has the provider ${row.provider}, not ${provider}.`,
      { field: "installationId" },
    );
  }
  if (row.credentials !== null && !isTokenOwner(row, findActor(call)) && !mayUseOf(access)) {
    throw new ApiError(
      403,
      "The access token of the connection belongs to another user and is used only for the connected repository. Store your own token.",
      { field: "installationId", hint: `tome git connect ${row.space_id} --token-file <file>` },
    );
  }
  const credentials = await openCredentials(call.secretBox, row);
  return asApiError(async () => openProvider(row, credentials?.password, call));
}

function withoutUrls(
  repositories: Awaited<ReturnType<ProviderApi["listRepositories"]>>,
): Omit<(typeof repositories)[number], "url">[] {
  return repositories.map(({ url: _, ...rest }) => rest);
}

/** Refusals by a provider as responses: 401 for a token, 404 for a missing repository. */
async function asApiError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FetchFailure) throw new ApiError(502, error.message);
    if (!(error instanceof GitFailure)) throw error;
    const statuses: Partial<Record<GitFailure["reason"], number>> = {
      credentials: 409,
      "no-repository": 404,
      refused: 400,
    };
    throw new ApiError(statuses[error.reason] ?? 502, error.message);
  }
}
