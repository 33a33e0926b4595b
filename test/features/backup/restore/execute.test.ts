/** The end of a restore: the merge, the comparison with the backup, and the comments. */
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/json/values.ts";
import {
  page,
  type RestoreOptions,
  restoreSpace,
  revision,
} from "../../../support/platforms/restored-space.ts";

const restored = { status: "restored", isAsAsked: true, why: [] };
const cr = { changeRequest: "C1", revision: "R9" };
const merge = "POST /spaces/S1/change-requests/C1/merge";

describe("a restored space", () => {
  test("is merged and complete if everything equals the backup", async () => {
    const { result, writes, notes, said, locks } = await restoreSpace({ state: cr });
    expect(result).toEqual(restored);
    expect(writes).toEqual([merge]);
    expect(notes.slice(-3)).toEqual([{ step: "merged" }, { step: "comments" }, { step: "done" }]);
    expect(said).toEqual(["Guide: comparing …"]);
    expect(locks).toEqual(["lock", "release"]);
  });

  test("that was merged already is not merged again", async () => {
    const merged = { "GET /spaces/S1/change-requests/C1": { status: "merged" } };
    expect((await restoreSpace({ state: cr, responses: merged })).writes).toEqual([]);
    expect((await restoreSpace()).writes).toEqual([]);
    expect((await restoreSpace({ state: { ...cr, step: "done" } })).writes).toEqual([]);
  });

  test.each([403, 409, 412])("stays open if its merge is refused with %i", async (status) => {
    const { result, notes } = await restoreSpace({ state: cr, responses: { [merge]: status } });
    expect(result).toEqual({
      status: "open",
      isAsAsked: false,
      why: [`The change request could not be merged: Answered with ${status}.`],
    });
    expect(notes.some((one) => (one as { step?: string }).step === "merged")).toBe(false);
    const { result: untitled } = await restoreSpace({
      state: { ...cr, isNew: true, ids: new Map(["P1", "P2", "P3", "F1"].map((id) => [id, id])) },
      responses: { [merge]: status },
    });
    expect(untitled.why?.[1]).toBe('The space will be renamed to "Guide".');
  });

  test("reports other errors of the merge", async () => {
    await expect(restoreSpace({ state: cr, responses: { [merge]: 500 } })).rejects.toMatchObject({
      status: 500,
    });
  });

  test("as a change request is not merged", async () => {
    const { result, writes } = await restoreSpace({ state: cr, asChangeRequest: true });
    expect(result).toEqual({
      status: "open",
      isAsAsked: true,
      why: ["The change request is not merged yet."],
    });
    expect(writes).toEqual([]);
    const different = await restoreSpace({
      state: { ...cr, refused: new Set(["It was refused."]) },
      asChangeRequest: true,
    });
    expect(different.result).toEqual({
      status: "open",
      isAsAsked: false,
      why: ["The change request is not merged yet.", "It was refused."],
    });
    expect((await restoreSpace({ asChangeRequest: true })).result).toEqual(restored);
  });

  test.each([
    ["existing", { id: "S1" }, []],
    ["existing", { step: "done" }, []],
    ["deleted", { id: undefined }, ["POST /spaces/S1/restore"]],
    ["existing", { id: undefined }, []],
  ] as const)("of the kind %s with %j is prepared by %j", async (way, state, requests) => {
    const { writes, state: after } = await restoreSpace({ way, state: state as never });
    expect(writes).toEqual(requests);
    expect(after).toMatchObject({ id: "S1" });
  });
});

describe("the comparison with the backup", () => {
  const different = (...why: readonly string[]) => ({ status: "different", isAsAsked: false, why });
  const last = page("P3", "Last");
  const home = page("P1", "Home", { pages: [page("P2", "Deep")] });
  test.each<readonly [string, RestoreOptions, object]>([
    [
      "a missing page and its order",
      { current: { ...revision, pages: [home] } },
      different('The page "Last" is missing.'),
    ],
    [
      "another order",
      { current: { ...revision, pages: [last, home] } },
      different("The pages are in a different order."),
    ],
    [
      "another parent",
      { current: { ...revision, pages: [page("P1", "Home"), page("P2", "Deep"), last] } },
      different('The page "Deep" has a different parent page.'),
    ],
    [
      "another title",
      { current: { ...revision, pages: [home, page("P3", "Other", { slug: "last" })] } },
      different('The page "Last" has a different title.'),
    ],
    [
      "another slug",
      { current: { ...revision, pages: [home, page("P3", "Last", { slug: "end" })] } },
      different('The page "Last" has a different slug.'),
    ],
    ["another text", { texts: { P2: "Other" } }, different('The page "Deep" has different text.')],
    [
      "a missing file",
      { current: { ...revision, files: [] } },
      different('The file "a.png" is missing.'),
    ],
    [
      "content that was refused",
      { state: { refused: new Set(["No."]) }, texts: { P2: "Other" } },
      different("No.", 'The page "Deep" has different text.'),
    ],
    [
      "newer pages, which are kept",
      {
        current: {
          ...revision,
          pages: [...revision.pages, page("P8", "New"), page("P9", "Newer")],
        },
      },
      { ...restored, why: ["Kept 2 newer pages."] },
    ],
    [
      "one newer page",
      { current: { ...revision, pages: [...revision.pages, page("P8", "New")] } },
      { ...restored, why: ["Kept 1 newer page."] },
    ],
  ])("finds %s", async (_, options, expected) => {
    expect((await restoreSpace(options)).result).toEqual(expected);
  });

  test("uses the new ids of pages and files", async () => {
    const ids = new Map([
      ["P1", "N1"],
      ["P2", "N2"],
      ["P3", "N3"],
      ["F1", "N4"],
    ]);
    const current = {
      pages: [page("N1", "Home", { pages: [page("N2", "Deep")] }), page("N3", "Last")],
      files: [{ id: "N4" }],
    };
    const texts = { N1: "Text of P1", N2: "Text of P2", N3: "Text of P3" };
    const options = { current, texts, state: { ids, isNew: true, step: "done" } } as const;
    expect((await restoreSpace(options)).result).toEqual(restored);
    // The first page of a new space is not newer than the backup.
    const more = { ...current, pages: [...current.pages, page("N5", "Welcome")] };
    expect((await restoreSpace({ ...options, current: more })).result).toEqual(restored);
  });
});

