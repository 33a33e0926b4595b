import { request } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { listen } from "../../../../src/service/listen.ts";
import { createForwardedReader } from "../../../../src/service/server/pipeline/forwarded.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { publish as publishSite } from "../../areas/published/fixture.ts";
import { openSitesFixture } from "../../areas/sites/fixture.ts";

const from = (remoteAddress: string, headers: Readonly<Record<string, string>>) => ({
  headers,
  socket: { remoteAddress },
});

describe("trusted proxies", () => {
  const read = createForwardedReader(["127.0.0.1", "10.1.0.0/16", "fd00::/8"], undefined);
  const headers = { "x-forwarded-host": "WWW.Example.com:8443", "x-forwarded-proto": "http" };

  test.each(["127.0.0.1", "::ffff:127.0.0.1", "10.1.200.3", "::ffff:10.1.0.1", "fd12::1"])(
    "the headers of %s are used",
    (sender) => {
      expect(read(from(sender, headers), "/")).toEqual({
        forwarded: { origin: "http://www.example.com:8443" },
        platformUrl: undefined,
      });
    },
  );

  test.each(["127.0.0.2", "10.2.0.1", "::1", "fe80::1", ""])(
    "the headers of %s are ignored",
    (sender) => {
      expect(read(from(sender, headers), "/")).toBeUndefined();
    },
  );

  test.each(["localhost", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "::/129", "", "10.0.0.0/-1"])(
    "%j is refused as an address",
    (proxy) => {
      expect(() => createForwardedReader([proxy], undefined)).toThrow("is not an IP address");
    },
  );

  test.each(["/docs", "docs", "/docs/", "//docs"])("the prefix %s is /docs", (prefix) => {
    const answer = read(from("127.0.0.1", { ...headers, "x-forwarded-prefix": prefix }), "/");
    expect(answer).toMatchObject({ forwarded: { prefix: "/docs" } });
  });

  test("of a proxy that adds its values to those of the client, only its own are used", () => {
    const trusted = {
      "x-forwarded-host": "www.example.com",
      "x-forwarded-proto": "http",
      "x-forwarded-prefix": "/docs",
    };
    const expected = read(from("127.0.0.1", trusted), "/");
    const forged = ["evil.example", "evil.example, other.example", "a/b", "", '"><script>', ","];
    for (const value of forged) {
      for (const separator of [",", ", ", " ,\t"]) {
        const both = Object.fromEntries(
          Object.entries(trusted).map(([name, own]) => [name, value + separator + own]),
        );
        expect(read(from("127.0.0.1", both), "/")).toEqual(expected);
      }
    }
  });

  test.each([
    { "x-forwarded-host": "www.example.com/docs" },
    { "x-forwarded-host": "user@example.com" },
    { "x-forwarded-host": "www.example.com", "x-forwarded-prefix": "/docs?a" },
    { "x-forwarded-host": "www.example.com", "x-forwarded-prefix": '/"><script>' },
    { "x-gitbook-site-url": "http://127.0.0.1/_site/a" },
  ])("invalid headers are refused: %j", (invalid) => {
    expect(read(from("127.0.0.1", invalid), "/")).toMatchObject({ status: 400 });
  });
});

