import { beforeAll, describe, expect, test } from "vitest";
import type { WireResponse } from "../../../../src/contract/wire.ts";
import type { SignInRequired } from "../../../../src/service/areas/site-lookup/resolve-url.ts";
import {
  answerRefused,
  answerSignIn,
  answerUnknownUrl,
  answerWithoutChange,
  answerWithoutPreview,
} from "../../../../src/service/areas/site-reader/refusals.ts";
import { getDefaultStylesheet } from "../../../../src/service/areas/site-reader/styles/stylesheet.ts";
import type { VisitorRequest } from "../../../../src/service/areas/site-reader/visitor-request.ts";
import type { Queries } from "../../../../src/service/database/tables.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { openSitesFixture } from "../sites/fixture.ts";

/** One database without an identity provider, and one with it. */
let [closed, open]: Queries[] = [];

beforeAll(async () => {
  closed = (await openSitesFixture()).workspace.db;
  const fixture = await openSitesFixture();
  open = fixture.workspace.db;
  await open
    .insertInto("saml_providers")
    .values({
      ...{ id: "P", organization_id: fixture.org, label: "IdP", entity_id: "e", certificate: "c" },
      ...{ sso_url: "https://idp.example.com", default_team: null, default_role: null },
      ...{ created_at: "2026-03-02", groups_attribute: null },
    })
    .execute();
});

function createRequest(url: string, fields: Partial<VisitorRequest> = {}): VisitorRequest {
  return createPartial<VisitorRequest>({
    ...{ db: open, base: "https://tome.example.com", mount: "/docs" },
    platform: "https://tome.example.com",
    query: new URL(url).searchParams,
    request: { method: "GET", url, headers: {} },
    ...fields,
  });
}

/** The status, title and content of an error page. */
function readPage({ status, headers, body }: WireResponse, mount = "/docs") {
  const text = String(body);
  expect(text).toContain(
    `<link rel="stylesheet" href="${mount}/~style/${getDefaultStylesheet().hash}.css">`,
  );
  expect(headers["cache-control"]).toBe("private, no-cache");
  const title = /<title>(.*)<\/title>/.exec(text)?.[1];
  expect(text).toContain(`<h1>${title}</h1>`);
  return [status, title, /<div class="text">(.*)<\/div>\n<\/main>/s.exec(text)?.[1]];
}

const url = "https://docs.example.com/docs/guide?token=secret&q=a%20b";
const link = (purpose: string) =>
  `<p><a href="https://tome.example.com/_signin/to?to=https%3A%2F%2Fdocs.example.com%2Fdocs%2Fguide%3Fq%3Da%2520b">Sign in</a> ${purpose}.</p>`;

describe("a visitor without access", () => {
  test.each([
    ["no-site", "Site not found", "Check the URL."],
    ["not-published", "Site not found", "Check the URL."],
    [
      "share-key-needed",
      "This site requires a share link",
      "Ask the owner of the site for a link. A link that was revoked or has expired no longer opens it.",
    ],
    [
      "share-key-wrong",
      "This share link is not valid",
      "It may have been revoked or have expired. Ask the owner of the site for a new link.",
    ],
    [
      "nothing-to-see",
      "No content available",
      "You do not have access to any content of this site.",
    ],
  ] as const)("because of %s reads: %s", async (reason, title, text) => {
    const refused = { kind: "refused", reason } as const;
    const answer = await answerRefused(createRequest(url), refused);
    expect(readPage(answer)).toEqual([
      404,
      title,
      `<p>${text}</p>${link("to view private sites")}`,
    ]);
    // Without a provider or a reachable platform, there is no sign-in.
    for (const fields of [{ db: closed }, { platform: undefined }]) {
      const other = await answerRefused(createRequest(url, createPartial(fields)), refused);
      expect(readPage(other)).toEqual([404, title, `<p>${text}</p>`]);
    }
  });

  test("reads how to preview a change request", async () => {
    const text =
      "<p>Only users with access to the space can preview its change requests.</p>\n    ";
    expect(readPage(await answerWithoutPreview(createRequest(url)))).toEqual([
      ...[403, "Sign in required", text + link("to preview this change request")],
    ]);
    const command = "<p>To open the preview, run <code>tome cr preview</code>.</p>";
    const request = createRequest(url, createPartial({ db: closed }));
    expect(readPage(await answerWithoutPreview(request))).toEqual([
      ...[403, "Sign in required", text + command],
    ]);
  });

  test("can leave the preview of an unknown change request", () => {
    const [status, title, text] = readPage(answerWithoutChange(createRequest(url)));
    expect([status, title]).toEqual([404, "Change request not found"]);
    expect(text).toContain('<a href="?changeRequest=">Exit preview</a>');
  });
});

