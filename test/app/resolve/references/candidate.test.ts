/** The names of resources. */
import { describe, expect, test } from "vitest";
import {
  collectPages,
  collectParts,
  type NamedCandidate,
  toMemberCandidate,
  toTitledCandidate,
  toTreeCandidate,
} from "../../../../src/app/resolve/references/candidate.ts";
import type { JsonObject } from "../../../../src/json/values.ts";

const toNames = ({ noun, id, title, addresses, names, path }: NamedCandidate) => ({
  ...{ noun, id, title, path },
  addresses: [...addresses],
  names: [...names],
});

const parents = new Map<string, JsonObject>([
  ["C1", { id: "C1", title: "Products", parent: null }],
  ["C2", { id: "C2", title: "App", parent: "C1" }],
  // Two collections inside each other.
  ["C8", { id: "C8", title: "Eight", parent: "C9" }],
  ["C9", { id: "C9", title: "Nine", parent: "C8" }],
]);
const urls = (published: string | null, open: string | null = null) => ({
  urls: { app: "https://app.example/s/S1", published, public: open },
});

describe("a space", () => {
  test.each<readonly [string, JsonObject, readonly string[], string]>([
    ["at the top", {}, ["Guide"], "/Guide"],
    ["in a collection", { parent: "C1" }, ["Guide", "Products/Guide"], "/Products/Guide"],
    [
      "in a collection of another",
      { parent: "C2" },
      ["Guide", "App/Guide", "Products/App/Guide"],
      "/Products/App/Guide",
    ],
    ["in an unknown collection", { parent: "C0" }, ["Guide"], "/Guide"],
    [
      "in collections inside each other",
      { parent: "C8" },
      ["Guide", "Eight/Guide", "Nine/Eight/Guide"],
      "/Nine/Eight/Guide",
    ],
    [
      "with a published URL",
      urls("https://acme.example/docs/handbook/"),
      ["Guide", "handbook"],
      "/Guide",
    ],
    ["with a public URL", urls(null, "https://acme.example/open"), ["Guide", "open"], "/Guide"],
    [
      "with both URLs",
      urls("https://acme.example/a", "https://acme.example/b"),
      ["Guide", "a", "b"],
      "/Guide",
    ],
    ["with a URL without a path", urls("https://acme.example/"), ["Guide"], "/Guide"],
    ["with an invalid URL", urls("acme"), ["Guide"], "/Guide"],
  ])("%s has its title, the ends of its path and its URLs as names", (_, more, names, path) => {
    const item = { id: "S1", title: "Guide", ...more };
    const whole = toTreeCandidate("space", item, parents, true);
    expect({ ...toNames(whole), names: [...whole.names].toSorted() }).toEqual({
      ...{ noun: "space", id: "S1", title: "Guide", addresses: [path], path },
      names: [...names].toSorted(),
    });
    expect(whole.names[0]).toBe("Guide");
    // Without the collections, it has no path.
    const alone = toTreeCandidate("space", item, new Map(), false);
    expect(alone.addresses).toEqual([]);
    expect(alone.names).toEqual(names.filter((name) => !name.includes("/")));
  });
});

test.each<readonly [JsonObject, object]>([
  [
    { id: "U1", user: { id: "U1", displayName: "Ada", email: "ada@example.com" } },
    {
      id: "U1",
      title: "Ada",
      addresses: ["ada@example.com"],
      names: ["Ada"],
      path: "ada@example.com",
    },
  ],
  [
    { id: "U1", user: { displayName: "Ada" } },
    { id: "U1", title: "Ada", addresses: [], names: ["Ada"], path: "" },
  ],
])("a member %j is named by email and name", (item, expected) => {
  expect(toNames(toMemberCandidate(item))).toEqual({ noun: "user", ...expected });
});

test("a resource with a title has further names, each once and not empty", () => {
  const item = { id: "X1", title: "Docs", updatedAt: "2026-02-01", createdAt: "2026-01-01" };
  const { names, updated } = toTitledCandidate("site", item, [
    "docs.example",
    "",
    "Docs",
    undefined,
  ]);
  expect([names, updated]).toEqual([["Docs", "docs.example"], "2026-02-01"]);
  expect(toTitledCandidate("site", { ...item, updatedAt: null }).updated).toBe("2026-01-01");
});

test("parts of a site have their paths, and groups their titles", () => {
  const variant = { object: "site-space", id: "Y1", title: "English", path: "en" };
  const section = {
    object: "site-section",
    id: "P1",
    title: "API",
    path: "api",
    siteSpaces: [variant],
  };
  const inner = { object: "site-section-group", id: "G2", title: "Inner", children: [section] };
  const structure = [
    { object: "site-section-group", id: "G1", title: "Outer", children: [inner] },
    { object: "site-external-link", id: "L1", title: "Blog" },
    { object: "unknown", id: "Z1", title: "No" },
  ];
  expect(collectParts(structure, "", []).map(toNames)).toEqual([
    {
      ...{ noun: "siteSectionGroup", id: "G1", title: "Outer", path: "/Outer" },
      ...{ addresses: ["/Outer"], names: ["Outer"] },
    },
    {
      ...{ noun: "siteSectionGroup", id: "G2", title: "Inner", path: "/Outer/Inner" },
      ...{ addresses: ["/Outer/Inner"], names: ["Inner", "Outer/Inner"] },
    },
    {
      ...{ noun: "siteSection", id: "P1", title: "API", path: "api" },
      ...{ addresses: ["api", "/api"], names: ["API"] },
    },
    {
      ...{ noun: "siteSpace", id: "Y1", title: "English", path: "api/en" },
      ...{ addresses: ["api/en", "/api/en"], names: ["English"] },
    },
    {
      ...{ noun: "siteExternalLink", id: "L1", title: "Blog", path: "" },
      ...{ addresses: [], names: ["Blog"] },
    },
  ]);
});

test("pages at any depth have their paths", () => {
  const leaf = { id: "B", title: "Leaf", path: "a/leaf" };
  const pages = [
    { id: "A", title: "A", path: "a", pages: [leaf] },
    { id: "G", title: "Group" },
  ];
  expect(collectPages(pages).map(({ id, addresses }) => [id, addresses])).toEqual([
    ["A", ["a", "/a"]],
    ["B", ["a/leaf", "/a/leaf"]],
    ["G", []],
  ]);
});

test.each<[item: JsonObject, updated: string]>([
  [{ lastSeenAt: "2026-02-01", joinedAt: "2026-01-01" }, "2026-02-01"],
  [{ lastSeenAt: null, joinedAt: "2026-01-01" }, "2026-01-01"],
  [{ joinedAt: "2026-01-01" }, "2026-01-01"],
  [{}, ""],
])("the member %j was last seen, or joined: %j", (item, updated) => {
  expect(toMemberCandidate({ user: { id: "U1" }, ...item }).updated).toBe(updated);
});

test.each<[item: JsonObject, updated: string]>([
  [{ updatedAt: "2026-02-01", createdAt: "2026-01-01" }, "2026-02-01"],
  [{ updatedAt: null, createdAt: "2026-01-01" }, "2026-01-01"],
  [{}, ""],
])("the resource %j was last changed, or created: %j", (item, updated) => {
  expect(toTitledCandidate("org", { id: "O1", ...item }).updated).toBe(updated);
});
