import { expect, onTestFinished, test } from "vitest";
import * as content from "../../../../src/contract/content.ts";
import * as contract from "../../../../src/contract/content-import.ts";
import * as cr from "../../../../src/contract/cr.ts";
import * as crContent from "../../../../src/contract/cr-content.ts";
import * as file from "../../../../src/contract/file.ts";
import * as member from "../../../../src/contract/member.ts";
import * as page from "../../../../src/contract/page.ts";
import * as docsSite from "../../../../src/contract/site.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as space from "../../../../src/contract/space.ts";
import { runImport } from "../../../../src/service/areas/imports/run.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { openOutside } from "../../../../src/service/engines/network/egress.ts";
import { openSecretBox } from "../../../../src/service/engines/secret-box.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { serve } from "../../../support/network/loopback.ts";
import { page as createPage, publish } from "../../../support/organizations/content.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";
import { readAllPages } from "../../../support/requests/all-pages.ts";

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const wrapped = (
  main: string,
) => `<!doctype html><html><head><title>Ignored | Acme</title></head><body>
  <nav><a href="/docs/start">Start</a> <a href="/docs/guides/one.html">One</a></nav>
  <main>${main}</main><footer>All rights reserved</footer></body></html>`;

type Paths = Readonly<Record<string, readonly [type: string, body: string | Buffer]>>;

const html = (main: string) => ["text/html; charset=utf-8", wrapped(main)] as const;
const website: Paths = {
  "/docs/": html(`<h1>Welcome</h1><p>See <a href="start#first">the start</a>, the
    <a href="https://example.org/">world</a> and <a href="/blog">the blog</a>.`),
  "/docs/start": html(`<h1>Start <a class="headerlink" href="#start">¶</a></h1>
    <p>A <b>bold</b> text.</p><h2>First</h2><img src="/img/one.png" alt="One">
    <a href="old">Moved</a> <a href="gone">Gone</a> <a href="raw.md">Raw</a> <a href="file.pdf">PDF</a>`),
  "/docs/guides/one.html": html(`<h1>One</h1><pre><code class="language-js">let a;</code></pre>
    <a href="two.html">Two</a>`),
  "/docs/guides/two.html": html("<h1>Two</h1><p>Last <a href='../'>home</a></p>"),
  "/docs/raw.md": [
    "text/markdown",
    "---\ndescription: As it is\n---\n\n# Raw\n\nText in *Markdown*.\n",
  ],
  "/img/one.png": ["image/png", pixel],
  "/blog": html("<h1>Blog</h1>"),
};

/** @param extra responses at other paths */
async function start(paths = website) {
  const site = await serve(({ url }, response) => {
    if (url === "/docs/old") return response.writeHead(301, { location: "/docs/start" }).end();
    const [type, body] = paths[url] ?? [];
    if (type === undefined) return response.writeHead(404).end("Not found");
    return response.writeHead(200, { "content-type": type }).end(body);
  });
  const workspace = await openWorkspace({ allowPrivate: ["127.0.0.1"] });
  onTestFinished(() => workspace.service.close());
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, {
    organizationId,
    title: "Docs",
  });
  const source = { type: "website" as const, url: `${site.url}/docs/` };
  const begin = (target: object = {}, url = source.url) =>
    workspace.ok(admin, contract.start, {
      organizationId,
      source: { ...source, url },
      target: { space: spaceId, ...target },
    });
  const done = async (run: { readonly id: string }) => {
    await workspace.service.jobs.finish();
    return workspace.ok(admin, contract.get, { organizationId, importRunId: run.id });
  };
  const getText = async (pagePath: string) => {
    const input = { spaceId, pagePath, format: "markdown" as const };
    return workspace.ok(admin, page.getByPath, input);
  };
  const markdown = async (pagePath: string) => String(Object(await getText(pagePath)).markdown);
  return {
    site,
    workspace,
    organizationId,
    admin,
    spaceId,
    source,
    begin,
    done,
    getText,
    markdown,
  };
}

