import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ContentReference } from "../../../../../src/contract/content-reference.model.ts";
import { getLinkBase } from "../../../../../src/service/areas/content/links/relative-links.ts";
import {
  listAddresses,
  listUrlsInHtml,
} from "../../../../../src/service/areas/content/texts/page-text.ts";
import type { ContentTree } from "../../../../../src/service/areas/content/tree/tree.ts";
import { getTreeIndex } from "../../../../../src/service/areas/content/tree/tree-index.ts";
import type { SiteVisitor } from "../../../../../src/service/core/access/visitor.ts";
import { takeTurn } from "../../../../../src/service/engines/threads/turns.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

const content = tree([page("start", { pages: [page("next", { slug: "after" })] })]);

const refer = (...refs: readonly ContentReference[]) =>
  refs.map((ref) => ({ ref, relation: "reference" as const, node: "k" }));

const references = refer(
  { kind: "url", url: "start/after.md" },
  { kind: "url", url: "https://example.com" },
  { kind: "url", url: "gone.md" },
  { kind: "page", page: "next" },
  { kind: "url", url: "/pages/next#part" },
);

test("URLs in HTML are those that lead to the same content", () => {
  expect(listUrlsInHtml(references, getLinkBase(content, "start"))).toEqual([
    [{ kind: "page", page: "next" }, "start/after.md"],
    [{ kind: "anchor", anchor: "part", page: "next" }, "/pages/next#part"],
  ]);
});

test("a document has the URLs in its HTML, and Markdown has the URL of each reference", async () => {
  const list = (owner: string, format: "document" | "markdown") =>
    listAddresses({ caller: "ada" }, content, owner, references, format);
  expect(await list("start", "document")).toEqual(
    listUrlsInHtml(references, getLinkBase(content, "start")),
  );
  // From another folder, the first URL leads nowhere.
  expect(await list("next", "document")).toEqual([
    [{ kind: "anchor", anchor: "part", page: "next" }, "/pages/next#part"],
  ]);
  expect((await list("start", "markdown")).map(([, url]) => url)).toEqual([
    ...["start/after.md", "https://example.com", "gone.md", "start/after.md", "/pages/next#part"],
  ]);
});

describe("the locations of the pages", () => {
  let time = 0;
  beforeEach(() => {
    vi.spyOn(performance, "now").mockImplementation(() => time);
  });
  afterEach(async () => {
    for (let count = 0; count < 20; count++) await nextTurn();
    vi.restoreAllMocks();
  });

  /** Lists the URLs while two tasks of each caller wait, and returns the order of all work. */
  async function listWork(
    call: Parameters<typeof listAddresses>[0],
    refs: readonly ContentReference[],
  ): Promise<string[]> {
    const done: string[] = [];
    const observed: ContentTree = {
      ...content,
      // The locations include those of files.
      get files() {
        done.push("locations");
        return [];
      },
    };
    getTreeIndex(observed);
    const work = async (caller: string, name: string) => {
      await takeTurn(caller);
      done.push(name);
    };
    takeTurn("ada");
    // In milliseconds: no time remains in this turn.
    time += 20;
    const tasks = ["ada 1", "guide 1", "ada 2", "guide 2"].map((name) =>
      work(name.slice(0, -2), name),
    );
    const listing = listAddresses(call, observed, "start", refer(...refs), "document");
    await Promise.all([...tasks, listing]);
    return [...new Set(done)];
  }

  const visitor = { site: "guide" } as SiteVisitor;

  test.each<readonly [string, Parameters<typeof listAddresses>[0], string]>([
    ["user", { caller: "ada" }, "ada 1, guide 1, ada 2, guide 2, locations"],
    ["site of a visitor", { caller: "", visitor }, "ada 1, guide 1, ada 2, guide 2, locations"],
    ["user without other work", { caller: "eve" }, "ada 1, guide 1, locations, ada 2, guide 2"],
  ])("are computed in the turn of the %s", async (_, call, expected) => {
    const done = await listWork(call, [{ kind: "url", url: "start/after.md" }]);
    expect(done.join(", ")).toBe(expected);
  });

  test.each<readonly [string, readonly ContentReference[], boolean]>([
    ["without a reference", [], false],
    [
      "with a URL elsewhere, an anchor and an id",
      ["https://example.com", "#part", "/pages/next"].map((url) => ({ kind: "url", url })),
      false,
    ],
    [
      "with a relative URL among others",
      ["https://example.com", "gone.md"].map((url) => ({ kind: "url", url })),
      true,
    ],
    ["with a reference by id", [{ kind: "page", page: "next" }], true],
  ])("of a text %s", async (_, refs, isComputed) => {
    expect((await listWork({ caller: "ada" }, refs)).includes("locations")).toBe(isComputed);
  });
});
