import { describe, expect, test } from "vitest";
import type { ContentPage } from "../../../../../src/service/areas/content/tree/tree.ts";
import {
  getPage,
  mapPages,
  withFile,
  withNewPage,
  withoutPage,
  withPage,
  withPageMoved,
} from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

const file = (id: string, name = id) => ({
  ...{ id, name, contentType: "x/y", hash: "1", size: 1 },
});
const content = tree(
  [page("a", { pages: [page("b", { pages: [page("c")] }), page("d")] }), page("e"), page("f")],
  { files: [file("f1"), file("f2")], variables: { x: 1 } },
);

/** `a(b(c) d) e f`. */
const outline = (pages: readonly ContentPage[]): string =>
  pages
    .map(({ id, pages: below }) => (below.length > 0 ? `${id}(${outline(below)})` : id))
    .join(" ");

describe("a new page", () => {
  test.each([
    [{}, "a(b(c) d) e f n"],
    [{ into: null }, "a(b(c) d) e f n"],
    [{ at: 0 }, "n a(b(c) d) e f"],
    [{ at: 1 }, "a(b(c) d) n e f"],
    [{ at: 3 }, "a(b(c) d) e f n"],
    [{ at: 9 }, "a(b(c) d) e f n"],
    [{ at: -1 }, "n a(b(c) d) e f"],
    [{ into: "a" }, "a(b(c) d n) e f"],
    [{ into: "a", at: 1 }, "a(b(c) n d) e f"],
    [{ into: "c" }, "a(b(c(n)) d) e f"],
  ])("at %j", (position, expected) => {
    const changed = withNewPage(content, page("n"), position);
    expect(outline(changed.pages)).toBe(expected);
    expect(changed).toEqual({ ...content, pages: changed.pages });
    expect(outline(content.pages)).toBe("a(b(c) d) e f");
  });
});

describe("a page", () => {
  test.each([
    ["c", { at: 0 }, "c a(b d) e f"],
    ["c", { into: null }, "a(b d) e f c"],
    ["d", { into: "a", at: 0 }, "a(d b(c)) e f"],
    ["e", { into: "b", at: 1 }, "a(b(c e) d) f"],
    ["a", { into: "e" }, "e(a(b(c) d)) f"],
    ["b", { into: "a", at: 1 }, "a(d b(c)) e f"],
    // The index counts the siblings without the page.
    ["a", { at: 1 }, "e a(b(c) d) f"],
  ])("%s moves to %j", (id, position, expected) => {
    const moved = withPageMoved(content, id, position);
    expect(outline(moved.pages)).toBe(expected);
    expect(getPage(moved, id).page).toEqual(getPage(content, id).page);
  });

  test.each([
    ["a", "a"],
    ["a", "b"],
    ["a", "c"],
  ])("%s does not move into %s", (id, into) => {
    expect(() => withPageMoved(content, id, { into })).toThrow(
      `Page ${id} cannot be moved into itself or one of its subpages.`,
    );
  });

  test("is removed with the pages below it", () => {
    expect(outline(withoutPage(content, "b").pages)).toBe("a(d) e f");
    expect(outline(withoutPage(content, "a").pages)).toBe("e f");
  });

  test("is changed alone", () => {
    const changed = withPage(content, "d", { title: "D" });
    expect(outline(changed.pages)).toBe(outline(content.pages));
    expect(getPage(changed, "d").page).toEqual({ ...page("d"), title: "D" });
    // Lists that contain no change stay the same objects.
    expect(getPage(changed, "b").page).toBe(getPage(content, "b").page);
    expect(changed.pages[1]).toBe(content.pages[1]);
  });

  test("that does not exist is named", () => {
    for (const change of [
      () => withPage(content, "x", {}),
      () => withoutPage(content, "x"),
      () => withPageMoved(content, "x", {}),
      () => withPageMoved(content, "a", { into: "x" }),
      () => withNewPage(content, page("n"), { into: "x" }),
      () => getPage(content, "x"),
    ]) {
      expect(change).toThrow("The content has no page x.");
    }
  });
});

test("a file is added at the end, and replaced at its position", () => {
  expect(withFile(content, file("f3")).files).toEqual([file("f1"), file("f2"), file("f3")]);
  expect(withFile(content, file("f1", "new")).files).toEqual([file("f1", "new"), file("f2")]);
});

test("mapped pages stay the same objects unless they change", () => {
  const same = mapPages(content.pages, (one) => one);
  expect(same).toBe(content.pages);
  const changed = mapPages(content.pages, (one) =>
    one.id === "c" || one.id === "e" ? { ...one, title: "New" } : one,
  );
  expect(outline(changed)).toBe(outline(content.pages));
  const titles = (pages: readonly ContentPage[]): string[] =>
    pages.flatMap(({ title, pages: below }) => [title, ...titles(below)]);
  expect(titles(changed)).toEqual(["a", "b", "New", "d", "New", "f"]);
  expect([changed[2], changed[0]?.pages[1]]).toEqual([
    content.pages[2],
    content.pages[0]?.pages[1],
  ]);
  expect(changed[2]).toBe(content.pages[2]);
  expect(changed[0]?.pages[1]).toBe(content.pages[0]?.pages[1]);
});
