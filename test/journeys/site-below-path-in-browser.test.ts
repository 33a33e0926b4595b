/**
 * Two sites below paths of one website in a real browser, behind real reverse proxies: every link, the
 * search, redirects, variants and both kinds of sign-in stay below the path of their site.
 */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signToken } from "../../src/service/engines/jwt.ts";
import { openSignIns } from "../service/areas/sign-in/fixture.ts";
import { amount } from "../support/generators/amount.ts";
import { type Browser, hasChromium, openChromium, type Tab } from "../support/machine/chromium.ts";
import { serve as serveLoopback } from "../support/network/loopback.ts";
import {
  findFreePort,
  hasProgram,
  type StartProxy,
  startCaddy,
  startNginx,
} from "../support/network/reverse-proxies.ts";

/** Of one site in the browser; the status of further pages is read without it. */
const mostPages = amount({ short: 20, full: 1000 });

const website = "www.example.invalid";
const platformName = "tome.example.invalid";

let browser: Browser;

beforeAll(async () => {
  if (hasChromium) browser = await openChromium(["*.example.invalid"]);
});

afterAll(async () => {
  if (hasChromium) await browser.close();
});

/** The sample site at /docs, and another site with two of its spaces at /help/center. */
async function openWebsite(startProxy: StartProxy) {
  const port = await findFreePort();
  const publicUrl = `http://${platformName}:${port}`;
  const opened = await openSignIns({ publicUrl, trustedProxies: ["127.0.0.1"] });
  const { api, org, site, db } = opened;
  await api(`POST /v1/orgs/${org}/domains`, { domain: "example.invalid" });
  const sections = await db
    .selectFrom("site_spaces")
    .select(["space_id", "path"])
    .where("site_id", "=", site.id)
    .execute();
  const spaces = sections.map((one) => one.space_id).slice(0, 2);
  const other = await api(`POST /v1/orgs/${org}/sites`, { title: "Help", spaces });
  const update = (id: string, json: object) => api(`PATCH /v1/orgs/${org}/sites/${id}`, json);
  await update(site.id, { proxy: `${website}/docs`, visibility: "public" });
  await update(other.id, { proxy: `${website}/help/center`, visibility: "public" });
  await api(`POST /v1/orgs/${org}/sites/${other.id}/publish`);
  startProxy({
    port,
    platformUrl: opened.base,
    platformName,
    sites: [
      { path: "/docs", siteId: site.id },
      { path: "/help/center", siteId: other.id },
    ],
  });
  const origin = `http://${website}:${port}`;
  return { ...opened, update, origin, other: String(other.id), publicUrl };
}

/** Complaints that are not about the status of an error page itself. */
const listComplaints = (tab: Tab) => tab.complaints().filter((one) => !/status of 404/.test(one));

const listLinks = (tab: Tab) =>
  tab.evaluate(
    "[...document.querySelectorAll('a[href], link[href], img[src], form[action]')].map((one) => one.href || one.src || one.action)",
  ) as Promise<readonly string[]>;

