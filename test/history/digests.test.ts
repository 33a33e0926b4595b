import { expect, test } from "vitest";
import { holdsDigest, openDigests } from "../../src/history/digests.ts";
import type { JsonValue } from "../../src/json/values.ts";

const digest = expect.stringMatching(/^\[digest [\da-f]{24}\]$/);
const toDigests = openDigests("key");

test.each<readonly [JsonValue, unknown]>([
  [
    { title: "Guide", n: 1, yes: true, none: null },
    { title: "Guide", n: 1, yes: true, none: null },
  ],
  [
    { token: "abc", on: { password: "x" } },
    { token: digest, on: { password: digest } },
  ],
  [
    { secret: { a: "x", b: null, c: true, d: 7, e: ["y"], f: { g: "z" } } },
    { secret: { a: digest, b: null, c: true, d: digest, e: digest, f: { g: digest } } },
  ],
  [{ chosen: "s3cret" }, { chosen: digest }],
  [{ list: [{ chosen: "x", title: "y" }] }, { list: [{ chosen: digest, title: "y" }] }],
  [{ answered: "x" }, { answered: digest }],
  [{ note: "it is hunter2!" }, { note: digest }],
  [{ url: "https://a.example" }, { url: "https://a.example" }],
  [{ webhook: "https://a.example/x?key=1" }, { webhook: digest }],
  [{ webhook: "https://a.example" }, { webhook: "https://a.example" }],
  [{ text: "x".repeat(65_536) }, digest],
  [{ text: "x".repeat(65_525) }, { text: "x".repeat(65_525) }],
  [
    { a: { text: "x".repeat(65_537) }, b: "y" },
    { a: { text: digest }, b: "y" },
  ],
  [
    { list: ["x".repeat(40_000), "y".repeat(40_000)], b: 1 },
    { list: digest, b: 1 },
  ],
])("%#: secrets and long values become digests", (value, expected) => {
  const secrets = {
    body: ["chosen"],
    answer: ["answered"],
    values: ["hunter2"],
    addresses: ["webhook"],
    query: [],
    headers: [],
    path: [],
  };
  expect(toDigests(value, secrets)).toEqual(expected);
});

test("digests show equality, depend on the key, and are not digested again", () => {
  const of = (key: string, token: string) => openDigests(key)({ token }, undefined).token;
  expect(of("a", "x")).toBe(of("a", "x"));
  expect(of("a", "x")).not.toBe(of("a", "y"));
  expect(of("a", "x")).not.toBe(of("b", "x"));
  expect(of("a", of("a", "x"))).toBe(of("a", "x"));
});

test.each<readonly [JsonValue | undefined, boolean]>([
  [`[digest ${"0a".repeat(12)}]`, true],
  [[1, { a: [`[digest ${"0a".repeat(12)}]`] }], true],
  [{ a: "b", c: `[digest ${"0a".repeat(12)}]` }, true],
  [`[digest ${"0a".repeat(11)}]`, false],
  [`x[digest ${"0a".repeat(12)}]`, false],
  [`[digest ${"0a".repeat(12)}]x`, false],
  [{ a: ["b"] }, false],
  [null, false],
  [undefined, false],
])("%j holds a digest: %s", (value, expected) => {
  expect(holdsDigest(value)).toBe(expected);
});