describe("forwarded URLs", () => {
  const plain = createForwardedReader(["127.0.0.1"], undefined);
  const platform = createForwardedReader(["127.0.0.1"], new URL("https://tome.example.com/"));
  const host = { "x-forwarded-host": "www.example.com" };
  const site = "http://docs.acme.site.localhost:4000";
  const origin = "https://www.example.com";
  const library = (url: string, more: Readonly<Record<string, string>> = {}) => ({
    ...host,
    host: "127.0.0.1:4000",
    "x-gitbook-site-url": url,
    ...more,
  });

  test.each([
    [plain, {}, "/", undefined],
    [plain, { "x-forwarded-host": " " }, "/", undefined],
    [plain, host, "/", { forwarded: { origin }, platformUrl: undefined }],
    [
      plain,
      { ...host, "x-forwarded-proto": "https" },
      "/",
      { forwarded: { origin }, platformUrl: undefined },
    ],
    [
      plain,
      { ...host, "x-forwarded-proto": "ftp" },
      "/",
      { forwarded: { origin }, platformUrl: undefined },
    ],
    [
      platform,
      { ...host, "x-forwarded-prefix": "/" },
      "/",
      {
        forwarded: { origin, prefix: "", platform: "https://tome.example.com" },
        platformUrl: undefined,
      },
    ],
    [
      plain,
      { ...host, "x-forwarded-prefix": "/a", "x-gitbook-basepath": "/b" },
      "/",
      { forwarded: { origin, prefix: "/a" }, platformUrl: undefined },
    ],
    [
      plain,
      library(site),
      "/a?b",
      { forwarded: { origin, prefix: "" }, platformUrl: `${site}/a?b` },
    ],
    [
      plain,
      library("http://127.0.0.1:1/_site/T-1/", { "x-gitbook-basepath": "/docs" }),
      "/docs?b",
      { forwarded: { origin, prefix: "/docs" }, platformUrl: "http://127.0.0.1:4000/_site/T-1/?b" },
    ],
    [
      plain,
      library(site, { "x-gitbook-basepath": "/docs" }),
      "/docs",
      { forwarded: { origin, prefix: "/docs" }, platformUrl: `${site}/` },
    ],
  ])("%#: %j", (read, headers, target, expected) => {
    const result = read(from("127.0.0.1", headers), target);
    expect(result).toEqual(expected);
    expect(JSON.stringify(result)).toBe(JSON.stringify(expected));
  });

  const siteMessage = "The header X-GitBook-Site-URL is not the URL of a site of this platform.";
  const prefixMessage = "The header X-Forwarded-Prefix must be a path, such as /docs.";
  test.each([
    [{ "x-gitbook-site-url": site }, "The header X-GitBook-Site-URL requires X-Forwarded-Host."],
    [{ "x-forwarded-host": "a b" }, "The header X-Forwarded-Host is not a host."],
    [{ ...host, "x-forwarded-prefix": `/${"a".repeat(512)}` }, prefixMessage],
    [library("not a url"), siteMessage],
    [library(`${site}/a`), siteMessage],
    [library(`${site}/?a`), siteMessage],
    [library(`${site}/#a`), siteMessage],
    [library(site.replace("docs.", "user@docs.")), siteMessage],
    [library("http://example.com/_site/"), siteMessage],
    [library("http://example.com/x/_site/a"), siteMessage],
    [{ ...host, "x-gitbook-site-url": "http://example.com/_site/a" }, siteMessage],
    [
      library(site, { "x-forwarded-prefix": "/docs" }),
      "The path of the request does not begin with the forwarded prefix.",
    ],
  ])("%j is refused: %s", (headers, message) => {
    const result = plain(from("127.0.0.1", headers), "/docsx/docs?");
    expect(result).toMatchObject({ status: 400, body: expect.stringContaining(message) });
  });

  test("a prefix of 512 characters is accepted", () => {
    const prefix = `/${"a".repeat(511)}`;
    const result = plain(from("127.0.0.1", { ...host, "x-forwarded-prefix": prefix }), "/");
    expect(result).toEqual({ forwarded: { origin, prefix }, platformUrl: undefined });
  });

  test("an address of each version belongs to networks of that version only", () => {
    const all = (network: string) => createForwardedReader([network], undefined);
    const uses = (network: string, sender: string) =>
      all(network)(from(sender, host), "/") !== undefined;
    expect([
      uses("0.0.0.0/0", "203.0.113.9"),
      uses("0.0.0.0/0", "2001:db8::1"),
      uses("::/0", "2001:db8::1"),
      uses("2001:db8::1", "2001:db8::1"),
      uses("2001:db8::1", "2001:db8::2"),
      uses("203.0.113.9/32", "203.0.113.8"),
    ]).toEqual([true, false, true, true, false, false]);
  });

  test("without trusted proxies, no header is used", () => {
    const none = createForwardedReader([], undefined);
    expect(none(from("127.0.0.1", host), "/")).toBeUndefined();
  });
});

