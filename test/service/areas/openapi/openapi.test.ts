import { expect, test } from "vitest";
import * as openapi from "../../../../src/contract/openapi.ts";
import * as openapiVersion from "../../../../src/contract/openapi-version.ts";
import { issueToken } from "../../../../src/service/server/tokens.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

const text = "openapi: 3.0.3\ninfo:\n  title: Pets\n  version: '1'\npaths: {}\n";

async function start() {
  const workspace = await openWorkspace();
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const named = { organizationId: org, specSlug: "pets" };
  const put = (given = text) =>
    workspace.ok(admin, openapi.put, { ...named, source: { text: given } });
  const process = () => workspace.service.jobs.finish();
  const get = () => workspace.ok(admin, openapi.get, named);
  return { workspace, org, admin, named, put, process, get };
}

slowTest("a new text is pending, and then complete with a version", async () => {
  const { workspace, admin, named, put, process, get } = await start();
  const made = await put();
  expect(made).toMatchObject({
    slug: "pets",
    processingState: "pending",
    visibility: "private",
    permissions: { view: true, edit: true },
  });
  expect(made).not.toHaveProperty("lastVersion");
  expect(made).not.toHaveProperty("sourceURL");
  expect(await workspace.refused(admin, openapiVersion.getLatest, named)).toEqual({
    status: 404,
    message: "API specification pets has no versions: its source is being processed.",
  });
  await process();
  const done = await get();
  expect(done).toMatchObject({
    processingState: "complete",
    lastProcessedAt: workspace.now.toISOString(),
  });
  expect(done).not.toHaveProperty("lastProcessErrorCode");
  expect(done).not.toHaveProperty("lastProcessedErrors");
  const latest = await workspace.ok(admin, openapiVersion.getLatest, named);
  expect(latest.id).toBe(done.lastVersion);
  expect(await workspace.ok(admin, openapiVersion.latestRaw, named)).toEqual({
    text,
    format: "yaml",
  });
  const { filesystem, url, urls } = await workspace.ok(admin, openapiVersion.latestContent, named);
  // It is not public, so reading it requires a token.
  expect(urls).toEqual({ source: url, public: null });
  expect(filesystem).toEqual({
    "openapi.yaml": { openapi: "3.0.3", info: { title: "Pets", version: "1" }, paths: {} },
  });
});

test("only a changed text creates a version, and the versions are listed with the latest first", async () => {
  const { workspace, admin, named, put, process, get } = await start();
  await put();
  await process();
  const { lastVersion } = await get();
  await put();
  await process();
  expect((await get()).lastVersion).toBe(lastVersion);
  workspace.passDays(1);
  await put(text.replace("Pets", "Animals"));
  await process();
  const changed = await get();
  expect(changed.lastVersion).not.toBe(lastVersion);
  expect(changed.updatedAt).toBe(workspace.now.toISOString());
  const first = await workspace.ok(admin, openapiVersion.list, { ...named, limit: 1 });
  expect(first.items.map((version) => version.id)).toEqual([changed.lastVersion]);
  const page = first.next?.page ?? "";
  const second = await workspace.ok(admin, openapiVersion.list, { ...named, limit: 1, page });
  expect(second.items.map((version) => version.id)).toEqual([lastVersion]);
  expect(second).not.toHaveProperty("next");
  const old = { ...named, versionId: lastVersion ?? "" };
  expect((await workspace.ok(admin, openapiVersion.versionRaw, old)).text).toBe(text);
  const { filesystem } = await workspace.ok(admin, openapiVersion.versionContent, old);
  expect(filesystem).toMatchObject({ "openapi.yaml": { info: { title: "Pets" } } });
  expect((await workspace.ok(admin, openapiVersion.get, old)).id).toBe(lastVersion);
});

slowTest(
  "an invalid text is reported with line and column, and keeps the previous version",
  async () => {
    const { put, process, get } = await start();
    await put();
    await process();
    const { lastVersion } = await get();
    await put(text.replace("paths: {}", "paths:\n  /pets:\n    get: {}"));
    await process();
    const failed = await get();
    expect(failed).toMatchObject({
      processingState: "complete",
      lastVersion,
      lastProcessErrorCode: "PARSE_ERROR",
      lastProcessedErrors: [
        {
          code: "SCHEMA",
          message: "openapi.yaml:7:10: paths › /pets › get has no responses, which is required.",
        },
      ],
    });
    await put();
    await process();
    expect(await get()).not.toHaveProperty("lastProcessErrorCode");
  },
);

