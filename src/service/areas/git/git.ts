/** The handlers of Git synchronization: they check what they can at once, and queue the rest. */
import type { Input } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/git.ts";
import { Problem } from "../../../errors.ts";
import { authorize } from "../../core/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { lockSpace } from "../../core/locks.ts";
import { requireSpace } from "../../core/space-rows.ts";
import { type RepositoryAddress, repositoryAddress } from "../../engines/git/address.ts";
import { GitFailure } from "../../engines/git/failure.ts";
import { keyFor } from "../../engines/git/ssh.ts";
import { brokenRedirects } from "../content/page-paths.ts";
import { requireContent } from "../content/require-content.ts";
import { recordEvent } from "../events/record.ts";
import { credentialsPurpose, type OperationRequest } from "./operation.ts";
import { isOutsideGit, resolvePath } from "./paths.ts";
import { describeRepository, findSync, presentInfo, updateSync } from "./sync-rows.ts";
import { synchronizingKind } from "./synchronize.ts";
import type { GitOperationTable } from "./tables.ts";

export const handlers = {
  async importRepository(input, call) {
    await startOperation(call, "import", input);
  },

  async exportRepository(input, call) {
    await startOperation(call, "export", input);
  },

  async info({ spaceId }, call) {
    const { tree } = await requireContent(call, spaceId);
    const row = await findSync(call.db, spaceId);
    const warnings = brokenRedirects(tree);
    if (row) return { ...presentInfo(row), ...(warnings.length > 0 && { warnings }) };
    throw new Problem(
      404,
      `Space ${spaceId} has no Git repository; an import or an export sets one up.`,
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
    // The API answers the same whether or not there was one.
    return false;
  },
} satisfies Handlers<typeof contract>;

type Kind = GitOperationTable["kind"];
type StartInput = Input<typeof contract.importRepository> | Input<typeof contract.exportRepository>;

/** @throws Problem 404 or 403 as for any change, 400 for an invalid address, branch or folder */
async function startOperation(call: Call, kind: Kind, input: StartInput): Promise<void> {
  const { db } = call;
  const { spaceId } = input;
  const { role } = await requireSpace(call, spaceId);
  authorize(role, kind === "import" ? "importGitRepository" : "exportToGitRepository");
  const address = readAddress(input.url, call);
  const request = JSON.stringify(readRequest(input, address));
  await lockSpace(db, spaceId);
  const last = await db
    .selectFrom("git_operations")
    .select(({ fn }) => fn.max("number").as("number"))
    .where("space_id", "=", spaceId)
    .executeTakeFirst();
  const id = call.newId();
  const { credentials } = address;
  await db
    .insertInto("git_operations")
    .values({
      id,
      space_id: spaceId,
      number: (last?.number ?? 0) + 1,
      kind,
      request,
      credentials: credentials
        ? await call.secretBox.seal(JSON.stringify(credentials), credentialsPurpose(id))
        : null,
      requested_by: call.caller,
      created_at: call.now.toISOString(),
    })
    .execute();
  await storeStart(call, kind, input, address);
  await recordEvent(call, { type: "space_gitsync_started", spaceId });
  // If another operation is queued or running, its end starts the next one.
  if (typeof last?.number !== "number") {
    await call.enqueue({ kind: synchronizingKind, payload: { spaceId } });
  }
}

async function storeStart(
  call: Call,
  kind: Kind,
  { spaceId, ref, gitInfo }: StartInput,
  address: RepositoryAddress,
): Promise<void> {
  const shown = JSON.stringify(describeRepository(address, gitInfo));
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
        shown,
        ...columns,
        revision_id: null,
        commit_oid: null,
        synced_place: null,
        synced_revision_id: null,
        synced_commit: null,
        synced_at: null,
      })
      .execute();
  }
  await updateSync(call, { space_id: spaceId, shown }, columns);
}

function readAddress(url: string, { outside }: Call): RepositoryAddress {
  try {
    const address = repositoryAddress(url, outside.mayReadFiles);
    if (address.scheme === "ssh") keyFor(address, outside.sshKeys);
    return address;
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    throw new Problem(400, error.message, { field: "url" });
  }
}

function readRequest(input: StartInput, address: RepositoryAddress): OperationRequest {
  const { ref, repoProjectDirectory = "", repoCommitURL, timestamp, force = false } = input;
  const isRef =
    /^refs\/heads\/(?!.*(\.\.|@\{|\/\/|\/\.|\.lock(\/|$)))[^./-].*[^./]$|^refs\/heads\/\w$/.test(
      ref,
    );
  if (!isRef) {
    throw new Problem(400, "ref must name a branch in full, such as refs/heads/main.", {
      field: "ref",
    });
  }
  const directory = resolvePath("", repoProjectDirectory.replace(/^\/+/, ""));
  if (directory === undefined || !isOutsideGit(directory)) {
    throw new Problem(
      400,
      "repoProjectDirectory must be a folder inside the repository and outside .git, such as docs.",
      { field: "repoProjectDirectory" },
    );
  }
  return {
    url: address.url,
    ref,
    directory,
    force,
    standalone: "standalone" in input && input.standalone === true,
    ...(repoCommitURL !== undefined && { commitUrl: repoCommitURL }),
    ...(timestamp !== undefined && { timestamp }),
    ...("commitMessage" in input && { commitMessage: input.commitMessage }),
  };
}
