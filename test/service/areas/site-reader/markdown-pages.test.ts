/** Pages of a site as Markdown for agents: the same pages that a visitor sees in HTML. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { WireRequest } from "../../../../src/contract/wire.ts";
import { documentsOfSite } from "../../../../src/service/areas/site-reader/site-routes.ts";
import { openTome } from "../../../support/commands/tome.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { publish, publishPages } from "../../../support/organizations/content.ts";
import { getText } from "../../../support/platforms/platform.ts";
import { publish as publishSite, requestSite } from "../published/fixture.ts";
import { openReaders } from "../reader/fixture.ts";
import { openSitesFixture } from "../sites/fixture.ts";

/** For tests that change nothing. */
const shared = await openReaders();

slowTest("llms.txt links every visible page as Markdown, and every link works", async () => {
  const { get } = shared;
  const { status, headers, body } = await get("/llms.txt");
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(body).toMatch(/^# Lumen documentation\n\n## /);
  const links = [...body.matchAll(/^- \[.*\]\((.*?)\)/gm)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(20);
  const titles = [];
  for (const link of links) {
    const page = await get(link);
    expect([link, page.status, page.headers["content-type"]]).toEqual([
      link,
      200,
      "text/markdown; charset=utf-8",
    ]);
    titles.push(page.body.split("\n")[0]);
  }
  const full = await get("/llms-full.txt");
  const headings = new Set(full.body.split("\n"));
  expect(titles.filter((title) => title !== undefined && !headings.has(title))).toEqual([]);
});

slowTest("a page names its Markdown, and the home page is index.md", async () => {
  const { get } = shared;
  for (const path of ["/install", "/"]) {
    const [, link = ""] =
      /<link rel="alternate" type="text\/markdown" href="([^"]+)">/.exec((await get(path)).body) ??
      [];
    expect((await get(link)).status).toBe(200);
  }
  const home = await get("/index.md");
  expect([home.status, home.headers["content-type"]]).toEqual([
    200,
    "text/markdown; charset=utf-8",
  ]);
});

slowTest("content that a visitor may not see is in none of the texts", async () => {
  const { site, url, own, host, get, token, org } = shared;
  const tome = openTome();
  const cwd = temporaryFolder();
  const env = { TOME_TOKEN: token, TOME_BASE_URL: url, TOME_ORG: org };
  const secret = "Single sign-on is part of your plan";
  for (const [isCustomer, isShown] of [
    [true, true],
    [false, false],
  ]) {
    writeFileSync(join(cwd, "claims.json"), JSON.stringify({ isCustomer }));
    const line = `site preview ${site} --no-browser --claims claims.json --json url`;
    const preview = new URL(JSON.parse((await tome(line, { env, cwd })).stdout).url);
    const at = preview.host === host ? get : own;
    const { headers } = await at(preview.pathname + preview.search);
    const cookie = headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    const [index, full] = [
      await at(`/_site/${site}/llms.txt`, { cookie }),
      await at(`/_site/${site}/llms-full.txt`, { cookie }),
    ];
    expect(index.headers["cache-control"]).toBe("private, no-cache");
    expect([isCustomer, full.body.includes(secret)]).toEqual([isCustomer, isShown]);
    expect([isCustomer, /\[.*\]\([^)]*\/support/.test(index.body)]).toEqual([isCustomer, isShown]);
  }
});

test("pages that are too large to read are omitted from llms-full.txt, and the rest stays", async () => {
  const fixture = await openSitesFixture();
  const siteId = await fixture.site("Guide");
  const [guide] = await fixture.siteSpaces(siteId);
  const spaceId = guide?.space.id ?? "";
  await publishSite(fixture, siteId);
  const markdown = '<code class="expression">space.vars.text</code>\n';
  await publishPages(
    fixture.workspace,
    spaceId,
    ["First", "Second", "Third"].map((title, index) => ({
      ...{ title, slug: title.toLowerCase() },
      markdown: `Text of ${title}.\n\n${index === 1 ? markdown : ""}`,
    })),
  );
  const write = (text: string) =>
    publish(fixture.workspace, spaceId, (tree) => ({ ...tree, variables: { text } }));
  const read = (path: string, request?: Partial<WireRequest>) =>
    requestSite(fixture, siteId, path, request);
  await write("short");
  const all = await read("/llms-full.txt");
  expect(await getText(all)).toBe(
    "# First\n\nText of First.\n\n# Second\n\nText of Second.\n\nshort\n\n# Third\n\nText of Third.\n",
  );
  await write("v".repeat(70_000));
  const others = await read("/llms-full.txt");
  expect([others.status, await getText(others)]).toEqual([
    200,
    "# First\n\nText of First.\n\n# Third\n\nText of Third.\n\n1 page not included: too large.\n",
  ]);
  const call = { name: "read_page", arguments: { path: "/second" } };
  const answer = await read("/~gitbook/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
  });
  expect(await getText(answer)).toContain("The page is too large to read.");
});

for (const path of ["/llms.txt", "/llms-full.txt", "/sitemap.xml"]) {
  const pathTest = path === "/llms-full.txt" ? slowTest : test;

  pathTest(
    `many requests for ${path} wait for each other, and pages do not wait for them`,
    async () => {
      const { get, site } = shared;
      let end = () => {};
      const running = documentsOfSite.run(site, () => new Promise<void>((done) => (end = done)));
      const waiting = Array.from({ length: 20 }, (_, at) => get(`${path}?at=${at}`));
      await vi.waitFor(() => expect(documentsOfSite.waiting(site)).toBe(20), 20_000);
      const refused = await get(`${path}?at=20`);
      expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "1"]);
      expect((await get("/install?at=1")).status).toBe(200);
      end();
      await running;
      expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(
        new Set([200]),
      );
    },
  );
}

slowTest(
  "pages that search engines or agents may not read are in no list, but each has its Markdown",
  async () => {
    const fixture = await openSitesFixture();
    const siteId = await fixture.site("Guide");
    const [guide] = await fixture.siteSpaces(siteId);
    const { workspace } = fixture;
    await publishSite(fixture, siteId);
    const spaceId = guide?.space.id ?? "";
    const attributes = {
      listed: {},
      unindexed: { noIndex: true },
      unread: { noRobotsIndex: true },
      hidden: { hidden: true },
      indexed: { noIndex: false, noRobotsIndex: false },
    };
    const names = Object.keys(attributes);
    const drafts = names.map((slug) => ({ title: slug, slug, markdown: `Text of ${slug}.\n` }));
    await publishPages(workspace, spaceId, drafts);
    await publish(workspace, spaceId, (tree) => ({
      ...tree,
      pages: tree.pages.map((one) => ({
        ...one,
        ...attributes[(one.slug ?? "listed") as keyof typeof attributes],
      })),
    }));
    const read = async (path: string) => getText(await requestSite(fixture, siteId, path));
    const index = await read("/llms.txt");
    const full = await read("/llms-full.txt");
    const listNames = (text: string, prefix: string) =>
      names.filter((name) => text.includes(`${prefix}${name}`));
    expect(listNames(index, "[")).toEqual(["listed", "indexed"]);
    expect(listNames(full, "Text of ")).toEqual(["listed", "indexed"]);
    for (const name of names) {
      expect(await read(`/${name}.md`)).toBe(`# ${name}\n\nText of ${name}.\n`);
    }
  },
);