test("a slug can be created once, and a put updates it", async () => {
  const { workspace, org, admin } = await start();
  const given = { organizationId: org, slug: "Pets-2", source: { text } };
  const made = await workspace.ok(admin, openapi.create, given);
  expect(await workspace.refused(admin, openapi.create, given)).toMatchObject({ status: 409 });
  const named = { organizationId: org, specSlug: "Pets-2" };
  const again = await workspace.ok(admin, openapi.put, { ...named, source: { text } });
  expect(again.id).toBe(made.id);
  const other = { ...named, specSlug: "pets-2", source: { text } };
  expect((await workspace.ok(admin, openapi.put, other)).id).not.toBe(made.id);
});

test("an invalid slug or source is refused, and nothing is stored", async () => {
  const { workspace, org, admin } = await start();
  const tries = [
    { slug: "with space", source: { text } },
    { slug: "-a", source: { text } },
    { slug: "a".repeat(101), source: { text } },
    { slug: "a", source: { text: "" } },
    { slug: "a", source: { text: "openapi: 3.0.0\0" } },
    { slug: "a", source: { url: "ftp://example.com/a" } },
    { slug: "a", source: { url: "file:///etc/passwd" } },
    { slug: "a", source: { url: `https://example.com/${"a".repeat(2048)}` } },
    { slug: "a", source: { url: "https://me:secret@example.com/a" } },
  ];
  for (const given of tries) {
    const asked = { organizationId: org, ...given };
    expect(await workspace.refused(admin, openapi.create, asked)).toMatchObject({ status: 400 });
  }
  expect((await workspace.ok(admin, openapi.list, { organizationId: org })).items).toEqual([]);
  expect(await workspace.db.selectFrom("jobs").select("id").execute()).toEqual([]);
});

test("deleting removes the versions, and a waiting job does nothing", async () => {
  const { workspace, admin, named, put, process } = await start();
  await put();
  await process();
  await put(text.replace("Pets", "Animals"));
  expect(await workspace.ask(admin, openapi.remove, named)).toMatchObject({ status: 205 });
  expect(await workspace.ask(admin, openapi.remove, named)).toMatchObject({ status: 204 });
  await process();
  expect(await workspace.refused(admin, openapi.get, named)).toMatchObject({ status: 404 });
  for (const table of [
    "specifications",
    "specification_versions",
    "specification_contents",
  ] as const) {
    expect(await workspace.db.selectFrom(table).selectAll().execute()).toEqual([]);
  }
});

slowTest("members see specifications, creators change them, and outsiders see none", async () => {
  const { workspace, org, admin, named, put } = await start();
  await put();
  const source = { text };
  const reader = await workspace.member(org, "read");
  expect((await workspace.ok(reader, openapi.get, named)).permissions).toEqual({
    view: true,
    edit: false,
  });
  const editing = await workspace.member(org, "edit");
  for (const user of [reader, editing]) {
    expect(await workspace.refused(user, openapi.put, { ...named, source })).toMatchObject({
      status: 403,
    });
    expect(await workspace.refused(user, openapi.remove, named)).toMatchObject({ status: 403 });
    const visibility = { ...named, visibility: "public" } as const;
    expect(await workspace.refused(user, openapi.update, visibility)).toMatchObject({
      status: 403,
    });
    const created = { organizationId: org, slug: "new", source };
    expect(await workspace.refused(user, openapi.create, created)).toMatchObject({ status: 403 });
  }
  const creator = await workspace.member(org, "create");
  await workspace.ok(creator, openapi.put, { ...named, source });
  const stranger = await workspace.person();
  expect(await workspace.refused(stranger, openapi.get, named)).toMatchObject({ status: 404 });
  const guest = await workspace.member(org, null);
  expect(await workspace.refused(guest, openapi.get, named)).toMatchObject({ status: 404 });
  expect((await workspace.ok(guest, openapi.list, { organizationId: org })).items).toEqual([]);
  await workspace.ok(admin, openapi.update, { ...named, visibility: "public" });
  expect(await workspace.ok(guest, openapi.get, named)).toMatchObject({
    visibility: "public",
    permissions: { view: true, edit: false },
  });
  const { items } = await workspace.ok(guest, openapi.list, { organizationId: org });
  expect(items.map(({ slug }) => slug)).toEqual(["pets"]);
});

