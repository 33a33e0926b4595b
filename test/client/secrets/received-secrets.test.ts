import { describe, expect, test } from "vitest";
import { findSecrets, findShareUrls } from "../../../src/client/secrets/received-secrets.ts";
import type { JsonValue } from "../../../src/json/values.ts";

describe("findSecrets", () => {
  test.each<[JsonValue | undefined, readonly string[], readonly unknown[]]>([
    [undefined, ["token"], []],
    [{ token: "a" }, [], []],
    ["token", ["token"], []],
    [null, ["token"], []],
    [{ token: "a", other: "b" }, ["token"], [{ name: "token", value: "a" }]],
    [
      [{ token: "a" }, { x: { y: [{ token: 1, secret: { key: "z" } }] } }],
      ["token", "secret"],
      [
        { name: "token", value: "a" },
        { name: "token", value: 1 },
        { name: "secret", value: { key: "z" } },
      ],
    ],
    [{ a: { token: null }, b: { token: "" }, c: { token: {} }, d: { token: [] } }, ["token"], []],
    [{ token: 0 }, ["token"], [{ name: "token", value: 0 }]],
    [{ token: false }, ["token"], [{ name: "token", value: false }]],
    [{ token: { token: "inner" } }, ["token"], [{ name: "token", value: { token: "inner" } }]],
  ])("of %j named %j", (value, names, found) => {
    expect(findSecrets(value, names)).toEqual(found);
  });
});

describe("findShareUrls", () => {
  const site = { visibility: "share-link", urls: { published: "https://a/key" } };
  test.each<[JsonValue | undefined, readonly string[]]>([
    [undefined, []],
    ["share-link", []],
    [site, ["https://a/key"]],
    [{ ...site, visibility: "public" }, []],
    [{ visibility: "share-link", urls: {} }, []],
    [{ visibility: "share-link" }, []],
    [{ visibility: "share-link", urls: { published: null } }, []],
    [
      [site, { items: [{ ...site, urls: { published: "b" } }] }],
      ["https://a/key", "b"],
    ],
    [{ ...site, inner: { ...site, urls: { published: "c" } } }, ["https://a/key", "c"]],
  ])("in %j", (value, urls) => {
    expect(findShareUrls(value)).toEqual(urls.map((url) => ({ name: "published", value: url })));
  });
});