test("an unknown URL behind a proxy is named", () => {
  const read = (fields: object, mount?: string) =>
    readPage(answerUnknownUrl(createRequest(url, createPartial(fields))), mount)[2];
  const text = (at: string) =>
    `<p>The proxy forwards ${at}, which is not the URL of this site. Check the proxy of the site and the headers X-Forwarded-Host and X-Forwarded-Prefix.</p>`;
  const forwarded = { origin: "https://example.com:8443", prefix: "/help" };
  const request = { method: "GET", url, headers: {} };
  expect(read({ request: { ...request, forwarded } }, "/help")).toBe(text("example.com:8443/help"));
  expect(read({}, "")).toBe(text("tome.example.com"));
});

describe("a site that requires a sign-in", () => {
  const target = "https://login.example.com/?location=/guide";
  const answer = (
    reason: SignInRequired["reason"],
    query: string,
    signIn: string | undefined = target,
  ) =>
    answerSignIn(
      createRequest(`https://docs.example.com/docs/guide${query}`),
      createPartial<SignInRequired>({ kind: "sign-in", reason, url: signIn }),
    );
  const again = `<p><a href="${target}">Sign in</a></p>`;

  test.each(["token-needed", "token-expired"] as const)("redirects for %s", (reason) => {
    const { status, headers } = answer(reason, "");
    expect([status, headers.location]).toEqual([307, target]);
  });

  test.each([
    ["token-needed", "?jwt_token=x", "This site requires you to sign in."],
    ["token-expired", "?jwt_token=x", "Your sign-in has expired."],
    [
      "token-not-yet",
      "",
      "Your sign-in is not valid yet. The clock of the sign-in server may be wrong.",
    ],
    [
      "token-wrong-signature",
      "",
      "Your sign-in was not accepted. It may have expired, or it may be for another site.",
    ],
    [
      "token-needed",
      "?~signed-in=",
      "Your browser did not store the sign-in. Allow cookies for docs.example.com, and sign in again.",
    ],
    ["token-expired", `?~signed-in=&jwt_token=x`, "Your sign-in has expired."],
    [
      "token-malformed",
      `?jwt_token=${"x".repeat(8193)}`,
      "The sign-in token has 8193 characters, but at most 8192 are supported. Ask the owner of the site to send fewer claims, such as groups.",
    ],
    [
      "token-malformed",
      `?jwt_token=${"x".repeat(8192)}`,
      "Your sign-in was not accepted. It may have expired, or it may be for another site.",
    ],
  ] as const)(
    "explains %s after %.30s, because another redirect could loop",
    (reason, query, text) => {
      expect(readPage(answer(reason, query))).toEqual([
        ...[403, "Sign in required", `<p>${text}</p>${again}`],
      ]);
    },
  );

  test("without a URL of its sign-in has no link", () => {
    const request = createRequest("https://docs.example.com/docs/guide");
    const required = createPartial<SignInRequired>({ kind: "sign-in", reason: "token-needed" });
    expect(readPage(answerSignIn(request, required))).toEqual([
      ...[403, "Sign in required", "<p>This site requires you to sign in.</p>"],
    ]);
  });
});
