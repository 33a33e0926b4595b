import { expect, test } from "vitest";
import {
  createResolver,
  parseInnerUrl,
  resolvePaths,
} from "../../../src/document/repository/resolver.ts";

test.each<[string, object | undefined]>([
  ["a.md", { paths: ["a.md"] }],
  ["", { paths: [""] }],
  ["#", { paths: [""] }],
  ["#b", { paths: [""], anchor: "b" }],
  ["a.md#", { paths: ["a.md"] }],
  ["a.md#b", { paths: ["a.md"], anchor: "b" }],
  ["a.md#b#c", { paths: ["a.md"], anchor: "b#c" }],
  ["a.md?q=1#b", { paths: ["a.md"], anchor: "b" }],
  ["a.md?q=1", { paths: ["a.md"] }],
  ["a%20b.md", { paths: ["a b.md", "a%20b.md"] }],
  ["a%2Fb", { paths: ["a/b", "a%2Fb"] }],
  ["a\n.md#b\nc", { paths: ["a\n.md"], anchor: "b\nc" }],
  ["./a:b", { paths: ["./a:b"] }],
  ["a+b.c-1:d", undefined],
  ["HTTPS://a", undefined],
  ["mailto:a", undefined],
  ["//a", undefined],
  ["/a", { paths: ["/a"] }],
  ["1:a", { paths: ["1:a"] }],
])("the URL %j has the parts %j", (url, parts) => {
  expect(parseInnerUrl(url)).toEqual(parts);
});

test("a path is tried decoded and as written", () => {
  expect(resolvePaths("a%20b")).toEqual(["a b", "a%20b"]);
  expect(resolvePaths("%")).toEqual(["%"]);
});

const ids: Readonly<Record<string, string>> = {
  "b/page.md": "P1",
  "b/README.md": "P2",
  "b%2Fx.md": "P3",
};
const resolve = createResolver({
  root: "docs",
  pageAt: (location) => ids[location],
  findReadme: (folder) => (folder === "b" ? "b/README.md" : undefined),
  fileAt: (location) => (location === "b/f.png" ? "F1" : undefined),
  includeAt: (location) => (location === "b/i.md" ? "R1" : undefined),
  pageFor: (path) => (path === "b/published" ? "P4" : undefined),
});

test.each<[string, object | undefined]>([
  ["page.md", { kind: "page", page: "P1" }],
  ["page.md#", { kind: "page", page: "P1" }],
  ["page.md#a", { kind: "anchor", anchor: "a", page: "P1" }],
  ["/b/page.md", { kind: "page", page: "P1" }],
  [".", { kind: "page", page: "P2" }],
  ["../b#a", { kind: "anchor", anchor: "a", page: "P2" }],
  ["/b%2Fx.md", { kind: "page", page: "P3" }],
  ["#a", { kind: "anchor", anchor: "a" }],
  ["", undefined],
  ["#", undefined],
  ["i.md#a", { kind: "reusable-content", reusableContent: "R1" }],
  ["f.png", { kind: "file", file: "F1" }],
  ["published#a", { kind: "anchor", anchor: "a", page: "P4" }],
  ["published", { kind: "page", page: "P4" }],
  ["gone.md", undefined],
  // References in the form of the platform.
  ["/spaces/S2", { kind: "space", space: "S2" }],
  ["/spaces/S2/pages/P9#a", { kind: "anchor", anchor: "a", page: "P9", space: "S2" }],
  ["/pages/P9", { kind: "page", page: "P9" }],
  ["/users/U1", { kind: "user", user: "U1" }],
  ["/openapi/spec", { kind: "openapi", spec: "spec" }],
  ["/collections/C1", { kind: "collection", collection: "C1" }],
  ["../../../up.md", undefined],
  ["https://example.com", undefined],
  ["mailto:a@example.com", undefined],
])("the URL %j in a file of the folder b refers to %j", (url, expected) => {
  const ref = { kind: "url" as const, url };
  expect(resolve(ref, "b/from.md")).toEqual(expected ?? ref);
});

test("a reference that is not a URL stays the same", () => {
  const ref = { kind: "page" as const, page: "page.md" };
  expect(resolve(ref, "b/from.md")).toBe(ref);
});
