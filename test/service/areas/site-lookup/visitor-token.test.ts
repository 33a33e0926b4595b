/** The token from resolving a URL: the content that it reads, and that it allows nothing else. */
import { expect, test } from "vitest";
import { type Endpoint, getMethod, resolvePath } from "../../../../src/contract/endpoint.ts";
import * as organization from "../../../../src/contract/organization.ts";
import * as site from "../../../../src/contract/site.ts";
import * as auth from "../../../../src/contract/site-auth.ts";
import { preview } from "../../../../src/contract/site-content.ts";
import * as sitePermission from "../../../../src/contract/site-permission.ts";
import * as redirect from "../../../../src/contract/site-redirect.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as shareLink from "../../../../src/contract/site-share-link.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as spaceContract from "../../../../src/contract/space.ts";
import * as spacePermission from "../../../../src/contract/space-permission.ts";
import { putFile } from "../../../../src/service/areas/content/files/blobs.ts";
import { withFile } from "../../../../src/service/areas/content/tree/tree-edit.ts";
import { signToken } from "../../../../src/service/engines/jwt.ts";
import { sample, slowTest, slowTests } from "../../../support/generators/amount.ts";
import { publish as publishContent, publishPages } from "../../../support/organizations/content.ts";
import { getText } from "../../../support/platforms/platform.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";
import { endpoints } from "../../../support/requests/made.ts";
import { publish } from "../published/fixture.ts";
import { addSitesFixture, type SitesFixture } from "../sites/fixture.ts";

/** For all tests, each in its own organization. */
const shared = await openWorkspace();

const origin = "http://127.0.0.1:4000";

interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Sends requests to `tome serve` with this token, or with none. */
function asking({ workspace }: SitesFixture, token?: string) {
  return async (method: string, path: string, body?: object): Promise<Answered> => {
    const answer = await workspace.service.transport({
      method: method as "GET",
      url: `${origin}/v1${path}`,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = String(answer.body);
    return { status: answer.status, body: text === "" ? {} : JSON.parse(text) };
  };
}

/** A published site with two spaces, another space on no site, and a token of a visitor. */
async function start() {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin } = fixture;
  const [guide, api, hidden] = [
    await fixture.space("Guide"),
    await fixture.space("API"),
    await fixture.space("Hidden"),
  ];
  const id = await fixture.site();
  await fixture.section(id, "Guide", guide);
  await fixture.section(id, "API", api);
  const pages = await publishPages(workspace, guide, [{ title: "Start", markdown: "Penguins.\n" }]);
  await publishPages(workspace, hidden, [{ title: "Secret", markdown: "Penguins, too.\n" }]);
  await publish(fixture, id);
  const url = (await fixture.get(id)).urls.published ?? "";
  const resolve = async (visitor?: object, at = url) =>
    asking(fixture)("POST", "/urls/published", { url: at, ...(visitor && { visitor }) });
  const getToken = async (visitor?: object, at = url) =>
    String((await resolve(visitor, at)).body.apiToken);
  return { fixture, workspace, admin, id, guide, api, hidden, pages, url, resolve, getToken };
}

test("resolving needs no token, and an invalid one is refused", async () => {
  const { fixture, id, url, resolve } = await start();
  const { status, body } = await resolve();
  expect(status).toBe(200);
  expect(body).toMatchObject({ site: id, canonicalUrl: url, complete: false });
  expect((await asking(fixture, "wrong")("POST", "/urls/published", { url })).status).toBe(401);
  expect((await asking(fixture, "a.b.c")("POST", "/urls/published", { url })).status).toBe(401);
  const got = await asking(fixture)("GET", `/urls/published?url=${encodeURIComponent(url)}`);
  expect(got.body).toEqual(body);
});

slowTest(
  "a visitor token is accepted only by operations that show the site or count its visits",
  async () => {
    const { fixture, id, guide, getToken } = await start();
    const ask = asking(fixture, await getToken());
    const ids: Readonly<Record<string, string>> = {
      organizationId: fixture.org,
      siteId: id,
      spaceId: guide,
    };
    const open: string[] = [];
    const tried: readonly Endpoint[] = sample(endpoints, 80);
    for (const endpoint of tried) {
      const path = resolvePath(endpoint).replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? "none");
      const { status } = await ask(getMethod(endpoint), path);
      if (status !== 403) open.push(endpoint.operation);
    }
    // It returns 501 to all callers.
    const expected = [
      "getCurrentRevision",
      "getDocumentById",
      "getEmbedByUrlInSpace",
      "getFileById",
      "getFileInRevisionById",
      "getLatestOpenAPISpecVersionContent",
      "getPageById",
      "getPageByPath",
      "getPageDocumentInRevisionById",
      "getPageInRevisionById",
      "getPageInRevisionByPath",
      "getPublishedContentByUrl",
      "getPublishedContentSite",
      "getReusableContentById",
      "getReusableContentDocumentInRevisionById",
      "getReusableContentInRevisionById",
      "getRevisionById",
      "getSiteRedirectBySource",
      "getSpaceById",
      "listFiles",
      "listFilesInRevisionById",
      "listPages",
      "listPagesInRevisionById",
      "listRevisionPageMetaLinks",
      "listSpacePageMetaLinks",
      "prewarmSiteSearch",
      "renderIntegrationUIWithGet",
      "renderIntegrationUIWithPost",
      "resolvePublishedContentByUrl",
      "searchSiteContent",
      "streamAIResponseInSite",
      "streamAskInSite",
      "streamRecommendedQuestionsInSite",
      "trackEventsInSiteById",
    ];
    expect(open.filter((name) => name !== "adsUpdateSite").sort()).toEqual(
      expected.filter((name) => tried.some(({ operation }) => operation === name)),
    );
    for (const path of ["/user", "/users/none", "/orgs"]) {
      expect((await ask("GET", path)).status, path).toBe(403);
    }
  },
);