/** The status of a file that the browser would download, or of a page, without a browser. */
async function getStatus(url: string): Promise<number> {
  const { host, port, pathname, search } = new URL(url);
  const sent = request({ port, path: pathname + search, headers: { host }, agent: false });
  return new Promise((resolve, reject) => {
    sent.on("error", reject).on("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.end();
  });
}

const click = (selector: string) => `document.querySelector(${JSON.stringify(selector)}).click()`;
const getText = (tab: Tab) => tab.evaluate("document.querySelector('main').innerText");
const getPath = (tab: Tab) => tab.evaluate("location.pathname + location.search");

const proxies = { nginx: startNginx, caddy: startCaddy } as const;

for (const [name, startProxy] of Object.entries(proxies)) {
  describe.skipIf(!hasProgram(name) || !hasChromium)(`behind ${name}`, () => {
    test("every link of both sites stays below its path, without errors", async () => {
      const { origin } = await openWebsite(startProxy);
      const tab = await browser.newPrivateTab();
      for (const path of ["/docs", "/help/center"]) {
        const pending = [`${origin}${path}/`, `${origin}${path}/~search?q=alert`];
        pending.push(`${origin}${path}/nowhere`);
        const visited = new Set<string>();
        const problems: string[] = [];
        for (let url = pending.pop(); url !== undefined; url = pending.pop()) {
          if (visited.has(url)) continue;
          visited.add(url);
          if (url.includes("/~files/") || visited.size > mostPages) {
            const status = await getStatus(url);
            if (status >= 400 && !url.endsWith("/nowhere")) problems.push(`${url}: ${status}`);
            continue;
          }
          await tab.open(url);
          problems.push(...listComplaints(tab).map((one) => `${url}: ${one}`));
          const isMissing = (await tab.evaluate("document.title")) as string;
          if (/not found/.test(isMissing) && !url.endsWith("/nowhere"))
            problems.push(`${url}: 404`);
          for (const link of await listLinks(tab)) {
            const target = new URL(link);
            target.hash = "";
            // Links of authors, and the canonical link, which has the scheme of the public website.
            if (target.host !== new URL(origin).host) continue;
            if (!`${target.pathname}/`.startsWith(`${path}/`)) problems.push(`${url} → ${link}`);
            else if (!/\.(css|svg)$/.test(target.pathname)) pending.push(target.href);
          }
        }
        expect(problems).toEqual([]);
        expect(visited.size).toBeGreaterThan(5);
      }
    });

    test("the search, a variant, a redirect and a former URL stay below the path", async () => {
      const { origin, api, org, site } = await openWebsite(startProxy);
      await api(`POST /v1/orgs/${org}/sites/${site.id}/redirects`, {
        source: "/old",
        destination: { kind: "external", url: `https://${website}/docs/install` },
      });
      const tab = await browser.newPrivateTab();
      await tab.open(`${origin}/docs/`);
      await tab.evaluate("document.querySelector('input[name=q]').value = 'alert'; 0");
      await tab.follow("document.querySelector('input[name=q]').form.requestSubmit()");
      expect(await getPath(tab)).toBe("/docs/~search?q=alert");
      await tab.follow(click("main a[href*='alert']"));
      expect(await getPath(tab)).toMatch(/^\/docs\/.*alert/);
      await tab.open(`${origin}/docs/user-guide/concepts`);
      await tab.follow(click("a[href*='fallback=true']"));
      expect(await getPath(tab)).toMatch(/^\/docs\/user-guide\/[a-z-]+$/);
      await tab.open(`${origin}/docs/getting-started/install?a=1`);
      expect(await getPath(tab)).toMatch(/^\/docs\/(getting-started\/)?install\?a=1$/);
      expect(await getText(tab)).toContain("Install");
    });

    test("a member signs in by SAML, and a visitor by a token", async () => {
      const opened = await openWebsite(startProxy);
      const { origin, api, org, site, update, identity, publicUrl } = opened;
      identity.signsIn("jonas@example.com");
      await api(`POST /v1/orgs/${org}/sites/${site.id}/unpublish`);
      const tab = await browser.newPrivateTab();
      await tab.open(`${origin}/docs/install`);
      expect(await getText(tab)).toContain("Site not found");
      await tab.follow(click("main a"));
      expect(await tab.evaluate("location.origin")).toBe(publicUrl);
      await tab.evaluate("document.querySelector('#email').value = 'jonas@example.com'; 0");
      await tab.follow(click("form button"));
      await tab.follow(
        "[...document.querySelectorAll('main a')].find((one) => one.innerText === 'Our login').click()",
      );
      await tab.follow(click("form button"));
      expect(await tab.evaluate("location.href")).toBe(`${origin}/docs/install`);
      expect(await getText(tab)).toContain("Install");
      expect(listComplaints(tab)).toEqual([]);

      await api(`POST /v1/orgs/${org}/sites/${site.id}/publish`);
      await update(site.id, { visibility: "visitor-auth" });
      const auth = `/v1/orgs/${org}/sites/${site.id}/publishing/auth`;
      const { privateKey } = await api(`GET ${auth}`);
      const login = await serveLoopback(async ({ url }, response) => {
        const location = new URL(url, origin).searchParams.get("location") ?? "/";
        const token = await signToken({
          // As many groups as fit into a request line of nginx.
          claims: { groups: "g".repeat(5500) },
          from: new Date(),
          seconds: 600,
          secret: Buffer.from(privateKey),
        });
        const to = new URL(`${origin}/docs${location}`);
        to.searchParams.set("jwt_token", token);
        response.writeHead(302, { location: to.href }).end();
      });
      await api(`PATCH ${auth}`, { fallbackURL: `${login.url}/` });
      const visitor = await browser.newPrivateTab();
      await visitor.open(`${origin}/docs/~search?q=alert`);
      expect(await getPath(visitor)).toBe("/docs/~search?q=alert");
      expect(listComplaints(visitor)).toEqual([]);
      await visitor.open(`${origin}/docs/install`);
      expect(await getPath(visitor)).toBe("/docs/install");
      expect(login.seen).toHaveLength(1);
    });
  });
}
