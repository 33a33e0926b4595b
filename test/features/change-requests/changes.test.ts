import { describe, expect, test } from "vitest";
import {
  getName,
  listChanges,
  readChanges,
} from "../../../src/features/change-requests/changes.ts";
import type { JsonValue } from "../../../src/json/values.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";

const ids = { spaceId: "S1", changeRequestId: "R1" };
const page = (id: string, more: object = {}) => ({
  id,
  title: `Title ${id}`,
  path: `path-${id}`,
  type: "document",
  ...more,
});
const change = (type: string, one: object, attributes?: object) => ({
  type,
  page: one,
  ...(attributes && { attributes }),
});

/** A platform with these changes, page trees of revisions, and texts by revision and page. */
function open(
  changes: readonly object[],
  {
    more,
    conflicts,
    request = {},
    trees = {},
    texts = {},
  }: {
    more?: number;
    conflicts?: JsonValue;
    request?: object;
    trees?: Readonly<Record<string, unknown>>;
    texts?: Readonly<Record<string, string>>;
  } = {},
) {
  return openScriptedClient(({ line }) => {
    if (line === "GET /spaces/S1/change-requests/R1")
      return { id: "R1", revision: "new", revisionInitial: "first", ...request };
    if (line.startsWith("GET /spaces/S1/change-requests/R1/changes"))
      return { changes, more, conflicts };
    const [, revision = "", id] =
      /^GET \/spaces\/S1\/revisions\/(\w+)(?:\/page\/(\w+))?/.exec(line) ?? [];
    return id === undefined
      ? { pages: trees[revision] ?? [] }
      : { markdown: texts[`${revision} ${id}`] };
  });
}

describe("listChanges", () => {
  test("has one entry for each page, with its fields and titles", async () => {
    const { client, sent } = open([
      change("page_created", page("A")),
      change("page_deleted", page("B")),
      change("page_moved", page("C")),
      change("page_edited", page("C", { title: "New" }), {
        title: { before: "Old", after: "New" },
        icon: { after: "x" },
      }),
      change("page_edited", page("D"), { title: { after: "x" } }),
      change("page_unknown", page("E")),
    ]);
    const { pages, more, conflicts } = await listChanges(client, ids);
    const side = (id: string, title = `Title ${id}`) => ({ title, path: `path-${id}`, text: "" });
    const shared = { type: "document", fields: {} };
    expect(pages).toEqual([
      { id: "A", words: ["added"], after: side("A"), ...shared },
      { id: "B", words: ["removed"], before: side("B"), ...shared },
      {
        id: "C",
        type: "document",
        words: ["moved", "edited"],
        before: side("C", "Old"),
        after: side("C", "New"),
        fields: { title: { before: "Old", after: "New" }, icon: { after: "x" } },
      },
      {
        id: "D",
        type: "document",
        words: ["edited"],
        before: side("D"),
        after: side("D"),
        fields: { title: { after: "x" } },
      },
    ]);
    expect([more, conflicts]).toEqual([0, undefined]);
    expect(sent).toEqual([
      "GET /spaces/S1/change-requests/R1",
      "GET /spaces/S1/change-requests/R1/changes?limit=1000",
    ]);
  });

  test("lists files, reusable content, variables, conflicts and the number of further changes", async () => {
    const { client } = open(
      [
        { type: "file_created", file: { name: "a.png" } },
        { type: "file_deleted", file: { name: "b.png" } },
        { type: "file_edited", file: { name: "c.png" } },
        { type: "file_moved", file: { name: "d.png" } },
        { type: "reusable_content_edited", reusableContent: { title: "Note" } },
        { type: "reusable_content_created", reusableContent: { title: "New" } },
        {
          type: "variables_edited",
          variables: { x: { after: 1 }, y: { before: 1 }, z: { before: 1, after: null } },
        },
      ],
      { more: 3, conflicts: [{ id: "P1" }] },
    );
    const { others, more, conflicts } = await listChanges(client, ids);
    expect(others.map(({ kind, word, name }) => `${kind} ${name} ${word}`)).toEqual([
      "file a.png added",
      "file b.png removed",
      "file c.png edited",
      "reusable content Note edited",
      "reusable content New added",
      "variable x added",
      "variable y removed",
      "variable z edited",
    ]);
    expect([more, conflicts]).toEqual([3, [{ id: "P1" }]]);
  });
});