describe("the comments of the backup", () => {
  const posted = (id: string, text: string, more: JsonObject = {}): JsonObject => ({
    id,
    postedBy: { displayName: "Ada *L*" },
    postedAt: "2026-01-02T03:04:05Z",
    body: { markdown: text },
    ...more,
  });
  const line = "POST /spaces/S1/comments";
  const body = (text: string) => ({ body: { markdown: `Ada  L wrote on 2026-01-02:\n\n${text}` } });

  test("are posted in the name of their author, at their place", async () => {
    const at = (target: JsonObject) => posted("M", "Hello", { target });
    const { writes } = await restoreSpace({
      comments: [
        { comment: at({ page: { id: "P1" }, node: { id: "B1" } }) },
        { comment: at({ page: { id: "P2" }, tableCell: { record: "r", definition: "d" } }) },
        { comment: at({ page: { id: "P2" }, tableCell: { record: "r" } }) },
        { comment: at({ page: { id: "gone" }, node: { id: "B1" } }) },
        { comment: posted("M", "Hello", { postedBy: { displayName: "*" } }) },
      ],
    });
    expect(writes).toEqual([
      [line, { ...body("Hello"), page: "P1", node: "B1" }],
      [line, { ...body("Hello"), page: "P2", tableCell: { record: "r", definition: "d" } }],
      [line, { ...body("Hello"), page: "P2" }],
      [line, body("Hello")],
      [line, { body: { markdown: "Unknown user wrote on 2026-01-02:\n\nHello" } }],
    ]);
  });

  test("that exist are not repeated, but their missing replies are posted", async () => {
    const responses = {
      "GET /spaces/S1/comments": {
        items: [
          { id: "M1", body: { markdown: "x" } },
          { id: "N2", body: { markdown: "Ada L wrote on 2026-01-02: **Second**" } },
        ],
      },
      "GET /spaces/S1/comments/M1/replies": { items: [{ id: "Y1" }] },
      "GET /spaces/S1/comments/N2/replies": {
        items: [{ id: "N3", body: { markdown: "Ada L wrote on 2026-01-02: Third" } }],
      },
    };
    const { writes, sent } = await restoreSpace({
      responses,
      comments: [
        { comment: posted("M1", "First"), replies: [posted("Y1", "a"), posted("Y2", "b")] },
        { comment: posted("M2", "Second"), replies: [posted("Y3", "Third")] },
        { comment: posted("M4", "Fourth"), replies: [] },
      ],
    });
    expect(writes).toEqual([
      ["POST /spaces/S1/comments/M1/replies", body("b")],
      [line, body("Fourth")],
    ]);
    expect(sent).toContain("GET /spaces/S1/comments?status=all&limit=1000");
  });

  test("that the platform refuses are reported, and their replies are not posted", async () => {
    const comments = [{ comment: posted("M1", "x".repeat(70)), replies: [posted("Y1", "a")] }];
    const { result, writes } = await restoreSpace({ comments, responses: { [line]: 403 } });
    expect(writes).toHaveLength(1);
    expect(result).toEqual({
      status: "different",
      isAsAsked: false,
      why: [`The comment "${"x".repeat(60)}": Answered with 403.`],
    });
  });

  test("are posted only after the merge", async () => {
    const comments = [{ comment: posted("M1", "a") }];
    const open = { state: cr, responses: { [merge]: 409 }, comments };
    expect((await restoreSpace(open)).writes).toEqual([merge]);
    expect((await restoreSpace({ state: { step: "comments" }, comments })).writes).toEqual([]);
  });
});