slowTest("a visitor token reads the content of the site, and no other resource", async () => {
  const { fixture, workspace, id, guide, hidden, getToken } = await start();
  const other = await fixture.site("Other");
  await publish(fixture, other);
  const ask = asking(fixture, await getToken());
  const of = `/orgs/${fixture.org}/sites`;
  const space = await ask("GET", `/spaces/${guide}`);
  expect(space.body).toMatchObject({ id: guide, mergeRules: { type: "inherit" } });
  const now = String(space.body.revision);
  for (const path of ["", `/revisions/${now}`, "/content", "/content/pages"]) {
    expect((await ask("GET", `/spaces/${guide}${path}`)).status, path).toBe(200);
    expect((await ask("GET", `/spaces/${hidden}${path}`)).status, path).toBe(404);
  }
  expect((await ask("GET", `${of}/${id}/published`)).status).toBe(200);
  expect((await ask("GET", `${of}/${other}/published`)).status).toBe(404);
  const found = await ask("POST", `${of}/${id}/search`, { query: "penguins" });
  expect(found.body).toMatchObject({ items: [{ id: guide, pages: [{ title: "Start" }] }] });
  expect((await ask("POST", `${of}/${other}/search`, { query: "penguins" })).status).toBe(404);
  // A space removed from the site can no longer be read.
  const [first] = await fixture.sections(id);
  await workspace.ok(fixture.admin, section.remove, {
    ...fixture.of(id),
    siteSectionId: first?.id ?? "",
  });
  expect((await ask("GET", `/spaces/${guide}`)).status).toBe(404);
});

test("a visitor token reads later published revisions, and no earlier ones", async () => {
  const { fixture, workspace, guide, getToken } = await start();
  const getRevision = async () =>
    (
      await workspace.db
        .selectFrom("spaces")
        .select("revision_id")
        .where("id", "=", guide)
        .executeTakeFirstOrThrow()
    ).revision_id;
  const before = await getRevision();
  workspace.passDays(1);
  await publishPages(workspace, guide, [{ title: "Second", markdown: "More.\n" }]);
  const second = await getRevision();
  workspace.passDays(1);
  const ask = asking(fixture, await getToken());
  await publishPages(workspace, guide, [{ title: "Third", markdown: "Most.\n" }]);
  const third = await getRevision();
  const status = async (revision: string) =>
    (await ask("GET", `/spaces/${guide}/revisions/${revision}`)).status;
  expect([await status(third), await status(second), await status(before)]).toEqual([
    200, 200, 404,
  ]);
});

