import { describe, expect, test } from "vitest";
import type { Input } from "../../../../src/contract/endpoint.ts";
import * as page from "../../../../src/contract/page.ts";
import * as site from "../../../../src/contract/site.ts";
import * as contract from "../../../../src/contract/site-redirect.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as space from "../../../../src/contract/space.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { openSitesFixture } from "../sites/fixture.ts";

const home = "https://docs.example.com/help";

/**
 * A published site behind a proxy, with the sections Guide and API, which has a page calls/limits.
 */
async function start() {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const siteId = await fixture.site();
  const [guide, api] = [await fixture.space("Guide"), await fixture.space("API")];
  const guideSection = await fixture.section(siteId, "Guide", guide);
  const apiSection = await fixture.section(siteId, "API", api);
  await workspace.ok(admin, site.publish, fixture.of(siteId));
  await fixture.change(siteId, { proxy: "docs.example.com/help" });
  const ids = await publishPages(workspace, api, [
    { title: "Overview", markdown: "Hello.\n" },
    { title: "Calls", pages: [{ title: "Limits", markdown: "Few.\n" }] },
  ]);
  const of = fixture.of(siteId);
  const [siteSpaceId = ""] = apiSection.siteSpaces.map(({ id }) => id);
  const redirect = (source: string, destination: Destination, more: object = {}) =>
    workspace.ok(admin, contract.create, { ...of, source, destination, ...more });
  const refused = (source: string, destination: Destination, more: object = {}) =>
    workspace.refused(admin, contract.create, { ...of, source, destination, ...more });
  const target = async (source: string) => {
    const { status, body } = await workspace.ask(admin, contract.resolve, { ...of, source });
    return status === 404 ? undefined : (body as { target: string }).target;
  };
  const list = async (asked: object = {}) =>
    (await workspace.ok(admin, contract.list, { ...of, ...asked })).items;
  const limits = { kind: "site-page", siteSpaceId, pageId: ids["calls/limits"] ?? "" } as const;
  const sections = { guide: guideSection.id, api: apiSection.id };
  const made = { fixture, workspace, admin, of, guide, api, ids, siteSpaceId, limits, sections };
  return { ...made, redirect, refused, target, list };
}

type Destination = Input<typeof contract.create>["destination"];

const elsewhere = { kind: "external", url: "https://example.com/new" } as const;

test("a redirect leads to a page, a space, a section or an external URL", async () => {
  const { redirect, target, limits, siteSpaceId, sections, api } = await start();
  const made = await redirect("/old/limits", limits, { permanent: true });
  expect(made).toMatchObject({
    object: "site-redirect",
    source: "/old/limits",
    draft: false,
    captureWildcard: false,
    permanent: true,
    destination: limits,
  });
  expect(made).not.toHaveProperty("updatedAt");
  await redirect("/old/api", { kind: "site-space", siteSpaceId });
  await redirect("/old/section", { kind: "site-section", siteSectionId: sections.api });
  await redirect("/old/blog", elsewhere);
  const byPath = await redirect("/old/calls", { kind: "path", spaceId: api, path: "calls/limits" });
  expect(byPath.destination).toEqual(limits);
  expect(await target("/old/limits")).toBe(`${home}/api/calls/limits`);
  expect(await target("/OLD/Limits")).toBe(`${home}/api/calls/limits`);
  expect(await target("/old/api")).toBe(`${home}/api`);
  expect(await target("/old/section")).toBe(`${home}/api`);
  expect(await target("/old/blog")).toBe("https://example.com/new");
  expect(await target("/old")).toBeUndefined();
});

