import { describe, expect, test } from "vitest";
import type { MergeConflict } from "../../../../../src/service/areas/content/tree/merge-pages.ts";
import type {
  ContentPage,
  ContentTree,
} from "../../../../../src/service/areas/content/tree/tree.ts";
import { getTreeIndex } from "../../../../../src/service/areas/content/tree/tree-index.ts";
import { mergeTrees } from "../../../../../src/service/areas/content/tree/tree-merge.ts";
import { amount, slowTest } from "../../../../support/generators/amount.ts";
import { randomFrom } from "../../../../support/generators/random.ts";
import { editRandomly, randomTree } from "../../../../support/generators/random-trees.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

const of = (...pages: ContentPage[]) => tree(pages);

function merged(base: ContentTree, ours: ContentTree, theirs: ContentTree): ContentTree {
  const merge = mergeTrees({ base, ours, theirs });
  if (!merge.tree) throw new Error(JSON.stringify(merge.conflicts));
  return merge.tree;
}

function conflictsIn(base: ContentTree, ours: ContentTree, theirs: ContentTree): string[] {
  const { conflicts = [] } = mergeTrees({ base, ours, theirs });
  return conflicts.map(({ kind, id, reason, fields }) => [kind, id, reason, ...fields].join(" "));
}

/** `a(b c) d`. */
function outline(pages: readonly ContentPage[]): string {
  return pages
    .map(({ id, pages: below }) => (below.length > 0 ? `${id}(${outline(below)})` : id))
    .join(" ");
}

test("changes, additions, moves and deletions of one side are merged", () => {
  const base = of(page("a"), page("b", { pages: [page("c")] }), page("d"), page("e"));
  const ours = of(
    page("a", { title: "A" }),
    page("b", { pages: [page("c")] }),
    page("d"),
    page("n"),
  );
  const theirs = of(
    page("a", { document: "1" }),
    page("b"),
    page("d", { pages: [page("c"), page("m")] }),
    page("e"),
  );
  const both = merged(base, ours, theirs);
  expect(outline(both.pages)).toBe("a b d(c m) n");
  expect(both.pages[0]).toMatchObject({ title: "A", document: "1" });
});

test("the same change on both sides is not a conflict", () => {
  const changed = of(page("a", { document: "2" }), page("b"));
  expect(merged(of(page("a")), changed, changed)).toEqual(changed);
});

test("two texts of one page are a conflict that names the page and the field", () => {
  const base = of(page("a", { document: "0" }), page("b"));
  const ours = of(page("a", { document: "1" }), page("b"));
  const theirs = of(page("a", { document: "2" }), page("b", { title: "B" }));
  expect(mergeTrees({ base, ours, theirs })).toEqual({
    conflicts: [
      { kind: "page", id: "a", title: "a", path: "a", reason: "edited", fields: ["document"] },
    ],
  });
});

test("deleting a page that the other side changed or filled is a conflict", () => {
  const base = of(page("a", { pages: [page("b")] }));
  const gone = of();
  const edited = of(page("a", { pages: [page("b", { document: "1" })] }));
  const filled = of(page("a", { pages: [page("b"), page("n")] }));
  expect(conflictsIn(base, gone, edited)).toEqual(["page b deleted"]);
  expect(conflictsIn(base, edited, gone)).toEqual(["page b deleted"]);
  expect(conflictsIn(base, gone, filled)).toEqual(["page n deleted"]);
  expect(outline(merged(base, gone, base).pages)).toBe("");
});

test("moving a page to two places, and two pages into each other, are conflicts", () => {
  const base = of(page("a"), page("b"), page("c"));
  const one = of(page("a", { pages: [page("c")] }), page("b"));
  const other = of(page("a"), page("b", { pages: [page("c")] }));
  expect(conflictsIn(base, one, other)).toEqual(["page c moved"]);
  const below = of(page("a", { pages: [page("b")] }), page("c"));
  const above = of(page("b", { pages: [page("a")] }), page("c"));
  expect(conflictsIn(base, below, above)).toEqual(["page a moved", "page b moved"]);
});

