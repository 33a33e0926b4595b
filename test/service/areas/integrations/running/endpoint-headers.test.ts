import { expect, test } from "vitest";
import {
  keepRequestHeaders,
  keepResponseHeaders,
} from "../../../../../src/service/areas/integrations/running/endpoint-headers.ts";

const basic = "Basic dXNlcjpwYXNzd29yZA==";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

test.each([
  ["a webhook with basic authentication", { authorization: basic, "user-agent": "Sender/1.0" }],
  ["a program without a name", { authorization: basic }],
  ["a page with a token", { authorization: "Bearer eyJ", "user-agent": firefox }],
  ["an API key", { authorization: "ApiKey abc", "x-api-key": "abc" }],
])("the script receives the credentials of %s", (_, headers) => {
  expect(keepRequestHeaders(headers)).toEqual(headers);
});

test.each(["Basic abc", "basic abc", "Digest username=a", "Negotiate abc", "NTLM abc"])(
  "the script does not receive %s of a browser, which is for a proxy",
  (authorization) => {
    const accept = "text/html";
    expect(keepRequestHeaders({ accept, authorization, "user-agent": firefox })).toEqual({
      accept,
      "user-agent": firefox,
    });
    expect(keepRequestHeaders({ authorization, "sec-fetch-mode": "navigate" })).toEqual({
      "sec-fetch-mode": "navigate",
    });
  },
);

test.each(["Bearer tome_abc", "bearer  tome_agent_abc", "BEARER tome_admin_abc"])(
  "the script does not receive the token of the platform in %s",
  (authorization) => {
    expect(keepRequestHeaders({ authorization })).toEqual({});
  },
);

test.each([
  "proxy-authorization",
  "x-forwarded-access-token",
  "x-forwarded-user",
  "x-auth-request-email",
  "cf-access-jwt-assertion",
  "x-amzn-oidc-data",
  "x-goog-iap-jwt-assertion",
  "x-ms-client-principal",
  "x-ms-token-aad-access-token",
  "x-pomerium-jwt-assertion",
  "remote-user",
])("the script does not receive %s of an authenticating proxy", (name) => {
  expect(keepRequestHeaders({ [name]: "ann", "x-kind": "b" })).toEqual({ "x-kind": "b" });
});

test.each([basic, "Bearer eyJ", "ApiKey abc"])(
  "the script does not receive %s of a program that a proxy has authenticated",
  (authorization) => {
    const headers = { authorization, "user-agent": "Sender/1.0" };
    for (const name of ["x-forwarded-user", "remote-user", "x-auth-request-email"]) {
      expect(keepRequestHeaders({ ...headers, [name]: "ann" })).toEqual({
        "user-agent": "Sender/1.0",
      });
    }
    // A header for the proxy shows that the other one is not for it.
    expect(keepRequestHeaders({ ...headers, "proxy-authorization": basic })).toEqual(headers);
  },
);

test.each([
  ["session=1", undefined],
  ["session=1; tome-script-state=abc; other-tome-script-x=2", "state=abc"],
  ["tome-script-a=1; tome-script-b=2", "a=1; b=2"],
])("the script receives only its own cookies of %s", (cookie, expected) => {
  expect(keepRequestHeaders({ cookie, accept: "text/html" })).toEqual({
    accept: "text/html",
    ...(expected !== undefined && { cookie: expected }),
  });
});

const endpoint = "/_integrations/my.script_1/installations/I-1/sites/S_1";
const signIn = `https://docs.example.com${endpoint}/visitor-auth`;
const confined = (cookie: string, more = "") =>
  `tome-script-${cookie}; Path=${endpoint}/visitor-auth; Max-Age=${more || "600"}; HttpOnly; SameSite=Lax`;

test.each<[string, string, string | undefined]>([
  ["state=abc", signIn, `${confined("state=abc")}; Secure`],
  ["state=abc", `${signIn}/callback?x=1`, `${confined("state=abc")}; Secure`],
  ["state=abc", signIn.replace("https:", "http:"), confined("state=abc")],
  ["state=", signIn, `${confined("state=")}; Secure`],
  [" a-b_1=1; Path=/; Domain=example.com", signIn, `${confined("a-b_1=1")}; Secure`],
  ["a=1; Max-Age=60", signIn, `${confined("a=1", "60")}; Secure`],
  ["a=1; max-age=86400; Path=/", signIn, `${confined("a=1", "86400")}; Secure`],
  ["a=1; Max-Age=86401", signIn, `${confined("a=1", "86400")}; Secure`],
  ["a=1; Max-Age=-1", signIn, `${confined("a=1")}; Secure`],
  [`a=${"x".repeat(2000)}`, signIn, `${confined(`a=${"x".repeat(2000)}`)}; Secure`],
  [`a=${"x".repeat(2001)}`, signIn, undefined],
  ["=1", signIn, undefined],
  ["a b", signIn, undefined],
  // Not the sign-in of a site.
  ["a=1", `${signIn}x`, undefined],
  ["a=1", `https://docs.example.com${endpoint}`, undefined],
  ["a=1", `https://docs.example.com/x${endpoint}/visitor-auth`, undefined],
])("the cookie %s of a script at %s is %s", (cookie, url, expected) => {
  expect(keepResponseHeaders({ "set-cookie": cookie, "x-kind": "a" }, url)).toEqual({
    "x-kind": "a",
    ...(expected !== undefined && { "set-cookie": expected }),
  });
});

test.each([
  ...["content-security-policy", "clear-site-data", "service-worker-allowed", "connection"],
  ...["strict-transport-security", "keep-alive", "transfer-encoding", "content-length"],
  ...["content-encoding", "upgrade", "mf-x", "cf-ray", "x-tome-hint"],
])("the script does not set the header %s", (name) => {
  const kept = { "content-type": "text/html", "x-mf-a": "1", location: "/" };
  expect(keepResponseHeaders({ ...kept, [name]: "1" }, signIn)).toEqual(kept);
});
