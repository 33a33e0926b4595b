/** A space with rows of its connection and its operations, for tests of single steps of a sync. */
import * as space from "../../../src/contract/space.ts";
import { insertSync } from "../../../src/service/areas/git/sync-rows.ts";
import type {
  GitInstallationTable,
  GitOperationTable,
  GitSyncTable,
} from "../../../src/service/areas/git/tables.ts";
import { createId } from "../../../src/service/core/ids.ts";
import { openOutside } from "../../../src/service/engines/network/egress.ts";
import { openSecretBox } from "../../../src/service/engines/secret-box.ts";
import type { JobRequest, LongJobCall } from "../../../src/service/jobs/job.ts";
import { openWorkspace, type Workspace } from "../platforms/workspace.ts";
import { main } from "./git-space.ts";

export type GitRows = Awaited<ReturnType<typeof createGitRows>>;

/** Opens a platform, whose spaces a test creates one after the other. */
export async function openGitPlatform() {
  const workspace = await openWorkspace({ allowPrivate: true });
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  return { workspace, organizationId, admin };
}

/** Creates a space. The jobs of the call are recorded and do not run. */
export async function createGitRows({
  workspace,
  organizationId,
  admin,
}: {
  readonly workspace: Workspace;
  readonly organizationId: string;
  readonly admin: string;
}) {
  const { db } = workspace;
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  const jobs: JobRequest[] = [];
  const call: LongJobCall = {
    db,
    now: workspace.now,
    time: () => workspace.now,
    newId: createId,
    enqueue: async (job) => void jobs.push(job),
    clockIsMoved: false,
    warn: () => {},
    outside: openOutside(true),
    secretBox: openSecretBox(undefined),
    signal: new AbortController().signal,
    requirePermission: async () => {},
  };
  const request = {
    ...{ url: "https://git.example.com/docs.git", ref: main, directory: "" },
    ...{ force: false, standalone: false },
  };
  return {
    ...{ workspace, db, admin, organizationId, spaceId, jobs, call, request },
    async getRevision(): Promise<string> {
      return (await workspace.ok(admin, space.get, { spaceId })).revision;
    },
    /** Stores a connection with a repository. */
    async connect(
      config: object = { url: request.url, branch: main },
      changes: Partial<GitInstallationTable> = {},
    ): Promise<GitInstallationTable> {
      const time = workspace.now.toISOString();
      const row: GitInstallationTable = {
        ...{ id: createId(), space_id: spaceId, config: JSON.stringify(config) },
        ...{ provider: "git", credentials: null, webhook_secret: "sealed", created_by: admin },
        ...{ principal: JSON.stringify({ kind: "user", user: admin }), created_at: time },
        ...{ updated_at: time, removed_at: null, observed_commit: null, checked_at: null },
        ...{ next_check_at: null, check_number: 0, failures: 0, problem: null, changed_at: null },
        ...{ received_at: null, rewritten: null, ...changes },
      };
      await db.insertInto("git_installations").values(row).execute();
      return row;
    },
    /** The current row of the connection. */
    async readConnection(): Promise<GitInstallationTable> {
      return db
        .selectFrom("git_installations")
        .selectAll()
        .where("space_id", "=", spaceId)
        .executeTakeFirstOrThrow();
    },
    /** Stores the synchronized repository of the space. */
    async insertSync(changes: Partial<GitSyncTable> = {}): Promise<GitSyncTable> {
      await insertSync(db, { space_id: spaceId, shown: "{}", ...changes });
      return db
        .selectFrom("git_syncs")
        .selectAll()
        .where("space_id", "=", spaceId)
        .executeTakeFirstOrThrow();
    },
    /** Stores an operation, which runs before or after others as its number says. */
    async insertOperation(changes: Partial<GitOperationTable> = {}): Promise<GitOperationTable> {
      const row: GitOperationTable = {
        ...{ id: createId(), space_id: spaceId, number: 1, kind: "import" },
        ...{ request: JSON.stringify(request), credentials: null, requested_by: admin },
        ...{ principal: null, created_at: workspace.now.toISOString(), progress: null },
        ...{ outcome: null, ...changes },
      };
      await db.insertInto("git_operations").values(row).execute();
      return row;
    },
    /** The queued operations in their order, with their requests. */
    async listOperations() {
      const rows = await db
        .selectFrom("git_operations")
        .selectAll()
        .where("space_id", "=", spaceId)
        .orderBy("number")
        .execute();
      return rows.map((row) => ({ ...row, request: JSON.parse(row.request) }));
    },
  };
}