describe("a conflict of positions is resolved for a side", () => {
  const [a, b, c] = [page("a"), page("b"), page("c")];
  const resolveBy =
    (sides: Readonly<Record<string, "ours" | "theirs">>) =>
    ({ id }: MergeConflict) =>
      sides[id];
  /** The result for each side in all conflicts. */
  const resolveBoth = (base: ContentTree, ours: ContentTree, theirs: ContentTree) =>
    (["ours", "theirs"] as const).map((side) =>
      outline(mergeTrees({ base, ours, theirs, resolve: () => side }).tree?.pages ?? []),
    );

  test.each<readonly [string, ContentTree, ContentTree, ContentTree, string, string]>([
    [
      "a page in two places",
      of(a, b, c),
      of(page("a", { pages: [c] }), b),
      of(a, page("b", { pages: [c] })),
      ...(["a(c) b", "a b(c)"] as const),
    ],
    [
      "two pages below each other",
      of(a, b, c),
      of(page("a", { pages: [b] }), c),
      of(page("b", { pages: [a] }), c),
      ...(["a(b) c", "b(a) c"] as const),
    ],
    [
      "two pages below each other, with a new one between them",
      of(a, b),
      of(page("a", { pages: [page("n", { pages: [b] })] })),
      of(page("b", { pages: [a] })),
      ...(["a(n(b))", "b(a(n))"] as const),
    ],
    [
      "a page that was moved below a deleted one, and got a subpage",
      of(a, b),
      of(page("a", { pages: [b] })),
      of(page("b", { pages: [c] })),
      ...(["a(b(c))", "b(c)"] as const),
    ],
    [
      "a new page below deleted ones",
      of(page("a", { pages: [page("b")] })),
      of(),
      of(page("a", { pages: [page("b", { pages: [c] })] })),
      ...(["", "a(b(c))"] as const),
    ],
  ])("%s", (_, base, ours, theirs, forOurs, forTheirs) => {
    expect(resolveBoth(base, ours, theirs)).toEqual([forOurs, forTheirs]);
    expect(resolveBoth(base, theirs, ours)).toEqual([forTheirs, forOurs]);
  });

  test.each([
    // Both leave the other page, so that the positions of the top level remain.
    [{ a: "ours", b: "theirs" }, "a b c"],
    // Both follow the other page: a circle again.
    [{ a: "theirs", b: "ours" }, "a b c"],
  ] as const)("two pages below each other, by page: %j", (sides, expected) => {
    const resolved = mergeTrees({
      base: of(a, b, c),
      ours: of(page("a", { pages: [b] }), c),
      theirs: of(page("b", { pages: [a] }), c),
      resolve: resolveBy(sides),
    });
    expect(outline(resolved.tree?.pages ?? [])).toBe(expected);
  });

  test.each([
    [{ n: "theirs", c: "theirs", b: "theirs" }, "a(b(c(n)))"],
    [{ n: "theirs", c: "theirs", b: "ours" }, "c(n)"],
    [{ n: "theirs", c: "ours" }, "n"],
    [{ n: "ours" }, ""],
  ] as const)("a new page below a chain of deleted ones: %j", (sides, expected) => {
    const chain = (below: readonly ContentPage[]) =>
      of(page("a", { pages: [page("b", { pages: [page("c", { pages: below })] })] }));
    const input = { base: chain([]), ours: of(), theirs: chain([page("n")]) };
    const resolved = mergeTrees({ ...input, resolve: resolveBy(sides) });
    expect(outline(resolved.tree?.pages ?? [])).toBe(expected);
  });

  test("two pages below each other do not affect a page that was moved below them", () => {
    const d = page("d");
    const sides = [
      of(d, a, b),
      of(d, page("a", { pages: [b] })),
      of(page("b", { pages: [page("a", { pages: [d] })] })),
    ] as const;
    expect(conflictsIn(...sides)).toEqual(["page a moved", "page b moved"]);
    expect(resolveBoth(...sides)).toEqual(["a(b d)", "b(a(d))"]);
  });

  const [r, p] = [page("r"), page("p")];
  const below = page("a", { pages: [p] });
  const nested = page("r", { pages: [page("q", { pages: [p] })] });

  test.each<
    readonly [
      string,
      Readonly<Record<"base" | "ours" | "theirs", ContentTree>>,
      Readonly<Record<string, "ours" | "theirs">>,
      string,
    ]
  >([
    [
      "returns to its parent on the other side",
      {
        base: of(a, page("x", { pages: [p] })),
        ours: of(below, page("x")),
        theirs: of(page("x", { pages: [p] })),
      },
      { "p deleted": "theirs" },
      "x(p)",
    ],
    [
      "is at the top level if that parent was deleted before",
      { base: of(a, r, p), ours: of(below), theirs: of(nested) },
      { "p moved": "ours", "p deleted": "theirs", "q deleted": "ours" },
      "p",
    ],
    [
      "is at the top level if that parent is deleted later",
      { base: of(a, r, p), ours: of(nested), theirs: of(below) },
      { "p moved": "theirs", "p deleted": "ours", "q deleted": "theirs" },
      "p",
    ],
  ])("a page below a deleted one %s", (_, sides, decisions, expected) => {
    const resolve = ({ id, reason }: MergeConflict) => decisions[`${id} ${reason}`];
    const merge = mergeTrees({ ...sides, resolve });
    expect([outline(merge.tree?.pages ?? []), merge.conflicts]).toEqual([expected, undefined]);
  });

  slowTest(
    "without a loss of pages that both sides have, and of new ones of the chosen side",
    () => {
      const random = randomFrom();
      for (let round = 0; round < amount({ short: 100, all: 300, full: 5000 }); round++) {
        const base = randomTree(random, random.below(25));
        const ours = editRandomly(base, random, random.below(8));
        const theirs = editRandomly(base, random, random.below(8));
        const ids = [base, ours, theirs].map((side) => [...getTreeIndex(side).pages.keys()]);
        const [before = [], mine = [], others = []] = ids;
        const both = mine.filter((id) => others.includes(id));
        for (const [resolve, chosen] of [
          [() => "ours" as const, mine],
          [() => "theirs" as const, others],
          [() => random.pick(["ours", "theirs"] as const), []],
        ] as const) {
          const merge = mergeTrees({ base, ours, theirs, resolve });
          const pages = merge.tree ? getTreeIndex(merge.tree).pages : new Map();
          const expected = [...both, ...chosen.filter((id) => !before.includes(id))];
          expect([round, random.seed, expected.filter((id) => !pages.has(id))]).toEqual([
            ...[round, random.seed, []],
          ]);
        }
      }
    },
  );
});

