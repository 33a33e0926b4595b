/** Permission of translation runs at their start, and the end of a run without permission. */
import { expect, test } from "vitest";
import * as space from "../../../../src/contract/space.ts";
import { translationPermission } from "../../../../src/service/areas/translations/permission.ts";
import { createTranslationRow } from "../../../../src/service/areas/translations/rows.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const { db, now } = workspace;
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const create = async () => (await workspace.ok(admin, space.create, { organizationId })).id;
  const [source, result] = [await create(), await create()];
  for (const [id, source_space] of [
    ["T1", source],
    ["T2", source],
    ["purged", "purged"],
  ] as const) {
    const row = createTranslationRow({
      ...{ id, organization_id: organizationId, source_space, source_language: "en" },
      ...{ language: id === "T2" ? "de" : "fr", created_by: admin, now },
      instructions: { object: "document", data: {}, nodes: [] },
    });
    await db.insertInto("translations").values(row).execute();
  }
  const scopes: unknown[] = [];
  const authorize = async (caller: string, translationId = "T1") => {
    scopes.length = 0;
    await translationPermission.authorize(
      { translationId, asked: 1 },
      {
        ...{ db, now, caller, boundTo: undefined, organization: organizationId },
        requireScope: async (...scope: unknown[]) => void scopes.push(scope),
      },
    );
  };
  const move = (spaceId: string, to: string) =>
    db.updateTable("spaces").set({ organization_id: to }).where("id", "=", spaceId).execute();
  return { workspace, db, organizationId, admin, source, result, scopes, authorize, move };
}

test("a run starts for users who may run the translation of a source of their organization", async () => {
  const { workspace, db, organizationId, admin, source, result, scopes, authorize, move } =
    await start();
  await authorize(admin);
  expect(scopes).toEqual([["runTranslation", { organizationId, spaceId: source }]]);
  const reader = await workspace.member(organizationId, "read");
  await expect(authorize(reader)).rejects.toMatchObject({ status: 403 });
  await expect(authorize(await workspace.person())).rejects.toMatchObject({ status: 404 });
  // There is nothing to translate.
  for (const id of ["unknown", "purged"]) {
    await authorize(reader, id);
    expect(scopes).toEqual([]);
  }
  const other = await workspace.organization("Other");
  await workspace.enroll(other, admin, "admin");
  await db
    .updateTable("translations")
    .set({ result_space: result })
    .where("id", "=", "T1")
    .execute();
  await authorize(admin);
  await move(result, other);
  const transferred = (id: string) => ({
    status: 404,
    message: `Space ${id} was transferred to another organization.`,
  });
  await expect(authorize(admin)).rejects.toMatchObject(transferred(result));
  await authorize(admin, "T2");
  await db
    .updateTable("spaces")
    .set({ deleted_at: "2026-01-01" })
    .where("id", "=", result)
    .execute();
  await authorize(admin);
  await move(source, other);
  await expect(authorize(admin)).rejects.toMatchObject(transferred(source));
});

test("a run without permission ends with the reason, and belongs to the creator", async () => {
  const { db, admin } = await start();
  const end = (payload: object) =>
    translationPermission.end?.(payload, { state: "failed", reason: "Why." }, {
      ...{ db, now: new Date(0), newId: createId, enqueue: async () => {} },
    } as never);
  const request = (asked: number) => ({ asked, principal: { kind: "user", user: admin } });
  await db
    .updateTable("translations")
    .set({ asked: 2, requests: JSON.stringify([request(1), request(2)]), status: "running" })
    .execute();
  expect(await end({ translationId: "unknown", asked: 1 })).toBeUndefined();
  expect(await end({ translationId: "T1", asked: 1 })).toEqual({
    operation: "runTranslation",
    target: { type: "translation", id: "T1" },
  });
  // A job of an earlier version has no number.
  await end({ translationId: "T2" });
  const rows = await db
    .selectFrom("translations")
    .select(["id", "status", "error", "requests"])
    .orderBy("id")
    .execute();
  const [first, second] = [request(1), request(2)];
  expect(rows.map((row) => ({ ...row, requests: JSON.parse(row.requests) }))).toEqual([
    { id: "T1", status: "pending", error: "Why.", requests: [second] },
    { id: "T2", status: "pending", error: "Why.", requests: [first, second] },
    { id: "purged", status: "running", error: null, requests: [first, second] },
  ]);
  const find = (translationId: string) =>
    translationPermission.findRequester?.({ translationId }, db);
  expect([await find("T1"), await find("unknown")]).toEqual([admin, undefined]);
});