test("a visitor does not read content that was replaced within the hour before", async () => {
  const { fixture, workspace, guide, getToken } = await start();
  const getRevision = async () =>
    (await workspace.ok(fixture.admin, spaceContract.get, { spaceId: guide })).revision;
  const before = await getRevision();
  workspace.time.now = new Date(workspace.now.getTime() + 60_000);
  const earlier = asking(fixture, await getToken());
  workspace.time.now = new Date(workspace.now.getTime() + 60_000);
  await publishPages(workspace, guide, [{ title: "Second", markdown: "More.\n" }]);
  const second = await getRevision();
  workspace.time.now = new Date(workspace.now.getTime() + 60_000);
  const later = asking(fixture, await getToken());
  const status = async (ask: typeof later, revision: string) =>
    (await ask("GET", `/spaces/${guide}/revisions/${revision}`)).status;
  expect([await status(earlier, before), await status(earlier, second)]).toEqual([200, 200]);
  expect([await status(later, before), await status(later, second)]).toEqual([404, 200]);
});

slowTest(
  "a visitor token ends with its expiry, the site's publication, and its share link or sign-in",
  async () => {
    const { fixture, workspace, admin, id, guide, url, resolve, getToken } = await start();
    const reads = async (token: string) =>
      (await asking(fixture, token)("GET", `/spaces/${guide}`)).status;
    const token = await getToken();
    expect(await reads(token)).toBe(200);
    const [head = "", body = ""] = token.split(".");
    expect(await reads(`${head}.${body}.${"A".repeat(43)}`)).toBe(401);
    const forged = Buffer.from(JSON.stringify({ kind: "site", site: id })).toString("base64url");
    expect(await reads(`${head}.${forged}.${token.split(".")[2]}`)).toBe(401);
    await workspace.ok(admin, site.unpublish, fixture.of(id));
    expect(await reads(token)).toBe(401);
    await publish(fixture, id);
    expect(await reads(token)).toBe(200);
    await fixture.change(id, { visibility: "visitor-auth" });
    expect(await reads(token)).toBe(401);
    const { privateKey } = await workspace.ok(admin, auth.get, fixture.of(id));
    const signed = await signToken({
      claims: {},
      from: workspace.now,
      seconds: 9000,
      secret: Buffer.from(privateKey),
    });
    expect((await resolve()).status).toBe(403);
    const ofVisitor = await getToken({ jwtToken: signed });
    expect(await reads(ofVisitor)).toBe(200);
    await workspace.ok(admin, auth.regenerate, fixture.of(id));
    expect(await reads(ofVisitor)).toBe(401);
    await fixture.change(id, { visibility: "share-link" });
    const { items } = await workspace.ok(admin, shareLink.list, fixture.of(id));
    const opened = items[0]?.urls.published ?? "";
    const ofLink = await getToken(undefined, opened);
    expect(await reads(ofLink)).toBe(200);
    expect((await resolve(undefined, url)).status).toBe(404);
    const it = { ...fixture.of(id), shareLinkId: items[0]?.id ?? "" };
    await workspace.ok(admin, shareLink.update, { ...it, active: false });
    expect(await reads(ofLink)).toBe(401);
    await fixture.change(id, { visibility: "public" });
    workspace.passDays(1);
    expect(await reads(token)).toBe(401);
    expect(await reads(await getToken())).toBe(200);
  },
);

slowTest("the URL of a file ends with the visitor's access to the site", async () => {
  const { fixture, workspace, admin, id, guide, getToken } = await start();
  const { db, service } = workspace;
  const stored = await putFile(db, guide, Buffer.from("bytes"));
  const added = { id: "file", name: "a.png", contentType: "image/png", ...stored };
  await publishContent(workspace, guide, (tree) => withFile(tree, added));
  const addressBy = async (token: string) =>
    String(
      (await asking(fixture, token)("GET", `/spaces/${guide}/content/files/file`)).body.downloadURL,
    );
  const open = async (url: string) =>
    (await service.transport({ method: "GET", url, headers: {} })).status;
  const ofPublic = await addressBy(await getToken());
  expect(await open(ofPublic)).toBe(200);
  await fixture.change(id, { visibility: "visitor-auth" });
  expect(await open(ofPublic)).toBe(404);
  const { privateKey } = await workspace.ok(admin, auth.get, fixture.of(id));
  const secret = Buffer.from(privateKey);
  const jwtToken = await signToken({ claims: {}, from: workspace.now, seconds: 9000, secret });
  const ofVisitor = await addressBy(await getToken({ jwtToken }));
  expect(await open(ofVisitor)).toBe(200);
  await workspace.ok(admin, auth.regenerate, fixture.of(id));
  expect(await open(ofVisitor)).toBe(404);
  await fixture.change(id, { visibility: "share-link" });
  expect([await open(ofPublic), await open(ofVisitor)]).toEqual([404, 404]);
  const { items } = await workspace.ok(admin, shareLink.list, fixture.of(id));
  const ofLink = await addressBy(await getToken(undefined, items[0]?.urls.published ?? ""));
  const link = { ...fixture.of(id), shareLinkId: items[0]?.id ?? "" };
  const others = await workspace.ok(admin, shareLink.create, { ...fixture.of(id), name: "Other" });
  expect(await open(ofLink)).toBe(200);
  await workspace.ok(admin, shareLink.update, { ...link, active: false });
  expect([others.active, await open(ofLink)]).toEqual([true, 404]);
  await fixture.change(id, { visibility: "public" });
  await workspace.ok(admin, site.unpublish, fixture.of(id));
  expect(await open(ofPublic)).toBe(404);
});

