/** Responses of a site to visitors with different credentials, one after another. */
import { beforeAll, describe, expect, test } from "vitest";
import * as shareLink from "../../../../src/contract/site-share-link.ts";
import type { WireRequest } from "../../../../src/contract/wire.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { getText } from "../../../support/platforms/platform.ts";
import { publish, requestSite } from "../published/fixture.ts";
import { openSitesFixture, type SitesFixture } from "../sites/fixture.ts";

let fixture: SitesFixture;
let siteId: string;

async function get(path: string, request: Partial<WireRequest> = {}) {
  const answer = await requestSite(fixture, siteId, path, request);
  const { status, headers } = answer;
  const cookie = headers["set-cookie"]?.split(";")[0];
  return { status, headers, cookie, text: await getText(answer) };
}

const withCookie = (cookie: string | undefined) => ({ headers: { cookie: cookie ?? "" } });

beforeAll(async () => {
  fixture = await openSitesFixture();
  siteId = await fixture.site();
  const spaceId = await fixture.space("Guide");
  await fixture.add(siteId, spaceId);
  await publishPages(fixture.workspace, spaceId, [
    {
      title: "Home",
      slug: "home",
      markdown: "For all.\n\n{% if visitor.claims.unsigned.beta %}\nFor beta.\n{% endif %}\n",
    },
    { title: "Long", slug: "long", markdown: `${"Long words. ".repeat(8000)}\n` },
  ]);
  await fixture.change(siteId, { visibility: "public", adaptiveContent: { enabled: true } });
  await publish(fixture, siteId);
});

describe("a page with conditional text", () => {
  const isForBeta = async (path: string, request: Partial<WireRequest> = {}) => {
    const { status, text } = await get(path, request);
    return [status, text.includes("For all."), text.includes("For beta.")];
  };

  test("is shown to each visitor with that visitor's claims, in any order", async () => {
    expect(await isForBeta("/")).toEqual([200, true, false]);
    const { cookie, text } = await get("/?visitor.beta=true");
    expect(text).toContain("For beta.");
    expect(await isForBeta("/")).toEqual([200, true, false]);
    expect(await isForBeta("/", withCookie(cookie))).toEqual([200, true, true]);
    expect(await isForBeta("/?visitor.beta=false", withCookie(cookie))).toEqual([
      ...[200, true, false],
    ]);
    expect(await isForBeta("/?visitor.other=true")).toEqual([200, true, false]);
    expect(await isForBeta("/?beta=true")).toEqual([200, true, false]);
    expect(await isForBeta("/", withCookie("other=1"))).toEqual([200, true, false]);
    expect(await isForBeta("/")).toEqual([200, true, false]);
  });

  test("is a Markdown page for clients that prefer it, and a browser's page for others", async () => {
    const html = await get("/", { headers: { accept: "text/html" } });
    const markdown = await get("/", { headers: { accept: "text/markdown" } });
    const again = await get("/", { headers: { accept: "text/html" } });
    expect(html.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(markdown.headers["content-type"]).toBe("text/markdown; charset=utf-8");
    expect(again.text).toBe(html.text);
    expect(markdown.text).not.toContain("<p>");
  });

  test("is sent again only if it differs from the copy of the client", async () => {
    const { headers, text } = await get("/");
    const { etag = "" } = headers;
    const unchanged = await get("/", { headers: { "if-none-match": etag } });
    expect([unchanged.status, unchanged.text]).toEqual([304, ""]);
    const other = await get("/", { headers: { "if-none-match": '"other"' } });
    expect([other.status, other.text]).toEqual([200, text]);
    expect((await get("/")).text).toBe(text);
  });

  test("that is long is sent completely, each time", async () => {
    const first = await get("/long");
    expect(first.text.length).toBeGreaterThan(64 * 1024);
    expect((await get("/long")).text).toBe(first.text);
  });
});

test("a share link gives no access after its expiry, to whoever used it before", async () => {
  const { workspace, admin } = fixture;
  await fixture.change(siteId, { visibility: "share-link" });
  const expiresAt = new Date(workspace.now.getTime() + 60_000).toISOString();
  const link = await workspace.ok(admin, shareLink.create, {
    ...{ ...fixture.of(siteId), name: "Short", expiresAt },
  });
  const key = new URL(link.urls.published ?? "").pathname.split("/").at(-1) ?? "";
  const byPath = await get(`/${key}/`);
  const byQuery = await get(`/?shareKey=${key}`);
  const read = async () => [
    (await get(`/${key}/`)).text.includes("For all."),
    (await get(`/?shareKey=${key}`)).text.includes("For all."),
    (await get("/", withCookie(byPath.cookie))).text.includes("For all."),
    (await get("/", withCookie(byQuery.cookie))).text.includes("For all."),
    (await get("/")).text.includes("For all."),
    (await get(`/?shareKey=${key}x`)).text.includes("For all."),
  ];
  expect(await read()).toEqual([true, true, true, true, false, false]);
  const { now } = workspace.time;
  workspace.time.now = new Date(now.getTime() + 60_000);
  expect(await read()).toEqual([false, false, false, false, false, false]);
  workspace.time.now = now;
  await fixture.change(siteId, { visibility: "public" });
});

test.each([
  ["POST", "/", 405, "GET, HEAD"],
  ["POST", "/long", 405, "GET, HEAD"],
  ["GET", "/~gitbook/mcp", 405, "POST"],
] as const)("%s of %s returns %i with the methods %s", async (method, path, status, allow) => {
  const answer = await get(path, { method });
  expect([answer.status, answer.headers.allow]).toEqual([status, allow]);
});
