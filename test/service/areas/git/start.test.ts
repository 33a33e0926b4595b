/** The state of a space after the request of an import or export. */
import { beforeAll, describe, expect, test } from "vitest";
import * as integration from "../../../../src/contract/integration.ts";
import * as event from "../../../../src/contract/integration-event.ts";
import { type SyncStart, startSync } from "../../../../src/service/areas/git/start.ts";
import { findSync } from "../../../../src/service/areas/git/sync-rows.ts";
import type {
  GitInstallationTable,
  GitSyncTable,
} from "../../../../src/service/areas/git/tables.ts";
import { parseRepositoryUrl } from "../../../../src/service/engines/git/address.ts";
import { createGitRows } from "../../../support/git/git-rows.ts";
import { main } from "../../../support/git/git-space.ts";
import { openIntegrations } from "../../../support/organizations/integrations.ts";

let ground: Awaited<ReturnType<typeof openIntegrations>>;

beforeAll(async () => {
  ground = await openIntegrations();
  const { workspace, org, admin, publish } = ground;
  await publish();
  await workspace.ok(admin, integration.install, {
    ...{ integrationName: "link-checker", organization: org },
  });
  return () => workspace.service.close();
});

interface Given {
  readonly sync?: Partial<GitSyncTable>;
  readonly connection?: Partial<GitInstallationTable>;
  readonly request?: object;
  readonly start?: Partial<SyncStart>;
}

async function start({ sync, connection, request = {}, start = {} }: Given) {
  const { workspace, org, admin } = ground;
  const rows = await createGitRows({ workspace, organizationId: org, admin });
  if (sync) await rows.insertSync(sync);
  if (connection) await rows.connect(undefined, connection);
  const { spaceId: id } = rows;
  const revision_id = await rows.getRevision();
  const row = await startSync(
    { ...rows.call, caller: admin },
    {
      ...{ space: { id, organization_id: org, revision_id }, kind: "export" as const },
      request: { ...rows.request, ...request },
      address: parseRepositoryUrl("https://github.com/acme/docs.git", false),
      ...{ credentials: undefined, ...start },
    },
  );
  const stored = await findSync(rows.db, rows.spaceId);
  const { items } = await workspace.ok(admin, event.list, { integrationName: "link-checker" });
  return {
    row,
    rows,
    revision_id,
    sync: stored,
    shown: stored && JSON.parse(stored.shown),
    events: items
      .map(({ payload }) => payload)
      .filter((payload) => "spaceId" in payload && payload.spaceId === id)
      .filter(({ type }) => type.startsWith("space_gitsync")),
  };
}

const zero = "0".repeat(40);
const now = "2026-03-02T08:00:00.000Z";
const earlier = "2026-03-02T07:00:00.000Z";
const ended = {
  operation: "import",
  error: "Old.",
  started_at: earlier,
  ended_at: earlier,
} as const;
const began = { operation: "export", state: "pending", started_at: now } as const;

describe("the start of a sync", () => {
  test.each<[string, Partial<GitSyncTable> | undefined, object]>([
    ["that was never synchronized", undefined, began],
    ["whose last sync ended", { ...ended, state: "failure" }, began],
    ["whose last sync waits", { ...ended, state: "pending" }, began],
    [
      "whose last sync runs",
      { ...ended, state: "running" },
      { operation: "import", state: "running", started_at: earlier },
    ],
    ["that was disconnected", { ...ended, state: "success", disconnected: 1, legacy: 1 }, began],
  ])("is the state of a space %s", async (_, sync, expected) => {
    const started = await start({ ...(sync && { sync }) });
    expect(started.sync).toMatchObject({
      ...{ ref: main, legacy: 0, disconnected: null, error: null, ended_at: null },
      ...expected,
    });
    expect(started.row).toMatchObject({ kind: "export", number: 1, requested_by: ground.admin });
    expect(started.rows.jobs).toMatchObject([{ payload: { spaceId: started.rows.spaceId } }]);
  });

  test.each<[string | null | undefined, string]>([
    [undefined, zero],
    [null, zero],
    ["c1", "c1"],
  ])("is an event with the commit %s as %s", async (synced_commit, commitId) => {
    const sync = synced_commit === undefined ? {} : { sync: { synced_commit } };
    const { events, revision_id } = await start(sync);
    expect(events).toMatchObject([
      { type: "space_gitsync_started", revisionId: revision_id, commitId },
    ]);
  });

  test("of a plan changes no state, and is no event", async () => {
    const sync = { ...ended, state: "success" } as const;
    const started = await start({ sync, request: { plan: true } });
    expect(started.sync).toMatchObject(sync);
    expect([started.events, started.rows.jobs.length]).toEqual([[], 1]);
    const first = await start({ request: { plan: true } });
    expect(first.sync).toBeUndefined();
  });
});

describe("the repository of a space", () => {
  const shown = { repoName: "acme/docs", url: "https://github.com/acme/docs.git" };
  const other = { installationId: "I-start", installationStatus: "active" };
  test.each<[string, Given, object]>([
    ["without a connection", {}, { ...shown, installationProvider: "github" }],
    [
      "with display options",
      { start: { display: { provider: "custom", url: "https://web.example.com/" } } },
      { ...shown, installationProvider: "custom", url: "https://web.example.com/" },
    ],
    [
      "other than that of the connection",
      { connection: { provider: "gitlab", id: "I-start" } },
      { ...shown, ...other, installationProvider: "github" },
    ],
    [
      "of the connection",
      { connection: { provider: "gitlab", id: "I-start" }, request: { installation: "I-start" } },
      { ...shown, ...other, installationProvider: "gitlab" },
    ],
    [
      "of the connection, with display options",
      {
        connection: { provider: "gitlab", id: "I-start" },
        request: { installation: "I-start" },
        start: { display: { provider: "custom" } },
      },
      { ...shown, ...other, installationProvider: "custom" },
    ],
  ])("%s is shown", async (_, given, expected) => {
    const started = await start(given);
    expect(started.shown).toEqual({ ...expected, updatedAt: now });
    const { db, spaceId } = started.rows;
    await db.deleteFrom("git_installations").where("space_id", "=", spaceId).execute();
  });
});