slowTest(
  "a wildcard matches the rest, which is appended if it is captured, and the longest source applies",
  async () => {
    const { redirect, target, siteSpaceId } = await start();
    await redirect("/v1/*", { kind: "site-space", siteSpaceId }, { captureWildcard: true });
    await redirect("/v1/news*", elsewhere);
    await redirect("/v1/news/today", { kind: "external", url: "https://example.com/today" });
    await redirect(
      "/blog/*",
      { kind: "external", url: "https://example.com/b?x=1" },
      { captureWildcard: true },
    );
    expect(await target("/v1/calls/limits")).toBe(`${home}/api/calls/limits`);
    expect(await target("/v1/Calls/Grenzwerte%20f%C3%BCr")).toBe(
      `${home}/api/Calls/Grenzwerte%20f%C3%BCr`,
    );
    expect(await target("/v1/newsletter")).toBe("https://example.com/new");
    expect(await target("/v1/news/today")).toBe("https://example.com/today");
    expect(await target("/v1")).toBeUndefined();
    expect(await target("/blog/2024/one")).toBe("https://example.com/b/2024/one?x=1");
  },
);

test("a redirect names parts of its site, and its format is validated", async () => {
  const { fixture, refused, siteSpaceId, api } = await start();
  const other = await fixture.site("Elsewhere");
  const [foreign] = await fixture.siteSpaces(other);
  for (const destination of [
    { kind: "site-section", siteSectionId: "nothing" },
    { kind: "site-space", siteSpaceId: foreign?.id ?? "" },
    { kind: "site-page", siteSpaceId, pageId: "nothing" },
    { kind: "path", spaceId: api, path: "calls/gone" },
    { kind: "path", spaceId: foreign?.space.id ?? "", path: "" },
    { kind: "external", url: "javascript:alert(1)" },
  ] as const) {
    expect(await refused("/old", destination), destination.kind).toMatchObject({
      status: 400,
      message: expect.stringContaining("destination"),
    });
  }
  for (const source of ["old", "/", "/old/", "/*", "/a*b", "/a b", `/${"a".repeat(512)}`]) {
    expect(await refused(source, elsewhere), source).toMatchObject({ status: 400 });
  }
  expect(await refused("/old", elsewhere, { captureWildcard: true })).toMatchObject({
    status: 400,
    message: expect.stringContaining("requires a source that ends with /*"),
  });
});

test("a source has one live redirect and one draft in any case, and is not the path of a page", async () => {
  const { redirect, refused, target, list } = await start();
  const live = await redirect("/Old", elsewhere);
  expect(await refused("/old", elsewhere)).toMatchObject({
    status: 409,
    message: expect.stringContaining(live.id),
  });
  await redirect("/old", elsewhere, { draft: true });
  expect(await refused("/OLD", elsewhere, { draft: true })).toMatchObject({ status: 409 });
  expect(await refused("/api/calls/limits", elsewhere)).toMatchObject({
    status: 409,
    message: expect.stringContaining("path of a page"),
  });
  await redirect("/api/calls/limits", elsewhere, { draft: true });
  expect(await target("/api/calls/limits")).toBeUndefined();
  expect((await list()).map(({ source }) => source)).toEqual(["/Old"]);
  expect((await list({ draft: true })).map(({ source }) => source).sort()).toEqual([
    "/api/calls/limits",
    "/old",
  ]);
});

test("a redirect loop is refused with its path", async () => {
  const { redirect, refused, siteSpaceId } = await start();
  const to = (path: string) => ({ kind: "external", url: `${home}${path}` }) as const;
  expect(await refused("/one", to("/one"))).toMatchObject({
    status: 400,
    message: expect.stringContaining("/one → /one"),
  });
  await redirect("/one", to("/two"));
  await redirect("/two", to("/three"));
  expect(await refused("/three", to("/one"))).toMatchObject({
    status: 400,
    message: expect.stringContaining("/three → /one → /two → /three"),
  });
  await redirect("/three", to("/api/calls/limits"));
  const space = { kind: "site-space", siteSpaceId } as const;
  expect(await refused("/api/*", space, { captureWildcard: true })).toMatchObject({ status: 400 });
  await redirect("/api/*", space);
});

