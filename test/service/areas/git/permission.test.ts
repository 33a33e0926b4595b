import { beforeAll, describe, expect, test } from "vitest";
import { gitPermission } from "../../../../src/service/areas/git/permission.ts";
import { findSync } from "../../../../src/service/areas/git/sync-rows.ts";
import type { GitOperationTable } from "../../../../src/service/areas/git/tables.ts";
import { createGitRows, openGitPlatform } from "../../../support/git/git-rows.ts";

let platform: Awaited<ReturnType<typeof openGitPlatform>>;

beforeAll(async () => {
  platform = await openGitPlatform();
  return () => platform.workspace.service.close();
});

/** The roles that may request each operation. */
const operations: readonly [object, GitOperationTable["kind"], string][] = [
  [{}, "import", "importGitRepository"],
  [{}, "export", "exportToGitRepository"],
  [{ plan: true }, "import", "planGitSync"],
  [{ plan: true }, "export", "planGitSync"],
];

async function open(request: object = {}, kind: GitOperationTable["kind"] = "import") {
  const rows = await createGitRows(platform);
  const whole = JSON.stringify({ ...rows.request, ...request });
  const row = await rows.insertOperation({ kind, request: whole });
  const scopes: unknown[] = [];
  const payload = { spaceId: rows.spaceId };
  const authorize = (caller: string, organization: string | undefined = rows.organizationId) =>
    gitPermission.authorize(payload, {
      ...{ db: rows.db, now: rows.call.now, caller, boundTo: undefined, organization },
      requireScope: async (...scope) => void scopes.push(scope),
    });
  return { ...rows, row, payload, scopes, authorize };
}

describe("a sync", () => {
  test.each(operations)(
    "%j of the kind %s needs the permission %s",
    async (request, kind, name) => {
      const { authorize, scopes, spaceId, workspace, organizationId, admin } = await open(
        request,
        kind,
      );
      await authorize(admin);
      expect(scopes).toEqual([[name, { spaceId }]]);
      const reader = await workspace.member(organizationId, "read");
      await expect(authorize(reader)).rejects.toMatchObject({ status: 403 });
      await expect(authorize(await workspace.person())).rejects.toMatchObject({ status: 404 });
      await expect(authorize(admin, "other")).rejects.toMatchObject({
        ...{ status: 404, message: expect.stringContaining("was transferred") },
      });
    },
  );

  test("of a connection needs the connection", async () => {
    const installation = "I-permission";
    const { authorize, admin, connect, db } = await open({ installation });
    await expect(authorize(admin)).rejects.toMatchObject({
      ...{ status: 404, message: "The space was disconnected from the repository." },
    });
    await connect(undefined, { id: installation });
    await authorize(admin);
    await db
      .updateTable("git_installations")
      .set({ removed_at: "2026-03-02T08:00:00.000Z" })
      .where("id", "=", installation)
      .execute();
    await expect(authorize(admin)).rejects.toMatchObject({ status: 404 });
  });

  test("that no longer exists needs none", async () => {
    const { authorize, db, spaceId, scopes, workspace } = await open();
    await db.deleteFrom("git_operations").where("space_id", "=", spaceId).execute();
    await authorize(await workspace.person());
    expect(scopes).toEqual([]);
  });
});

describe("the end without permission", () => {
  test.each(operations)("of %j, %s, is a failure of %s", async (request, kind, operation) => {
    const { call, payload, spaceId, db, insertSync, listOperations } = await open(request, kind);
    await insertSync({ state: "running", operation: kind });
    const end = { state: "cancelled", reason: "No role." } as const;
    expect(await gitPermission.end(payload, end, call)).toEqual({
      ...{ operation, target: { type: "space", id: spaceId } },
    });
    const [plan] = await listOperations();
    if ("plan" in request) {
      expect(JSON.parse(plan?.outcome ?? "")).toEqual({ state: "failure", error: "No role." });
    } else {
      expect(plan).toBeUndefined();
      expect(await findSync(db, spaceId)).toMatchObject({ state: "failure", error: "No role." });
    }
    expect(await gitPermission.end(payload, end, call)).toBeUndefined();
  });
});

test("the requester of an operation of an earlier version is in its row", async () => {
  const { payload, db, admin } = await open();
  expect(await gitPermission.findRequester?.(payload, db)).toBe(admin);
  expect(await gitPermission.findRequester?.({ spaceId: "gone" }, db)).toBeUndefined();
});