test.each([
  ["at the top level", of, (ids: string) => ids, "c"],
  [
    "below a page",
    (...pages: ContentPage[]) => of(page("first"), page("above", { pages })),
    (ids: string) => `first above(${ids})`,
    "above",
  ],
])(
  "siblings %s keep the order of one side, and two orders are a conflict",
  (_, build, show, id) => {
    const base = build(page("a"), page("b"), page("c"));
    const turned = build(page("c"), page("b"), page("a"));
    const longer = build(page("a"), page("n"), page("b"), page("c"));
    expect(outline(merged(base, turned, longer).pages)).toBe(show("c b a n"));
    expect(outline(merged(base, longer, turned).pages)).toBe(show("c b a n"));
    const otherwise = build(page("b"), page("a"), page("c"));
    expect(mergeTrees({ base, ours: turned, theirs: otherwise }).conflicts).toEqual([
      { kind: "page", id, title: id, path: id, reason: "ordered", fields: [] },
    ]);
    for (const [side, order] of [
      ["ours", "c b a"],
      ["theirs", "b a c"],
    ] as const) {
      const sides = { base, ours: turned, theirs: otherwise };
      const resolved = mergeTrees({ ...sides, resolve: () => side }).tree;
      expect(outline(resolved?.pages ?? [])).toBe(show(order));
    }
  },
);

test("a page created by both sides with one id is merged, with conflicts where they differ", () => {
  const one = of(page("n", { title: "N", document: "1" }));
  const other = of(page("n", { title: "N", document: "2" }));
  expect(conflictsIn(of(), one, other)).toEqual(["page n edited document"]);
  expect(merged(of(), one, one)).toEqual(one);
});

test("files and variables are merged by name", () => {
  const file = (id: string, hash: string) => ({ id, name: id, contentType: "x/y", hash, size: 1 });
  const of = (files: ContentTree["files"], variables: ContentTree["variables"]) =>
    tree([], { files, variables });
  const base = of([file("f", "0"), file("g", "0")], { a: 1, b: 1 });
  const ours = of([file("f", "1"), file("g", "0")], { a: 2 });
  const theirs = of([file("f", "0"), file("h", "0")], { a: 1, b: 1, c: 3 });
  const both = merged(base, ours, theirs);
  expect(both.files.map(({ id, hash }) => id + hash)).toEqual(["f1", "h0"]);
  expect(both.variables).toEqual({ a: 2, c: 3 });
  const clash = of([file("f", "2")], { a: 9, b: 1 });
  expect(conflictsIn(base, ours, clash)).toEqual(["file f edited hash", "variable a edited value"]);
});

