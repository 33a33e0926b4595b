import { inflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readRequestCookie } from "../../../../src/service/areas/sign-in/cookies.ts";
import { start } from "../../../../src/service/areas/sign-in/start.ts";
import { openRequests } from "./requests.ts";

describe("the start of a sign-in", () => {
  test("redirects with a request that is valid for ten minutes, bound to the browser", async () => {
    const { request, provider, org, workspace, pass } = await openRequests();
    const { status, headers, body } = await start(request({ query: { next: "/_signin/tool?a" } }));
    const { location = "", "set-cookie": cookie = "", ...others } = headers;
    expect([status, body, others]).toEqual([
      302,
      "",
      { "cache-control": "no-store", "referrer-policy": "no-referrer" },
    ]);
    const url = new URL(location);
    expect(url.href.replace(/&SAMLRequest=.*/, "")).toBe("https://login.example.com/sso?tenant=1");
    const message = url.searchParams.get("SAMLRequest") ?? "";
    const xml = inflateRawSync(Buffer.from(message, "base64")).toString();
    const [, id = ""] = / ID="(_[\w-]+)"/.exec(xml) ?? [];
    const path = `/v1/orgs/${org}/saml/${provider.id}`;
    expect(xml).toBe(
      `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${workspace.now.toISOString()}" Destination="https://login.example.com/sso?tenant=1" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" AssertionConsumerServiceURL="http://127.0.0.1:4000${path}/acs"><saml:Issuer>http://127.0.0.1:4000${path}/metadata</saml:Issuer></samlp:AuthnRequest>`,
    );
    expect(cookie).toContain(`; Path=${path};`);
    const [sent = ""] = cookie.split(";");
    const read = () => readRequestCookie(request({ headers: { cookie: sent } }));
    const until = workspace.now.getTime() + 600_000;
    expect(await read()).toEqual({ id, provider: provider.id, next: "/_signin/tool?a", until });
    pass(600_000);
    expect(await read()).toBeUndefined();
  });

  test.each([
    [undefined, ""],
    ["x".repeat(1500), "x".repeat(1500)],
    ["x".repeat(1501), ""],
  ])("remembers the next page unless it is too long", async (next, expected) => {
    const { request } = await openRequests();
    const { headers } = await start(request({ query: next === undefined ? {} : { next } }));
    const [cookie = ""] = (headers["set-cookie"] ?? "").split(";");
    const sent = await readRequestCookie(request({ headers: { cookie } }));
    expect(sent?.next).toBe(expected);
  });

  test("is refused without an SSO URL, which it names", async () => {
    const { request, db, provider } = await openRequests();
    const columns = { sso_url: "" };
    await db.updateTable("saml_providers").set(columns).where("id", "=", provider.id).execute();
    await expect(start(request())).rejects.toMatchObject({
      status: 412,
      message: "The SAML provider has no ssoURL. Set it first.",
      field: "ssoURL",
    });
  });
});