slowTest("a website becomes pages of a space, with links, images and folders", async () => {
  const { site, workspace, admin, spaceId, begin, done, getText, markdown } = await start();
  const begun = await begin();
  expect(begun).toMatchObject({ object: "import-run", status: "pending", pages: [] });
  const run = await done(begun);
  expect(run).toMatchObject({ status: "completed", target: { space: spaceId } });
  const addresses = run.pages.map(({ sourceURL, type, status }) => [sourceURL, type, status]);
  expect(addresses).toEqual([
    [`${site.url}/docs`, "page", "complete"],
    [`${site.url}/docs/start`, "page", "complete"],
    [`${site.url}/docs/guides/one.html`, "page", "complete"],
    [`${site.url}/docs/raw.md`, "page", "complete"],
    [`${site.url}/docs/guides/two.html`, "page", "complete"],
    [undefined, "folder", "complete"],
  ]);
  const { pages } = await workspace.ok(admin, page.list, { spaceId });
  const titleIn = (one: object): string => Object(one).title;
  const titles = pages.map((one) => [titleIn(one), ...Object(one).pages.map(titleIn)]);
  expect(titles).toEqual([["Welcome"], ["Start"], ["Guides", "One", "Two"], ["Raw"]]);
  expect(await markdown("welcome")).toContain(
    `See [the start](start.md#first), the [world](https://example.org/) and [the blog](${site.url}/blog).`,
  );
  const { items } = await workspace.ok(admin, file.list, { spaceId });
  expect(items).toMatchObject([{ name: "one.png", contentType: "image/png", size: pixel.length }]);
  const text = await markdown("start");
  expect(text).toContain("A **bold** text.");
  expect(text).toContain("![One](.gitbook/assets/one.png)");
  // A redirected URL is the page of its target; a missing one keeps its location.
  expect(text).toContain("[Moved](start.md)");
  expect(text).toContain(`[Gone](${site.url}/docs/gone)`);
  expect(text).not.toContain("¶");
  expect(text).not.toContain("All rights reserved");
  expect(await markdown("guides/one")).toContain("```js\nlet a;\n```");
  expect(await getText("raw")).toMatchObject({
    description: "As it is",
    markdown: expect.stringContaining("Text in _Markdown_."),
  });
});

slowTest("a page has the title of its text, cut at 255 characters, or of its URL", async () => {
  const long = "x".repeat(254);
  const text = (main: string) => ["text/html", `<main>${main}<p>Text</p></main>`] as const;
  const { workspace, admin, spaceId, begin, done } = await start({
    "/docs/": text(
      "<h1>Home</h1> <a href='first-steps'>1</a> <a href='___'>2</a> <a href='long'>3</a>",
    ),
    "/docs/first-steps": text(""),
    "/docs/___": text(""),
    "/docs/long": text(`<h1>${long} ${long}</h1>`),
  });
  expect(await done(await begin())).toMatchObject({ status: "completed" });
  const { pages } = await workspace.ok(admin, page.list, { spaceId });
  expect(pages.map(({ title }) => title)).toEqual(["Home", "First steps", "Untitled", long]);
});

slowTest("space and change request list current imports, and those of the last day", async () => {
  const { workspace, admin, organizationId, spaceId, begin, done } = await start();
  const inSpace = async () => (await workspace.ok(admin, space.get, { spaceId })).imports;
  expect(await inSpace()).toBeUndefined();
  const first = await begin();
  expect(await inSpace()).toMatchObject([{ id: first.id }]);
  const ended = await done(first);
  expect(await inSpace()).toEqual([ended]);
  const { id } = await workspace.ok(admin, cr.create, { spaceId });
  const ids = { spaceId, changeRequestId: id };
  expect((await workspace.ok(admin, cr.get, ids)).imports).toBeUndefined();
  const second = await done(await begin({ changeRequest: id }));
  expect((await workspace.ok(admin, cr.get, ids)).imports).toEqual([second]);
  expect(new Set(await inSpace())).toEqual(new Set([second, ended]));
  const { items } = await workspace.ok(admin, space.list, { organizationId });
  expect(items[0]).not.toHaveProperty("imports");
  workspace.passDays(2);
  expect(await inSpace()).toBeUndefined();
  // The time of its end counts, because an import can take long.
  const updated_at = workspace.now.toISOString();
  const { db } = workspace;
  await db.updateTable("imports").set({ updated_at }).where("id", "=", first.id).execute();
  expect(await inSpace()).toMatchObject([{ id: first.id }]);
});

