/** Published sites over HTTP: the responses to visitors at each URL. */
import { expect, test } from "vitest";
import { slowTest } from "../../../support/generators/amount.ts";
import { openReaders } from "../reader/fixture.ts";

/** For tests that change nothing. */
const shared = await openReaders();

test("a page has its title, text, navigation, and a policy without scripts", async () => {
  const { get } = shared;
  const { status, headers, body } = await get("/install");
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; .*style-src 'self'/);
  expect(headers["content-security-policy"]).not.toContain("script-src");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(body).toContain("<title>Install the agent · Lumen documentation</title>");
  expect(body).toContain('<a href="/install" aria-current="page"');
  expect(body).toMatch(/rel="prev" href="\/"/);
  expect(body).toMatch(/rel="next" href="\/first-alert"/);
  expect(body).not.toMatch(/<script|style=|\son\w+=/);
});

test("the path below the base URL shows the same site, with links below it", async () => {
  const { own, site } = shared;
  const { status, body } = await own(`/_site/${site}/install`);
  expect(status).toBe(200);
  expect(body).toContain(`href="/_site/${site}/first-alert"`);
  expect((await own(`/_site/${site}`)).status).toBe(200);
  expect((await own("/_site/nobody")).status).toBe(404);
});

test("the hostname of a site serves the site and nothing else of the platform", async () => {
  const { get, token } = shared;
  for (const path of ["/v1/orgs", "/v1/user", "/_tome/state", "/metrics", "/healthz"]) {
    const { status, headers } = await get(path, { authorization: `Bearer ${token}` });
    expect([path, status, headers["content-type"]]).toEqual([
      path,
      404,
      "text/html; charset=utf-8",
    ]);
  }
});

test("HEAD returns the length of GET, for pages and files", async () => {
  const { get, ask } = shared;
  const { body } = await get("/install");
  const file = /href="([^"]*~files[^"]*)"|src="([^"]*~files[^"]*)"/
    .exec(body)
    ?.slice(1)
    .find(Boolean);
  for (const path of ["/install", "/nowhere", "/robots.txt", ...(file ? [file] : [])]) {
    const whole = await get(path);
    const head = await ask("HEAD", path);
    expect([path, head.status, head.body]).toEqual([path, whole.status, ""]);
    expect([path, head.headers["content-length"]]).toEqual([path, whole.headers["content-length"]]);
    expect([path, Number(head.headers["content-length"]) > 0]).toEqual([path, true]);
  }
});

test.each(["POST", "PUT", "PATCH", "DELETE"])(
  "%s is not allowed at the hostname of a site",
  async (method) => {
    const { ask } = shared;
    const { status, headers } = await ask(method, "/v1/orgs");
    expect(status).toBe(405);
    expect(headers.allow).toBe("GET, HEAD");
  },
);

test("another hostname below localhost is refused, and so is a site's hostname with another port", async () => {
  const { asHost, host } = shared;
  expect((await asHost("evil.example:80", "/")).status).toBe(421);
  expect((await asHost("site.localhost.evil.example:80", "/")).status).toBe(421);
  expect((await asHost(host.replace(/:\d+$/, ":1"), "/")).status).toBe(421);
});

test("an unchanged page returns 304", async () => {
  const { get } = shared;
  const { headers } = await get("/install");
  const again = await get("/install", { "if-none-match": String(headers.etag) });
  expect([again.status, again.body]).toEqual([304, ""]);
});

test("the stylesheet has a hash in its URL, and is cached permanently", async () => {
  const { get } = shared;
  const [, address = ""] = /rel="stylesheet" href="([^"]+)"/.exec((await get("/")).body) ?? [];
  const { status, headers } = await get(address);
  expect([status, headers["content-type"]]).toEqual([200, "text/css; charset=utf-8"]);
  expect(headers["cache-control"]).toContain("immutable");
});

