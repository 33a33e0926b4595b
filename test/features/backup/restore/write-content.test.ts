/** The steps of a restore that write content: files and pages first, then texts and positions. */
import { describe, expect, test } from "vitest";
import {
  buildText,
  page,
  type RestoreOptions,
  restoreSpace,
  revision,
} from "../../../support/platforms/restored-space.ts";

const begin = [
  "POST /spaces/S1/change-requests",
  { subject: expect.stringMatching(/^Restore of the backup of 2026-01-02 03:04 \(m-/) },
];
const edit = (...changes: readonly object[]) => [
  "POST /spaces/S1/change-requests/C1/content?compat=false",
  { changes },
];
const text = (id: string) => ({ document: { document: buildText(`Text of ${id}`) } });
/** An update with all settings of a page of the backup. */
const update = (id: string, title: string) => ({
  operation: "update_page",
  page: id,
  ...text(id),
  ...{ title, description: "", slug: title.toLowerCase(), emoji: "", icon: "" },
  ...{ hidden: false, noIndex: false, noRobotsIndex: false },
});
const move = (id: string, at: number, into: string | null = null) => ({
  operation: "update_page",
  page: id,
  into,
  at,
});
const insert = (id: string, title: string, into?: string) => ({
  operation: "insert_page",
  document: {},
  ref: `tome-restores-${id}`,
  ...{ title, slug: title.toLowerCase() },
  ...(into !== undefined && { into }),
});
const file = edit({
  operation: "insert_files",
  files: [
    {
      name: "a.png",
      contentType: "application/octet-stream",
      base64: Buffer.from("bytes").toString("base64"),
    },
  ],
});
const other = [page("P1", "Other", { pages: [page("P2", "Deep")] }), page("P3", "Last")];
const deep = page("P1", "Home", { pages: [page("P2", "Deep")] });

async function run({ state, ...options }: RestoreOptions, step: "begun" | "pages") {
  const all = { asChangeRequest: true, ...options, state: { step, ...state } };
  const { writes, notes, said, state: after } = await restoreSpace(all);
  expect(after.step).toBe("texts");
  return { writes, notes, said: said.slice(0, -1) };
}

describe("texts", () => {
  test.each<readonly [string, RestoreOptions, readonly unknown[], string]>([
    ["that are the same are not written", {}, [], "0 texts"],
    [
      "are written with the settings of a changed page",
      { current: { ...revision, pages: other } },
      [begin, edit(update("P1", "Home"))],
      "1 text",
    ],
    [
      "are written for each page that moved",
      {
        current: {
          ...revision,
          pages: [page("P1", "Home"), page("P2", "Deep"), page("P3", "Last")],
        },
      },
      [begin, edit(update("P2", "Deep")), edit(move("P2", 0, "P1"))],
      "1 text",
    ],
    [
      "keep their order below each parent",
      { current: { ...revision, pages: [page("P3", "Last"), page("P9", "New"), deep] } },
      [begin, edit(move("P1", 0), move("P3", 1))],
      "0 texts",
    ],
    [
      "of new pages are written without settings and positions",
      { state: { isNew: true, ids: new Map([["P2", "N2"]]) } },
      [begin, edit({ operation: "update_page", page: "N2", ...text("P2") })],
      "1 text",
    ],
    [
      "of a page with a new id are written in an existing space",
      {
        state: { ids: new Map([["P3", "N3"]]) },
        current: { ...revision, pages: [deep, page("N3", "Last")] },
      },
      [begin, edit({ operation: "update_page", page: "N3", ...text("P3") })],
      "1 text",
    ],
  ])("%s", async (_, options, expected, count) => {
    const { writes, said, notes } = await run(options, "pages");
    expect(writes).toEqual(expected);
    expect(said).toEqual([`Guide: ${count} …`]);
    expect(notes.at(-1)).toEqual({ step: "texts" });
  });
});

describe("pages and files", () => {
  test("of an unchanged space are not written", async () => {
    const { writes, notes } = await run({}, "begun");
    expect([writes, notes]).toEqual([[], [{ step: "pages" }, { step: "texts" }]]);
  });

  test("of a new space are inserted, parents first, and their ids are recorded", async () => {
    const { writes, notes, said } = await run({ state: { isNew: true } }, "begun");
    const newId = (id: string) => `new-tome-restores-${id}`;
    expect(writes).toEqual([
      begin,
      file,
      edit(insert("P1", "Home"), insert("P3", "Last")),
      edit(insert("P2", "Deep", newId("P1"))),
      edit(
        ...["P1", "P2", "P3"].map((id) => {
          return { operation: "update_page", page: newId(id), ...text(id) };
        }),
      ),
    ]);
    expect(notes).toEqual([
      { changeRequest: "C1", revision: "R1" },
      { revision: "R9", ids: { F1: "new-a.png" } },
      { revision: "R9", ids: { P1: newId("P1"), P3: newId("P3") } },
      { revision: "R9", ids: { P2: newId("P2") } },
      { step: "pages" },
      { revision: "R9", ids: {} },
      { step: "texts" },
    ]);
    expect(said).toEqual([
      "Guide: a.png …",
      "Guide: 2 pages …",
      "Guide: 1 page …",
      "Guide: 3 texts …",
    ]);
  });

  test("that changed are reverted, and the missing ones are inserted", async () => {
    const current = { pages: [page("P1", "Other", { pages: [page("P2", "Deep")] })] };
    const { writes } = await run({ current }, "begun");
    const revert = (id: string) => ({ operation: "revert_page", page: id, revision: "R0" });
    expect(writes).toEqual([
      begin,
      file,
      edit(revert("P1"), revert("P3")),
      edit(insert("P3", "Last")),
      edit(update("P1", "Home"), {
        operation: "update_page",
        page: "new-tome-restores-P3",
        ...text("P3"),
      }),
      // The platform of this test does not show the new page.
      edit(move("P1", 0), move("new-tome-restores-P3", 1)),
    ]);
  });

  test.each([
    ["draft", "R1", [], []],
    ["open", "R1", [], []],
    ["draft", "R2", [["PATCH", { status: "archived" }]], [{ changeRequest: "" }]],
    ["open", "R2", [["PATCH", { status: "archived" }]], [{ changeRequest: "" }]],
    ["merged", "R1", [], [{ changeRequest: "" }]],
    ["archived", "R2", [], [{ changeRequest: "" }]],
  ])("of an earlier attempt that is %s at %s", async (status, at, requests, first) => {
    const line = "/spaces/S1/change-requests/C1";
    const { writes, notes } = await run(
      {
        state: { changeRequest: "C1", revision: "R1" },
        responses: { [`GET ${line}`]: { status, revision: at } },
      },
      "begun",
    );
    expect(writes).toEqual(requests.map(([method, body]) => [`${String(method)} ${line}`, body]));
    expect(notes).toEqual([...first, { step: "pages" }, { step: "texts" }]);
  });
});