slowTest(
  "a website is imported into a change request, below a page, and the space is unchanged",
  async () => {
    const { workspace, admin, organizationId, spaceId, begin, done } = await start();
    const first = await done(await begin());
    const below = first.pages[1]?.id ?? "";
    workspace.passDays(1);
    const request = await workspace.ok(admin, cr.create, { spaceId, subject: "More" });
    const before = await workspace.ok(admin, content.get, { spaceId });
    const run = await done(await begin({ changeRequest: request.id, page: below }));
    expect(run).toMatchObject({
      status: "completed",
      target: { changeRequest: request.id, page: below },
    });
    const after = await workspace.ok(admin, content.get, { spaceId });
    expect(after.id).toBe(before.id);
    const ids = { spaceId, changeRequestId: request.id };
    const grown = await workspace.ok(admin, crContent.pages, ids);
    expect(JSON.stringify(grown.pages)).toContain(run.pages[0]?.id);
    const list = async (filter: object) => {
      const { items } = await workspace.ok(admin, contract.list, { organizationId, ...filter });
      return items.map(({ id }) => id);
    };
    expect(await list({})).toEqual([run.id, first.id]);
    expect(await list({ changeRequest: request.id })).toEqual([run.id]);
    expect(await list({ status: "active" })).toEqual([]);
    expect(await list({ status: "completed", space: spaceId })).toEqual([run.id, first.id]);
  },
);

/**
 * A website whose pages respond when they are released; `asked` resolves at the first request.
 */
async function slowWebsite() {
  let tellAsked = () => {};
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    tellAsked = resolve;
  });
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { url, seen } = await serve(async (_, response) => {
    tellAsked();
    await answered;
    const main = "<h1>Late</h1><a href='/next'>Next</a><img src='/one.png'>";
    response.writeHead(200, { "content-type": "text/html" }).end(wrapped(main));
  });
  return { url, asked, answer, seen };
}

test.each(["before it begins", "while it reads"])(
  "a run canceled %s adds nothing, and cannot be canceled again",
  async (moment) => {
    const { workspace, admin, organizationId, spaceId, begin, done } = await start();
    const { url, asked, answer, seen } = await slowWebsite();
    const run = await begin({}, url);
    const named = { organizationId, importRunId: run.id };
    const cancel = () => workspace.ok(admin, contract.cancel, named);
    if (moment === "before it begins") await cancel();
    const ended = done(run);
    if (moment === "while it reads") {
      await asked;
      await cancel();
    }
    answer();
    expect(await ended).toMatchObject({ status: "cancelled", pages: [] });
    expect(seen.length).toBeLessThan(2);
    expect((await workspace.ok(admin, page.list, { spaceId })).pages).toEqual([]);
    expect(await workspace.refused(admin, contract.cancel, named)).toEqual({
      status: 400,
      message: `Import ${run.id} is cancelled. Only a pending or running import can be canceled.`,
    });
  },
);

test("a run whose requester loses the permission requests no further page, and adds nothing", async () => {
  const { workspace, admin, organizationId, spaceId, source, done } = await start();
  const { url, asked, answer, seen } = await slowWebsite();
  const editor = await workspace.member(organizationId, "edit");
  const run = await workspace.ok(editor, contract.start, {
    ...{ organizationId, source: { ...source, url }, target: { space: spaceId } },
  });
  const ended = done(run);
  await asked;
  const demoted = { organizationId, userId: editor, role: "read" as const };
  await workspace.ok(admin, member.update, demoted);
  answer();
  expect(await ended).toMatchObject({
    ...{ status: "cancelled", pages: [] },
    reason: expect.stringContaining("the requester no longer has the required permission"),
  });
  expect(seen).toHaveLength(1);
  expect((await workspace.ok(admin, page.list, { spaceId })).pages).toEqual([]);
});