test("a conflict is resolved for either side, and nothing else changes", () => {
  const base = of(page("a", { document: "0", pages: [page("b")] }), page("c"));
  const ours = of(page("a", { document: "1", pages: [page("b", { title: "B" })] }), page("c"));
  const theirs = of(page("c", { title: "C" }));
  const resolveFor = (side: "ours" | "theirs") => (conflict: MergeConflict) =>
    conflict.kind === "page" ? side : undefined;
  const kept = mergeTrees({ base, ours, theirs, resolve: resolveFor("ours") }).tree;
  expect(outline(kept?.pages ?? [])).toBe("a(b) c");
  expect(kept?.pages.map(({ title }) => title)).toEqual(["a", "C"]);
  const dropped = mergeTrees({ base, ours, theirs, resolve: resolveFor("theirs") }).tree;
  expect(outline(dropped?.pages ?? [])).toBe("c");
});

test("contradictory resolutions along a chain of pages terminate", () => {
  const base = tree([page("a"), page("e"), page("f", { pages: [page("g")] })]);
  // One side deletes f and moves e below a; the other moves f below e, deletes a and edits g.
  const ours = tree([page("a", { pages: [page("e")] })]);
  const edited = page("g", { document: "edited" });
  const theirs = tree([page("e", { pages: [page("f", { pages: [edited] }), page("new")] })]);
  for (const side of ["ours", "theirs"] as const) {
    expect(mergeTrees({ base, ours, theirs, resolve: () => side }).tree).toBeDefined();
  }
  expect(mergeTrees({ base, ours, theirs }).conflicts).not.toHaveLength(0);
});

test("a page that stays moves to the top level if its deleted parent was new", () => {
  const base = of(page("a"), page("z"));
  const ours = of(page("z", { title: "Z" }));
  const theirs = of(page("a", { pages: [page("b", { pages: [page("c")] })] }), page("z"));
  const resolve = ({ id }: MergeConflict) => (id === "b" ? "ours" : "theirs");
  expect(outline(mergeTrees({ base, ours, theirs, resolve }).tree?.pages ?? [])).toBe("z c");
});

test("a file or reusable content deleted on one side and changed on the other is a conflict", () => {
  const file = (name: string) => ({ id: "f", name, contentType: "text/plain", hash: "0", size: 1 });
  const part = (title: string) => ({ id: "r", title, document: "0" });
  const holding = (name: string) =>
    tree([], { files: [file(name)], reusableContents: [part(name)] });
  const [base, changed, gone] = [holding("a"), holding("b"), tree([])];
  const both = ["file f deleted", "reusable-content r deleted"];
  expect(conflictsIn(base, changed, gone)).toEqual(both);
  expect(conflictsIn(base, gone, changed)).toEqual(both);
  expect(merged(base, base, gone)).toEqual(gone);
  for (const [ours, theirs] of [
    [changed, gone],
    [gone, changed],
  ] as const) {
    const resolvedFor = (side: "ours" | "theirs") =>
      mergeTrees({ base, ours, theirs, resolve: () => side }).tree;
    expect(resolvedFor("ours")).toEqual(ours);
    expect(resolvedFor("theirs")).toEqual(theirs);
  }
});

test("a page moved on one side and deleted on the other is a conflict", () => {
  const base = of(page("a"), page("b"));
  const moved = of(page("a", { pages: [page("b")] }));
  const gone = of(page("a"));
  expect(conflictsIn(base, moved, gone)).toEqual(["page b deleted"]);
  expect(conflictsIn(base, gone, moved)).toEqual(["page b deleted"]);
});

test("a variable set by both sides is a conflict, resolved by the selected side", () => {
  const withProduct = (value: string) => tree([], { variables: { product: value } });
  const sides = { base: withProduct("0"), ours: withProduct("1"), theirs: withProduct("2") };
  expect(conflictsIn(sides.base, sides.ours, sides.theirs)).toEqual([
    "variable product edited value",
  ]);
  for (const side of ["ours", "theirs"] as const) {
    expect(mergeTrees({ ...sides, resolve: () => side }).tree).toEqual(sides[side]);
  }
});

test("redirects are merged by path, and theirs apply if both sides set a path", () => {
  const redirects = { kept: "a.md", gone: "a.md", constructor: "a.md", both: "a.md" };
  const base = tree([], { redirects });
  const { gone: _, ...less } = redirects;
  const ours = tree([], { redirects: { ...redirects, mine: "b.md", both: "b.md" } });
  const theirs = tree([], { redirects: { ...less, theirs: "c.md", both: "c.md" } });
  expect(merged(base, ours, theirs).redirects).toEqual({
    ...less,
    ...{ mine: "b.md", theirs: "c.md", both: "c.md" },
  });
  const none = merged(base, base, tree([]));
  expect(none).not.toHaveProperty("redirects");
});

