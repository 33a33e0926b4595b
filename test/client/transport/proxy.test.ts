/** The proxy from the environment for a URL. */
import { describe, expect, test } from "vitest";
import { findProxy } from "../../../src/client/transport/proxy.ts";
import { UsageError } from "../../../src/errors.ts";

const proxy = "http://proxy.example:3128";
const api = "https://api.example.com/v1/orgs";

test.each([
  [api, {}, undefined],
  [api, { HTTPS_PROXY: proxy }, proxy],
  [api, { https_proxy: proxy }, proxy],
  [api, { https_proxy: proxy, HTTPS_PROXY: "http://other.example" }, proxy],
  [api, { https_proxy: "", HTTPS_PROXY: proxy }, undefined],
  [api, { HTTPS_PROXY: "proxy.example:3128" }, proxy],
  [api, { HTTP_PROXY: proxy }, undefined],
  ["http://127.0.0.1:4000/v1", { HTTP_PROXY: proxy }, proxy],
  ["http://127.0.0.1:4000/v1", { HTTPS_PROXY: proxy }, undefined],
  [api, { HTTPS_PROXY: proxy, NO_PROXY: "*" }, undefined],
  [api, { HTTPS_PROXY: proxy, NO_PROXY: "localhost, API.example.com" }, undefined],
  [api, { HTTPS_PROXY: proxy, no_proxy: "example.com" }, undefined],
  [api, { HTTPS_PROXY: proxy, NO_PROXY: ".example.com" }, undefined],
  [api, { HTTPS_PROXY: proxy, NO_PROXY: "*.example.com" }, undefined],
  [api, { HTTPS_PROXY: proxy, NO_PROXY: "api.example.com:443" }, undefined],
  [api, { HTTPS_PROXY: proxy, NO_PROXY: "api.example.com:8443" }, proxy],
  [api, { HTTPS_PROXY: proxy, NO_PROXY: "ample.com" }, proxy],
  [api, { HTTPS_PROXY: proxy, NO_PROXY: "api.example.com.evil" }, proxy],
  [api, { HTTPS_PROXY: proxy, NO_PROXY: ", ," }, proxy],
  ["http://[::1]:4000/", { HTTP_PROXY: proxy, NO_PROXY: "[::1]" }, undefined],
  ["http://[::1]:4000/", { HTTP_PROXY: proxy, NO_PROXY: "::1" }, undefined],
  ["http://[::1]:4000/", { HTTP_PROXY: proxy, NO_PROXY: "[::1]:80" }, proxy],
])("for %s and %j the proxy is %s", (url, environment, expected) => {
  expect(findProxy(new URL(url), environment)).toBe(expected);
});

describe.each([
  ["http", "80"],
  ["https", "443"],
])("a host with a port in NO_PROXY, for a URL with %s", (scheme, usual) => {
  const ports = ["", "80", "443", "8080"];
  test.each(
    ports.flatMap((port) =>
      ["80", "443", "8080"].map((entry) => [port, entry, (port || usual) === entry] as const),
    ),
  )("and the port %j: the port %s is exempt: %s", (port, entry, isExempt) => {
    const url = new URL(`${scheme}://api.example.com${port === "" ? "" : `:${port}`}/v1`);
    const environment = {
      [`${scheme}_proxy`]: proxy,
      NO_PROXY: `other.example,api.example.com:${entry}`,
    };
    expect(findProxy(url, environment)).toBe(isExempt ? undefined : proxy);
  });
});

test.each(["socks5://user:hunter2@proxy.example", "http://", "ftp://proxy.example"])(
  "%s is not a valid proxy, and is not printed",
  (value) => {
    const read = () => findProxy(new URL(api), { HTTPS_PROXY: value });
    expect(read).toThrow(UsageError);
    expect(read).toThrow(/HTTPS_PROXY must contain/);
    expect(read).not.toThrow(/hunter2/);
  },
);
