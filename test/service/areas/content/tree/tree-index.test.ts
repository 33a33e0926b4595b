import { describe, expect, test } from "vitest";
import type { ContentTree } from "../../../../../src/service/areas/content/tree/tree.ts";
import { withNewPage, withPage } from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import {
  findTreePage,
  getTreeIndex,
  listDifferentPages,
  withPreparedIndex,
} from "../../../../../src/service/areas/content/tree/tree-index.ts";
import { amount, slowTest } from "../../../../support/generators/amount.ts";
import { randomFrom } from "../../../../support/generators/random.ts";
import { editRandomly, randomTree } from "../../../../support/generators/random-trees.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

/** All of an index, without the objects of a tree that it may share. */
function listIndex(indexed: ContentTree) {
  const { pages, byPath, isUnique } = getTreeIndex(indexed);
  return {
    isUnique,
    size: pages.size,
    pages: [...pages].map(([id, treePage]) => [id, treePage, byPath.get(treePage.path)?.page.id]),
  };
}

describe("the index of an edited tree", () => {
  slowTest("is the same as that of its copy, with the objects of the tree", () => {
    const random = randomFrom();
    for (let round = 0; round < amount({ short: 3, all: 20, full: 200 }); round++) {
      let edited = randomTree(random, 60);
      getTreeIndex(edited);
      for (let step = 0; step < 20; step++) {
        edited = editRandomly(edited, random, 1 + random.below(4));
        const copy = structuredClone(edited);
        expect([random.seed, round, listIndex(edited)]).toEqual([
          random.seed,
          round,
          listIndex(copy),
        ]);
        for (const [id, { page: indexed, parent }] of getTreeIndex(edited).pages) {
          expect(findTreePage({ ...edited, pages: [...edited.pages] }, id)?.page).toBe(indexed);
          if (parent) expect(parent.page.pages).toContain(indexed);
        }
      }
    }
  });

  test("has the paths of all pages below a renamed one", () => {
    const before = tree([page("a", { pages: [page("b", { pages: [page("c")] })] }), page("d")]);
    getTreeIndex(before);
    const { pages, byPath } = getTreeIndex(withPage(before, "a", { slug: "z" }));
    expect([...pages.values()].map(({ path }) => path)).toEqual(["z", "z/b", "z/b/c", "d"]);
    expect(byPath.get("z/b/c")?.parent?.parent?.page.slug).toBe("z");
    expect(byPath.has("a/b/c")).toBe(false);
  });

  test("is complete again if a path or an id occurs twice", () => {
    const before = tree([page("a"), page("b")]);
    getTreeIndex(before);
    const samePath = withPage(before, "b", { slug: "a" });
    expect(getTreeIndex(samePath).byPath.get("a")?.page.id).toBe("a");
    expect(getTreeIndex(samePath).isUnique).toBe(false);
    const sameId = withNewPage(before, page("a", { slug: "c" }));
    expect(getTreeIndex(sameId).isUnique).toBe(false);
  });
});

test("the pages that an edit changed are listed without visiting the others", () => {
  const before = tree(Array.from({ length: 5000 }, (_, at) => page(`p${at}`)));
  getTreeIndex(before);
  const after = withNewPage(withPage(before, "p7", { title: "New" }), page("n"), { at: 2 });
  expect([...listDifferentPages(before, after)].sort()).toEqual(["n", "p7"]);
  const other = tree([page("p7"), page("x")]);
  expect([...listDifferentPages(other, tree([page("y")]))].sort()).toEqual(["p7", "x", "y"]);
});

slowTest(
  "an index that was prepared in turns is the same as one that was built at once",
  async () => {
    const pages = Array.from({ length: 3000 }, (_, at) =>
      page(`p${at}`, { pages: [page(`c${at}`)] }),
    );
    const prepared = await withPreparedIndex(tree(pages), "caller");
    expect(listIndex(prepared)).toEqual(listIndex(tree(structuredClone(pages))));
  },
);