test("a side without changed pages is merged like a copy of it", () => {
  const random = randomFrom();
  for (let round = 0; round < amount({ short: 10, all: 50, full: 500 }); round++) {
    const base = randomTree(random, 30);
    const changed = editRandomly(base, random, 1 + random.below(8));
    const copy = structuredClone(base);
    expect(merged(base, base, changed)).toEqual(merged(base, copy, changed));
    expect(merged(base, changed, base)).toEqual(merged(base, changed, copy));
    expect(merged(base, base, changed).pages).toEqual(changed.pages);
  }
});

test("the size and the dimensions of a file are those of its contents", () => {
  const file = { id: "f", name: "a", contentType: "image/png", hash: "0", size: 1 };
  const small = { width: 1, height: 1 };
  const large = { width: 9, height: 9 };
  const of = (...files: ContentTree["files"]) => tree([], { files });
  const base = of({ ...file, dimensions: small });
  const renamed = of({ ...file, name: "b", dimensions: small });
  const replaced = { ...file, hash: "1", size: 9 };
  for (const [contents, expected] of [
    [replaced, { ...replaced, name: "b" }],
    [
      { ...replaced, dimensions: large },
      { ...replaced, name: "b", dimensions: large },
    ],
  ] as const) {
    expect(merged(base, renamed, of(contents)).files).toEqual([expected]);
    expect(merged(base, of(contents), renamed).files).toEqual([expected]);
  }
  // Equal contents on both sides keep the fields of ours.
  const ours = of({ ...replaced, name: "b", dimensions: large });
  expect(merged(base, ours, of(replaced)).files).toEqual(ours.files);
});

test("a conflict has the title and path of its resource, preferably of ours", () => {
  const file = (name: string) => ({ id: "f", name, contentType: "x/y", hash: name, size: 1 });
  const build = (name: string) =>
    tree([page("p", { title: `P${name}`, slug: name })], {
      files: [file(name)],
      reusableContents: [{ id: "r", title: `R${name}` }],
      variables: { v: name },
    });
  const [base, ours, theirs] = [build("0"), build("1"), build("2")];
  const edited = { reason: "edited" } as const;
  expect(mergeTrees({ base, ours, theirs }).conflicts).toEqual([
    { kind: "page", id: "p", title: "P1", path: "1", ...edited, fields: ["title", "slug"] },
    { kind: "file", id: "f", title: "1", ...edited, fields: ["name", "hash"] },
    { kind: "reusable-content", id: "r", title: "R1", ...edited, fields: ["title"] },
    { kind: "variable", id: "v", title: "v", ...edited, fields: ["value"] },
  ]);
  const gone = tree([]);
  const deleted = { reason: "deleted", fields: [] } as const;
  expect(mergeTrees({ base, ours: gone, theirs }).conflicts).toEqual([
    { kind: "page", id: "p", title: "P2", path: "2", ...deleted },
    { kind: "file", id: "f", title: "2", ...deleted },
    { kind: "reusable-content", id: "r", title: "R2", ...deleted },
    { kind: "variable", id: "v", title: "v", reason: "edited", fields: ["value"] },
  ]);
});

test("texts that both sides changed are merged, with their blocks in conflict", () => {
  const build = (name: string) =>
    tree([page("p", { document: name }), page("q", { document: name })], {
      reusableContents: [{ id: "r", title: "R", document: name }],
    });
  const sides = { base: build("0"), ours: build("1"), theirs: build("2") };
  const block = { id: "b" } as never;
  const texts = new Map([
    ["page p", { hash: "merged", conflicts: [] }],
    ["page q", { hash: "chosen too", conflicts: [block] }],
    ["reusable-content r", { hash: "chosen", conflicts: [block] }],
  ]);
  expect(mergeTrees({ ...sides, texts }).conflicts).toEqual([
    {
      ...{ kind: "page", id: "q", title: "q", path: "q", reason: "edited" },
      ...{ fields: ["document"], blocks: [block] },
    },
    {
      ...{ kind: "reusable-content", id: "r", title: "R", reason: "edited" },
      ...{ fields: ["document"], blocks: [block] },
    },
  ]);
  const resolved = mergeTrees({ ...sides, texts, resolve: () => "theirs" }).tree;
  const written = [...(resolved?.pages ?? []), ...(resolved?.reusableContents ?? [])];
  expect(written.map(({ document }) => document)).toEqual(["merged", "chosen too", "chosen"]);
});
