/** Responses of a site to visitors with different credentials, one after another. */
import { beforeAll, describe, expect, test } from "vitest";
import * as changeRequest from "../../../../src/contract/cr.ts";
import { preview } from "../../../../src/contract/site-content.ts";
import * as customization from "../../../../src/contract/site-customization.ts";
import * as shareLink from "../../../../src/contract/site-share-link.ts";
import type { WireRequest } from "../../../../src/contract/wire.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { getText } from "../../../support/platforms/platform.ts";
import { publish, requestSite } from "../published/fixture.ts";
import { openSitesFixture, type SitesFixture } from "../sites/fixture.ts";

let fixture: SitesFixture;
let siteId: string;
let spaceId: string;
let home: string;

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
  spaceId = await fixture.space("Guide");
  await fixture.add(siteId, spaceId);
  const pages = await publishPages(fixture.workspace, spaceId, [
    {
      title: "Home",
      slug: "home",
      markdown: "For all.\n\n{% if visitor.claims.unsigned.beta %}\nFor beta.\n{% endif %}\n",
    },
    { title: "Long", slug: "long", markdown: `${"Long words. ".repeat(8000)}\n` },
  ]);
  home = pages.home ?? "";
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

describe("a preview of a change request", () => {
  let id: string;
  let number: number;
  let token: string;

  async function propose(page: string, markdown: string) {
    const { workspace, admin } = fixture;
    const created = await workspace.ok(admin, changeRequest.create, { spaceId, subject: "Words" });
    await workspace.ok(admin, changeRequest.edit, {
      ...{ spaceId, changeRequestId: created.id },
      changes: [{ operation: "update_page", page, document: { markdown } }],
    });
    return created;
  }

  beforeAll(async () => {
    const { workspace, admin } = fixture;
    ({ id, number } = await propose(home, "Proposed words."));
    const { url } = await workspace.ok(admin, preview, fixture.of(siteId));
    token = new URL(url).searchParams.get("token") ?? "";
  });

  /** By the whole platform, because it signs the tokens of previews. */
  async function send(path: string, request: Partial<WireRequest> = {}) {
    const { status, headers, ...answer } = await fixture.workspace.service.transport({
      ...{ method: "GET", url: `http://127.0.0.1:4000/_site/${siteId}${path}` },
      ...request,
      headers: { host: "127.0.0.1:4000", ...request.headers },
      body: request.body,
    });
    const text = await getText({ status, headers, ...answer });
    const version = text.includes("Proposed words.")
      ? "proposed"
      : text.includes("For all.")
        ? "published"
        : "neither";
    const cookie = String(headers["set-cookie"] ?? "").split(";")[0];
    return { status, version, cookie, location: headers.location, text };
  }

  const asBrowser = { headers: { accept: "text/html" } };

  test("is shown with the token, and then with the cookie until it ends", async () => {
    const first = await send(`/?token=${token}&changeRequest=${id}`);
    expect([first.status, first.version]).toEqual([200, "proposed"]);
    const later = await send("/", withCookie(first.cookie));
    expect([later.status, later.version, later.cookie]).toEqual([200, "proposed", ""]);
    const ended = await send("/?changeRequest=", withCookie(first.cookie));
    expect([ended.status, ended.version]).toEqual([200, "published"]);
    expect((await send("/", withCookie(ended.cookie))).version).toBe("published");
    expect((await send("/", withCookie(first.cookie))).version).toBe("proposed");
  });

  test("has no form for feedback, unlike the published page", async () => {
    const { workspace, admin } = fixture;
    const put = (settings: object) =>
      workspace.ok(admin, customization.put, { ...fixture.of(siteId), settings });
    await put({ feedback: { enabled: true } });
    const hasForm = async (query: string) =>
      (await send(`/${query}`)).text.includes('<form class="feedback"');
    const preview = `?token=${token}`;
    expect([
      await hasForm(""),
      await hasForm(preview),
      await hasForm(`${preview}&changeRequest=${id}`),
    ]).toEqual([true, false, false]);
    await put({});
  });

  test("is not shown without a token, and an unknown change request is not found", async () => {
    const anonymous = await send(`/?changeRequest=${id}`);
    expect([anonymous.status, anonymous.version]).toEqual([200, "published"]);
    expect((await send("/", withCookie(anonymous.cookie))).version).toBe("published");
    const forged = await send(`/?token=${token}x&changeRequest=${id}`);
    expect(forged.version).toBe("published");
    const unknown = await send(`/?token=${token}&changeRequest=nosuch`);
    expect([unknown.status, unknown.version]).toEqual([404, "neither"]);
    const invalid = await send(`/?token=${token}&changeRequest=a.b`);
    expect([invalid.status, invalid.version]).toEqual([200, "published"]);
  });

  test("leads a browser to the URL without the token", async () => {
    const { status, location, cookie } = await send(
      `/?token=${token}&changeRequest=${id}&q=1`,
      asBrowser,
    );
    expect([status, location]).toEqual([307, `/_site/${siteId}/?changeRequest=${id}&q=1`]);
    expect((await send("/", withCookie(cookie))).version).toBe("proposed");
  });

  test("has a URL without credentials, which is for users with access only", async () => {
    const path = `/~/changes/${number}/`;
    const anonymous = await send(path);
    expect([anonymous.status, anonymous.version]).toEqual([403, "neither"]);
    const opened = await send(`${path}?token=${token}&q=1`);
    expect([opened.status, opened.location]).toEqual([307, `/_site/${siteId}/?q=1`]);
    expect((await send("/", withCookie(opened.cookie))).version).toBe("proposed");
    const reopened = await send(path, withCookie(opened.cookie));
    expect([reopened.status, reopened.location]).toEqual([307, `/_site/${siteId}/`]);
    const unknown = await send(`/~/changes/${number + 1000}/?token=${token}`);
    expect([unknown.status, unknown.version]).toEqual([404, "neither"]);
  });

  slowTest("shows later changes of the space, and its own version in a conflict", async () => {
    const { workspace, admin } = fixture;
    const { both = "" } = await publishPages(workspace, spaceId, [
      { title: "Both", slug: "both", markdown: "First.\n\nSecond.\n" },
    ]);
    const proposed = await propose(both, "First of them.\n\nSecond.\n");
    const conflicting = await propose(both, "First.\n\nSecond of them.\n");
    const merged = await propose(both, "First.\n\nSecond of all.\n");
    await workspace.ok(admin, changeRequest.merge, { spaceId, changeRequestId: merged.id });
    const read = async (one: { readonly id: string }) => {
      const { text } = await send(`/both?token=${token}&changeRequest=${one.id}`);
      const words = ["First.", "First of them.", "Second of all.", "Second of them."];
      return [...words.filter((part) => text.includes(part)), /\d+ conflict/.exec(text)?.[0]];
    };
    expect(await read(proposed)).toEqual(["First of them.", "Second of all.", undefined]);
    expect(await read(conflicting)).toEqual(["First.", "Second of them.", "1 conflict"]);
  });

  slowTest("is what an agent reads with the cookie of a browser", async () => {
    const { cookie } = await send(`/?token=${token}&changeRequest=${id}`);
    const read = (headers: Record<string, string>, path = "") =>
      send(`${path}/~gitbook/mcp`, {
        method: "POST",
        headers: {
          ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
          ...headers,
        },
        body: JSON.stringify({
          ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
          params: { name: "read_page", arguments: { path: `/_site/${siteId}/` } },
        }),
      });
    expect((await read({ cookie: cookie ?? "" })).version).toBe("proposed");
    expect((await read({})).version).toBe("published");
    expect((await read({}, "/long")).status).toBe(404);
  });
});
