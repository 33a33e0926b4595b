import { expect, test } from "vitest";
import { keepRequestHeaders } from "../../../../../src/service/areas/integrations/running/endpoint-headers.ts";

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
