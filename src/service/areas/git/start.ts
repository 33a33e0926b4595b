/** Beginning an import or export: checks what can be checked at once, and puts the rest in the queue. */
import type { Input } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/git.ts";
import { Problem } from "../../../errors.ts";
import { authorize } from "../../core/access.ts";
import type { Call } from "../../core/handlers.ts";
import { lockSpace } from "../../core/space-lock.ts";
import { requireSpace } from "../../core/space-rows.ts";
import { type RepositoryAddress, repositoryAddress } from "../../engines/git/address.ts";
import { GitFailure } from "../../engines/git/failure.ts";
import { keyFor } from "../../engines/git/ssh.ts";
import { recordEvent } from "../events/record.ts";
import { sealedFor, type Wanted } from "./operation.ts";
import { isOutsideGit, resolvedPath } from "./paths.ts";
import { findSync, noteSync, shownOf } from "./rows.ts";
import { synchronizingKind } from "./synchronize.ts";
import type { GitOperationTable } from "./tables.ts";

type Kind = GitOperationTable["kind"];
type Asked = Input<typeof contract.importRepository> | Input<typeof contract.exportRepository>;

/** @throws Problem 404 or 403 as for any change, 400 for an address, branch or folder that is none */
export async function startOperation(call: Call, kind: Kind, asked: Asked): Promise<void> {
  const { db } = call;
  const { spaceId } = asked;
  const { role } = await requireSpace(call, spaceId);
  authorize(role, "create", "Synchronizing with Git", "in the space");
  const address = addressIn(asked.url, call);
  const request = JSON.stringify(wantedIn(asked, address));
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
        ? await call.secretBox.seal(JSON.stringify(credentials), sealedFor(id))
        : null,
      requested_by: call.caller,
      created_at: call.now.toISOString(),
    })
    .execute();
  await noteStart(call, kind, asked, address);
  await recordEvent(call, { type: "space_gitsync_started", spaceId });
  // Where one is waiting or under way, its end begins the next.
  if (typeof last?.number !== "number") {
    await call.enqueue({ kind: synchronizingKind, payload: { spaceId } });
  }
}

async function noteStart(
  call: Call,
  kind: Kind,
  { spaceId, ref, gitInfo }: Asked,
  address: RepositoryAddress,
): Promise<void> {
  const shown = JSON.stringify(shownOf(address, gitInfo));
  const there = await findSync(call.db, spaceId);
  const isRunning = there?.state === "running";
  const begun = {
    ref,
    legacy: 0,
    operation: isRunning ? there.operation : kind,
    state: isRunning ? ("running" as const) : ("pending" as const),
    error: null,
  };
  if (!there) {
    await call.db
      .insertInto("git_syncs")
      .values({
        space_id: spaceId,
        shown,
        ...begun,
        revision_id: null,
        commit_oid: null,
        synced_place: null,
        synced_revision_id: null,
        synced_commit: null,
        synced_at: null,
      })
      .execute();
  }
  await noteSync(call, { space_id: spaceId, shown }, begun);
}

function addressIn(url: string, { outside }: Call): RepositoryAddress {
  try {
    const address = repositoryAddress(url, outside.mayReadFiles);
    if (address.scheme === "ssh") keyFor(address, outside.sshKeys);
    return address;
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    throw new Problem(400, error.message, { field: "url" });
  }
}

function wantedIn(asked: Asked, address: RepositoryAddress): Wanted {
  const { ref, repoProjectDirectory = "", repoCommitURL, timestamp, force = false } = asked;
  const isRef =
    /^refs\/heads\/(?!.*(\.\.|@\{|\/\/|\/\.|\.lock(\/|$)))[^./-].*[^./]$|^refs\/heads\/\w$/.test(
      ref,
    );
  if (!isRef) {
    throw new Problem(400, "ref must name a branch in full, such as refs/heads/main.", {
      field: "ref",
    });
  }
  const directory = resolvedPath("", repoProjectDirectory.replace(/^\/+/, ""));
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
    standalone: "standalone" in asked && asked.standalone === true,
    ...(repoCommitURL !== undefined && { commitUrl: repoCommitURL }),
    ...(timestamp !== undefined && { timestamp }),
    ...("commitMessage" in asked && { commitMessage: asked.commitMessage }),
  };
}
