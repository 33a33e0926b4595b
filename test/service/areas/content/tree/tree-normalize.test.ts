import { describe, expect, test } from "vitest";
import { toSlug } from "../../../../../src/document/slugs.ts";
import {
  type ContentPage,
  type ContentTree,
  emptyTree,
} from "../../../../../src/service/areas/content/tree/tree.ts";
import {
  withNewPage,
  withoutPage,
  withPage,
  withPageMoved,
} from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import {
  findTreePage,
  getTreeIndex,
} from "../../../../../src/service/areas/content/tree/tree-index.ts";
import { normalizeTree } from "../../../../../src/service/areas/content/tree/tree-normalize.ts";
import { amount, slowTest } from "../../../../support/generators/amount.ts";
import { type Random, randomFrom } from "../../../../support/generators/random.ts";
import { randomTree } from "../../../../support/generators/random-trees.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

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

test("an existing slug is kept, even if a new page precedes it", () => {
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
  expect(toSlug(title)).toBe(slug);
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

describe("a commit of an edited tree", () => {
  /** Titles, slugs and positions that collide often. */
  function editAwkwardly(before: ContentTree, random: Random, person: string): ContentTree {
    let after = before;
    for (let edit = 0; edit <= random.below(5); edit++) {
      const ids = [...getTreeIndex(after).pages.keys()];
      const id = random.pick(ids);
      const slug = `s${random.below(6)}`;
      const into = random.chance(0.5) ? random.pick(ids) : null;
      const kind = random.pick(["new", "slug", "title", "delete", "move"]);
      if (kind === "new" || ids.length < 4) {
        const fresh = bare(`${person}${edit}-${random.below(1e9)}`, "S1", { slug });
        after = withNewPage(after, fresh, { into, at: random.below(4) });
      } else if (kind === "slug") after = withPage(after, id, { slug });
      else if (kind === "title") after = withPage(after, id, { title: slug });
      else if (kind === "delete") after = withoutPage(after, id);
      else if (!findTreePage(after, id)?.path.includes("/") && into !== id) {
        after = withPageMoved(after, id, { at: random.below(3) });
      }
    }
    return after;
  }

  slowTest("visits only its changes, and has the same result as one that visits all pages", () => {
    const random = randomFrom();
    for (let round = 0; round < amount({ short: 8, all: 60, full: 600 }); round++) {
      let before = normalizeTree(randomTree(random, 30), emptyTree, now);
      let addressed = before;
      for (let step = 0; step < 10; step++) {
        const edited = editAwkwardly(before, random, `a${step}`);
        const at = `2026-05-0${1 + (step % 9)}T00:00:00.000Z`;
        const normalized = normalizeTree(edited, before, at, addressed);
        const complete = normalizeTree(
          edited,
          structuredClone(before),
          at,
          structuredClone(addressed),
        );
        expect([random.seed, round, step, normalized]).toEqual([
          random.seed,
          round,
          step,
          complete,
        ]);
        if (random.chance(0.3))
          addressed = normalizeTree(editAwkwardly(before, random, `b${step}`), before, at);
        else if (random.chance(0.5)) addressed = normalized;
        before = normalized;
      }
    }
  });

  slowTest("in a space of 12,800 pages visits one page", () => {
    const pages = Array.from({ length: 12_800 }, (_, at) => page(`p${at}`, { title: "Same" }));
    const before = normalizeTree(tree([page("g", { type: "group", pages })]), emptyTree, now);
    const examine = (edited: ContentTree) => {
      let count = 0;
      const normalized = normalizeTree(edited, before, now, before, () => count++);
      return { count, normalized };
    };
    expect(examine(withPage(before, "p6000", { title: "Other" })).count).toBe(2);
    const inserted = examine(withNewPage(before, bare("n", "p6000"), { into: "g", at: 9 }));
    expect(inserted.count).toBe(2);
    expect(inserted.normalized.pages[0]?.pages[9]?.slug).toBe("p6000-1");
    expect(examine(withoutPage(before, "p6000")).count).toBe(1);
    expect(examine(withPageMoved(before, "p6000", { into: "g", at: 0 })).count).toBe(1);
    expect(examine(before).count).toBe(0);
  });

  test.each<[string, (before: ContentTree) => ContentTree]>([
    ["a new page", (before) => withNewPage(before, page("b", { slug: "x" }))],
    ["a new page below another", (before) => withNewPage(before, page("c"), { into: "b" })],
    ["a new page with the id of a file", (before) => withNewPage(before, page("f"))],
    ["a new file", (before) => ({ ...before, files: [...before.files, { ...file, id: "c" }] })],
  ])("refuses an id that exists: %s", (_, edit) => {
    const before = normalizeTree(
      tree([page("a"), page("b", { pages: [page("c")] })], { files: [file] }),
      emptyTree,
      now,
    );
    expect(() => normalizeTree(edit(before), before, now)).toThrow("twice");
  });
});

const file = { id: "f", name: "f", contentType: "x/y", hash: "0", size: 1 };

describe("the times of a page", () => {
  const [old, own] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"];
  const times = { createdAt: old, updatedAt: old };

  test.each<
    [
      string,
      Partial<ContentPage>,
      Partial<ContentPage> | undefined,
      readonly (string | undefined)[],
    ]
  >([
    ["a new page", {}, undefined, [now, now]],
    ["a new page with its creation", { createdAt: old }, undefined, [old, old]],
    ["a new page with its change", { updatedAt: own }, undefined, [now, own]],
    ["a new page with both", { createdAt: old, updatedAt: own }, undefined, [old, own]],
    ["an equal copy", times, times, [old, old]],
    ["a changed page", { ...times, title: "New" }, times, [old, now]],
    [
      "a changed page with its own time",
      { createdAt: old, updatedAt: own, title: "New" },
      times,
      [old, own],
    ],
    ["a changed page without times", { title: "New" }, times, [old, now]],
    ["an equal page with its own time", { createdAt: old, updatedAt: own }, times, [old, own]],
    ["a page with a new child", { ...times, pages: [page("b")] }, times, [old, old]],
    ["a page of an earlier version", {}, {}, [now, now]],
    ["a changed page of an earlier version", { title: "New" }, {}, [now, now]],
  ])("%s", (_, fields, before, expected) => {
    const [normalized] = normalize(
      [page("a", fields)],
      before === undefined ? [] : [page("a", before)],
    );
    expect([normalized?.createdAt, normalized?.updatedAt]).toEqual(expected);
  });
});

describe("an invalid tree is refused", () => {
  const nest = (depth: number): ContentPage =>
    page(`p${depth}`, depth === 1 ? {} : { pages: [nest(depth - 1)] });
  const file = { id: "f", name: "f", contentType: "x/y", hash: "0", size: 1 };
  const twice = (id: string) => `The content contains the id ${JSON.stringify(id)} twice.`;

  test.each<[string, Partial<ContentTree>, string]>([
    ["two pages", { pages: [page("a"), page("b", { pages: [page("a")] })] }, twice("a")],
    ["an empty id", { pages: [page("")] }, twice("")],
    ["a page and a file", { pages: [page("f")], files: [file] }, twice("f")],
    ["two files", { files: [file, file] }, twice("f")],
    [
      "a file and reusable content",
      { files: [file], reusableContents: [{ id: "f", title: "F" }] },
      twice("f"),
    ],
    [
      "a page and reusable content",
      { pages: [page("f")], reusableContents: [{ id: "f", title: "F" }] },
      twice("f"),
    ],
    ["33 levels", { pages: [nest(33)] }, "Page p1 is nested deeper than 32 levels. Move it up."],
    [
      "a nested group",
      { pages: [page("a", { pages: [page("g", { type: "group" })] })] },
      "Group g must be at the top level.",
    ],
    [
      "pages below a link",
      { pages: [page("l", { type: "link", pages: [page("a")] })] },
      "Page l has the type link, which cannot contain pages.",
    ],
    [
      "pages below a computed page",
      { pages: [page("c", { type: "computed", pages: [page("a")] })] },
      "Page c has the type computed, which cannot contain pages.",
    ],
  ])("%s", (_, content, message) => {
    expect(() => normalizeTree({ ...emptyTree, ...content }, emptyTree, now)).toThrow(message);
  });

  test("also if only the new part contains the id", () => {
    const before = normalizeTree(
      { ...emptyTree, pages: [page("a"), page("b")], files: [file] },
      emptyTree,
      now,
    );
    for (const [content, message] of [
      [withNewPage(before, page("f")), twice("f")],
      [withNewPage(before, page("a"), { into: "b" }), twice("a")],
      [{ ...before, files: [file, { ...file, id: "b" }] }, twice("b")],
      [{ ...withNewPage(before, page("n")), files: [{ ...file, id: "n" }] }, twice("n")],
    ] as const) {
      expect(() => normalizeTree(content, before, now)).toThrow(message);
    }
    // An id is free once its page is deleted.
    const freed = { ...withoutPage(before, "a"), files: [file, { ...file, id: "a" }] };
    expect(normalizeTree(freed, before, now).files).toHaveLength(2);
    expect(normalizeTree({ ...emptyTree, pages: [nest(32)] }, emptyTree, now).pages).toHaveLength(
      1,
    );
  });
});