describe("readChanges", () => {
  const read = async (platform: ReturnType<typeof open>, named?: string) => {
    let count = 0;
    const set = await readChanges(platform.client, ids, { page: named, onText: () => count++ });
    return { set, count, sent: platform.sent.slice(2).map(String) };
  };
  const text = (revision: string, id: string) =>
    `GET /spaces/S1/revisions/${revision}/page/${id}?metadata=false`;

  test("reads the texts of pages whose text may have changed", async () => {
    const texts = { "first B": "old B", "new A": "new A", "first C": "old C", "new C": "new C" };
    const platform = open(
      [
        change("page_created", page("A")),
        change("page_deleted", page("B")),
        change("page_edited", page("C"), { document: {}, title: { before: "T" } }),
        change("page_edited", page("D"), { title: {}, icon: {} }),
        change("page_created", page("E", { type: "group" })),
      ],
      { texts },
    );
    const { set, count, sent } = await read(platform);
    expect(
      set.pages.map(({ id, before, after, fields }) => [
        id,
        before?.text,
        after?.text,
        Object.keys(fields),
      ]),
    ).toEqual([
      ["A", undefined, "new A", []],
      ["B", "old B", undefined, []],
      ["C", "old C", "new C", ["title"]],
      ["D", "", "", ["title", "icon"]],
      ["E", undefined, "", []],
    ]);
    expect(sent.toSorted()).toEqual([
      text("first", "B"),
      text("first", "C"),
      text("new", "A"),
      text("new", "C"),
    ]);
    expect(count).toBe(4);
  });

  test("compares with the revision that was merged last", async () => {
    const platform = open([change("page_deleted", page("B"))], {
      request: { revisionMergedAncestor: "pulled" },
    });
    expect((await read(platform)).sent).toEqual([text("pulled", "B")]);
  });

  test("reads former paths if a page moved, and adds pages below it", async () => {
    const platform = open(
      [
        change("page_moved", page("A", { path: "new/a" })),
        { type: "file_created", file: { name: "x" } },
      ],
      {
        trees: {
          first: [
            page("A", {
              path: "a",
              pages: [page("B", { path: "a/b" }), page("C", { path: "same" })],
            }),
            page("D"),
          ],
          new: [
            page("A", {
              path: "new/a",
              pages: [page("B", { path: "new/a/b" }), page("C", { path: "same" }), page("N")],
            }),
          ],
        },
      },
    );
    const { set, sent } = await read(platform);
    expect(
      set.pages.map(({ id, words, before, after, type }) => [
        id,
        words,
        before?.path,
        after?.path,
        type,
      ]),
    ).toEqual([
      ["A", ["moved"], "a", "new/a", "document"],
      ["B", ["moved"], "a/b", "new/a/b", "document"],
    ]);
    expect(set.others).toHaveLength(1);
    expect(sent).toEqual([
      "GET /spaces/S1/revisions/first?metadata=false&computed=false",
      "GET /spaces/S1/revisions/new?metadata=false&computed=false",
    ]);
  });

  test("reads former paths if a slug changed", async () => {
    const platform = open([change("page_edited", page("A"), { slug: { before: "x" } })], {
      trees: { first: [page("A", { path: "x" })] },
    });
    expect((await read(platform)).set.pages[0]?.before?.path).toBe("x");
  });

  test.each([
    ["A", ["A"]],
    ["path-B", ["B"]],
    ["/path-B/", ["B"]],
    ["Title A", ["A"]],
    ["Old", ["B"]],
  ])("with the page %s", async (named, expected) => {
    const platform = open([
      change("page_created", page("A")),
      change("page_edited", page("B"), { title: { before: "Old" } }),
      { type: "file_created", file: { name: "x" } },
    ]);
    const { set } = await read(platform, named);
    expect([set.pages.map(({ id }) => id), set.others]).toEqual([expected, []]);
  });

  const created = (count: number) =>
    Array.from({ length: count }, (_, at) => change("page_created", page(`${at}`)));
  test.each([
    [created(0), 0, "It changes no pages."],
    [created(1), 0, "It changes path-0."],
    [created(5), 0, "It changes path-0, path-1, path-2, path-3, path-4."],
    [created(6), 2, "It changes path-0, path-1, path-2, path-3, path-4, 3 more."],
  ])("an unknown page is refused: %#", async (changes, more, sentence) => {
    const platform = open(changes, { more });
    await expect(read(platform, "/x")).rejects.toThrow(
      `The change request does not change the page "/x". ${sentence}`,
    );
    expect(platform.sent).toHaveLength(2);
  });
});

test.each([
  [
    { after: { title: "T", path: "p", text: "" }, before: { title: "B", path: "b", text: "" } },
    "p",
  ],
  [{ after: { title: "T", path: "", text: "" } }, "T"],
  [{ before: { title: "T", path: "b", text: "" } }, "b"],
  [{}, ""],
])("the name of %j is %s", (sides, name) => {
  expect(getName({ id: "A", type: "document", words: [], fields: {}, ...sides })).toBe(name);
});
