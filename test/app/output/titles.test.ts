import { describe, expect, test } from "vitest";
import { createTitleLookup } from "../../../src/app/output/titles.ts";
import type { TitleLookup } from "../../../src/commands/columns.ts";
import type { JsonObject, PrintedColumn } from "../../../src/context.ts";
import * as collection from "../../../src/contract/collection.ts";
import * as page from "../../../src/contract/page.ts";
import { openScriptedClient, type ScriptedRequest } from "../../support/network/scripted-client.ts";

const columns: readonly PrintedColumn[] = [
  { header: "TITLE", path: "title" },
  { header: "PARENT", path: "parent" },
];

/** The titles that were found for the rows, and the requests. */
async function readTitles(
  pages: readonly (readonly JsonObject[])[],
  from: TitleLookup["from"],
  {
    answer,
    input = {},
  }: { answer?: (request: ScriptedRequest) => unknown; input?: JsonObject } = {},
) {
  const { client, sent } = openScriptedClient(answer);
  const lookup = createTitleLookup(columns, { paths: ["parent"], from }, input, client);
  const rows: (readonly JsonObject[])[] = [];
  for await (const one of lookup.titled(pages)) rows.push(one);
  expect(rows).toEqual(pages);
  const [title, parent] = lookup.columns;
  expect(title).toEqual(columns[0]);
  return { titles: Object.fromEntries(parent?.titles ?? []), sent };
}

const collections = async () => collection.list;
const input = { organizationId: "O1" };
const listed = {
  items: [
    { id: "C1", title: "Products" },
    { id: "C2", label: "App" },
    { id: "C3", title: "" },
  ],
};

describe("createTitleLookup", () => {
  test("reads the list once for all pages, with the titles or labels of its items", async () => {
    const pages = [
      [{ id: "S1", parent: "C1" }],
      [{ id: "S2", parent: "C2" }],
      [{ id: "S3", parent: "C9" }],
    ];
    const { titles, sent } = await readTitles(pages, collections, { answer: () => listed, input });
    expect(titles).toEqual({ C1: "Products", C2: "App" });
    expect(sent).toEqual(["GET /orgs/O1/collections?limit=1000"]);
  });

  test.each<[name: string, pages: JsonObject[][], titles: object]>([
    ["no rows", [[]], {}],
    ["rows without a parent", [[{ id: "S1" }, { id: "S2", parent: null }]], {}],
    [
      "rows beside their parent",
      [
        [
          { id: "C1", title: "Products", parent: null },
          { id: "C2", title: "App", parent: "C1" },
        ],
      ],
      { C1: "Products", C2: "App" },
    ],
    [
      "rows that contain their parent",
      [[{ id: "S1", parent: "C1", collection: { id: "C1", title: "Products" } }]],
      { C1: "Products" },
    ],
    [
      "a parent on an earlier page",
      [[{ id: "C1", title: "Products" }], [{ id: "S1", parent: "C1" }]],
      { C1: "Products" },
    ],
  ])("sends nothing for %s", async (_, pages, titles) => {
    const read = await readTitles(pages, collections, { answer: () => listed, input });
    expect(read.sent).toEqual([]);
    expect(read.titles).toMatchObject(titles);
  });

  test("finds nested pages of the space in the input", async () => {
    const tree = { pages: [{ id: "P1", title: "Start", pages: [{ id: "P2", title: "Install" }] }] };
    const { titles, sent } = await readTitles(
      [[{ id: "X", parent: "P2" }]],
      async () => page.list,
      { answer: () => tree, input: { spaceId: "S1", organizationId: "O1" } },
    );
    expect(titles).toEqual({ P1: "Start", P2: "Install" });
    expect(sent).toEqual(["GET /spaces/S1/content/pages"]);
  });

  test("leaves ids without titles if the request is refused", async () => {
    const pages = [[{ id: "S1", parent: "C1" }], [{ id: "S2", parent: "C1" }]];
    const { titles, sent } = await readTitles(pages, collections, { answer: () => 403, input });
    expect([titles, sent.length]).toEqual([{}, 1]);
  });

  test("asks a search for each page that has an unknown parent", async () => {
    const asked: unknown[] = [];
    const search = async () => async (_: unknown, __: JsonObject, rows: readonly JsonObject[]) => {
      asked.push(rows.map(({ id }) => id));
      if (rows.some(({ id }) => id === "S2")) throw new Error("refused");
      return new Map(rows.map(({ parent }) => [String(parent), `Title of ${String(parent)}`]));
    };
    const pages = [
      [{ id: "S1", parent: "C1" }],
      [{ id: "S2", parent: "C2" }],
      [{ id: "S3", parent: "C1" }],
      [{ id: "S4", parent: "C2" }],
    ];
    const { titles } = await readTitles(pages, search);
    expect(asked).toEqual([["S1"], ["S2"], ["S4"]]);
    expect(titles).toEqual({ C1: "Title of C1", C2: "Title of C2" });
  });
});
