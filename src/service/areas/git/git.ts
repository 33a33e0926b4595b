/** Handlers of Git Sync: they validate the request and queue the operation. */
import type { Input } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/git.ts";
import { isOutsideGit, resolvePath } from "../../../document/repository/paths.ts";
import { ApiError } from "../../../errors.ts";
import { authorize } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { lockSpace } from "../../core/locks.ts";
import { requireSpace } from "../../core/rows/space-rows.ts";
import { type RepositoryAddress, repositoryAddress } from "../../engines/git/address.ts";
import { GitFailure } from "../../engines/git/failure.ts";
import { keyFor } from "../../engines/git/ssh.ts";
import { requireContent } from "../content/require-content.ts";
import { brokenRedirects } from "../content/tree/page-paths.ts";
import { recordEvent } from "../events/record.ts";
import { type OperationRequest, readRemoteKey } from "./operation.ts";
import { findPlan, presentPlan } from "./plans.ts";
import { findProgress, queueOperation } from "./queue.ts";
import { describeRepository, findSync, presentInfo, updateSync } from "./sync-rows.ts";
import type { GitOperationTable } from "./tables.ts";

export const handlers = {
  async importRepository(input, call) {
    await startOperation(call, "import", input, "importGitRepository");
  },

  async exportRepository(input, call) {
    await startOperation(call, "export", input, "exportToGitRepository");
  },

  async plan(input, call) {
    const { spaceId, direction, url, ref } = input;
    const { role } = await requireSpace(call, spaceId);
    authorize(role, "planGitSync");
    const remote = url === undefined ? await lastRemote(call, spaceId) : { url, ...getRef(ref) };
    return presentPlan(
      await startOperation(call, direction, { ...input, ...remote }, "planGitSync"),
    );
  },

  async planned({ spaceId, gitPlanId }, call) {
    const { role } = await requireSpace(call, spaceId);
    authorize(role, "getGitSyncPlan");
    return findPlan(call.db, spaceId, gitPlanId);
  },

  async info({ spaceId }, call) {
    const { tree } = await requireContent(call, spaceId);
    const row = await findSync(call.db, spaceId);
    const warnings = brokenRedirects(tree);
    if (row) {
      const progress = row.state === "running" ? await findProgress(call.db, spaceId) : undefined;
      return {
        ...presentInfo(row),
        ...(warnings.length > 0 && { warnings }),
        ...(progress && { progress }),
      };
    }
    throw new ApiError(
      404,
      `Space ${spaceId} has no Git repository. Import or export it to connect a repository.`,
      { field: "spaceId", hint: "tome git import --help" },
    );
  },

  async removeLegacy({ spaceId }, call) {
    const { role } = await requireSpace(call, spaceId);
    authorize(role, "deleteLegacyGitInstallation");
    await call.db
      .deleteFrom("git_syncs")
      .where("space_id", "=", spaceId)
      .where("legacy", "=", 1)
      .execute();
    // The API returns the same status whether or not it existed.
    return false;
  },
} satisfies Handlers<typeof contract>;

/** Git's representation of a commit that does not exist. */
const noCommit = "0".repeat(40);

type GitOperationKind = GitOperationTable["kind"];
type SyncPlanInput = Input<typeof contract.plan> & { readonly url: string; readonly ref: string };
type SyncStartInput =
  | Input<typeof contract.importRepository>
  | Input<typeof contract.exportRepository>;

/** @throws ApiError 404 or 403 as for any change, 400 for an invalid URL, branch or folder */
async function startOperation(
  call: Call,
  kind: GitOperationKind,
  input: SyncStartInput | SyncPlanInput,
  operation: "importGitRepository" | "exportToGitRepository" | "planGitSync",
): Promise<GitOperationTable> {
  const { spaceId } = input;
  const { role, row: space } = await requireSpace(call, spaceId);
  authorize(role, operation);
  const address = readAddress(input.url, call);
  const request = readRequest(input, address);
  await lockSpace(call.db, spaceId);
  const { credentials } = address;
  const row = await queueOperation(call, { space, kind, request, credentials });
  if (request.plan) return row;
  const sync = await findSync(call.db, spaceId);
  await storeStart(call, kind, input, address);
  await recordEvent(call, {
    type: "space_gitsync_started",
    spaceId,
    revisionId: space.revision_id,
    commitId: sync?.synced_commit ?? noCommit,
  });
  return row;
}

/** @throws ApiError 400 if the space was never synchronized */
async function lastRemote({ db }: Call, spaceId: string) {
  const sync = await findSync(db, spaceId);
  if (sync?.synced_place) return readRemoteKey(sync.synced_place);
  throw new ApiError(
    400,
    `Space ${spaceId} is not connected to a repository. Specify url and ref.`,
    { field: "url" },
  );
}

/** @throws ApiError 400 if it is missing */
function getRef(ref: string | undefined) {
  if (ref !== undefined) return { ref };
  throw new ApiError(400, "ref is required with url.", { field: "ref" });
}

async function storeStart(
  call: Call,
  kind: GitOperationKind,
  { spaceId, ref, gitInfo }: SyncStartInput,
  address: RepositoryAddress,
): Promise<void> {
  const description = JSON.stringify(describeRepository(address, gitInfo));
  const sync = await findSync(call.db, spaceId);
  const isRunning = sync?.state === "running";
  const columns = {
    ref,
    legacy: 0,
    operation: isRunning ? sync.operation : kind,
    state: isRunning ? ("running" as const) : ("pending" as const),
    error: null,
  };
  if (!sync) {
    await call.db
      .insertInto("git_syncs")
      .values({
        space_id: spaceId,
        shown: description,
        ...columns,
        revision_id: null,
        commit_oid: null,
        synced_place: null,
        synced_revision_id: null,
        synced_commit: null,
        synced_at: null,
        report: null,
      })
      .execute();
  }
  await updateSync(call, { space_id: spaceId, shown: description }, columns);
}

function readAddress(url: string, { outside }: Call): RepositoryAddress {
  try {
    const address = repositoryAddress(url, outside.mayReadFiles);
    if (address.scheme === "ssh") keyFor(address, outside.sshKeys);
    return address;
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    throw new ApiError(400, error.message, { field: "url" });
  }
}

function readRequest(
  input: SyncStartInput | SyncPlanInput,
  address: RepositoryAddress,
): OperationRequest {
  const { ref, repoProjectDirectory = "", force = false } = input;
  const isRef =
    /^refs\/heads\/(?!.*(\.\.|@\{|\/\/|\/\.|\.lock(\/|$)))[^./-].*[^./]$|^refs\/heads\/\w$/.test(
      ref,
    );
  if (!isRef) {
    throw new ApiError(400, "ref must be the full name of a branch, such as refs/heads/main.", {
      field: "ref",
    });
  }
  const directory = resolvePath("", repoProjectDirectory.replace(/^\/+/, ""));
  if (directory === undefined || !isOutsideGit(directory)) {
    throw new ApiError(
      400,
      "repoProjectDirectory must be a folder in the repository and outside .git, such as docs.",
      { field: "repoProjectDirectory" },
    );
  }
  return {
    url: address.url,
    ref,
    directory,
    force,
    standalone: "standalone" in input && input.standalone === true,
    ...("repoCommitURL" in input && { commitUrl: input.repoCommitURL }),
    ...("timestamp" in input && { timestamp: input.timestamp }),
    ...("commitMessage" in input && { commitMessage: input.commitMessage }),
    ...("direction" in input && { plan: true }),
  };
}
