/** The result of accepted writes, with a platform that the tests choose. */
import { describe, expect, test } from "vitest";
import { ApiError } from "../../../src/errors.ts";
import { readAcceptedWork } from "../../../src/features/history/accepted-work.ts";
import type { HistoryEntry } from "../../../src/history/history-entry.ts";
import type { JsonObject } from "../../../src/json/values.ts";
import { createRecorded } from "./recorded-write.ts";

async function read(
  operation: string,
  input: JsonObject,
  resources: Readonly<Record<string, JsonObject>>,
  more: Partial<HistoryEntry> = {},
) {
  const entry = createRecorded("a.1", { operation, input, outcome: "pending", ...more });
  const result = await readAcceptedWork(entry, async (path) => {
    const found = resources[path];
    if (found === undefined) throw new ApiError(404, path);
    return found;
  });
  return result?.because === undefined ? result?.outcome : `${result.outcome}: ${result.because}`;
}

const finished = "done: The platform has finished the request.";

test.each([
  [{ status: "completed" }, finished],
  [{ status: "pending" }, undefined],
  [{ status: "in-progress" }, undefined],
  [{ status: "of-a-later-version" }, undefined],
  [
    { status: "failed", reason: "the website is empty" },
    "failed: The platform could not finish the request: the website is empty",
  ],
  [
    { status: "cancelled" },
    "failed: The platform could not finish the request: the import was canceled",
  ],
])("an import %j", async (run, expected) => {
  const input = { organizationId: "O1" };
  const resources = { "/org/O1/imports/I1": run };
  expect(await read("startImportRun", input, resources, { work: "I1" })).toBe(expected);
  // The response had no id.
  expect(await read("startImportRun", input, resources)).toBeUndefined();
});

describe("Git synchronization", () => {
  const later = "2026-01-02T00:00:01Z";

  test.each([
    ["importGitRepository", { startedAt: later, direction: "import", state: "success" }, finished],
    [
      "exportToGitRepository",
      { startedAt: later, direction: "export", state: "success" },
      finished,
    ],
    [
      "importGitRepository",
      { startedAt: later, direction: "import", state: "failure", error: "no branch" },
      "failed: The platform could not finish the request: no branch",
    ],
    [
      "importGitRepository",
      { startedAt: later, direction: "import", state: "timeout" },
      "failed: The platform could not finish the request.",
    ],
    ["importGitRepository", { startedAt: later, direction: "import", state: "running" }, undefined],
    ["importGitRepository", { startedAt: later, direction: "export", state: "success" }, undefined],
    [
      "importGitRepository",
      { startedAt: "2026-01-01T23:59:59Z", direction: "import", state: "success" },
      undefined,
    ],
  ])("%s %j", async (operation, latest, expected) => {
    const resources = { "/spaces/S1/git/info": { operation: latest } };
    expect(await read(operation, { spaceId: "S1" }, resources)).toBe(expected);
  });

  test("that the platform does not show is in progress", async () => {
    expect(await read("importGitRepository", { spaceId: "S1" }, {})).toBeUndefined();
    const resources = { "/spaces/S1/git/info": {} };
    expect(await read("importGitRepository", { spaceId: "S1" }, resources)).toBeUndefined();
  });
});

test.each([
  [{ status: "merged" }, finished],
  [{ status: "open" }, undefined],
  [{ status: "archived" }, undefined],
])("a merge of a change request %j", async (request, expected) => {
  const input = { spaceId: "S1", changeRequestId: "C1" };
  const resources = { "/spaces/S1/change-requests/C1": request };
  expect(await read("mergeChangeRequest", input, resources)).toBe(expected);
});

test("the removal of a member is done when the member is absent", async () => {
  const [operation, input] = [
    "removeMemberFromOrganizationById",
    { organizationId: "O1", userId: "U1" },
  ];
  expect(await read(operation, input, { "/orgs/O1/members/U1": {} })).toBeUndefined();
  expect(await read(operation, input, {})).toBe(finished);
});

test("the API does not show the work of other operations", async () => {
  expect(await read("updateSpaceById", { spaceId: "S1" }, {})).toBeUndefined();
});