test("an update is validated by the same rules, and a draft is published", async () => {
  const { workspace, admin, of, redirect, target } = await start();
  const { id } = await redirect("/old", elsewhere, { draft: true });
  await redirect("/taken", elsewhere);
  workspace.passDays(1);
  const change = (changes: object) =>
    workspace.ask(admin, contract.update, { ...of, siteRedirectId: id, ...changes });
  expect(await change({ source: "/taken", draft: false })).toMatchObject({ status: 409 });
  expect(await target("/old")).toBeUndefined();
  expect((await change({ draft: false })).body).toMatchObject({
    id,
    draft: false,
    createdAt: "2026-03-02T08:00:00.000Z",
    updatedAt: "2026-03-03T08:00:00.000Z",
  });
  expect(await target("/old")).toBe("https://example.com/new");
  expect(await change({ source: "/api/calls/limits" })).toMatchObject({ status: 409 });
  const unknown = { ...of, siteRedirectId: "nothing", permanent: true };
  expect((await workspace.refused(admin, contract.update, unknown)).status).toBe(404);
  const it = { ...of, siteRedirectId: id };
  expect((await workspace.ask(admin, contract.remove, it)).status).toBe(205);
  expect((await workspace.ask(admin, contract.remove, it)).status).toBe(204);
});

slowTest(
  "an update of the source or of the draft alone is refused if another redirect has both",
  async () => {
    const { workspace, admin, of, redirect } = await start();
    const live = await redirect("/one", elsewhere);
    await redirect("/two", elsewhere);
    const draft = await redirect("/one", elsewhere, { draft: true });
    const other = await redirect("/two", elsewhere, { draft: true });
    const update = (siteRedirectId: string, changes: object) =>
      workspace.explain(admin, contract.update, { ...of, siteRedirectId, ...changes });
    const isTaken = (kind: string, source: string, id: string) => ({
      ...{ status: 409, notes: [], hint: `tome site redirect update ${id} --site ${of.siteId}` },
      message: `A ${kind} from ${source} already exists: ${id}. Update it instead.`,
    });
    expect(await update(live.id, { draft: true })).toEqual(
      isTaken("draft redirect", "/one", draft.id),
    );
    expect(await update(draft.id, { draft: false })).toEqual(isTaken("redirect", "/one", live.id));
    expect(await update(draft.id, { source: "/TWO" })).toEqual(
      isTaken("draft redirect", "/two", other.id),
    );
    for (const changes of [{ source: "/ONE" }, { draft: true, permanent: true }]) {
      expect((await update(draft.id, changes)).status).toBe(200);
    }
    expect((await update(draft.id, { source: "/three", draft: false })).status).toBe(200);
  },
);

slowTest("lists are sorted and searched, page by page", async () => {
  const { workspace, admin, of, redirect, list } = await start();
  const ids = [];
  for (const source of ["/b", "/a/Query", "/c"]) {
    ids.push((await redirect(source, elsewhere)).id);
    workspace.passDays(1);
  }
  await workspace.ok(admin, contract.update, {
    ...of,
    siteRedirectId: ids[0] ?? "",
    permanent: true,
  });
  const sources = async (asked: object) => (await list(asked)).map(({ source }) => source);
  expect(await sources({})).toEqual(["/c", "/a/Query", "/b"]);
  expect(await sources({ orderBy: "updatedAt" })).toEqual(["/b", "/c", "/a/Query"]);
  expect(await sources({ orderBy: "source" })).toEqual(["/a/Query", "/b", "/c"]);
  expect(await sources({ search: "query" })).toEqual(["/a/Query"]);
  const first = await workspace.ok(admin, contract.list, { ...of, limit: 2 });
  const next = { ...of, limit: 2, page: first.next?.page ?? "" };
  expect((await workspace.ok(admin, contract.list, next)).items).toHaveLength(1);
});

