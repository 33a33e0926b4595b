/** The page that a browser shows at the URL of a resource. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { slowTest } from "../../support/generators/amount.ts";
import { addSample } from "../../support/platforms/sample.ts";
import { serve } from "../../support/platforms/served.ts";

const browser = { authorization: "", accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

test("a browser gets a page with the command and no data of the resource", async () => {
  const { service, send } = await serve();
  await addSample(service);
  const { items } = JSON.parse((await send("GET /v1/orgs")).body);
  const [{ id, title, urls }] = items;
  const { pathname } = new URL(urls.location);
  const page = await send(`GET ${pathname}`, { headers: browser });
  expect(page.status).toBe(401);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.body).toContain(`tome api GET /orgs/${id}<`);
  expect(page.body).not.toContain(title);
  const missing = await send(`GET ${pathname.replace(id, "nothing")}`, { headers: browser });
  expect(missing.body).toBe(page.body.replace(id, "nothing"));
});

test("the page executes and loads nothing, and escapes the request", async () => {
  const { send } = await serve();
  const page = await send("GET /v1/orgs/%3Cscript%3E$(id)", { headers: browser });
  expect(page.status).toBe(401);
  expect(page.body).not.toMatch(/script|\$\(id\)/);
  expect(page.body).toContain("<p>Run <code>tome --help</code> for a list of commands.</p>");
  const [, style = ""] = /<style>(.*)<\/style>/.exec(page.body) ?? [];
  const sum = createHash("sha256").update(style).digest("base64");
  expect(page.headers["content-security-policy"]).toContain(
    `default-src 'none'; style-src 'sha256-${sum}';`,
  );
});

test("a program gets JSON, and so does an invalid token", async () => {
  const { send } = await serve();
  for (const headers of [
    { authorization: "" },
    { authorization: "", accept: "*/*" },
    { ...browser, authorization: "Bearer wrong" },
  ]) {
    const { status, body } = await send("GET /v1/orgs", { headers });
    expect([status, JSON.parse(body).error.code]).toEqual([401, 401]);
  }
});

slowTest(
  "the root shows the version, the login and the public sites, and nothing else",
  async () => {
    const { service, send } = await serve();
    await addSample(service);
    const { items } = JSON.parse((await send("GET /v1/orgs")).body);
    const sites: {
      id: string;
      title: string;
      published: boolean;
      visibility: string;
      urls: { published: string };
    }[] = [];
    for (const { id } of items) {
      sites.push(...JSON.parse((await send(`GET /v1/orgs/${id}/sites`)).body).items);
    }
    const { status, headers, body } = await send("GET /", { headers: browser });
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(body).toContain("tome auth login --base-url http://");
    expect(body).toContain('<a href="/_app">');
    const [opened, hidden] = [true, false].map((isPublic) =>
      sites.filter((site) => (site.published && site.visibility === "public") === isPublic),
    );
    expect([opened?.length, hidden?.length].every(Boolean)).toBe(true);
    for (const { title, urls } of opened ?? []) {
      expect(body).toContain(`<li><a href="${urls.published}">${title}</a></li>`);
    }
    for (const { id, title } of hidden ?? []) {
      expect(body).not.toContain(title);
      expect(body).not.toContain(id);
    }
  },
);

slowTest("the root of a new server lists no sites, and a hostile title is text", async () => {
  const { service, send } = await serve();
  expect((await send("GET /", { headers: browser })).body).toContain("No public sites.");
  await addSample(service);
  const { items } = JSON.parse((await send("GET /v1/orgs")).body);
  const { id: org } = items.at(-1);
  const sites = JSON.parse((await send(`GET /v1/orgs/${org}/sites`)).body);
  const site = sites.items.find((one: { visibility: string }) => one.visibility === "public");
  const title = "<script>alert(1)</script>";
  const changed = await send(`PATCH /v1/orgs/${org}/sites/${site.id}`, {
    body: JSON.stringify({ title }),
    headers: { "content-type": "application/json" },
  });
  expect(changed.status).toBe(200);
  const { body } = await send("GET /", { headers: browser });
  expect(body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;</a>");
  expect(body).not.toContain("<script>");
});

slowTest("the root lists at most 50 sites, the oldest first", async () => {
  const { service, send } = await serve();
  await addSample(service);
  const { db } = service;
  const site = await db
    .selectFrom("sites")
    .selectAll()
    .where("published", "=", 1)
    .where("visibility", "=", "public")
    .executeTakeFirstOrThrow();
  const count = async () => {
    const { body } = await send("GET /", { headers: browser });
    const titles = [...body.matchAll(/<li><a href="[^"]*">([^<]*)</g)].map(([, title]) => title);
    return { titles, isLimited: body.includes("<p>The list is limited to 50 sites.</p>") };
  };
  const before = (await count()).titles.length;
  const copy = (at: number) => ({
    ...{
      ...site,
      id: `copy${String(at).padStart(3, "0")}`,
      title: `Copy ${at}`,
      basename: `copy${at}`,
    },
    created_at: `1999-01-01T00:00:00.${String(at).padStart(3, "0")}Z`,
  });
  for (let at = before; at < 50; at++) await db.insertInto("sites").values(copy(at)).execute();
  const full = await count();
  expect([full.titles.length, full.titles[0], full.isLimited]).toEqual([
    50,
    `Copy ${before}`,
    false,
  ]);
  await db.insertInto("sites").values(copy(50)).execute();
  const limited = await count();
  expect([limited.titles.length, limited.isLimited]).toEqual([50, true]);
});