/** The call of a job that the test runs itself, with the warnings that it logs. */
function createJobCall({ db, now }: Pick<Workspace, "db" | "now">, warnings: string[] = []) {
  return {
    ...{ db, now, newId: createId, time: () => now, clockIsMoved: false },
    warn: (message: string) => void warnings.push(message),
    ...{ outside: openOutside(["127.0.0.1"]), secretBox: openSecretBox(undefined) },
    ...{ enqueue: async () => {}, requirePermission: async () => {} },
  };
}

slowTest("a run canceled after it has read everything adds nothing", async () => {
  const { workspace, admin, organizationId, spaceId, begin } = await start();
  const { db } = workspace;
  const run = await begin();
  const call = createJobCall(workspace);
  const { signal } = new AbortController();
  const effect = await runImport.prepare({ importId: run.id }, { ...call, signal });
  await workspace.ok(admin, contract.cancel, { organizationId, importRunId: run.id });
  await db.transaction().execute(async (transaction) => {
    if ("record" in effect) throw new Error("An import has no effect outside the platform.");
    await effect({ ...call, db: transaction });
  });
  expect((await workspace.ok(admin, page.list, { spaceId })).pages).toEqual([]);
  const ended = await workspace.ok(admin, contract.get, { organizationId, importRunId: run.id });
  expect(ended.status).toBe("cancelled");
});

slowTest("a failed import states the reason", async () => {
  const { site, workspace, admin, organizationId, spaceId, source, begin, done } = await start();
  const failures = [
    [`${site.url}/none`, `${site.url}/none is not a website in HTML or Markdown.`],
    [`${site.url}/img/one.png`, `${site.url}/img/one.png is not a website in HTML or Markdown.`],
    ["http://10.0.0.1/", expect.stringContaining("private network")],
  ] as const;
  for (const [url, reason] of failures) {
    expect(await done(await begin({}, url))).toMatchObject({ status: "failed", reason });
  }
  const request = await workspace.ok(admin, cr.create, { spaceId, subject: "More" });
  const late = await begin({ changeRequest: request.id });
  const ids = { spaceId, changeRequestId: request.id };
  await workspace.ok(admin, cr.update, { ...ids, status: "archived" });
  expect(await done(late)).toMatchObject({
    status: "failed",
    reason: expect.stringContaining("archived"),
  });
  const target = { space: spaceId };
  const files = { type: "file" as const, files: ["none"] };
  const refusals = [
    [{ target: { ...target, page: "none" } }, 404, "Page none does not exist"],
    [{ target: { space: "none" } }, 404, "Space none does not exist"],
    [{ source: { ...source, url: "ftp://example.org/" } }, 400, "ftp://example.org/"],
    [{ source: files }, 400, "the key none"],
  ] as const;
  for (const [change, status, told] of refusals) {
    const input = { organizationId, source, target, ...change };
    const refused = await workspace.refused(admin, contract.start, input);
    expect(refused).toMatchObject({ status, message: expect.stringContaining(told) });
  }
});

test("a user without the edit permission imports nothing, and one without access sees no import", async () => {
  const { workspace, organizationId, spaceId, source, begin, done } = await start();
  const run = await done(await begin());
  const reader = await workspace.member(organizationId, "read");
  const input = { organizationId, source, target: { space: spaceId } };
  expect(await workspace.refused(reader, contract.start, input)).toMatchObject({ status: 403 });
  const named = { organizationId, importRunId: run.id };
  expect(await workspace.ok(reader, contract.get, named)).toMatchObject({ id: run.id });
  expect(await workspace.refused(reader, contract.cancel, named)).toMatchObject({ status: 403 });
  const guest = await workspace.member(organizationId, null);
  expect(await workspace.refused(guest, contract.get, named)).toMatchObject({ status: 404 });
  expect((await workspace.ok(guest, contract.list, { organizationId })).items).toEqual([]);
});

