import { describe, expect, test } from "vitest";
import type { WireRequest } from "../../../../src/contract/wire.ts";
import {
  checkCached,
  pagePolicy,
  toFileResponse,
  toImmutableFile,
  toImmutableResponse,
  toPageResponse,
  toRedirect,
  toTextResponse,
} from "../../../../src/service/areas/site-reader/responses.ts";
import { getText } from "../../../support/platforms/platform.ts";

const request = (
  headers: Readonly<Record<string, string>> = {},
  url = "https://docs.example.com/",
): WireRequest => ({ method: "GET", url, headers });

const common = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };
const etag = expect.stringMatching(/^"[\w-]{27}"$/);

describe("a page", () => {
  test.each([
    [{ isPublic: true }, "public, no-cache", undefined],
    [{ isPublic: false }, "private, no-cache", "cookie, authorization"],
    [{ isPublic: true, isNegotiated: true }, "public, no-cache", "accept"],
    [{ isPublic: false, isNegotiated: true }, "private, no-cache", "cookie, authorization, accept"],
  ])("for the audience %j", (audience, cacheControl, vary) => {
    const policy = pagePolicy.join("; ");
    expect(toPageResponse(200, "text", audience, request())).toEqual({
      status: 200,
      headers: {
        ...{ ...common, "content-type": "text/html; charset=utf-8", etag },
        ...{ "content-security-policy": policy, "cache-control": cacheControl },
        ...{ "cross-origin-opener-policy": "same-origin", ...(vary && { vary }) },
      },
      body: "text",
    });
    expect(toTextResponse("text/css", "text", audience, request())).toEqual({
      status: 200,
      headers: {
        ...{ ...common, "content-type": "text/css", etag, "cache-control": cacheControl },
        ...{ "content-security-policy": "default-src 'none'", ...(vary && { vary }) },
      },
      body: "text",
    });
  });

  test.each([
    ["https://docs.example.com/", true],
    ["http://docs.example.com/", false],
    ["http://localhost:4000/", true],
    ["http://docs.acme.site.localhost/", true],
    ["http://127.0.0.1/", true],
    ["http://127.1.2.3/", true],
    ["http://[::1]/", true],
    ["http://localhost.example.com/", false],
    ["http://xlocalhost/", false],
    ["http://10.0.0.1/", false],
  ])("at %s has its own window group: %s", (url, expected) => {
    const { headers } = toPageResponse(200, "", { isPublic: true }, request({}, url));
    expect(headers["cross-origin-opener-policy"]).toBe(expected ? "same-origin" : undefined);
  });

  test("keeps its additional headers, and is not sent again if the client has it", () => {
    const audience = { isPublic: true };
    const first = toPageResponse(200, "text", audience, request(), { link: "<a>" });
    expect(first.headers.link).toBe("<a>");
    const ifCurrent = (value: string, status = 200, source = "text") => {
      const known = request({ "if-none-match": value });
      const { status: answered, body } = toPageResponse(status, source, audience, known);
      return [answered, body];
    };
    const current = first.headers.etag ?? "";
    expect(ifCurrent(current)).toEqual([304, ""]);
    expect(ifCurrent(`"other", W/${current}`)).toEqual([304, ""]);
    expect(ifCurrent('"other"')).toEqual([200, "text"]);
    expect(ifCurrent(current, 404)).toEqual([404, "text"]);
    expect(ifCurrent(current, 200, "other")).toEqual([200, "other"]);
    const plain = { status: 200, headers: {}, body: "text" };
    expect(checkCached(plain, request({ "if-none-match": "undefined" }))).toBe(plain);
  });
});

describe("a file that never changes", () => {
  const policy = "default-src 'none'; sandbox";

  test("is stored by all caches, or only by the browser of its visitor", () => {
    const cacheControl = "public, max-age=31536000, immutable";
    const headers = {
      ...{ ...common, "content-type": "text/css", "content-security-policy": policy },
      "cache-control": cacheControl,
    };
    expect(toImmutableResponse("text/css", "a{}")).toEqual({ status: 200, headers, body: "a{}" });
    const body = (async function* () {})();
    for (const [isPublic, word] of [
      [true, "public"],
      [false, "private"],
    ] as const) {
      expect(toImmutableFile("text/css", { size: 7, body }, { isPublic })).toEqual({
        status: 200,
        headers: {
          ...{ ...headers, "cache-control": cacheControl.replace("public", word) },
          "content-length": "7",
        },
        body,
      });
    }
  });
});

test.each([
  [true, 308],
  [false, 307],
])("a redirect that is permanent: %s has the status %i", (isLasting, status) => {
  expect(toRedirect("/to", isLasting, { "set-cookie": "a=b" })).toEqual({
    status,
    headers: {
      ...{ ...common, "cache-control": "private, no-cache", location: "/to" },
      "set-cookie": "a=b",
    },
    body: "",
  });
});

describe("a published file", () => {
  const bytes = Buffer.from("bytes");

  test.each([
    ["image/png", true],
    ["image/svg+xml", true],
    ["audio/mpeg", true],
    ["video/mp4", true],
    ["application/pdf", true],
    ["text/plain", true],
    ["text/html", false],
    ["text/plain; charset=utf-8", false],
    ["application/xhtml+xml", false],
    ["application/javascript", false],
    ["ximage/png", false],
  ])("of the type %s is shown in the browser: %s", async (contentType, isInline) => {
    for (const isPublic of [true, false]) {
      const file = { name: 'a "ü".png', contentType, bytes, hash: "h1" };
      const { status, headers, body } = toFileResponse(file, { isPublic }, request());
      expect([status, headers]).toEqual([
        200,
        {
          ...{ ...common, "content-type": isInline ? contentType : "application/octet-stream" },
          "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
          "content-disposition": `${isInline ? "inline" : "attachment"}; filename*=UTF-8''a%20%22%C3%BC%22.png`,
          "cache-control": isPublic ? "public, no-cache" : "private, no-cache",
          ...{ etag: '"h1"', "content-length": "5" },
        },
      ]);
      expect(await getText({ status, headers, body })).toBe("bytes");
      const known = toFileResponse(file, { isPublic }, request({ "if-none-match": '"h1"' }));
      expect([known.status, known.body, known.headers["content-length"]]).toEqual([
        304,
        "",
        undefined,
      ]);
    }
  });
});
