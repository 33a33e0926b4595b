import { expect, test } from "vitest";
import { slugFrom } from "../../../../../src/document/slugs.ts";
import { type ContentPage, emptyTree } from "../../../../../src/service/areas/content/tree/tree.ts";
import { normalizeTree } from "../../../../../src/service/areas/content/tree/tree-normalize.ts";
import { page, tree } from "../../../../support/content.ts";
import { randomFrom } from "../../../../support/random.ts";
import { randomTree } from "../../../../support/random-trees.ts";

const now = "2026-03-02T08:00:00.000Z";
const normalize = (pages: readonly ContentPage[], before: readonly ContentPage[] = []) =>
  normalizeTree(tree(pages), tree(before), now).pages;
const bare = (id: string, title: string, rest: Partial<ContentPage> = {}): ContentPage => ({
  id,
  type: "document",
  title,
  pages: [],
  ...rest,
});

test("a page gets its slug from its title, unique among its siblings", () => {
  const pages = normalize([bare("a", "Über uns!"), bare("b", "Über uns"), bare("c", "  ")]);
  expect(pages.map(({ slug }) => slug)).toEqual(["uber-uns", "uber-uns-1", "page"]);
  expect(pages[2]?.title).toBe("Untitled");
});

test("an existing slug is kept, also if a new page precedes it", () => {
  const before = normalize([bare("a", "Start")]);
  const pages = normalize([bare("n", "Start"), ...before], before);
  expect(pages.map(({ id, slug }) => [id, slug])).toEqual([
    ["n", "start-1"],
    ["a", "start"],
  ]);
});

test("used paths are kept, whichever page comes first in the source tree", () => {
  const [own, used] = [
    bare("o", "Start", { slug: "start" }),
    bare("u", "Start", { slug: "start" }),
  ];
  const normalized = normalizeTree(tree([own, used]), tree([own]), now, tree([used])).pages;
  expect(normalized.map(({ id, slug }) => [id, slug])).toEqual([
    ["o", "start-1"],
    ["u", "start"],
  ]);
});

test.each([
  ["  Two  words ", "two-words"],
  ["a/b\\c", "abc"],
  ["--x--", "x"],
  ["日本語", "日本語"],
  ["x".repeat(300), "x".repeat(100)],
  ["🚀", ""],
])("the slug of %j is %j", (title, slug) => {
  expect(slugFrom(title)).toBe(slug);
});

test.each<[string, ContentPage[], string]>([
  ["an id twice", [page("a"), page("b", { pages: [page("a")] })], "contains the id"],
  ["no id", [page("")], "contains the id"],
  [
    "a group below the top level",
    [page("a", { pages: [page("g", { type: "group" })] })],
    "top level",
  ],
  ["pages in a link", [page("l", { type: "link", pages: [page("a")] })], "cannot contain pages"],
])("%s is refused", (_, pages, message) => {
  expect(() => normalizeTree(tree(pages), emptyTree, now)).toThrow(message);
});

test("pages nested deeper than 32 levels are refused", () => {
  const deep = (levels: number): ContentPage =>
    page(`p${levels}`, levels > 1 ? { pages: [deep(levels - 1)] } : {});
  expect(normalize([deep(32)])).toHaveLength(1);
  expect(() => normalize([deep(33)])).toThrow("32 levels");
});

test("pages of another space with slugs and times stay the same objects", () => {
  const random = randomFrom();
  const other = normalizeTree(randomTree(random, 50), emptyTree, now);
  const copied = normalizeTree(other, emptyTree, "2026-04-01T00:00:00.000Z");
  expect(copied.pages).toBe(other.pages);
  const [withoutTimes] = normalize([page("a")]);
  expect(withoutTimes).toMatchObject({ createdAt: now, updatedAt: now });
});