slowTest("content is imported into a change request of a locked space only", async () => {
  const { workspace, organizationId, admin, spaceId, source } = await start();
  const editor = await workspace.member(organizationId, "edit");
  const lock = (editMode: "locked" | "live") =>
    workspace.ok(admin, space.update, { spaceId, editMode });
  await lock("locked");
  const wanted = { organizationId, source, target: { space: spaceId } };
  expect(await workspace.refused(editor, contract.start, wanted)).toMatchObject({
    status: 409,
    message: expect.stringContaining("is locked"),
  });
  await lock("live");
  const { id: importRunId } = await workspace.ok(editor, contract.start, wanted);
  await lock("locked");
  await workspace.service.jobs.finish();
  const run = await workspace.ok(admin, contract.get, { organizationId, importRunId });
  expect([run.status, run.reason]).toEqual(["cancelled", expect.stringContaining("is locked")]);
  expect((await workspace.ok(admin, page.list, { spaceId })).pages).toEqual([]);
  const { id } = await workspace.ok(editor, cr.create, { spaceId, subject: "Imported" });
  const target = { space: spaceId, changeRequest: id };
  await workspace.ok(editor, contract.start, { ...wanted, target });
  await workspace.service.jobs.finish();
  const there = { spaceId, changeRequestId: id };
  expect((await workspace.ok(editor, crContent.pages, there)).pages).not.toEqual([]);
});

slowTest(
  "A website that links to more than 20,000 URLs is refused, before they are requested",
  async () => {
    const linked = (count: number, prefix: string) =>
      Array.from({ length: count }, (_, at) => `<a href="${prefix}${at}">x</a>`).join("");
    const { site, begin, done } = await start({
      "/docs/": html(`<h1>A</h1><a href="b">B</a><a href="c">C</a>${linked(9_900, "one-")}`),
      "/docs/b": html(`<h1>B</h1>${linked(9_900, "two-")}`),
      "/docs/c": html(`<h1>C</h1>${linked(9_900, "three-")}`),
    });
    const run = await done(await begin());
    expect(run).toMatchObject({
      status: "failed",
      reason: expect.stringContaining("links to more than 20000 URLs below it"),
    });
    // The first two links are those of the navigation.
    const paths = site.seen.map(({ url }) => url).filter((path) => /^\/docs\/.?$/.test(path));
    expect(paths).toEqual(["/docs/", "/docs/b", "/docs/c"]);
    expect(site.seen).toHaveLength(5);
  },
);

slowTest(
  "an internal error ends an import without its details, and a stopped platform leaves it running",
  async () => {
    const { workspace, admin, organizationId, begin, done } = await start();
    const { db } = workspace;
    const warnings: string[] = [];
    const call = createJobCall(workspace, warnings);
    const { signal } = new AbortController();
    // The jobs of the platform have ended, so that only the test runs these imports.
    const [run, stopped] = [await done(await begin()), await done(await begin())];
    const status = "pending" as const;
    await db.updateTable("imports").set({ status }).execute();
    const source = JSON.stringify({ type: "file", files: ["a"] });
    await db.updateTable("imports").set({ source }).where("id", "=", run.id).execute();
    const ends = [
      await runImport.prepare({ importId: run.id }, { ...call, signal }),
      await runImport.prepare({ importId: "unknown" }, { ...call, signal }),
    ];
    await db.transaction().execute(async (transaction) => {
      for (const end of ends) {
        if ("record" in end) throw new Error("An import has no effect outside the platform.");
        await end({ ...call, db: transaction });
      }
    });
    const row = await db
      .selectFrom("imports")
      .select(["status", "reason", "completed_at"])
      .where("id", "=", run.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      status: "failed",
      reason: "The import failed because of an internal error.",
      completed_at: null,
    });
    expect(warnings).toEqual([`The import ${run.id} failed: Error: Files cannot be imported.`]);
    const aborted = { ...call, signal: AbortSignal.abort(new Error("stopping")) };
    await expect(runImport.prepare({ importId: stopped.id }, aborted)).rejects.toThrow();
    const named = { organizationId, importRunId: stopped.id };
    expect(await workspace.ok(admin, contract.get, named)).toMatchObject({ status: "in-progress" });
  },
);

