import { expect, test } from "vitest";
import { endpoint } from "../../src/contract/endpoint.ts";
import { boolean, group, integer, list, optional, text } from "../../src/contract/fields.ts";
import {
  collectSecretValues,
  isAddress,
  isPlainHeader,
  isSecret,
  listSecrets,
  redactPair,
} from "../../src/contract/secret-fields.ts";

test.each([
  ["Accept", "application/json", true],
  ["accept", "text/*; q=0.5, */*;q=1", true],
  ["accept", "application/json, secret", false],
  ["content-type", "text/plain; charset=utf-8", true],
  ["content-type", "text/plain; boundary=secret", false],
  ["Prefer", "return=minimal, wait=10", true],
  ["prefer", "respond-async, wait=secret", false],
  ["If-Match", "*", true],
  ["if-none-match", "*", true],
  ["if-match", '"etag"', false],
  ["if-none-match", '"etag"', false],
  ["authorization", "*", false],
  ["x-format", "application/json", false],
])("%s: %s is plain: %j", (name, value, isPlain) => {
  expect(isPlainHeader(name, value)).toBe(isPlain);
});

test("a field is secret itself, or its items are", () => {
  expect([
    isSecret(text("", { secret: "whole" })),
    isSecret(text("")),
    isSecret(list(text("", { secret: "after its name" }), "")),
    isSecret(list(text(""), "", { secret: "whole" })),
    isSecret(list(text(""), "")),
  ]).toEqual([true, false, true, true, false]);
});

test("a field is a URL by its format or redaction", () => {
  expect([
    isAddress(text("", { format: "url" })),
    isAddress(text("", { format: "date-time" })),
    isAddress(text("", { redacted: "address" })),
    isAddress(text("", { redacted: "file or address" })),
    isAddress(integer("")),
  ]).toEqual([true, false, true, false, false]);
});

test.each([
  ["KEY=value", "KEY=[removed]"],
  ["Name:  value", "Name:  [removed]"],
  ["Accept: application/json", "Accept: application/json"],
  ["Accept: secret", "Accept: [removed]"],
  ["KEY=a=b\nc", "KEY=[removed]"],
  ["word", "word"],
  ["KEY=", "KEY="],
])("%j is redacted as %j", (word, redacted) => {
  expect(redactPair(word, "[removed]")).toBe(redacted);
});

const operation = endpoint({
  operation: "testSecrets",
  route: "POST /test/{key}/{plain}",
  summary: "",
  input: {
    key: text("", { secret: "whole" }),
    plain: text(""),
    password: text("", { secret: "whole" }),
    url: text("", { format: "url" }),
    headers: list(text("", { secret: "after its name" }), ""),
    nested: group(
      { token: text("", { secret: "whole" }), link: text("", { redacted: "address" }) },
      "",
    ),
    targets: optional(list(text(""), "", { redacted: { addresses: ["uri"] } })),
    flag: boolean(""),
  },
  secretMembers: ["signingKey"],
} as never);

test("the secrets of a request are listed by their place", () => {
  const input = {
    key: "path-key",
    plain: "plain",
    password: "hunter2",
    url: "https://user:password1@example.com/?q=parameter",
    headers: ["X-Key: one", "Accept: text/plain", "broken"],
    nested: { token: "nested-token", link: "https://example.com/?x=nested-link" },
    flag: true,
  };
  expect(listSecrets(operation, input)).toEqual({
    query: [],
    body: ["password", "headers", "token"],
    addresses: ["url", "link", "uri"],
    headers: [],
    path: ["path-key"],
    answer: ["signingKey"],
    values: ["path-key", "hunter2", "password1", "parameter", "one", "nested-token", "nested-link"],
  });
});

test("each kind of secret is enough, and none is nothing", () => {
  const base = { operation: "x", route: "GET /x", summary: "" };
  const list = (extra: object) =>
    listSecrets(endpoint({ ...base, input: {}, ...extra } as never), {}) !== undefined;
  expect([
    list({}),
    list({ input: { a: text("") } }),
    list({ input: { a: text("", { secret: "whole" }) } }),
    list({ input: { a: text("", { format: "url" }) } }),
    list({ secretMembers: ["a"] }),
  ]).toEqual([false, false, true, true, true]);
});

test("secret values are the texts in lists and objects, except empty ones", () => {
  const fields = { a: list(text(""), "", { secret: "whole" }), b: text("", { secret: "whole" }) };
  expect(collectSecretValues(fields, { a: ["x", "", ["y"], { z: "z" }, null, 1], b: "" })).toEqual([
    "x",
    "y",
    "z",
  ]);
  expect(collectSecretValues(fields, {})).toEqual([]);
});