test("a file of the space is sent with its type, and an image cannot execute scripts", async () => {
  const { get } = shared;
  const [, address = ""] = /<img src="([^"]+)"/.exec((await get("/")).body) ?? [];
  const { status, headers, body } = await get(address);
  expect([status, headers["content-type"]]).toEqual([200, "image/svg+xml"]);
  expect(headers["content-security-policy"]).toContain("sandbox");
  expect(body).toContain("<svg");
});

slowTest("a search finds pages of all sections with excerpts and marked words", async () => {
  const { get } = shared;
  const { status, body } = await get("/~search?q=dashboard");
  expect(status).toBe(200);
  expect(body).toMatch(/<ol class="results"><li><a class="title" href="\/user-guide/);
  expect(body).toMatch(/<mark>dashboard/i);
  expect((await get("/~search?q=xyzzy")).body).toContain("No pages found");
});

test("a section with a condition is shown if it holds, and the claims are remembered", async () => {
  const { get } = shared;
  expect((await get("/support")).status).toBe(404);
  const { status, headers } = await get("/support?visitor.showsSupport=true");
  expect(status).toBe(200);
  expect(String(headers["set-cookie"])).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
  expect((await get("/support", { cookie })).status).toBe(200);
  expect((await get("/support", { cookie: `${cookie.slice(0, -4)}AAAA` })).status).toBe(404);
});

test("a search does not find content hidden by a condition", async () => {
  const { get } = shared;
  const { body } = await get("/~search?q=connection+problems");
  expect(body).not.toContain('href="/support');
});

test("a missing page is an error page with a search field", async () => {
  const { get } = shared;
  const { status, body } = await get("/no-such-page");
  expect(status).toBe(404);
  expect(body).toContain('value="no such page"');
});

slowTest("a page whose path begins like a section is found", async () => {
  const { db, get } = await openReaders();
  const named = db.updateTable("site_sections").set({ path: "install" });
  await named.where("title", "=", "Getting started").execute();
  const { body } = await get("/");
  const [, address = ""] = /href="([^"]+)">Install the agent</.exec(body) ?? [];
  expect((await get(address)).body).toContain("<title>Install the agent ·");
});

test("redirects of the site are followed", async () => {
  const { get } = shared;
  const { status, headers } = await get("/blog");
  expect([status, headers.location]).toEqual([308, "https://lumen.example/blog"]);
});