slowTest(
  "many redirects are created, updated, published and deleted at once, independently",
  async () => {
    const { workspace, admin, of, redirect, list, api } = await start();
    await redirect("/changed", elsewhere, { permanent: true });
    await redirect("/deleted", elsewhere);
    await redirect("/draft", elsewhere, { draft: true });
    await redirect("/both", elsewhere, { draft: true });
    const live = await redirect("/both", { kind: "external", url: "https://example.com/before" });
    const { results } = await workspace.ok(admin, contract.put, {
      ...of,
      redirects: [
        { source: "/new", destination: { kind: "path", spaceId: api, path: "/calls/limits" } },
        { source: "/changed", destination: { kind: "external", url: "https://example.com/two" } },
        { source: "/deleted", destination: null },
        { source: "/draft", intent: "publish" },
        { source: "/both", intent: "publish" },
        { source: "/prepared", intent: "draft", destination: elsewhere },
        { source: "/NEW", destination: elsewhere },
        { source: "/unknown", destination: null },
        { source: "/unknown", intent: "publish" },
        { source: "/api/calls/limits", destination: elsewhere },
      ],
    });
    expect(results.map(({ status, draft }) => `${status}${draft ? " draft" : ""}`)).toEqual([
      ...["created", "updated", "deleted", "published", "published", "created draft"],
      ...["error", "error", "error", "error"],
    ]);
    expect(results[4]).toMatchObject({ id: live.id });
    expect(results[6]).toMatchObject({ error: expect.stringContaining("Duplicate source") });
    const now = Object.fromEntries((await list()).map((one) => [one.source, one]));
    expect(Object.keys(now).sort()).toEqual(["/both", "/changed", "/draft", "/new"]);
    expect(now["/changed"]).toMatchObject({
      permanent: true,
      destination: { url: "https://example.com/two" },
    });
    expect(now["/both"]).toMatchObject({ destination: elsewhere });
    expect((await list({ draft: true })).map(({ source }) => source)).toEqual(["/prepared"]);
  },
);

test("a published draft replaces every setting of the live redirect from its source", async () => {
  const { workspace, admin, of, list } = await start();
  const settings = [false, true].flatMap((captureWildcard) =>
    [false, true].map((permanent) => ({ captureWildcard, permanent })),
  );
  const build = (path: string, more: object) => ({
    destination: { kind: "external" as const, url: `https://example.com/${path}` },
    ...more,
  });
  const pairs = settings.flatMap((draft) =>
    [undefined, ...settings].map((live) => ({ draft, live })),
  );
  const cases = pairs.map((pair, n) => ({ ...pair, source: `/s${n}/*` }));
  const put = async (redirects: Input<typeof contract.put>["redirects"]) =>
    (await workspace.ok(admin, contract.put, { ...of, redirects })).results;
  await put([
    ...cases.flatMap(({ source, live }) => (live ? { source, ...build("live", live) } : [])),
    ...cases.map(({ source, draft }) => ({
      ...{ source, intent: "draft" as const },
      ...build("draft", draft),
    })),
  ]);
  const ids = new Map(
    (await list()).map(({ source, ...live }) => [source, "id" in live && live.id]),
  );
  const results = await put(cases.map(({ source }) => ({ source, intent: "publish" as const })));
  expect(results.map(({ status }) => status)).toEqual(cases.map(() => "published"));
  const published = new Map((await list({ limit: 1000 })).map((one) => [one.source, one]));
  for (const { source, draft } of cases) {
    expect(published.get(source)).toMatchObject({ ...build("draft", draft), draft: false });
    if (ids.has(source)) expect(published.get(source)).toMatchObject({ id: ids.get(source) });
  }
  expect(await list({ draft: true })).toEqual([]);
});

test("a space that was deleted, and its section and pages, are no destination", async () => {
  const { workspace, admin, refused, redirect, limits, siteSpaceId, sections, api } = await start();
  const destinations = [
    limits,
    { kind: "site-space", siteSpaceId },
    { kind: "site-section", siteSectionId: sections.api },
    { kind: "path", spaceId: api, path: "calls/limits" },
    { kind: "path", spaceId: api, path: "/" },
  ] as const;
  for (const [n, destination] of destinations.entries()) await redirect(`/s${n}`, destination);
  await workspace.ask(admin, space.remove, { spaceId: api });
  for (const destination of destinations) {
    expect(await refused("/late", destination)).toMatchObject({
      status: 400,
      message: expect.stringContaining("Invalid destination"),
    });
  }
});