slowTest("pages are nested by their paths, with a page for each folder of several", async () => {
  const paths = [
    ...["getting-started", "start", "start.html", "-intro_text-", "alone/only"],
    ...["api/v1/one", "api/v1/two", "%C3%BCber", "long", "***"],
  ];
  const links = paths.map((path) => `<a href="${path}">x</a>`).join("");
  const site: Paths = {
    "/docs/": html(`<h1>Home</h1>${links}`),
    ...Object.fromEntries(paths.map((path) => [`/docs/${path}`, html(`<h1>T ${path}</h1>`)])),
    // Their titles are those of their URLs.
    "/docs/getting-started": ["text/markdown", "Text.\n"],
    "/docs/-intro_text-": ["text/markdown", "Text.\n"],
    "/docs/***": ["text/markdown", "Text.\n"],
    "/docs/%C3%BCber": ["text/markdown", "Text.\n"],
    "/docs/long": html(`<h1>${"a".repeat(254)} ${"b".repeat(50)}</h1>`),
  };
  const { workspace, admin, spaceId, begin, done } = await start(site);
  const run = await done(await begin());
  expect(run).toMatchObject({ status: "completed" });
  const outline = (one: object): unknown[] => {
    const { title, slug, pages } = Object(one);
    return [title, slug, ...pages.map(outline)];
  };
  const { pages } = await workspace.ok(admin, page.list, { spaceId });
  expect(pages.map(outline)).toEqual([
    ["Home", "home"],
    ["T start", "start"],
    ["Getting started", "getting-started"],
    ["T start.html", "start-1"],
    ["Intro text", "intro_text"],
    ["T alone/only", "only"],
    ["Api", "api", ["V1", "v1", ["T api/v1/one", "one"], ["T api/v1/two", "two"]]],
    ["Über", "über"],
    ["a".repeat(254), "long"],
    ["***", "page"],
  ]);
});

test("images are fetched once and stored only if they are images", async () => {
  const image = (...sources: readonly string[]) =>
    sources.map((source) => `<img src="${source}" alt="i">`).join("");
  const all = ["/img/one.png", "/img/two", "/img/text", "/img/missing", "data:image/png;base64,AA"];
  const { site, begin, done, markdown, workspace, admin, spaceId } = await start({
    "/docs/": html(`<h1>Home</h1><p>${image(...all)}</p><a href="b">B</a><a href="#home">Home</a>
      <a href="ftp://example.org/a">FTP</a><a href="b#nosuch">Elsewhere</a>`),
    "/docs/b": html(`<h1>B</h1><p>${image("/img/one.png")}</p>`),
    "/img/one.png": ["image/png", pixel],
    "/img/two": ["IMAGE/Gif ; charset=binary", pixel],
    "/img/text": ["text/plain", "text"],
  });
  await done(await begin());
  const requested = site.seen.map(({ url }) => url).filter((url) => url.startsWith("/img/"));
  expect(requested).toEqual(["/img/one.png", "/img/two", "/img/text", "/img/missing"]);
  const { items } = await workspace.ok(admin, file.list, { spaceId });
  expect(items.map(({ name, contentType }) => [name, contentType]).toSorted()).toEqual([
    ["one.png", "image/png"],
    ["two", "image/gif"],
  ]);
  const text = await markdown("home");
  for (const part of [
    `![i](${site.url}/img/text)`,
    `![i](${site.url}/img/missing)`,
    "[Home](#home)",
    "[FTP](ftp://example.org/a)",
    "[Elsewhere](b.md)",
  ]) {
    expect(text).toContain(part);
  }
  expect(await markdown("b")).toContain("![i](.gitbook/assets/one.png)");
});