slowTest("the URL of a file ends when the site hides its section from the visitor", async () => {
  const { fixture, workspace, admin, id, api, url, getToken } = await start();
  const stored = await putFile(workspace.db, api, Buffer.from("bytes"));
  const added = { id: "file", name: "a.png", contentType: "image/png", ...stored };
  await publishContent(workspace, api, (tree) => withFile(tree, added));
  await fixture.change(id, { adaptiveContent: { enabled: true } });
  const sections = await fixture.sections(id);
  const siteSectionId = sections.find(({ path }) => path === "api")?.id ?? "";
  const siteSpaces = await fixture.siteSpaces(id);
  const siteSpaceId = siteSpaces.find(({ space }) => space.id === api)?.id ?? "";
  const update = (changes: object) =>
    workspace.ok(admin, section.update, { ...fixture.of(id), siteSectionId, ...changes });
  const updateSiteSpace = (changes: object) =>
    workspace.ok(admin, siteSpace.update, { ...fixture.of(id), siteSpaceId, ...changes });
  const beta = { unsignedClaims: { beta: true } };
  const getFileUrl = async (visitor: object = {}) => {
    const ask = asking(fixture, await getToken(visitor, `${url}/api`));
    const { body } = await ask("GET", `/spaces/${api}/content/files/file`);
    return String(body.downloadURL);
  };
  const open = async (...urls: readonly string[]) => {
    const answers = urls.map((one) =>
      workspace.service.transport({ method: "GET", url: one, headers: {} }),
    );
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  const all = await getFileUrl();
  expect(await open(all)).toEqual([200]);
  await update({ condition: "visitor.claims.unsigned.beta" });
  const some = await getFileUrl(beta);
  expect(await open(all, some)).toEqual([404, 200]);
  await updateSiteSpace({ condition: "visitor.claims.unsigned.beta" });
  const both = await getFileUrl(beta);
  expect(await open(all, some, both)).toEqual([404, 404, 200]);
  await update({ condition: "visitor.claims.unsigned.gamma" });
  expect(await open(all, some, both)).toEqual([404, 404, 404]);
  await update({ condition: "visitor.claims.unsigned.beta" });
  expect(await open(all, some, both)).toEqual([404, 404, 200]);
  await fixture.change(id, { adaptiveContent: { enabled: false } });
  expect(await open(all, some, both)).toEqual([404, 404, 404]);
  await updateSiteSpace({ condition: null });
  await update({ condition: null });
  expect(await open(all, some, both)).toEqual([200, 200, 200]);
  await update({ draft: true });
  expect(await open(all, some, both)).toEqual([404, 404, 404]);
});

async function expectHidden(conditions: readonly string[]) {
  const { fixture, workspace, id, guide, getToken } = await start();
  const blocks = conditions.map((one) => `{% if ${one} %}\nNobody reads this.\n{% endif %}\n`);
  const markdown = `Everybody reads that.\n\n${blocks.join("\n")}`;
  const { begin } = await publishPages(workspace, guide, [{ title: "Begin", markdown }]);
  const ask = asking(fixture, await getToken());
  const shown = await Promise.all(
    ["markdown", "document"].map(async (format) =>
      JSON.stringify(
        (await ask("GET", `/spaces/${guide}/content/page/${begin}?format=${format}`)).body,
      ),
    ),
  );
  for (const path of ["begin", "begin.md", "~search?q=reads"]) {
    const url = `${origin}/_site/${id}/guide/${path}`;
    const answer = await workspace.service.transport({ method: "GET", url, headers: {} });
    shown.push(await getText(answer));
  }
  for (const [at, text] of shown.entries()) {
    expect([at, text.includes("Nobody reads")]).toEqual([at, false]);
  }
  expect(shown[0]).toContain("Everybody reads");
}

slowTests.each([
  ["cannot be read", "visitor.claims.plan ~ 1"],
  ["is of another program", "visitor.claims.groups.map(g => g.name).includes(1)"],
])("text behind a condition that %s is hidden from all visitors", async (_, condition) => {
  await expectHidden([condition]);
});

slowTest(
  "text behind conditions beyond the limit of a page is hidden from all visitors",
  async () => {
    await expectHidden(
      Array.from({ length: 600 }, (_, at) => `visitor.claims.n == "${"x".repeat(60)}${at}"`),
    );
  },
);

slowTest("a redirect to a part that is hidden from the visitor is not found", async () => {
  const { fixture, workspace, admin, id, url, getToken } = await start();
  await fixture.change(id, { adaptiveContent: { enabled: true } });
  const siteSectionId = (await fixture.sections(id)).find(({ path }) => path === "api")?.id ?? "";
  const destination = { kind: "site-section" as const, siteSectionId };
  await workspace.ok(admin, redirect.create, { ...fixture.of(id), source: "/old", destination });
  const condition = "visitor.claims.unsigned.beta";
  const change = (changes: object) =>
    workspace.ok(admin, section.update, { ...fixture.of(id), siteSectionId, ...changes });
  await change({ condition });
  const resolve = async (token: string, source: string) => {
    const path = `/orgs/${fixture.org}/sites/${id}/redirect?${new URLSearchParams({ source })}`;
    const { status, body } = await asking(fixture, token)("GET", path);
    return { status, text: JSON.stringify(body).replaceAll(source, "") };
  };
  const plain = await getToken();
  const [missing, hidden] = [await resolve(plain, "/none"), await resolve(plain, "/old")];
  expect([hidden.status, hidden.text.includes(siteSectionId)]).toEqual([404, false]);
  const getMessage = ({ text }: { text: string }) => JSON.parse(text).error.message;
  expect(getMessage(hidden)).toBe(getMessage(missing));
  const beta = await getToken({ unsignedClaims: { beta: true } }, `${url}/api`);
  expect(await resolve(beta, "/old")).toMatchObject({ status: 200 });
  await change({ draft: true });
  expect(await resolve(beta, "/old")).toMatchObject({ status: 404 });
});

slowTest(
  "ranks of search results do not count pages that match only where the visitor sees nothing",
  async () => {
    const { fixture, workspace, id, guide, getToken } = await start();
    await fixture.change(id, { adaptiveContent: { enabled: true } });
    const forClaim = (claim: string) =>
      `Text.\n\n{% if visitor.claims.unsigned.${claim} %}\nWalruses.\n{% endif %}\n`;
    const hidden = ["First", "Second", "Third"].map((title) => ({
      title,
      markdown: forClaim("staff"),
    }));
    await publishPages(workspace, guide, [
      ...hidden,
      { title: "Last", markdown: forClaim("beta") },
    ]);
    const ask = asking(fixture, await getToken({ unsignedClaims: { beta: true } }));
    const path = `/orgs/${fixture.org}/sites/${id}/search`;
    const { body } = await ask("POST", path, { query: "walruses", mode: "all" });
    expect(body).toMatchObject({ items: [{ pages: [{ title: "Last", rank: 1 }] }] });
    expect(JSON.stringify(body)).not.toContain("Third");
  },
);

slowTest(
  "a visitor token reads content for the visitor's claims, and no other section",
  async () => {
    const { fixture, workspace, admin, id, api, url, getToken } = await start();
    await fixture.change(id, { adaptiveContent: { enabled: true } });
    const sections = await fixture.sections(id);
    const siteSectionId = sections.find(({ path }) => path === "api")?.id ?? "";
    const condition = "visitor.claims.unsigned.beta";
    await workspace.ok(admin, section.update, { ...fixture.of(id), siteSectionId, condition });
    const reads = async (token: string) =>
      (await asking(fixture, token)("GET", `/spaces/${api}`)).status;
    expect(await reads(await getToken())).toBe(404);
    const betas = await getToken({ unsignedClaims: { beta: true } }, `${url}/api`);
    expect(await reads(betas)).toBe(200);
    const { body } = await asking(fixture, betas)(
      "GET",
      `/orgs/${fixture.org}/sites/${id}/published`,
    );
    expect(JSON.stringify(body.structure)).toContain(api);
    await fixture.change(id, { adaptiveContent: { enabled: false } });
    expect(await reads(betas)).toBe(404);
  },
);

slowTest("a preview shows an unpublished site, limited to the content of its user", async () => {
  const { fixture, workspace, admin, id, guide, hidden } = await start();
  await workspace.ok(admin, site.unpublish, fixture.of(id));
  const reader = await workspace.member(fixture.org, "read");
  const getPreview = async (caller: string, asked: object = {}) => {
    return (await workspace.ok(caller, preview, { ...fixture.of(id), ...asked })).url;
  };
  const made = new URL(await getPreview(reader));
  const token = made.searchParams.get("token") ?? "";
  const ask = asking(fixture, token);
  const resolved = await ask("POST", "/urls/published", { url: made.origin + made.pathname });
  expect(resolved.body).toMatchObject({ preview: true, siteBasePath: `/_site/${id}/` });
  expect((await asking(fixture)("POST", "/urls/published", { url: made.href })).status).toBe(404);
  const shown = await ask("GET", `/orgs/${fixture.org}/sites/${id}/published`);
  expect(shown.status).toBe(200);
  expect((await ask("GET", `/spaces/${guide}`)).status).toBe(200);
  expect((await ask("GET", `/spaces/${hidden}`)).status).toBe(404);
  expect((await ask("GET", "/user")).status).toBe(403);
  await workspace.ok(admin, organization.update, { organizationId: fixture.org, hostname: "acme" });
  await workspace.db.deleteFrom("members").where("user_id", "=", reader).execute();
  expect((await ask("GET", `/spaces/${guide}`)).status).toBe(401);
});

slowTest(
  "a preview reads files, embeds and specifications to which no visible text refers",
  async () => {
    const { fixture, workspace, admin, id, guide, getToken } = await start();
    const file = {
      ...{ id: "unused", name: "a.png", contentType: "image/png" },
      ...(await putFile(workspace.db, guide, Buffer.from("x"))),
    };
    await publishContent(workspace, guide, (tree) => withFile(tree, file));
    await publishPages(workspace, guide, [
      { title: "Some", markdown: "{% if visitor.claims.unsigned.beta %}\nText\n{% endif %}\n" },
    ]);
    const time = workspace.now.toISOString();
    await workspace.db
      .insertInto("specifications")
      .values({
        ...{ id: `pets-${id}`, organization_id: fixture.org, slug: "pets", visibility: "private" },
        ...{ source_url: null, source_text: "text", source_number: 1, processing_state: "pending" },
        ...{ last_version_id: null, last_processed_at: null, last_error_code: null },
        ...{ last_errors: null, created_at: time, updated_at: time },
      })
      .execute();
    const guest = await workspace.member(fixture.org, null);
    const reading = { users: [guest], role: "read" } as const;
    await workspace.ok(admin, spacePermission.grant, { spaceId: guide, ...reading });
    await workspace.ok(admin, sitePermission.grant, { ...fixture.of(id), ...reading });
    const getPreviewToken = async (caller: string) => {
      const { url } = await workspace.ok(caller, preview, fixture.of(id));
      return new URL(url).searchParams.get("token") ?? "";
    };
    const read = async (token: string) => {
      const ask = asking(fixture, token);
      const embed = await ask("GET", `/spaces/${guide}/embed?url=https%3A%2F%2F127.0.0.1%2F`);
      const latest = `/orgs/${fixture.org}/openapi/pets/versions/latest/content`;
      const specification = await ask("GET", latest);
      return {
        file: (await ask("GET", `/spaces/${guide}/content/files/unused`)).status,
        isEmbedRefused: JSON.stringify(embed.body).includes("does not contain the URL"),
        isSpecificationFound: JSON.stringify(specification.body).includes("has no versions"),
      };
    };
    const all = { file: 200, isEmbedRefused: false, isSpecificationFound: true };
    expect(await read(await getToken())).toEqual({
      ...{ file: 404, isEmbedRefused: true, isSpecificationFound: false },
    });
    expect(await read(await getPreviewToken(admin))).toEqual(all);
    // Guests see only public specifications.
    expect(await read(await getPreviewToken(guest))).toEqual({
      ...all,
      isSpecificationFound: false,
    });
  },
);