slowTest("a redirect whose destination was deleted stays and is reported", async () => {
  const { workspace, admin, of, redirect, target, list, limits, fixture, sections } = await start();
  await redirect("/old", limits);
  await redirect("/gone", { kind: "site-section", siteSectionId: sections.guide });
  await workspace.ok(admin, section.remove, { ...of, siteSectionId: sections.guide });
  expect(await target("/gone")).toBeUndefined();
  const asked = { ...of, source: "/gone" };
  expect(await workspace.refused(admin, contract.resolve, asked)).toMatchObject({
    message: expect.stringContaining("no longer exists on site"),
  });
  expect(await list()).toHaveLength(2);
  expect((await workspace.ask(admin, site.remove, fixture.of(of.siteId))).status).toBe(205);
  expect(await workspace.db.selectFrom("site_redirects").selectAll().execute()).toEqual([]);
});

slowTest("members can list redirects, and editors of the site change them", async () => {
  const { fixture, workspace, of, redirect } = await start();
  const { id: siteRedirectId } = await redirect("/old", elsewhere);
  const [editor, creator, guest] = [
    await workspace.member(fixture.org, "edit"),
    await workspace.member(fixture.org, "create"),
    await workspace.member(fixture.org, null),
  ];
  const input = { ...of, source: "/new", destination: elsewhere };
  expect((await workspace.refused(editor, contract.create, input)).status).toBe(403);
  expect((await workspace.refused(guest, contract.list, of)).status).toBe(404);
  expect((await workspace.ok(editor, contract.list, of)).items).toHaveLength(1);
  await workspace.ok(creator, contract.create, input);
  const change = { ...of, siteRedirectId, permanent: true };
  expect((await workspace.refused(editor, contract.update, change)).status).toBe(403);
  const removal = { ...of, siteRedirectId };
  expect((await workspace.refused(editor, contract.remove, removal)).status).toBe(403);
});

test("a link to a former URL of the site follows the redirect", async () => {
  const { workspace, admin, redirect, limits, guide } = await start();
  await redirect("/old/limits", limits);
  await redirect("/blog/*", elsewhere);
  const urls = ["/old/limits", "/old/gone", "/blog/one", "/api/calls/limits"];
  const markdown = urls.map((path) => `[x](${home}${path})\n`).join("\n");
  const made = await publishPages(workspace, guide, [{ title: "Links", markdown }]);
  const pageId = Object.values(made).at(-1) ?? "";
  const { items } = await workspace.ok(admin, page.links, { spaceId: guide, pageId });
  const read = items.map(({ status, targetReference: to }) =>
    to?.kind === "page" ? `${status}: ${to.page.title}` : `${status}: ${to?.kind}`,
  );
  expect(read).toEqual(["ok: Limits", "broken: url", "ok: url"]);
});

test("a member learns no path of a space that only others can see", async () => {
  const { workspace, admin, of, api, redirect, limits } = await start();
  await redirect("/old/limits", limits);
  const reader = await workspace.member(of.organizationId, "read");
  const ask = () => workspace.ask(reader, contract.resolve, { ...of, source: "/old/limits" });
  expect((await ask()).status).toBe(200);
  await workspace.ok(admin, space.update, { spaceId: api, defaultLevel: null });
  const answer = await ask();
  expect(answer.status).toBe(404);
  expect(JSON.stringify(answer)).not.toContain("calls");
});

