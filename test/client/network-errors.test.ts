import { describe, expect, test } from "vitest";
import {
  PermanentNetworkError,
  readWireBytes,
  toNetworkError,
} from "../../src/client/network-errors.ts";
import { NetworkError } from "../../src/errors.ts";

const url = "https://api.example.com:8443/v1";
const host = "api.example.com:8443";
const proxyHint = "Check HTTPS_PROXY and HTTP_PROXY, or exempt the server in NO_PROXY.";
const authorityHint =
  "If your network has its own certificate authority, set NODE_EXTRA_CA_CERTS to its PEM file.";
const client = `The server ${host} refused the secure connection. It may require a client certificate, which tome does not support`;
const untrusted = `The certificate of the server ${host} is not trusted`;
const broke = `The connection to the server ${host} broke before the response was complete`;

function describeError(error: NetworkError) {
  const { message, arrived, hint, status, cause } = error;
  return { message, arrived, hint, status, cause, lasts: error instanceof PermanentNetworkError };
}

describe("toNetworkError", () => {
  test.each([
    ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", client, undefined, true],
    ["ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE", client, undefined, true],
    ["CERT_HAS_EXPIRED", untrusted, authorityHint, true],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", untrusted, authorityHint, true],
    ["UNABLE_TO_GET_ISSUER", untrusted, authorityHint, true],
    ["CRL_NOT_YET_VALID", untrusted, authorityHint, true],
    ["ENOTFOUND", `The hostname ${host} could not be resolved`, undefined, false],
    ["EAI_AGAIN", `The hostname ${host} could not be resolved`, undefined, false],
    ["ECONNREFUSED", `The server ${host} refused the connection`, undefined, false],
    ["EHOSTUNREACH", `The server ${host} could not be reached`, undefined, false],
    ["ENETUNREACH", `The server ${host} could not be reached`, undefined, false],
    ["ETIMEDOUT", `The server ${host} could not be reached`, undefined, false],
    ["UND_ERR_CONNECT_TIMEOUT", `The server ${host} could not be reached`, undefined, false],
    ["XEHOSTUNREACH", broke, undefined, false],
    ["EPROTO", `The secure connection to the server ${host} failed`, undefined, false],
    [
      "ERR_SSL_WRONG_VERSION_NUMBER",
      `The secure connection to the server ${host} failed`,
      undefined,
      false,
    ],
    ["ERR_TLS_X", `The secure connection to the server ${host} failed`, undefined, false],
    ["HPE_INVALID_CONSTANT", `The server ${host} sent an invalid HTTP response`, undefined, false],
    [
      "UND_ERR_HEADERS_OVERFLOW",
      `The server ${host} sent an invalid HTTP response`,
      undefined,
      false,
    ],
    ["X_HPE_", broke, undefined, false],
    ["ECONNRESET", broke, undefined, false],
  ])("describes %s", (code, message, hint, lasts) => {
    for (const arrived of ["no", "perhaps"] as const) {
      const error = Object.assign(new Error("Authorization: secret"), { code });
      expect(describeError(toNetworkError(error, { url, arrived }))).toEqual({
        message: `${message} (${code}).`,
        // A failed handshake never delivers a request.
        arrived: lasts ? "no" : arrived,
        hint,
        status: undefined,
        cause: error,
        lasts,
      });
    }
  });

  test.each([
    [
      new Error("fetch failed", { cause: { code: "ECONNREFUSED" } }),
      "refused the connection (ECONNREFUSED).",
    ],
    [{ code: 5, cause: { code: "ECONNREFUSED" } }, "refused the connection (ECONNREFUSED)."],
    [new Error("secret"), "broke before the response was complete."],
    ["ECONNREFUSED", "broke before the response was complete."],
    [null, "broke before the response was complete."],
  ])("finds the code of %j", (error, end) => {
    const { message } = toNetworkError(error, { url, arrived: "no" });
    expect(message.endsWith(` ${host} ${end}`)).toBe(true);
  });

  test("returns an error that is already described", () => {
    const error = new NetworkError("Done.", { arrived: "no" });
    expect(toNetworkError(error, { url, arrived: "perhaps", via: "proxy:1" })).toBe(error);
  });

  test.each([
    [
      "no",
      `The proxy proxy:3128 could not connect to the server ${host} (ECONNREFUSED).`,
      proxyHint,
    ],
    ["perhaps", `The server ${host} refused the connection (ECONNREFUSED).`, undefined],
  ] as const)("names the proxy if no byte was sent: %s", (arrived, message, hint) => {
    const error = { code: "ECONNREFUSED" };
    expect(describeError(toNetworkError(error, { url, arrived, via: "proxy:3128" }))).toEqual({
      message,
      arrived,
      hint,
      status: undefined,
      cause: error,
      lasts: false,
    });
  });

  test.each([
    [400, true],
    [403, true],
    [408, false],
    [425, false],
    [429, false],
    [499, true],
    [500, false],
    [503, false],
  ])("describes the status %i of a proxy", (status, lasts) => {
    const cause = new Error("x", { cause: new Error(`Proxy response (${status}) !== 200`) });
    expect(
      describeError(toNetworkError(cause, { url, arrived: "perhaps", via: "proxy:1" })),
    ).toEqual({
      message: `The proxy proxy:1 did not connect to the server ${host} (status ${status}).`,
      arrived: "no",
      hint: proxyHint,
      status,
      cause,
      lasts,
    });
  });

  test.each(["https", "http"])("a proxy requires credentials for %s", (scheme) => {
    const cause = new Error("Proxy response (407) !== 200 when HTTP Tunneling");
    const attempt = {
      url: `${scheme}://api.example.com`,
      arrived: "perhaps",
      via: "proxy:1",
    } as const;
    expect(describeError(toNetworkError(cause, attempt))).toEqual({
      message: "The proxy proxy:1 requires a valid user name and password (status 407).",
      arrived: "no",
      hint: `Set ${scheme.toUpperCase()}_PROXY to a URL with both: http://<user>:<password>@proxy:1`,
      status: 407,
      cause,
      lasts: true,
    });
  });

  test.each(["Proxy response (40) !== 200", "A Proxy response (407)"])(
    "%j is not the status of a proxy",
    (message) => {
      const error = toNetworkError(new Error(message), { url, arrived: "no", via: "proxy:1" });
      expect(error.status).toBeUndefined();
    },
  );

  test("without a proxy, the status in a message means nothing", () => {
    const error = toNetworkError(new Error("Proxy response (407)"), { url, arrived: "no" });
    expect([error.status, error.message]).toEqual([undefined, `${broke}.`]);
  });
});

test("an interrupted body is a network error of a request that arrived", async () => {
  async function* body() {
    yield new Uint8Array([1]);
    throw Object.assign(new Error("aborted"), { code: "ECONNRESET" });
  }
  const chunks: Uint8Array[] = [];
  const read = async () => {
    for await (const chunk of readWireBytes(body(), url)) chunks.push(chunk);
  };
  await expect(read()).rejects.toMatchObject({
    message: `${broke} (ECONNRESET).`,
    arrived: "perhaps",
  });
  expect(chunks).toEqual([new Uint8Array([1])]);
});
