import { describe, expect, test } from "vitest";
import {
  findSecrets,
  findShareUrls,
  findSignedUrls,
} from "../../../src/client/secrets/received-secrets.ts";
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

describe("findSignedUrls", () => {
  const signed = "http://h/v1/_download/0123456789abcdefghij/file/WzE/a.png";
  test.each<[string, JsonValue | undefined, readonly unknown[]]>([
    ["nothing in no value", undefined, []],
    ["no value other than a text", { downloadURL: null, url: 7, a: true }, []],
    [
      "the URL of a file",
      { downloadURL: "https://f/1" },
      [{ name: "downloadURL", value: "https://f/1" }],
    ],
    ["no text that is not a URL", { downloadURL: "none", a: "See https://f/?token=abc" }, []],
    ["no other URL", { urls: { app: "https://a/s?page=2", location: "http://a/v1/orgs/O1" } }, []],
    ["a signed path", { items: [{ url: signed }] }, [{ name: "url", value: signed }]],
    [
      "a secret parameter and a password",
      {
        a: "https://f/?X-Amz-Signature=1",
        b: { c: "HTTPS://f/?alt=media&token=x" },
        d: "https://u:pw@h/",
      },
      [
        { name: "a", value: "https://f/?X-Amz-Signature=1" },
        { name: "c", value: "HTTPS://f/?alt=media&token=x" },
        { name: "d", value: "https://u:pw@h/" },
      ],
    ],
    [
      "an item of a list by the name of the list",
      { images: ["https://f/?sig=1"] },
      [{ name: "images", value: "https://f/?sig=1" }],
    ],
    ["no link of a document", { object: "document", nodes: [{ url: "https://f/?token=x" }] }, []],
    [
      "a link beside a document",
      {
        object: "page",
        document: { object: "document", url: "https://f/?token=x" },
        downloadURL: "https://g",
      },
      [{ name: "downloadURL", value: "https://g" }],
    ],
  ])("finds %s", (_, value, urls) => {
    expect(findSignedUrls(value)).toEqual(urls);
  });
});