describe("a redirect", () => {
  slowTest("belongs to its site, and changes alone", async () => {
    const { fixture, workspace, admin, of, redirect } = await start();
    const one = await redirect("/one", elsewhere);
    const two = await redirect("/two", elsewhere);
    workspace.passDays(1);
    const updatedAt = workspace.now.toISOString();
    const at = { ...of, siteRedirectId: one.id };
    const update = (changes: object) => workspace.ok(admin, contract.update, { ...at, ...changes });
    let expected: object = { ...one, updatedAt };
    for (const changes of [
      { permanent: true },
      { source: "/First" },
      { destination: { kind: "external", url: "https://example.com/other" } },
      { draft: true },
      { draft: false },
      { permanent: false },
      { source: "/all/*" },
      { captureWildcard: true },
    ]) {
      expected = { ...expected, ...changes };
      expect(await update(changes)).toEqual(expected);
    }
    expect(await workspace.refused(admin, contract.update, { ...at, source: "/one" })).toEqual({
      status: 400,
      message:
        "captureWildcard requires a source that ends with /*, but source is /one. Change source, or omit captureWildcard.",
    });
    const elsewhereId = { ...fixture.of(await fixture.site("Other")), siteRedirectId: one.id };
    const moved = { ...elsewhereId, permanent: true };
    expect((await workspace.refused(admin, contract.update, moved)).status).toBe(404);
    expect((await workspace.ask(admin, contract.remove, elsewhereId)).status).toBe(204);
    expect((await workspace.ask(admin, contract.remove, at)).status).toBe(205);
    expect((await workspace.ask(admin, contract.remove, at)).status).toBe(204);
    expect((await workspace.ok(admin, contract.list, of)).items).toEqual([two]);
    expect(
      (await workspace.ok(admin, contract.list, fixture.of(elsewhereId.siteId))).items,
    ).toEqual([]);
  });

  slowTest("is refused for a source or destination that is taken or missing, by name", async () => {
    const { fixture, workspace, admin, redirect, refused, siteSpaceId, api, guide, sections } =
      await start();
    const live = await redirect("/Live", elsewhere);
    const draft = await redirect("/draft", elsewhere, { draft: true });
    const other = await fixture.site("Other");
    const [foreign] = await fixture.siteSpaces(other);
    const invalid = (reason: string) => ({
      status: 400,
      message: `Invalid destination: ${reason}.`,
    });
    const external = (path: string) => ({ kind: "external", url: `${home}${path}` }) as const;
    for (const [source, destination, more, expected] of [
      [
        ...(["/LIVE", elsewhere, {}] as const),
        {
          status: 409,
          message: `A redirect from /Live already exists: ${live.id}. Update it instead.`,
        },
      ],
      [
        ...(["/Draft", elsewhere, { draft: true }] as const),
        {
          status: 409,
          message: `A draft redirect from /draft already exists: ${draft.id}. Update it instead.`,
        },
      ],
      [
        ...(["/api/calls/limits", elsewhere, {}] as const),
        {
          status: 409,
          message:
            "source /api/calls/limits is the path of a page, which takes precedence over redirects. Move or delete the page first, or create the redirect as a draft.",
        },
      ],
      [
        ...(["/x", { kind: "site-section", siteSectionId: "unknown" }, {}] as const),
        invalid("unknown is not a section of this site that contains a space"),
      ],
      [
        ...(["/x", { kind: "site-space", siteSpaceId: foreign?.id ?? "" }, {}] as const),
        invalid(`${foreign?.id} is not a site space of this site`),
      ],
      [
        ...(["/x", { kind: "site-page", siteSpaceId, pageId: "unknown" }, {}] as const),
        invalid("the space has no page unknown"),
      ],
      [
        ...(["/x", { kind: "path", spaceId: "unknown", path: "/" }, {}] as const),
        invalid("space unknown is not on this site"),
      ],
      [
        ...(["/x", { kind: "path", spaceId: api, path: "/unknown" }, {}] as const),
        invalid("the space has no page at the path /unknown"),
      ],
      [
        ...(["/x", external("/x"), {}] as const),
        {
          status: 400,
          message: "The redirect creates a loop: /x → /x. Choose another destination.",
        },
      ],
    ] as const) {
      expect([source, destination, await refused(source, destination, more)]).toEqual([
        source,
        destination,
        expected,
      ]);
    }
    for (const [destination, stored] of [
      [
        { kind: "path", spaceId: api, path: "//" },
        { kind: "site-space", siteSpaceId },
      ],
      [
        { kind: "site-section", siteSectionId: sections.guide },
        { kind: "site-section", siteSectionId: sections.guide },
      ],
    ] as const) {
      const made = await redirect(`/${destination.kind}`, destination);
      expect(made.destination).toEqual(stored);
    }
    // A draft is prepared before its page is moved, next to a live redirect from the same source.
    await redirect("/api/calls/limits", elsewhere, { draft: true });
    await redirect("/live", elsewhere, { draft: true });
    await redirect("/draft", elsewhere);
    await workspace.ok(admin, space.remove, { spaceId: guide });
    const empty = { kind: "site-section", siteSectionId: sections.guide } as const;
    expect((await refused("/y", empty)).status).toBe(400);
  });

  slowTest("is one of at most 10,000 live ones, and as many drafts", async () => {
    const { workspace, admin, of, redirect, refused } = await start();
    await redirect("/first", elsewhere);
    const { db } = workspace;
    const row = await db.selectFrom("site_redirects").selectAll().executeTakeFirstOrThrow();
    const rows = Array.from({ length: 9998 }, (_, at) => ({
      ...{ ...row, id: `R${at}`, source: `/s${at}`, source_key: `=/s${at}` },
    }));
    for (let at = 0; at < rows.length; at += 500) {
      await db
        .insertInto("site_redirects")
        .values(rows.slice(at, at + 500))
        .execute();
    }
    const draft = await redirect("/draft", elsewhere, { draft: true });
    await redirect("/last", elsewhere);
    const limit = {
      status: 409,
      message:
        "The site has reached the limit of 10000 redirects. Delete some, or replace several with a wildcard redirect.",
    };
    expect(await refused("/more", elsewhere)).toEqual(limit);
    const at = { ...of, siteRedirectId: draft.id };
    expect(await workspace.refused(admin, contract.update, { ...at, draft: false })).toEqual(limit);
    const { results } = await workspace.ok(admin, contract.put, {
      ...of,
      redirects: [
        { source: "/more", destination: elsewhere },
        { source: "/s1", destination: null },
        { source: "/more", intent: "draft", destination: elsewhere },
        { source: "/gone", intent: "draft", destination: null },
        { source: "/gone", destination: null },
        { source: "/gone", intent: "publish" },
      ],
    });
    expect(results).toEqual([
      { status: "error", source: "/more", draft: false, error: limit.message },
      { status: "deleted", source: "/s1", draft: false },
      { status: "created", source: "/more", draft: true, id: expect.any(String) },
      {
        ...{ status: "error", source: "/gone", draft: true },
        error: "No draft redirect from /gone found. Nothing was deleted.",
      },
      {
        ...{ status: "error", source: "/gone", draft: false },
        error: "No redirect from /gone found. Nothing was deleted.",
      },
      {
        ...{ status: "error", source: "/gone", draft: false },
        error: "No draft redirect from /gone found. Nothing was published.",
      },
    ]);
    await redirect("/now", elsewhere);
  });

  test("that is automatic has neither drafts nor another order", async () => {
    const { workspace, admin, of } = await start();
    const list = (asked: object) =>
      workspace.ask(admin, contract.list, { ...of, automatic: true, ...asked });
    expect((await list({})).status).toBe(200);
    expect((await list({ draft: false })).status).toBe(200);
    for (const asked of [{ draft: true }, { orderBy: "source" }]) {
      const { status, message } = await list(asked);
      expect([status, message]).toEqual([
        400,
        "Automatic redirects are never drafts and are in the order of their sources. Leave out draft and orderBy.",
      ]);
    }
  });
});
