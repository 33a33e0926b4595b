import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ContentReference } from "../../../../../src/contract/content-reference.model.ts";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import {
  getLinkBase,
  withReferences,
} from "../../../../../src/service/areas/content/links/relative-links.ts";
import type { ReadableContent } from "../../../../../src/service/areas/content/require-content.ts";
import { putDocument } from "../../../../../src/service/areas/content/texts/documents.ts";
import {
  listAddresses,
  listUrlsInHtml,
  presentDocument,
  presentPageWithText,
  presentStored,
} from "../../../../../src/service/areas/content/texts/page-text.ts";
import type { ContentTree } from "../../../../../src/service/areas/content/tree/tree.ts";
import { getTreeIndex } from "../../../../../src/service/areas/content/tree/tree-index.ts";
import type { SiteVisitor } from "../../../../../src/service/core/access/visitor.ts";
import { WrittenJson } from "../../../../../src/service/core/deferred-response.ts";
import type { Call } from "../../../../../src/service/core/handlers.ts";
import { takeTurn } from "../../../../../src/service/engines/threads/turns.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { page, tree } from "../../../../support/organizations/content.ts";
import { openSitesFixture, type SitesFixture } from "../../sites/fixture.ts";

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

describe("a text is presented", () => {
  let fixture: SitesFixture;
  let spaceId: string;
  let written: ContentTree;
  beforeAll(async () => {
    fixture = await openSitesFixture();
    spaceId = await fixture.space("Guide");
    const put = (markdown: string) =>
      putDocument(
        fixture.workspace.db,
        spaceId,
        withReferences(parseMarkdown(markdown), getLinkBase(tree([]), "")),
      );
    const value = (expression: string) => `<code class="expression">${expression}</code>`;
    const when = (condition: string, text: string) =>
      `{% if ${condition} %}\n${text}\n{% endif %}\n\n`;
    const document = await put(
      `${value("page.title")} of ${value("space.title")} [next](/pages/next) <p><a href="../next.md">n</a></p>\n\n` +
        `${when("page.title == 'Inner'", "Own.")}${when("visitor.claims.beta", "Beta.")}`,
    );
    written = tree(
      [
        page("outer", {
          pages: [
            page("inner", { title: "Inner", document, pages: [page("below")] }),
            page("next", { document: await put("Next.") }),
          ],
        }),
        page("group", { type: "group", title: "Group" }),
        page("empty"),
      ],
      { reusableContents: [{ id: "r", title: "R", document }] },
    );
  });

  const read = (answer: unknown) => {
    if (!(answer instanceof WrittenJson)) return answer;
    const { text } = answer;
    return JSON.parse(typeof text === "string" ? text : [...text].join(""));
  };
  const createCall = (visitor?: object) =>
    createPartial<Call>({
      ...{ db: fixture.workspace.db, caller: "ada", now: fixture.workspace.now },
      ...{ base: "http://tome.example.com", ...(visitor && { visitor }) },
    });
  const getContent = () =>
    createPartial<ReadableContent>({
      ...{ found: { row: { title: "Guide", language: null } }, revision: { space: spaceId } },
      ...{ tree: written, of: "The space", location: "content" },
    });
  const getPage = (id: string) => {
    const treePage = getTreeIndex(written).pages.get(id);
    if (!treePage) throw new Error(`There is no page ${id}.`);
    return treePage;
  };
  const show = async (
    id: string,
    options: Parameters<typeof presentPageWithText>[3] = {},
    visitor?: object,
  ) => read(await presentPageWithText(createCall(visitor), getContent(), getPage(id), options));
  const visitor = { site: "site", claims: { beta: true } };

  test("with its page, as Markdown or as a document", async () => {
    const inner = await show("inner");
    expect(inner).toMatchObject({
      ...{
        id: "inner",
        title: "Inner",
        path: "outer/inner",
        pages: [{ path: "outer/inner/below" }],
      },
      markdown: expect.stringContaining("page.title"),
    });
    expect(inner).not.toHaveProperty("document");
    const document = await show("inner", { format: "document" });
    expect(document).toMatchObject({ path: "outer/inner", document: { object: "document" } });
    expect(document).not.toHaveProperty("markdown");
    expect(JSON.stringify(document.document)).toContain("page.title");
    expect(await show("outer")).toMatchObject({ path: "outer", markdown: "" });
  });

  test("without a text for a page of another type", async () => {
    const group = await show("group");
    expect(group).toMatchObject({ title: "Group", path: "group" });
    for (const member of ["markdown", "document"]) expect(group).not.toHaveProperty(member);
    expect(await show("empty")).toMatchObject({ path: "empty", markdown: "" });
  });

  test.each<["markdown" | "document"]>([["markdown"], ["document"]])(
    "as %s with the values of a reader, and always of a visitor",
    async (format) => {
      const text = async (...options: readonly [evaluated?: "true" | "false", visitor?: object]) =>
        JSON.stringify(
          (await show("inner", { format, evaluated: options[0] ?? "false" }, options[1]))[format],
        );
      const parts = (one: string) =>
        ["page.title", "Inner", "Guide", "Own.", "Beta."].map((part) => one.includes(part));
      expect(parts(await text("true"))).toEqual([false, true, true, true, false]);
      for (const evaluated of ["true", "false"] as const) {
        expect(parts(await text(evaluated, visitor))).toEqual([false, true, true, true, true]);
      }
      const [isSource] = parts(await text());
      expect(isSource).toBe(true);
    },
  );

  test("with URLs that lead to the pages of the space", async () => {
    expect((await show("inner")).markdown).toContain("[next](../next.md)");
    const document = await show("inner", { format: "document", evaluated: "true" });
    const links = JSON.stringify(document).match(/"kind":"page","page":"next"/g);
    expect(links).toHaveLength(2);
  });

  test("alone, for a page and for reusable content", async () => {
    const [reusable] = written.reusableContents;
    if (!reusable) throw new Error("The space has reusable content.");
    const present = async (owner: Parameters<typeof presentDocument>[2], evaluated?: "true") =>
      JSON.stringify(
        read(
          await presentDocument(createCall(), getContent(), owner, {
            ...(evaluated && { evaluated }),
          }),
        ),
      );
    expect(await present(getPage("inner"))).toContain("page.title");
    const [ofPage, ofContent] = [
      await present(getPage("inner"), "true"),
      await present(reusable, "true"),
    ];
    expect([ofPage.includes("Own."), ofContent.includes("Own.")]).toEqual([true, false]);
    for (const one of [ofPage, ofContent]) expect(one).toContain("Guide");
  });

  test("without a page, as it is stored", async () => {
    const body = JSON.stringify(parseMarkdown("## A b\n"));
    const document = read(await presentStored(createCall(), body));
    expect(document).toMatchObject({ object: "document", nodes: [{ meta: { id: "a-b" } }] });
  });
});
