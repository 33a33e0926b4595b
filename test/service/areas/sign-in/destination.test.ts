import { describe, expect, test } from "vitest";
import {
  findSiteUrl,
  resolveRedirectTarget,
} from "../../../../src/service/areas/sign-in/destination.ts";
import type { PublicRequest } from "../../../../src/service/core/public-route.ts";
import { openTestDatabase } from "../../../support/platforms/postgres/databases.ts";
import { openSitesFixture } from "../sites/fixture.ts";

const base = "http://127.0.0.1:4000";

/** Only URLs of the platform itself; it has no site with another hostname. */
async function open(platform = base) {
  const db = await openTestDatabase();
  return { db, base: platform } as PublicRequest;
}

describe("a destination after a sign-in", () => {
  test("is a site of the platform, at its own scheme and port", async () => {
    const request = await open();
    const allowed = [
      "http://docs.acme.site.localhost:4000/",
      "http://docs.acme.site.localhost:4000/guide?q=1#part",
      "http://ab-2.site.localhost:4000/",
      `${base}/_site/site_a1/guide`,
    ];
    for (const href of allowed) {
      expect(await findSiteUrl(request, href)).toBe(href);
      expect(await resolveRedirectTarget(request, href)).toBe(
        `${base}/_signin/to?${new URLSearchParams({ to: href })}`,
      );
    }
    const [host, path] = [allowed[0] ?? "", allowed[3] ?? ""];
    // Another program may listen on another port of this machine.
    const refused = [host, path].flatMap((href) => [
      href.replace(":4000", ":4001"),
      href.replace(":4000", ""),
      href.replace("http:", "https:"),
      href.replace("http:", "ftp:"),
      href.replace("//", "//user@"),
      href.replace("//", "//:word@"),
    ]);
    const others = [
      `${base}/`,
      `${base}/_site`,
      `${base}/v1/user`,
      "http://localhost:4000/_site/site_a1/",
      "http://docs.acme.site.localhost.example:4000/",
      "https://evil.example/_site/site_a1/",
      "//evil.example/",
      "javascript:alert(1)",
      "/_signin/toolbox",
      "",
    ];
    for (const href of [...refused, ...others]) {
      expect([href, await findSiteUrl(request, href)]).toEqual([href, undefined]);
      expect([href, await resolveRedirectTarget(request, href)]).toEqual([href, `${base}/_signin`]);
    }
  });

  test("is a sign-in page without a line break", async () => {
    const request = await open();
    const next = "/_signin/tool?port=1\r\nset-cookie: a=b";
    const target = await resolveRedirectTarget(request, next);
    expect(target).toMatch(/^http:\/\/127\.0\.0\.1:4000\/_signin\/tool\?port=1/);
    expect(target).not.toMatch(/[\r\n]/);
  });

  test("is the hostname or proxy of a site, over HTTPS unless the platform has none", async () => {
    const fixture = await openSitesFixture();
    const { db } = fixture.workspace;
    const id = await fixture.site();
    await fixture.workspace.vouch(fixture.org, "example.com");
    const columns = { hostname: "docs.example.com", proxy: "example.com/help" };
    await db.updateTable("sites").set(columns).where("id", "=", id).execute();
    const find = (href: string, platform: string) => findSiteUrl({ db, base: platform }, href);
    const [plain, secure] = ["http://127.0.0.1:4000", "https://tome.example.com"];
    for (const [href, overHttp, overHttps] of [
      ["https://docs.example.com/guide?q=1#top", true, true],
      ["http://docs.example.com/guide", true, false],
      ["https://example.com/help/guide", true, true],
      ["http://example.com/help/guide", true, false],
      ["https://example.com/other", false, false],
      ["ftp://docs.example.com/guide", false, false],
      ["https://user@docs.example.com/guide", false, false],
      ["https://:word@docs.example.com/guide", false, false],
      ["https://evil.example/guide", false, false],
      ["https://docs.example.com/_site/unknown/", false, false],
    ] as const) {
      expect([href, await find(href, plain), await find(href, secure)]).toEqual([
        ...[href, overHttp ? href : undefined, overHttps ? href : undefined],
      ]);
    }
  });
});
