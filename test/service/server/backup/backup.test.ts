import { expect, test } from "vitest";
import { computeDigest } from "../../../../src/service/server/tokens.ts";
import { sample, slowTest } from "../../../support/generators/amount.ts";
import { answering } from "../../../support/network/answering.ts";
import { type Answer, getMessage, openTestPlatform } from "../../../support/platforms/platform.ts";
import { addSample } from "../../../support/platforms/sample.ts";

async function seeded() {
  const platform = await openTestPlatform();
  await addSample(platform.service);
  await platform.service.clock.advance(60_000);
  await platform.service.jobs.finish();
  return platform;
}

slowTest("importing an export restores the same data, including tokens and the clock", async () => {
  const source = await seeded();
  const { token } = await source.service.admin.makeToken({ role: "review" });
  const exported = await source.service.admin.export();
  const target = await openTestPlatform();
  await target.service.admin.import(JSON.parse(JSON.stringify(exported)));
  expect(await target.service.admin.export()).toEqual(exported);
  expect(target.service.clock.offset()).toBe(60_000);
  expect((await target.ask("GET /v1/orgs", { token })).body).toEqual(
    (await source.ask("GET /v1/orgs", { token })).body,
  );
});

slowTest(
  "an export over HTTP is the same in parts, with long texts and letters of two units",
  async () => {
    const { ask, service } = await seeded();
    const token = await service.admin.newAdminToken();
    const { db } = service;
    const row = await db.selectFrom("documents").selectAll().executeTakeFirstOrThrow();
    const hashes = ["a", "b", "c"].map((letter) => `long-${letter}`);
    const texts = [`"${"🦊".repeat(50_000)}"`, `"x${"🦊\\n".repeat(50_000)}"`, '"short"'];
    for (const [index, hash] of hashes.entries()) {
      await db
        .insertInto("documents")
        .values({ ...row, hash, body: texts[index] ?? "" })
        .execute();
    }
    const exported = await service.admin.export();
    const bodies = (exported.tables.documents ?? [])
      .filter(({ hash }) => hashes.includes(String(hash)))
      .map(({ body }) => body);
    expect(bodies.toSorted()).toEqual(texts.toSorted());
    const { body } = await ask("GET /_tome/export", { token });
    expect(body).toEqual(exported);
  },
);

slowTest("an export during writes contains the data of one point in time", async () => {
  const { ask, service } = await seeded();
  const { items } = (await ask("GET /v1/orgs")).body as { items: { id: string }[] };
  const path = `/v1/orgs/${items[0]?.id}/spaces`;
  let isExported = false;
  const exporting = service.admin.export().finally(() => {
    isExported = true;
  });
  for (let count = 0; count < 100 && !isExported; count++) {
    await ask(`POST ${path}`, { body: { title: `Space ${count}` } });
  }
  const exported = await exporting;
  const target = await openTestPlatform();
  await target.service.admin.import(exported);
  expect(await target.service.admin.export()).toEqual(exported);
});

slowTest(
  "the token of the data folder and the admin token stay the same, and are in no export",
  async () => {
    const source = await seeded();
    const target = await openTestPlatform();
    const admin = await target.service.admin.newAdminToken();
    const text = JSON.stringify(await source.service.admin.export());
    expect(text).not.toContain("This data folder");
    expect(text).not.toContain("admin-token");
    await target.service.admin.import(JSON.parse(text));
    const owner = (await source.ask("GET /v1/user")).body as { id: string };
    expect((await target.ask("GET /v1/user")).body).toMatchObject({ id: owner.id });
    expect((await target.ask("GET /_tome/clock", { token: admin })).status).toBe(200);
  },
);

slowTest("an import cannot assign the token of the data folder to another user", async () => {
  const { ask, service } = await seeded();
  const exported = await service.admin.export();
  const other = await service.admin.makeToken({ role: "read" });
  const { tables } = await service.admin.export();
  const hash = computeDigest(service.token);
  const times = { created_at: "2026-01-01T00:00:00.000Z", expires_at: null, last_used_at: null };
  const token = { hash, user_id: other.user, label: "", ...times };
  const tokens = [...(tables.tokens ?? []), token];
  const owner = (await ask("GET /v1/user")).body;
  await service.admin.import({ ...exported, tables: { ...tables, tokens } });
  expect((await ask("GET /v1/user")).body).toEqual(owner);
});

