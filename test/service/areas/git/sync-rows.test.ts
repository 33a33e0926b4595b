import { describe, expect, test } from "vitest";
import * as space from "../../../../src/contract/space.ts";
import {
  describeRepository,
  findSync,
  insertSync,
  presentInfo,
  updateSync,
} from "../../../../src/service/areas/git/sync-rows.ts";
import type { GitSyncTable } from "../../../../src/service/areas/git/tables.ts";
import { parseRepositoryUrl } from "../../../../src/service/engines/git/address.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

const updatedAt = "2026-03-02T08:00:00.000Z";
const [startedAt, endedAt] = ["2026-03-02T07:00:00.000Z", "2026-03-02T07:30:00.000Z"];
const url = "https://git.example.com/acme/docs.git";
const row: GitSyncTable = {
  ...{ space_id: "S1", shown: JSON.stringify({ repoName: "acme/docs", url, updatedAt }) },
  ...{ ref: "", legacy: 0, disconnected: null, operation: null, state: null, error: null },
  ...{ started_at: null, ended_at: null, revision_id: null, commit_oid: null, report: null },
  ...{ synced_place: null, synced_revision_id: null, synced_commit: null, synced_at: null },
  ...{ last_import: null, last_export: null },
};
const shown = {
  ...{ installationId: "S1", installationStatus: "pending", repoName: "acme/docs", url, updatedAt },
};
const report = { changes: [] };

describe("the repository of a space", () => {
  test.each<[string, Partial<GitSyncTable>, object]>([
    ["that was never synchronized", {}, {}],
    ["with a branch", { ref: "refs/heads/main" }, { ref: "refs/heads/main" }],
    [
      "with a folder",
      { ref: "refs/heads/main", synced_place: JSON.stringify([url, "refs/heads/main", "docs"]) },
      { ref: "refs/heads/main", repoProjectDirectory: "docs" },
    ],
    [
      "with a folder of another branch",
      { ref: "refs/heads/main", synced_place: JSON.stringify([url, "refs/heads/v1", "docs"]) },
      { ref: "refs/heads/main" },
    ],
    [
      "with a folder of another repository",
      {
        ref: "refs/heads/main",
        synced_place: JSON.stringify([`${url}.git`, "refs/heads/main", "docs"]),
      },
      { ref: "refs/heads/main" },
    ],
    [
      "without a folder",
      { ref: "refs/heads/main", synced_place: JSON.stringify([url, "refs/heads/main", ""]) },
      { ref: "refs/heads/main" },
    ],
    [
      "with results",
      {
        ...{ revision_id: "R1", commit_oid: "c1", report: JSON.stringify(report) },
        ...{ last_import: '{"commit":"c1"}', last_export: '{"commit":"c2"}' },
      },
      {
        ...{ revision: "R1", commit: "c1", report },
        ...{ lastImport: { commit: "c1" }, lastExport: { commit: "c2" } },
      },
    ],
    [
      "that waits",
      { operation: "import", state: "pending", started_at: startedAt },
      { state: "pending", operation: { state: "running", direction: "import", startedAt } },
    ],
    [
      "that is synchronized",
      { operation: "export", state: "running", started_at: startedAt },
      { state: "running", operation: { state: "running", direction: "export", startedAt } },
    ],
    [
      "that was synchronized by an earlier version",
      { operation: "import", state: "success" },
      {
        state: "success",
        operation: { state: "success", direction: "import", startedAt: updatedAt },
      },
    ],
    [
      "whose synchronization failed",
      {
        operation: "import",
        state: "failure",
        error: "No branch.",
        ...{ started_at: startedAt, ended_at: endedAt },
      },
      {
        ...{ state: "failure", error: "No branch." },
        operation: {
          ...{ state: "failure", direction: "import", startedAt, endedAt, error: "No branch." },
        },
      },
    ],
    [
      "whose synchronization was skipped",
      {
        operation: "import",
        state: "skipped",
        error: "Older.",
        ...{ started_at: startedAt, ended_at: endedAt },
      },
      {
        ...{ state: "skipped", error: "Older." },
        operation: { state: "success", direction: "import", startedAt, endedAt },
      },
    ],
    ["with a state but no operation", { state: "success" }, { state: "success" }],
    ["with an operation but no state", { operation: "import" }, {}],
  ])("is presented: %s", (_, changes, expected) => {
    const presented = presentInfo({ ...row, ...changes } as GitSyncTable);
    expect(JSON.parse(JSON.stringify(presented))).toEqual({ ...shown, ...expected });
  });

  test.each([
    ["https://git.example.com/acme/docs.git", undefined, { repoName: "acme/docs", url }],
    [
      "https://github.com/acme/docs",
      undefined,
      {
        ...{ repoName: "acme/docs", installationProvider: "github" },
        url: "https://github.com/acme/docs",
      },
    ],
    [
      "https://gitlab.com/acme/docs",
      { provider: "other", url: "https://ada:token@web.example.com/docs" },
      {
        ...{ repoName: "acme/docs", installationProvider: "other" },
        url: "https://web.example.com/docs",
      },
    ],
    [
      "https://gitlab.com/acme/docs",
      { url: "not a URL" },
      {
        ...{ repoName: "acme/docs", installationProvider: "gitlab" },
        url: "https://gitlab.com/acme/docs",
      },
    ],
    [
      "https://constructor/acme/docs",
      {},
      { repoName: "acme/docs", url: "https://constructor/acme/docs" },
    ],
  ])("%s with the display options %j", (address, overrides, expected) => {
    expect(describeRepository(parseRepositoryUrl(address, false), overrides)).toEqual(expected);
  });
});

test("an update changes the state of one space, with the time", async () => {
  const workspace = await openWorkspace();
  const { db, now } = workspace;
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const [{ id: one }, { id: two }, { id: three }] = [
    await workspace.ok(admin, space.create, { organizationId }),
    await workspace.ok(admin, space.create, { organizationId }),
    await workspace.ok(admin, space.create, { organizationId }),
  ];
  const stored = { ...row, ref: "refs/heads/main" };
  for (const space_id of [one, two]) {
    await insertSync(db, { space_id, shown: row.shown, ref: "refs/heads/main" });
  }
  expect(await findSync(db, one)).toEqual({ ...stored, space_id: one });
  expect(await findSync(db, three)).toBeUndefined();
  const shownNow = { space_id: one, shown: JSON.stringify({ repoName: "acme/web", url }) };
  await updateSync({ db, now }, shownNow, { state: "pending", error: "None." });
  expect(await findSync(db, one)).toEqual({
    ...{ ...stored, space_id: one, state: "pending", error: "None." },
    shown: JSON.stringify({ repoName: "acme/web", url, updatedAt: now.toISOString() }),
  });
  expect(await findSync(db, two)).toEqual({ ...stored, space_id: two });
});
