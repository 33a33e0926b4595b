import { describe, expect, test } from "vitest";
import { refuseHead } from "../../../../src/service/server/pipeline/request-head.ts";

interface Head {
  readonly method?: string;
  readonly httpVersion?: string;
  /** Without the header `Host`. */
  readonly isHostless?: boolean;
}

/** The status of a refusal; undefined for a head that is accepted. */
function refuse(lines: readonly (readonly [string, string])[], head: Head = {}) {
  const { method = "POST", httpVersion = "1.1", isHostless = false } = head;
  const all = isHostless ? lines : [["Host", "localhost"] as const, ...lines];
  const headers = Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), value]));
  return refuseHead({ method, httpVersion, headers, rawHeaders: all.flat() })?.status;
}

describe("the version", () => {
  test.each([
    ["1.1", undefined],
    ["1.0", undefined],
    ["0.9", 505],
    ["2.0", 505],
  ])("%s: %s", (httpVersion, status) => {
    expect(refuse([], { httpVersion })).toBe(status);
  });

  test("1.1 requires a host, which 1.0 may omit", () => {
    expect(refuse([], { isHostless: true })).toBe(400);
    expect(refuse([], { isHostless: true, httpVersion: "1.0" })).toBeUndefined();
  });
});

describe("the transfer encoding", () => {
  test.each([
    ["chunked", "1.1", undefined],
    ["Chunked", "1.1", undefined],
    // In HTTP/1.0, a proxy may have ended the body elsewhere.
    ["chunked", "1.0", 400],
    ["gzip", "1.1", 400],
    ["gzip, chunked", "1.1", 400],
    ["identity", "1.1", 400],
  ])("%s in HTTP/%s: %s", (coding, httpVersion, status) => {
    expect(refuse([["Transfer-Encoding", coding]], { httpVersion })).toBe(status);
  });
});

test.each([
  ["GET", [["Content-Length", "0"]], undefined],
  ["GET", [["Content-Length", "5"]], 400],
  ["HEAD", [["Content-Length", "5"]], 400],
  ["GET", [["Transfer-Encoding", "chunked"]], 400],
  ["DELETE", [["Content-Length", "5"]], undefined],
  ["POST", [["Content-Encoding", "gzip"]], 415],
  ["POST", [["Content-Encoding", "Identity"]], undefined],
  ["POST", [["Expect", "100-Continue"]], undefined],
  ["POST", [["Expect", "200-ok"]], 417],
  ["POST", [["X-Name", "Gr\u00c3\u00bc\u00c3\u009fe"]], undefined],
  ["POST", [["X-Name", "Gr\u00fc\u00dfe"]], 400],
] as const)("%s with %j: %s", (method, lines, status) => {
  expect(refuse(lines, { method })).toBe(status);
});

const unique = [
  ["Host", "localhost"],
  ["Authorization", "Bearer a"],
  ["Content-Type", "text/plain"],
  ["Content-Length", "5"],
  ["Content-Encoding", "identity"],
  ["Transfer-Encoding", "chunked"],
  ["Origin", "http://localhost"],
] as const;

test.each(unique)("a repeated header %s is refused, in any case of its letters", (name, value) => {
  const isHostless = name === "Host";
  expect(refuse([[name, value]], { isHostless })).toBeUndefined();
  for (const other of [name, name.toLowerCase(), name.toUpperCase()]) {
    expect(
      refuse(
        [
          [name, value],
          [other, value],
        ],
        { isHostless },
      ),
    ).toBe(400);
  }
  expect(
    refuse([
      ["Accept", "a"],
      ["Accept", "b"],
    ]),
  ).toBeUndefined();
});
