/** Visitor tokens of all sizes on a site below a path, behind real reverse proxies. */
import { describe, expect, onTestFinished, test } from "vitest";
import * as auth from "../../src/contract/site-auth.ts";
import { signToken } from "../../src/service/engines/jwt.ts";
import { listen } from "../../src/service/listen.ts";
import { publish as publishSite } from "../service/areas/published/fixture.ts";
import { openSitesFixture } from "../service/areas/sites/fixture.ts";
import { sample } from "../support/generators/amount.ts";
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
/** The documented limit, in characters. */
const longestToken = 8192;
const login = "https://login.acme.invalid/in";

/** A site for signed-in visitors at /docs of a proxy, and a browser that opens it. */
async function openSite(startProxy: StartProxy) {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const siteId = await fixture.site();
  const space = await fixture.space("Guide");
  await fixture.section(siteId, "Guide", space);
  await publishPages(workspace, space, [
    { title: "Home", slug: "home", markdown: "Text.\n" },
    { title: "Start", slug: "start", markdown: "The text of the start.\n" },
  ]);
  await publishSite(fixture, siteId);
  const of = fixture.of(siteId);
  await fixture.change(siteId, { proxy: `${host}/docs`, visibility: "visitor-auth" });
  await workspace.ok(admin, auth.update, { ...of, fallbackURL: login });
  const { privateKey } = await workspace.ok(admin, auth.get, of);
  const server = await listen(workspace.service, { trustedProxies: ["127.0.0.1"] });
  onTestFinished(() => server.close());
  const port = await findFreePort();
  startProxy({ port, platformUrl: server.url, sites: [{ path: "/docs", siteId }] });

  const get = (path: string, cookie: string) =>
    requestProxy(port, path, { host, ...(cookie !== "" && { cookie }) });

  async function createToken(length: number): Promise<string> {
    const sign = (groups: string) =>
      signToken({
        claims: { groups },
        from: workspace.now,
        seconds: 600,
        secret: Buffer.from(privateKey),
      });
    const start = (await sign("")).length;
    return sign("g".repeat(Math.max(0, Math.floor(((length - start) * 3) / 4))));
  }

  /** Opens a page and follows all redirects. The sign-in page sends the visitor back with a token. */
  async function open(token: string) {
    let path = "/docs/start?tab=%20a";
    let cookie = "";
    const visited: string[] = [];
    for (let redirects = 0; redirects < 10; redirects++) {
      const { status, headers, body } = await get(path, cookie);
      for (const one of headers["set-cookie"] ?? []) {
        const [pair = ""] = one.split(";");
        if (pair.length <= 4096) cookie = pair;
      }
      const { location } = headers;
      visited.push(path.replace(token, "<token>"));
      if (location === undefined) return { status, headers, body, visited };
      const { origin, pathname, search, searchParams } = new URL(location, `http://${host}`);
      if (origin === new URL(login).origin) {
        const target = new URL(`http://${host}/docs${searchParams.get("location") ?? ""}`);
        target.searchParams.set("jwt_token", token);
        path = target.pathname + target.search;
      } else path = pathname + search;
    }
    throw new Error(`Redirect loop: ${visited.join(" → ")}`);
  }
  return { open, createToken };
}

const sizes = [
  ...[100, 500, 799, 800, 801, 1000, 2000, 3300, 4000, 4096, 6000, 7000, 7900, 8000, 8100, 8192],
  ...[8193, 8200, 9000, 12_000, 15_000, 15_900, 16_000, 16_384, 17_000, 24_000, 31_000, 32_768],
  ...[33_000, 48_000, 64_000, 65_536, 70_000],
];

const proxies = { nginx: startNginx, caddy: startCaddy } as const;

for (const [name, startProxy] of Object.entries(proxies)) {
  describe.skipIf(!hasProgram(name))(`behind ${name}`, () => {
    test("a visitor token of each size signs in, or leads to a page that names its limit", async () => {
      const { open, createToken } = await openSite(startProxy);
      for (const size of sample(sizes, 8)) {
        const token = await createToken(size);
        expect(Math.abs(token.length - size)).toBeLessThan(size < 144 ? 50 : 2);
        const { status, headers, body, visited } = await open(token);
        const context = `${token.length}: ${status} ${visited.join(" → ")}`;
        expect(headers["content-type"], context).toMatch(/^text\/html/);
        if (token.length <= longestToken) {
          expect([status, visited.length], context).toEqual([200, 4]);
          expect(body).toContain("The text of the start.");
        } else {
          expect([403, 431], context).toContain(status);
          expect(visited).toHaveLength(2);
          expect(body).toMatch(/The sign-in token (?:has \d+ characters|is too long)/);
        }
      }
    }, 120_000);
  });
}