test("a page is available as Markdown", async () => {
  const { get } = shared;
  const { status, headers, body } = await get("/install.md");
  expect([status, headers["content-type"]]).toEqual([200, "text/markdown; charset=utf-8"]);
  expect(body).toMatch(/^# Install the agent\n/);
  expect(body).toContain("](/first-alert)");
});

slowTest("only a public site is announced to search engines", async () => {
  const { get, change } = await openReaders();
  expect((await get("/robots.txt")).body).toContain("Sitemap: http");
  expect((await get("/sitemap.xml")).body).toContain("/user-guide/alerts</loc>");
  expect((await get("/install")).body).not.toContain("noindex");
  await change({ visibility: "unlisted" });
  expect((await get("/robots.txt")).body).toBe("User-agent: *\nDisallow: /\n");
  expect((await get("/sitemap.xml")).status).toBe(404);
  expect((await get("/install")).body).toContain('<meta name="robots" content="noindex">');
});

slowTest(
  "a site with share links opens with one, remembers it, and closes when it is revoked",
  async () => {
    const { get, change, db, site } = await openReaders();
    await change({ visibility: "share-link" });
    expect((await get("/install")).status).toBe(404);
    const { secret } = await db
      .selectFrom("site_share_links")
      .select("secret")
      .where("site_id", "=", site)
      .executeTakeFirstOrThrow();
    const opened = await get(`/${secret}/install`);
    expect(opened.status).toBe(200);
    expect(opened.headers["cache-control"]).toBe("private, no-cache");
    const cookie = String(opened.headers["set-cookie"]).split(";")[0] ?? "";
    expect(cookie).not.toContain(secret);
    expect((await get("/first-alert", { cookie })).status).toBe(200);
    await db.updateTable("site_share_links").set({ active: 0 }).execute();
    expect((await get("/first-alert", { cookie })).status).toBe(404);
  },
);

slowTest(
  "a site with visitor authentication accepts a token, and remembers it until it expires",
  async () => {
    const { get, change, visitorToken, wait } = await openReaders();
    await change({ visibility: "visitor-auth" });
    const refused = await get("/install");
    expect(refused.status).toBe(403);
    expect(refused.body).toContain("Sign in required");
    expect((await get("/install?jwt_token=abc")).status).toBe(403);
    const token = await visitorToken();
    const opened = await get(`/install?jwt_token=${token}`);
    expect(opened.status).toBe(200);
    const cookie = String(opened.headers["set-cookie"]).split(";")[0] ?? "";
    expect((await get("/first-alert", { cookie })).status).toBe(200);
    await wait();
    expect((await get("/first-alert", { cookie })).status).toBe(403);
  },
);

slowTest("an unpublished site is not found", async () => {
  const { get, db, site } = await openReaders();
  await db.updateTable("sites").set({ published: 0 }).where("id", "=", site).execute();
  expect((await get("/install")).status).toBe(404);
});

/** The site of the sample, requested by visitors and changed by its admin. */
async function openEdited() {
  const readers = await openReaders();
  const { service, org, site, token } = readers;
  const ask = async (method: "GET" | "PATCH", path: string, body?: object) => {
    const answer = await service.transport({
      method,
      url: `http://127.0.0.1/v1${path}`,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return JSON.parse(String(answer.body));
  };
  return { ...readers, ask, sitePath: `/orgs/${org}/sites/${site}` };
}

slowTest(
  "a site space starts at its default page, and other pages are at their own paths",
  async () => {
    const { get, ask, sitePath } = await openEdited();
    const { items } = await ask("GET", `${sitePath}/site-spaces?default=true`);
    const [{ id, space }] = items;
    const page = await ask("GET", `/spaces/${space.id}/content/path/first-alert`);
    expect((await get("/")).body).not.toContain("<title>First alert");
    await ask("PATCH", `${sitePath}/site-spaces/${id}`, { pageId: page.id });
    expect((await get("/")).body).toContain("<title>First alert");
    const old = await get("/first-alert");
    expect([old.status, old.headers.location]).toEqual([307, "/"]);
    await ask("PATCH", `${sitePath}/site-spaces/${id}`, { pageId: null });
    expect((await get("/first-alert")).status).toBe(200);
  },
);

slowTest("a draft has no URL until it is live, except in a preview with drafts", async () => {
  const { get, own, ask, sitePath, site } = await openEdited();
  const sections = (await ask("GET", `${sitePath}/sections`)).items;
  const { id, urls } = sections.find((one: { path: string }) => one.path === "python");
  const { pathname } = new URL(urls.published);
  const names = async (body: Promise<{ body: string }>) => (await body).body.includes(pathname);
  expect([(await get(pathname)).status, await names(get("/"))]).toEqual([200, true]);
  await ask("PATCH", `${sitePath}/sections/${id}`, { draft: true });
  expect([(await get(pathname)).status, await names(get("/"))]).toEqual([404, false]);
  for (const draft of [false, true]) {
    const { url } = await ask("GET", `${sitePath}/publishing/preview?draft=${draft}`);
    const { search } = new URL(url);
    expect([draft, await names(own(`/_site/${site}${search}`))]).toEqual([draft, draft]);
  }
});

slowTest(
  "public pages are cached until a change, and pages for signed-in visitors are not",
  async () => {
    const { get, change, db, site } = await openReaders();
    const first = await get("/install");
    const again = await get("/install");
    expect([again.status, again.body]).toEqual([200, first.body]);
    const etag = String(first.headers.etag);
    expect((await get("/install", { "if-none-match": etag })).status).toBe(304);
    expect((await get("/install", { "if-none-match": '"other"' })).body).toBe(first.body);
    await change({ title: "Another title" });
    expect((await get("/install")).body).toContain("Another title");
    await db.updateTable("sites").set({ published: 0 }).where("id", "=", site).execute();
    expect((await get("/install")).status).toBe(404);
  },
);