slowTest("imports are listed by space, change request, site and state, page by page", async () => {
  const { workspace, admin, organizationId, spaceId, source, begin, done } = await start();
  const second = await workspace.ok(admin, space.create, { organizationId, title: "Second" });
  const { id: siteId } = await workspace.ok(admin, docsSite.create, { organizationId });
  const { id: emptySite } = await workspace.ok(admin, docsSite.create, { organizationId });
  await workspace.ok(admin, siteSpace.create, { organizationId, siteId, spaceId: second.id });
  const { id: changeRequest } = await workspace.ok(admin, cr.create, { spaceId });
  const ids: string[] = [];
  const add = async (run: Promise<{ readonly id: string }>) => {
    ids.push((await done(await run)).id);
    workspace.passDays(1 / 24);
  };
  await add(begin({}, "http://10.0.0.1/"));
  await add(begin({ changeRequest }));
  await add(begin({ space: second.id }));
  const withSite = { organizationId, source, target: { space: spaceId }, site: siteId };
  await add(workspace.ok(admin, contract.start, withSite));
  const [failed = "", inRequest = "", inSecond = "", forSite = ""] = ids;
  for (const [id, status] of [
    [inRequest, "pending"],
    [inSecond, "in-progress"],
  ] as const) {
    await workspace.db.updateTable("imports").set({ status }).where("id", "=", id).execute();
  }
  const list = async (filter: object) => {
    const input = { organizationId, ...filter };
    const items = await readAllPages<{ id: string }>(workspace, admin, contract.list, input);
    return items.map(({ id }) => id);
  };
  expect(await list({})).toEqual([forSite, inSecond, inRequest, failed]);
  expect(await list({ space: spaceId })).toEqual([forSite, inRequest, failed]);
  expect(await list({ space: second.id })).toEqual([inSecond]);
  expect(await list({ changeRequest })).toEqual([inRequest]);
  expect(await list({ site: siteId })).toEqual([forSite, inSecond]);
  expect(await list({ site: emptySite })).toEqual([]);
  expect(await list({ status: "active" })).toEqual([inSecond, inRequest]);
  expect(await list({ status: "pending" })).toEqual([inRequest]);
  expect(await list({ status: "completed" })).toEqual([forSite]);
  expect(await list({ status: "failed" })).toEqual([failed]);
  const { items } = await workspace.ok(admin, contract.list, { organizationId });
  expect(items.map((item) => item.site)).toEqual([siteId, siteId, undefined, undefined]);
  const { next } = await workspace.ok(admin, contract.list, { organizationId, limit: 1 });
  for (const filter of [{ space: spaceId }, { site: siteId }, { status: "failed" }]) {
    const input = { organizationId, page: next?.page ?? "", ...filter } as never;
    expect((await workspace.refused(admin, contract.list, input)).status).toBe(400);
  }
});

test("an import is refused for a target or a site that cannot receive it", async () => {
  const { workspace, admin, organizationId, spaceId, source } = await start();
  const other = await workspace.organization();
  await workspace.enroll(other, admin, "admin");
  const foreign = await workspace.ok(admin, space.create, { organizationId: other });
  const foreignSite = await workspace.ok(admin, docsSite.create, { organizationId: other });
  const merged = await workspace.ok(admin, cr.create, { spaceId, subject: "Done" });
  await workspace.ok(admin, cr.update, {
    ...{ spaceId, changeRequestId: merged.id, status: "archived" as const },
  });
  const pageId = "web";
  const linkTarget = { kind: "url", url: "https://example.com/" } as const;
  await publish(workspace, spaceId, (tree) => ({
    ...tree,
    pages: [createPage(pageId, { type: "link", target: linkTarget })],
  }));
  const target = { space: spaceId };
  for (const [change, status, message] of [
    [{ target: { space: foreign.id } }, 404, `Space ${foreign.id}`],
    [{ site: foreignSite.id }, 404, `${foreignSite.id} does not exist`],
    [{ target: { ...target, changeRequest: merged.id } }, 409, "archived"],
    [
      { target: { ...target, page: pageId } },
      400,
      `Page ${pageId} has the type link, which cannot contain pages.`,
    ],
  ] as const) {
    const input = { organizationId, source, target, ...change };
    const refused = await workspace.refused(admin, contract.start, input);
    expect(refused).toMatchObject({ status, message: expect.stringContaining(message) });
  }
  expect(await workspace.db.selectFrom("imports").select("id").execute()).toEqual([]);
});

test("a space lists an import until a day after its end", async () => {
  const { workspace, admin, spaceId, begin, done } = await start({ "/docs/": html("<h1>A</h1>") });
  const run = await done(await begin());
  expect(run.completedAt).toBe(run.updatedAt);
  const list = async () => (await workspace.ok(admin, space.get, { spaceId })).imports ?? [];
  workspace.passDays(1);
  expect((await list()).map(({ id }) => id)).toEqual([run.id]);
  workspace.time.now = new Date(workspace.now.getTime() + 1);
  expect(await list()).toEqual([]);
});
