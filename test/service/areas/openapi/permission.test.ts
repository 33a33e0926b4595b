import { describe, expect, test } from "vitest";
import * as openapi from "../../../../src/contract/openapi.ts";
import { specificationPermission } from "../../../../src/service/areas/openapi/permission.ts";
import {
  processSpecification,
  storeOutcome,
  storeVersion,
} from "../../../../src/service/areas/openapi/process.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import type { JobCall, LongJobCall } from "../../../../src/service/jobs/job.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** Two specifications, whose processing does not run. */
async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { db } = workspace;
  const create = async (slug: string) => {
    const id = createId();
    const time = workspace.now.toISOString();
    await db
      .insertInto("specifications")
      .values({
        ...{ id, organization_id: organizationId, slug, source_url: null, source_text: "text" },
        ...{ source_number: 2, processing_state: "pending", visibility: "private" },
        ...{ last_version_id: null, last_processed_at: null, last_error_code: null },
        ...{ last_errors: null, created_at: time, updated_at: time },
      })
      .execute();
    return id;
  };
  const [pets, other] = [await create("pets"), await create("other")];
  workspace.passDays(1);
  const call = () => ({ db, now: workspace.now, newId: createId }) as JobCall;
  const get = (specSlug = "pets") => workspace.ok(admin, openapi.get, { organizationId, specSlug });
  const [before, untouched] = [await get(), await get("other")];
  const job = { specificationId: pets, sourceNumber: 2 };
  return { workspace, organizationId, admin, db, pets, other, call, get, before, untouched, job };
}

describe("the end of processing without permission", () => {
  test.each([
    ["cancelled", "CANCELED"],
    ["failed", "FAILED"],
  ] as const)("that is %s stores the reason", async (state, code) => {
    const { workspace, call, get, before, untouched, job, db } = await start();
    const end = (changes: object = {}) =>
      specificationPermission.end?.(
        { ...job, ...changes },
        { state, reason: "Why." } as never,
        call(),
      );
    for (const changes of [{ sourceNumber: 1 }, { specificationId: "unknown" }]) {
      expect(await end(changes)).toBeUndefined();
    }
    expect(await get()).toEqual(before);
    expect(await end()).toEqual({
      operation: "createOrUpdateOpenAPISpecBySlug",
      target: { type: "openapi-spec", id: "pets" },
    });
    expect(await get()).toEqual({
      ...{ ...before, processingState: "complete", lastProcessErrorCode: "FETCH_ERROR" },
      ...{ lastProcessedErrors: [{ message: "Why.", code }], lastProcessedErrorCount: 1 },
      lastProcessedAt: workspace.now.toISOString(),
    });
    expect(await get("other")).toEqual(untouched);
    const rows = await db.selectFrom("specifications").select(["slug", "source_text"]).execute();
    expect(new Map(rows.map((row) => [row.slug, row.source_text]))).toEqual(
      new Map([
        ["pets", null],
        ["other", "text"],
      ]),
    );
  });

  test("concerns users who may not create specifications", async () => {
    const { workspace, organizationId, admin, job, db } = await start();
    const scopes: unknown[] = [];
    const authorize = (caller: string, changes: object = {}) =>
      specificationPermission.authorize(
        { ...job, ...changes },
        {
          ...{ db, now: workspace.now, caller, boundTo: undefined, organization: organizationId },
          requireScope: async (...scope: unknown[]) => void scopes.push(scope),
        },
      );
    await authorize(admin);
    expect(scopes).toEqual([["createOrUpdateOpenAPISpecBySlug", { organizationId }]]);
    const reader = await workspace.member(organizationId, "read");
    await expect(authorize(reader)).rejects.toMatchObject({ status: 403 });
    const stranger = await workspace.person();
    await expect(authorize(stranger)).rejects.toMatchObject({ status: 404 });
    await authorize(stranger, { sourceNumber: 1 });
  });
});

describe("the result of processing", () => {
  const version = {
    ...{ text: "openapi: 3.0.3", format: "yaml" as const, filesystem: "{}", digest: "d1" },
  };

  test("is stored for the current source only, and ends an earlier error", async () => {
    const { workspace, call, get, before, untouched, job, db } = await start();
    for (const changes of [{ sourceNumber: 1 }, { specificationId: "unknown" }]) {
      await storeOutcome(call(), { ...job, ...changes }, version);
    }
    expect(await get()).toEqual(before);
    expect(await db.selectFrom("specification_versions").select("id").execute()).toEqual([]);
    await storeOutcome(call(), job, {
      ...{ code: "PARSE_ERROR", errors: [{ message: "Bad.", code: "X" }] },
    });
    expect(await get()).toMatchObject({
      ...{ processingState: "complete", lastProcessErrorCode: "PARSE_ERROR" },
      updatedAt: before.updatedAt,
    });
    await storeOutcome(call(), job, version);
    const done = await get();
    const time = workspace.now.toISOString();
    expect(done).toEqual({
      ...{ ...before, processingState: "complete", updatedAt: time, lastProcessedAt: time },
      lastVersion: done.lastVersion,
    });
    expect(await get("other")).toEqual(untouched);
  });

  test("is a new version only if it differs from the last one", async () => {
    const { call, pets, other, db, get } = await start();
    const store = (digest: string, id = pets) => storeVersion(call(), id, { ...version, digest });
    const list = async (id = pets) =>
      (
        await db
          .selectFrom("specification_versions")
          .selectAll()
          .where("specification_id", "=", id)
          .orderBy("number")
          .execute()
      ).map((row) => [row.number, row.digest]);
    await store("d1");
    await store("d1");
    expect(await list()).toEqual([[1, "d1"]]);
    await store("d2", other);
    await store("d2");
    await store("d1");
    expect([await list(), await list(other)]).toEqual([
      [
        [1, "d1"],
        [2, "d2"],
        [3, "d1"],
      ],
      [[1, "d2"]],
    ]);
    const last = await db
      .selectFrom("specification_versions")
      .select("id")
      .where("specification_id", "=", pets)
      .where("number", "=", 3)
      .executeTakeFirstOrThrow();
    expect((await get()).lastVersion).toBe(last.id);
  });

  test("is not computed for a former source", async () => {
    const { call, job, get, before, db } = await start();
    const effect = await processSpecification.prepare(
      { ...job, sourceNumber: 1 },
      call() as LongJobCall,
    );
    if (typeof effect !== "function") throw new Error("The effect must not be recorded.");
    await effect(call());
    expect(await get()).toEqual(before);
    const rows = await db.selectFrom("specifications").select("processing_state").execute();
    expect(rows).toEqual([{ processing_state: "pending" }, { processing_state: "pending" }]);
  });
});
