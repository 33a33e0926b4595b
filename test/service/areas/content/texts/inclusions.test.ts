/** Spaces and texts that include reusable content. */
import { beforeAll, describe, expect, test } from "vitest";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import {
  getLinkBase,
  withReferences,
} from "../../../../../src/service/areas/content/links/relative-links.ts";
import { putDocument } from "../../../../../src/service/areas/content/texts/documents.ts";
import {
  findInclusions,
  listReferringSpaces,
  loadTextReferences,
  resolveInclusions,
} from "../../../../../src/service/areas/content/texts/inclusions.ts";
import type { ContentTree } from "../../../../../src/service/areas/content/tree/tree.ts";
import { countFullTurns } from "../../../../support/machine/count-turns.ts";
import { page, tree } from "../../../../support/organizations/content.ts";
import { onPostgres } from "../../../../support/platforms/postgres/databases.ts";
import { openSitesFixture, type SitesFixture } from "../../sites/fixture.ts";

let fixture: SitesFixture;
beforeAll(async () => {
  fixture = await openSitesFixture();
});

const put = (spaceId: string, markdown: string) =>
  putDocument(
    fixture.workspace.db,
    spaceId,
    withReferences(parseMarkdown(markdown), getLinkBase(tree([]), "")),
  );

const include = (path: string) => `{% include "${path}" %}\n`;

describe("the spaces that can show files or reusable content of a space", () => {
  test.each<readonly [string, (spaceId: string) => string, boolean]>([
    ["include its reusable content", (id) => include(`/spaces/${id}/reusable-contents/r`), true],
    ["show its file", (id) => `![](/spaces/${id}/files/f)\n`, true],
    ["link to a part of its file", (id) => `[part](/spaces/${id}/files/f#page=2)\n`, true],
    ["link to its page", (id) => `[page](/spaces/${id}/pages/p)\n`, false],
    ["link to the space", (id) => `[space](/spaces/${id})\n`, false],
    ["have a file of their own", () => "![](/files/f)\n", false],
  ])("are those that %s", async (_, write, isReferring) => {
    const [spaceId, other] = [await fixture.space("Target"), await fixture.space("Other")];
    await put(other, write(spaceId));
    const listed = await listReferringSpaces(fixture.workspace.db, spaceId, new Set([other]));
    expect(listed).toEqual(isReferring ? [other] : []);
  });

  test("are found at any level, once, and only among the given spaces", async () => {
    const { db } = fixture.workspace;
    const all: string[] = [];
    for (let at = 0; at < 7; at++) all.push(await fixture.space(`${at}`));
    all.sort();
    const [first = "", a = "", b = "", c = "", d = "", outside = "", beyond = ""] = all;
    const refer = async (from: string, to: string) => {
      await put(from, include(`/spaces/${to}/reusable-contents/r`));
      await put(from, `![](/spaces/${to}/files/f)\n`);
    };
    for (const [from, to] of [
      ...[
        [b, first],
        [a, first],
        [outside, first],
      ],
      // Further levels, one of them with a cycle.
      ...[
        [c, a],
        [first, c],
        [d, c],
      ],
      [beyond, outside],
    ] as const) {
      await refer(from ?? "", to ?? "");
    }
    const within = new Set(all.filter((id) => id !== outside));
    expect(await listReferringSpaces(db, first, within)).toEqual([a, b, c, d]);
    expect(await listReferringSpaces(db, d, within)).toEqual([]);
    expect(await listReferringSpaces(db, first, new Set())).toEqual([]);
    // The same text in a space that nothing refers to makes no other space refer to it.
    expect(await listReferringSpaces(db, first, new Set([beyond]))).toEqual([]);
  });
});

describe("the inclusions of a space", () => {
  const build = async (spaceId: string): Promise<ContentTree> => {
    const text = [
      include("/reusable-contents/one"),
      include("/spaces/S/reusable-contents/two"),
      include("../.gitbook/includes/one.md"),
      "[page](/pages/empty) ![](/files/f)\n",
    ].join("\n");
    return tree(
      [
        page("empty"),
        page("g", {
          type: "group",
          pages: [page("text", { document: await put(spaceId, text) })],
        }),
        page("gone", { document: "none" }),
      ],
      {
        reusableContents: [
          { id: "one", title: "One", document: await put(spaceId, include("two.md")) },
          { id: "two", title: "Two" },
        ],
      },
    );
  };

  test("are those of its pages and of its reusable content", async () => {
    const { db } = fixture.workspace;
    const spaceId = await fixture.space("Guide");
    const content = await build(spaceId);
    const work = { db, caller: "ada" };
    const found = findInclusions(work, spaceId, content);
    expect(await found).toEqual([
      { includer: "text", space: spaceId, reusableContent: "one" },
      { includer: "text", space: "S", reusableContent: "two" },
      { includer: "text", space: spaceId, reusableContent: "one" },
      { includer: "one", space: spaceId, reusableContent: "two" },
    ]);
    expect(findInclusions(work, spaceId, content)).toBe(found);
    const refs = [{ kind: "url" as const, url: "../.gitbook/includes/two.md" }];
    expect(resolveInclusions(spaceId, content, "text", refs)).toEqual([
      { includer: "text", space: spaceId, reusableContent: "two" },
    ]);
  });

  test("are found in texts whose locations are prepared", async () => {
    const { db } = fixture.workspace;
    const spaceId = await fixture.space("Guide");
    let isPrepared = false;
    const content: ContentTree = {
      ...(await build(spaceId)),
      // The locations include those of files.
      get files() {
        isPrepared = true;
        return [];
      },
    };
    const texts = await loadTextReferences({ db, caller: "ada" }, spaceId, content);
    expect(isPrepared).toBe(true);
    expect([...texts].map(([id, references]) => [id, references.length])).toEqual([
      ["text", 5],
      ["gone", 0],
      ["one", 1],
    ]);
  });

  test("are those of all addresses in texts, also in settings of blocks", async () => {
    const { db } = fixture.workspace;
    const spaceId = await fixture.space("Guide");
    const markdown = '{% @my/block value="/spaces/S/reusable-contents/two" %}\n';
    const content = tree([page("text", { document: await put(spaceId, markdown) })]);
    expect(await findInclusions({ db, caller: "ada" }, spaceId, content)).toEqual([
      { includer: "text", space: "S", reusableContent: "two" },
    ]);
  });

  // On PostgreSQL, further turns start while the database responds.
  test.skipIf(onPostgres)(
    "of many texts are found in turns with the work of other callers",
    async () => {
      const { db } = fixture.workspace;
      const spaceId = await fixture.space("Guide");
      const document = await put(spaceId, include("/reusable-contents/one"));
      const work = { db, caller: "ada" };
      const count = async (texts: number) => {
        const content = tree(
          Array.from({ length: texts }, (_, at) => page(`p${at}`, { document })),
          { reusableContents: [{ id: "one", title: "One" }] },
        );
        await loadTextReferences(work, spaceId, content);
        let found = 0;
        const turns = await countFullTurns(async () => {
          found = (await findInclusions(work, spaceId, content)).length;
        });
        expect(found).toBe(texts);
        return turns;
      };
      expect((await count(4000)) - (await count(499))).toBeGreaterThanOrEqual(2);
    },
  );
});
