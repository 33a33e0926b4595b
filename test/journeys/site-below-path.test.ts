/** A site below a path of another website, behind real reverse proxies. */
import { describe, expect, onTestFinished, test } from "vitest";
import * as auth from "../../src/contract/site-auth.ts";
import * as shareLink from "../../src/contract/site-share-link.ts";
import { signToken } from "../../src/service/engines/jwt.ts";
import { listen } from "../../src/service/listen.ts";
import { publish as publishSite } from "../service/areas/published/fixture.ts";
import { openSitesFixture } from "../service/areas/sites/fixture.ts";
import { slowTest } from "../support/generators/amount.ts";
import {
  findFreePort,
  hasProgram,
  requestProxy,
  type StartProxy,
  startCaddy,
  startNginx,
} from "../support/network/reverse-proxies.ts";
import { publishPages } from "../support/organizations/content.ts";

const host = "www.acme.invalid";

/** A site with two sections of which one has a page with a non-ASCII path. */
async function openSite(startProxy: StartProxy) {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const siteId = await fixture.site();
  for (const title of ["Guide", "API"]) {
    const space = await fixture.space(title);
    await fixture.section(siteId, title, space);
    const markdown = "Some text. See [the other page](%C3%BCbersicht.md).\n";
    await publishPages(workspace, space, [
      { title: `${title} home`, slug: "home", markdown },
      { title: `${title} start`, slug: "start", markdown },
      { title: "Übersicht", slug: "übersicht", markdown: "Text.\n" },
    ]);
  }
  await publishSite(fixture, siteId);
  await fixture.change(siteId, { proxy: `${host}/docs`, visibility: "public" });
  const server = await listen(workspace.service, { trustedProxies: ["127.0.0.1"] });
  onTestFinished(() => server.close());
  const port = await findFreePort();
  startProxy({ port, platformUrl: server.url, sites: [{ path: "/docs", siteId }] });

  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    requestProxy(port, path, { ...headers, host: `${host}:${port}` });
  return {
    fixture,
    workspace,
    admin,
    siteId,
    get,
    change: (json: object) => fixture.change(siteId, json),
  };
}

/** The URLs that a page sends the browser to. */
function listUrls(body: string): string[] {
  return [...body.matchAll(/(?:href|src|action)="([^"#][^"]*)"/g)].map(([, url = ""]) =>
    url.replaceAll("&amp;", "&"),
  );
}

const proxies = { nginx: startNginx, caddy: startCaddy } as const;

for (const [name, startProxy] of Object.entries(proxies)) {
  // Both have the same tests, and the platform treats them alike.
  const testProxy = name === "nginx" ? test : slowTest;

  describe.skipIf(!hasProgram(name))(`behind ${name}`, () => {
    testProxy("every link of every page stays below the path and works", async () => {
      const { get } = await openSite(startProxy);
      const pending = ["/docs/", "/docs/~search?q=text", "/docs/nothing-here"];
      const visited = new Map<string, number>();
      const outside: string[] = [];
      for (let url = pending.pop(); url !== undefined; url = pending.pop()) {
        if (visited.has(url)) continue;
        const { status, headers, body } = await get(url);
        visited.set(url, status);
        const isPage = (headers["content-type"] ?? "").startsWith("text/html");
        const found = [
          ...(isPage ? listUrls(body) : []),
          ...(headers.location ? [headers.location] : []),
        ];
        for (const one of found) {
          const { protocol, hostname, pathname, search } = new URL(one, `http://${host}`);
          if (protocol === "data:") continue;
          if (hostname !== host || !/^\/docs(?:\/|$)/.test(pathname))
            outside.push(`${url} → ${one}`);
          else pending.push(pathname + search);
        }
      }
      expect(outside).toEqual([]);
      const failed = [...visited].filter(
        ([url, status]) => status >= 400 && !url.includes("nothing-here"),
      );
      expect(failed).toEqual([]);
      const paths = [...visited.keys()];
      expect(paths).toContain("/docs/%C3%BCbersicht");
      expect(paths).toContain("/docs/api/start");
      expect(paths.some((path) => path.endsWith(".css"))).toBe(true);
    });

    testProxy("sitemap, robots.txt and canonical links have the URL of the website", async () => {
      const { get } = await openSite(startProxy);
      const sitemap = (await get("/docs/sitemap.xml")).body;
      expect(sitemap).toContain(`<loc>https://${host}/docs/start</loc>`);
      expect((await get("/docs/robots.txt")).body).toContain(
        `Sitemap: https://${host}/docs/sitemap.xml`,
      );
      expect((await get("/docs/start")).body).toContain(
        `<link rel="canonical" href="https://${host}/docs/start">`,
      );
    });

    testProxy("redirects and former URLs lead below the path", async () => {
      const { get } = await openSite(startProxy);
      const moved = await get("/docs/home?a=1");
      expect([moved.status, moved.headers.location]).toEqual([307, "/docs?a=1"]);
    });

    testProxy("the sign-in of a visitor and its cookies stay below the path", async () => {
      const { get, change, workspace, admin, fixture, siteId } = await openSite(startProxy);
      await change({ visibility: "visitor-auth" });
      const of = fixture.of(siteId);
      await workspace.ok(admin, auth.update, {
        ...of,
        fallbackURL: "https://login.acme.invalid/in",
      });
      const refused = await get("/docs/start?a=1");
      const login = new URL(refused.headers.location ?? "");
      expect(login.searchParams.get("location")).toBe("/start?a=1");
      const { privateKey } = await workspace.ok(admin, auth.get, of);
      const token = await signToken({
        claims: {},
        from: workspace.now,
        seconds: 600,
        secret: Buffer.from(privateKey),
      });
      const accepted = await get(`/docs/start?a=1&jwt_token=${token}`);
      expect([accepted.status, accepted.headers.location]).toEqual([
        307,
        "/docs/start?a=1&%7Esigned-in=",
      ]);
      const [cookie = ""] = accepted.headers["set-cookie"] ?? [];
      expect(cookie).toContain("; Path=/docs;");
      expect(cookie).not.toContain("Secure");
      const page = await get("/docs/start", { cookie: cookie.split(";")[0] ?? "" });
      expect(page.status).toBe(200);
    });

    testProxy("a share link opens the site below the path", async () => {
      const { get, change, workspace, admin, fixture, siteId } = await openSite(startProxy);
      await change({ visibility: "share-link" });
      const of = fixture.of(siteId);
      const { urls } = await workspace.ok(admin, shareLink.create, { ...of, name: "Review" });
      const { pathname } = new URL(urls.published ?? "");
      expect(pathname).toMatch(/^\/docs\/.+/);
      const opened = await get(pathname);
      expect(opened.status).toBe(200);
      const cookie = opened.headers["set-cookie"]?.[0] ?? "";
      expect(cookie).toContain("; Path=/docs;");
      expect((await get("/docs/start")).status).toBe(404);
      expect((await get("/docs/start", { cookie: cookie.split(";")[0] ?? "" })).status).toBe(200);
    });
  });
}
