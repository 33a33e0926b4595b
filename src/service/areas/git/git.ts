/** Handlers of Git Sync: they validate the request and queue the operation. */
import type { Input } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/git.ts";
import { ApiError } from "../../../errors.ts";
import { authorize } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { lockSpace } from "../../core/locks.ts";
import { requireSpace } from "../../core/rows/space-rows.ts";
import type { RepositoryAddress } from "../../engines/git/address.ts";
import { requireContent } from "../content/require-content.ts";
import { findBrokenRedirects } from "../content/tree/page-paths.ts";
import { findConnection, openCredentials, toRequest } from "./connections/connection-rows.ts";
import { presentConnection } from "./connections/present-installation.ts";
import { type OperationRequest, readRemoteKey, toRemoteKey } from "./operation.ts";
import { findPlan, presentPlan } from "./plans.ts";
import { findProgress } from "./queue.ts";
import { checkBranch, readAddress, readDirectory } from "./read-request.ts";
import { startSync } from "./start.ts";
import { findSync, presentInfo } from "./sync-rows.ts";
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
    const remote =
      url === undefined ? await findLastRemote(call, spaceId) : { url, ...getRef(ref) };
    // Without a URL, the request can still have another branch or folder.
    return presentPlan(
      await startOperation(call, direction, { ...remote, ...input }, "planGitSync"),
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
    const connection = await findConnection(call.db, spaceId);
    const warnings = findBrokenRedirects(tree);
    const isShown = row && row.disconnected === null;
    if (isShown || connection) {
      const isRunning = row?.state === "running";
      const progress = isRunning ? await findProgress(call.db, spaceId) : undefined;
      return {
        ...(isShown && presentInfo(row)),
        ...(connection && presentConnection(connection, isShown ? row : undefined)),
        ...(warnings.length > 0 && { warnings }),
        ...(progress && { progress }),
      };
    }
    throw new ApiError(404, `Space ${spaceId} has no Git repository. Connect one.`, {
      field: "spaceId",
      hint: `tome git connect ${spaceId} --repo <url>`,
    });
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
  const own = await findCredentials(call, spaceId, request, address);
  const display = "gitInfo" in input ? input.gitInfo : undefined;
  return startSync(call, { space, kind, address, display, ...own });
}

/** The repository of the connection, or else of the last success. @throws ApiError 400 if there is none */
async function findLastRemote({ db }: Call, spaceId: string) {
  const connection = await findConnection(db, spaceId);
  const request = connection && toRequest(connection);
  if (request) {
    const { url, ref, directory } = request;
    return { url, ref, repoProjectDirectory: directory };
  }
  const sync = await findSync(db, spaceId);
  if (sync?.synced_place) return readRemoteKey(sync.synced_place);
  throw new ApiError(
    400,
    `Space ${spaceId} is not connected to a repository. Specify url and ref.`,
    { field: "url" },
  );
}

/**
 * A request for the repository, branch and folder of the space's connection uses its credentials,
 * and its result is that of the connection.
 */
async function findCredentials(
  call: Call,
  spaceId: string,
  request: OperationRequest,
  { credentials }: RepositoryAddress,
) {
  const connection = await findConnection(call.db, spaceId);
  const connected = connection && toRequest(connection);
  if (!connected || toRemoteKey(connected) !== toRemoteKey(request))
    return { request, credentials };
  return {
    request: { ...request, installation: connection.id },
    credentials: credentials ?? (await openCredentials(call.secretBox, connection)),
  };
}

/** @throws ApiError 400 if it is missing */
function getRef(ref: string | undefined) {
  if (ref !== undefined) return { ref };
  throw new ApiError(400, "ref is required with url.", { field: "ref" });
}

function readRequest(
  input: SyncStartInput | SyncPlanInput,
  address: RepositoryAddress,
): OperationRequest {
  const { ref, repoProjectDirectory = "", force = false } = input;
  checkBranch(ref, "ref");
  const directory = readDirectory(repoProjectDirectory, "repoProjectDirectory");
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