slowTest("inconsistent tables are refused completely, and the data stays", async () => {
  const { ask, service } = await seeded();
  const token = await service.admin.newAdminToken();
  const before = await service.admin.export();
  const { tables } = before;
  const [space, ...spaces] = tables.spaces ?? [];
  const { emoji: _emoji, ...plain } = space ?? {};
  const [collection, ...collections] = tables.collections ?? [];
  const wrong = [
    { ...before, version: 99 },
    { ...before, version: 0 },
    { ...before, format: "other" },
    { ...before, tables: { ...tables, sqlite_master: [] } },
    { ...before, tables: { ...tables, users: [] } },
    { ...before, tables: { ...tables, facts: [] } },
    { ...before, tables: { facts: tables.facts } },
    { ...before, tables: { ...tables, spaces: [space, space, ...spaces] } },
    { ...before, tables: { ...tables, spaces: [{ ...space, nope: 1 }] } },
    { ...before, tables: { ...tables, spaces: [{ ...space, title: null }] } },
    { ...before, tables: { ...tables, spaces: [space, { id: "a" }] } },
    { ...before, tables: { ...tables, spaces: [...spaces, { ...plain, nope: 1 }] } },
    {
      ...before,
      tables: { ...tables, collections: [{ ...collection, parent_id: "x" }, ...collections] },
    },
  ];
  for (const body of sample(wrong, 4)) {
    const answer: Answer = await ask("POST /_tome/import", { token, body });
    expect([answer.status, getMessage(answer)]).toEqual([400, expect.stringMatching(/\.$/)]);
    expect(await service.admin.export()).toEqual(before);
  }
  expect((await ask("POST /_tome/import", { token, body: before })).status).toBe(200);
  expect(await service.admin.export()).toEqual(before);
});

test("rows are exported in key order, so equal data has equal text", async () => {
  const { service } = await seeded();
  const { tables } = await service.admin.export();
  const ids = tables.spaces?.map((row) => String(row.id)) ?? [];
  expect(ids.length).toBeGreaterThan(1);
  expect(ids).toEqual([...ids].sort());
});

slowTest(
  "jobs and upload URLs of the owner work after an import, although the token of the data folder is not exported",
  async () => {
    const specification = '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}}';
    let endExport = () => {};
    const exporting = new Promise<void>((resolve) => {
      endExport = resolve;
    });
    // The job remains in the queue until the export, because its server answers only then.
    const server = await answering((_request, response) => {
      void exporting.then(() => response.end(specification));
    });
    const options = { allowPrivate: ["127.0.0.1"] };
    const source = await openTestPlatform(options);
    const { organization } = await source.service.admin.beginning();
    const path = `/v1/orgs/${organization}/openapi/api`;
    await source.ask(`PUT ${path}`, { body: { source: { url: server.url } } });
    const file = { name: "logo.png", type: "image/png", size: 3 };
    const { body: upload } = await source.ask(`POST /v1/orgs/${organization}/storage/upload`, {
      body: { file, kind: "organization_file" },
    });
    const exported = await source.service.admin.export();
    endExport();
    expect(exported.tables.jobs).toMatchObject([
      { kind: "process-specification", principal: expect.stringContaining('"user"') },
    ]);
    expect(JSON.stringify(exported)).not.toContain(computeDigest(source.service.token));
    const target = await openTestPlatform(options);
    await target.service.admin.import(JSON.parse(JSON.stringify(exported)));
    await target.service.jobs.finish();
    const { pathname, search } = new URL((upload as { url: string }).url);
    const used = await target.ask(`PUT ${pathname}${search}`, {
      text: "abc",
      token: null,
      headers: { "content-type": "image/png" },
    });
    expect(used.status).toBe(200);
    const { body } = await target.ask(`GET ${path}`);
    expect(body).toMatchObject({ processingState: "complete", lastVersion: expect.anything() });
  },
);
