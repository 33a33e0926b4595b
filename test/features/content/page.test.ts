import { describe, expect, test } from "vitest";
import {
  get,
  getInChangeRequest,
  getInRevision,
  list,
  listInChangeRequest,
  listInRevision,
} from "../../../src/features/content/page.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

const open = (choice: object = {}, page: object = { id: "P1", markdown: "# Home\n" }) =>
  openScriptedContext({ answer: () => page, more: { choice } });

describe("a page", () => {
  const inSpace = { spaceId: "S1" };
  test.each([
    [get, inSpace, "GET /spaces/S1/content", "tome page list"],
    [
      getInRevision,
      { spaceId: "S1", revisionId: "R1" },
      "GET /spaces/S1/revisions/R1",
      "tome revision pages <revision>",
    ],
    [
      getInChangeRequest,
      { spaceId: "S1", changeRequestId: "C1" },
      "GET /spaces/S1/change-requests/C1/content",
      "tome cr pages <cr>",
    ],
  ] as const)("is read by id or path: %#", async (show, where, start, hint) => {
    const { context, sent } = open();
    const read = show as (one: typeof context, input: object) => Promise<unknown>;
    await read(context, { ...where, pageId: "P1" });
    await read(context, { ...where, pagePath: "a/b" });
    expect(sent).toEqual([`${start}/page/P1`, `${start}/path/a%2Fb`]);
    await expect(read(context, where)).rejects.toMatchObject({
      message: "Specify a page by id, title or path.",
      hint,
    });
    await expect(read(context, { ...where, pageId: "P1", pagePath: "a" })).rejects.toMatchObject({
      message: "Specify either <page> or --path <path>, not both.",
      hint,
    });
    expect(sent).toHaveLength(2);
  });

  const record = { id: "P1", markdown: "# Home\n" };
  test.each<readonly [string | undefined, object, object, object]>([
    [undefined, {}, record, { record, columns: expect.anything() }],
    ["markdown", {}, record, { text: "# Home\n" }],
    ["document", {}, { id: "P1" }, { record: { id: "P1" }, asJson: true }],
    ["markdown", { format: "json" }, record, { record, columns: expect.anything() }],
    ["markdown", { fields: ["id"] }, record, { record, columns: expect.anything() }],
    ["markdown", { jq: "." }, record, { record, columns: expect.anything() }],
  ])("as %s with %j", async (format, choice, page, expected) => {
    const { context, sent } = open(choice, page);
    const input = { ...inSpace, pageId: "P1", ...(format && { format }) };
    expect(await get(context, input as never)).toEqual(expected);
    expect(sent).toEqual([
      `GET /spaces/S1/content/page/P1${format === undefined ? "" : `?format=${format}`}`,
    ]);
  });
});

describe("the pages", () => {
  test.each([
    [list, { spaceId: "S1" }, "GET /spaces/S1/content/pages", "No pages in the space."],
    [
      listInRevision,
      { spaceId: "S1", revisionId: "R1" },
      "GET /spaces/S1/revisions/R1/pages",
      "No pages in the revision.",
    ],
    [
      listInChangeRequest,
      { spaceId: "S1", changeRequestId: "C1" },
      "GET /spaces/S1/change-requests/C1/content/pages",
      "No pages in the change request.",
    ],
  ] as const)("are read: %#", async (read, where, line, none) => {
    const { context, sent } = open({}, { pages: [] });
    const result = await (read as (one: typeof context, input: object) => Promise<unknown>)(
      context,
      where,
    );
    expect(sent).toEqual([line]);
    expect(result).toMatchObject({ none });
  });

  test("are drawn as a tree with their types and paths", async () => {
    const pages = [
      {
        ...{ id: "G1", type: "group", title: "Group" },
        pages: [{ id: "P1", type: "document", title: "Home", path: "home", hidden: true }],
      },
      { id: "L1", type: "link", title: "Chat", href: "https://x.example" },
    ];
    const { context } = openScriptedContext({ answer: () => ({ pages }), screen: true });
    const result = await list(context, { spaceId: "S1", tree: true });
    if (result === undefined || !("view" in result)) throw new Error(JSON.stringify(result));
    const home = [
      { text: "home", tone: "cyan" },
      { text: "hidden", tone: "yellow" },
    ];
    const link = [{ text: "link" }, { text: "https://x.example", tone: "cyan" }];
    expect(result.view).toEqual([
      {
        tree: [
          {
            ...{ title: "Group", tone: "bold", notes: [{ text: "group" }], id: "G1" },
            below: [{ title: "Home", notes: home, id: "P1", below: [] }],
          },
          { title: "Chat", tone: "bold", notes: link, id: "L1", below: [] },
        ],
      },
    ]);
  });
});