describe("a site behind a trusted proxy", () => {
  async function openSite(trustedProxies: readonly string[]) {
    const fixture = await openSitesFixture();
    const siteId = await fixture.site();
    const space = await fixture.space("Guide");
    await fixture.section(siteId, "Guide", space);
    await publishPages(fixture.workspace, space, [
      { title: "Home", slug: "home", markdown: "Text.\n" },
      { title: "Start", slug: "start", markdown: "Text.\n" },
    ]);
    await publishSite(fixture, siteId);
    const proxy = "www.acme.invalid/docs";
    await fixture.change(siteId, { proxy, visibility: "public" });
    const server = await listen(fixture.workspace.service, { trustedProxies });
    onTestFinished(() => server.close());
    const get = (path: string, headers: Readonly<Record<string, string>>) => {
      const sent = request(server.url + path, { headers, agent: false });
      return new Promise<{ status: number; body: string }>((resolve, reject) => {
        sent.on("error", reject).on("response", (answer) => {
          const { statusCode: status = 0 } = answer;
          text(answer).then((body) => resolve({ status, body }), reject);
        });
        sent.end();
      });
    };
    return { get, target: `${server.url}/_site/${siteId}`, folder: `/_site/${siteId}` };
  }

  const headers = { "x-forwarded-host": "www.acme.invalid", "x-forwarded-prefix": "/docs" };

  slowTest("headers of an untrusted sender do not change links", async () => {
    const { get, folder } = await openSite([]);
    const { body } = await get(`${folder}/start`, headers);
    expect(body).toContain(`href="${folder}/start"`);
  });

  slowTest("a prefix that the site does not have is an error that names it", async () => {
    const { get, folder } = await openSite(["127.0.0.1"]);
    const wrong = await get(`${folder}/start`, { ...headers, "x-forwarded-prefix": "/help" });
    expect(wrong.status).toBe(404);
    expect(wrong.body).toContain("The proxy forwards www.acme.invalid/help");
  });

  slowTest(
    "a client cannot choose the URL of a site through a proxy that adds its values",
    async () => {
      const { get, folder } = await openSite(["127.0.0.1"]);
      const forged = { ...headers, "x-forwarded-host": "www.acme.invalid, tome.example.com" };
      const other = await get(`${folder}/start`, { ...forged, "x-forwarded-prefix": "" });
      expect(other.body).toContain(`href="${folder}/start"`);
      const own = { ...headers, "x-forwarded-host": "evil.example, www.acme.invalid" };
      expect((await get(`${folder}/start`, own)).body).toContain('href="/docs/start"');
    },
  );

  slowTest("the prefix is optional, and the platform's own host changes nothing", async () => {
    const { get, folder } = await openSite(["127.0.0.1"]);
    const short = await get(`${folder}/start`, { "x-forwarded-host": "www.acme.invalid" });
    expect(short.body).toContain('href="/docs/start"');
    const own = await get(`${folder}/start`, { "x-forwarded-host": "tome.example.com" });
    expect(own.body).toContain(`href="${folder}/start"`);
  });

  slowTest("the headers of the hosted platform's proxy library serve the site", async () => {
    const { get, target } = await openSite(["127.0.0.1"]);
    const library = {
      "x-forwarded-host": "www.acme.invalid",
      "x-gitbook-basepath": "/docs",
      "x-gitbook-site-url": target,
    };
    const page = await get("/docs/start?a=1", library);
    expect(page.status).toBe(200);
    expect(page.body).toContain('href="/docs/start"');
    expect((await get("/docs", library)).status).toBe(200);
    expect((await get("/other", library)).status).toBe(400);
    const foreign = { ...library, "x-gitbook-site-url": "https://example.com/" };
    expect((await get("/docs/start", foreign)).status).toBe(400);
  });
});