test("the list is sorted by slug, page by page", async () => {
  const { workspace, org, admin } = await start();
  for (const slug of ["c", "a", "b"]) {
    await workspace.ok(admin, openapi.create, { organizationId: org, slug, source: { text } });
  }
  const slugs: string[] = [];
  for (let page: string | undefined; ; ) {
    const asked = { organizationId: org, limit: 1, ...(page && { page }) };
    const { items, next } = await workspace.ok(admin, openapi.list, asked);
    slugs.push(...items.map((item) => item.slug));
    page = next?.page;
    if (page === undefined) break;
  }
  expect(slugs).toEqual(["a", "b", "c"]);
});

slowTest(
  "a public specification has a URL without a token, and a private one has none",
  async () => {
    const { workspace, admin, named, put, process } = await start();
    await put();
    await process();
    const bare = async (url: string) => {
      const answer = await workspace.service.transport({ method: "GET", url, headers: {} });
      return { status: answer.status, body: answer.body, type: answer.headers["content-type"] };
    };
    const asPublic = { ...named, visibility: "public" } as const;
    const shown = await workspace.ok(admin, openapi.update, asPublic);
    const version = await workspace.ok(admin, openapiVersion.getLatest, named);
    const found = { status: 200, body: text, type: "application/yaml; charset=utf-8" };
    expect(await bare(shown.urls.published ?? "")).toEqual(found);
    expect(await bare(version.url)).toEqual(found);
    const hidden = await workspace.ok(admin, openapi.update, { ...named, visibility: "private" });
    expect(hidden.urls).not.toHaveProperty("published");
    expect(await bare(shown.urls.published ?? "")).toMatchObject({ status: 404 });
    expect(await bare(version.url)).toMatchObject({ status: 404 });
    const now = await workspace.ok(admin, openapiVersion.getLatest, named);
    expect(await bare(now.url)).toMatchObject({ status: 401 });
  },
);

slowTest("a version of another specification is not found", async () => {
  const { workspace, org, admin, named, put, process } = await start();
  await put();
  const other = { organizationId: org, specSlug: "other" };
  await workspace.ok(admin, openapi.put, { ...other, source: { text } });
  await process();
  const { id: versionId } = await workspace.ok(admin, openapiVersion.getLatest, other);
  for (const reading of [
    openapiVersion.get,
    openapiVersion.versionContent,
    openapiVersion.versionRaw,
  ]) {
    const asked = { ...named, versionId };
    expect(await workspace.refused(admin, reading, asked)).toMatchObject({ status: 404 });
  }
});

slowTest("integers of any size are returned unchanged", async () => {
  const { workspace, admin, named, process } = await start();
  const token = await issueToken(workspace.db, { user: admin, label: "test", now: workspace.now });
  const large = "9223372036854775807";
  const json = `{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{},"components":{"schemas":{"A":{"maximum":${large}}}}}`;
  for (const given of [json, json.replaceAll(/"(\w+)":/g, "$1: ")]) {
    await workspace.ok(admin, openapi.put, { ...named, source: { text: given } });
    await process();
    const { items } = await workspace.ok(admin, openapiVersion.list, named);
    const answer = await workspace.service.transport({
      method: "GET",
      url: `http://127.0.0.1:4000/v1/orgs/${named.organizationId}/openapi/pets/versions/${items[0]?.id}/content`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.body).toContain(`"maximum":${large}`);
  }
});

test.each([
  "https://ada@example.com/api.yaml",
  "https://:secret@example.com/api.yaml",
  "https://ada:secret@example.com/api.yaml",
])("the source %s is refused, because members would see its credentials", async (url) => {
  const { workspace, admin, named, put, process, get } = await start();
  await put();
  await process();
  const before = await get();
  expect(await workspace.refused(admin, openapi.put, { ...named, source: { url } })).toEqual({
    status: 400,
    message:
      "source.url contains credentials, which would be visible to the whole organization. Remove them, or send source.text instead.",
  });
  expect(await get()).toEqual(before);
});

test("a specification with an existing slug is not replaced by a new one", async () => {
  const { workspace, org, admin, put, process, get } = await start();
  await put();
  await process();
  const before = await get();
  const input = { organizationId: org, slug: "pets", source: { text: "openapi: 3.1.0\n" } };
  expect(await workspace.refused(admin, openapi.create, input)).toEqual({
    status: 409,
    message:
      "An API specification with the slug pets already exists. Choose another slug, or replace its source.",
  });
  expect(await get()).toEqual(before);
});
