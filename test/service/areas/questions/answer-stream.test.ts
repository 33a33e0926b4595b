import { describe, expect, test } from "vitest";
import * as space from "../../../../src/contract/space.ts";
import {
  type AnswerDraft,
  listSources,
  mostPages,
  requireModel,
  type SourcePage,
  selectSources,
  streamDrafts,
  streamQuestions,
  toAnswerEvent,
  toSourcePages,
} from "../../../../src/service/areas/questions/answer-stream.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

async function* inParts(...parts: readonly string[]) {
  yield* parts;
}

function createSource(page: string, ofSpace = "S"): SourcePage {
  return {
    ...{ page, space: ofSpace, revision: "R", sections: [`${page}-1`] },
    passage: { title: page.toUpperCase(), space: "Guide", text: "" },
  };
}

describe("the pages for the model", () => {
  test("are the best ones of all spaces, with their sections as text", async () => {
    const workspace = await openWorkspace();
    const organizationId = await workspace.organization();
    const admin = await workspace.member(organizationId, "admin");
    const [one, two] = [
      await workspace.ok(admin, space.create, { organizationId, title: "One" }),
      await workspace.ok(admin, space.create, { organizationId, title: "Two" }),
    ];
    const page = (id: string, score: number | undefined, sections?: object[]) => ({
      ...{ id, title: id.toUpperCase(), path: id, ...(score !== undefined && { score }) },
      ...(sections && { sections }),
    });
    const spaces = [
      { id: one.id, title: "One", pages: [page("a", 1), page("b", 3, [])] },
      {
        ...{ id: two.id, title: "Two" },
        pages: [
          page("c", undefined),
          page("d", 2, [
            { id: "d1", title: "First", body: "x" },
            { id: "d2", title: "Second", body: "y".repeat(5000) },
          ]),
        ],
      },
      { id: "unknown", title: "Three", pages: [page("e", 0.5)] },
    ] as never;
    const pages = await toSourcePages(workspace.db, spaces);
    const text = `First\nx\n\nSecond\n${"y".repeat(5000)}`.slice(0, 4000);
    expect(pages).toEqual([
      {
        ...{ page: "b", space: one.id, revision: one.revision, sections: [] },
        passage: { title: "B", space: "One", text: "" },
      },
      {
        ...{ page: "d", space: two.id, revision: two.revision, sections: ["d1", "d2"] },
        passage: { title: "D", space: "Two", text },
      },
      expect.objectContaining({ page: "a", revision: one.revision }),
      expect.objectContaining({ page: "e", revision: "" }),
      expect.objectContaining({ page: "c", revision: two.revision }),
    ]);
    expect(text).toHaveLength(4000);
    const many = Array.from({ length: 12 }, (_, at) => page(`p${at}`, at));
    const best = await toSourcePages(workspace.db, [
      { id: one.id, title: "", pages: many },
    ] as never);
    expect(best.map((source) => source.page)).toEqual(
      Array.from({ length: mostPages }, (_, at) => `p${11 - at}`),
    );
    expect(await toSourcePages(workspace.db, [{ id: one.id, title: "", pages: [] }])).toEqual([]);
  });

  test("are sources if they are cited, or all of them without a citation", () => {
    const pages = [createSource("a"), createSource("b"), createSource("b", "T")];
    expect(selectSources(pages, [])).toEqual(pages);
    expect(selectSources(pages, [2, 0])).toEqual([pages[0], pages[2]]);
    const source = (page: string, inSpace: string, reason: string) => ({
      ...{ type: "page", page, space: inSpace, revision: "R", sections: [`${page}-1`], reason },
    });
    expect(listSources(pages, [2, 0])).toEqual([
      source("a", "S", 'Cited as [1]: "A" in "Guide"'),
      source("b", "T", 'Cited as [3]: "B" in "Guide"'),
    ]);
    expect(listSources(pages.slice(1), [])).toEqual([
      source("b", "S", 'Searched: "B" in "Guide"'),
      source("b", "T", 'Searched: "B" in "Guide"'),
    ]);
  });
});

test("a model is required, and AI features of the organization", async () => {
  const { db, ...workspace } = await openWorkspace().then((opened) => ({
    db: opened.db,
    organization: () => opened.organization(),
  }));
  const [org, other] = [await workspace.organization(), await workspace.organization()];
  await db.updateTable("organizations").set({ ai: 0 }).where("id", "=", org).execute();
  await db.updateTable("organizations").set({ ai: 1 }).where("id", "=", other).execute();
  const model = {};
  await expect(requireModel({ db, outside: {} } as never, other)).rejects.toMatchObject({
    ...{ status: 501, hint: "tome help environment" },
    message:
      "No language model is configured on the local platform. Set TOME_MODEL_URL and TOME_MODEL.",
  });
  await expect(requireModel({ db, outside: { model } } as never, org)).rejects.toMatchObject({
    status: 403,
    message:
      "AI features are disabled in this organization. An admin can enable them: tome org update --ai.",
  });
  expect(await requireModel({ db, outside: { model } } as never, other)).toBe(model);
});

describe("an answer", () => {
  const draft = async (format: "document" | "markdown", ...parts: readonly string[]) => {
    const drafts: AnswerDraft[] = [];
    for await (const one of streamDrafts(inParts(...parts), { count: 2, format })) drafts.push(one);
    return drafts.map(({ markdown, cited, isComplete }) => [markdown, cited, isComplete]);
  };

  test("grows with each part that changes it, and is complete at the end", async () => {
    expect(await draft("markdown", "Use ", "it [2].", "", "\nFollow-up: Why?")).toEqual([
      ["Use", [], false],
      ["Use it [2].", [1], false],
      ["Use it [2].", [1], true],
    ]);
    expect(await draft("markdown")).toEqual([["", [], true]]);
  });

  test.each([
    ["markdown", 32],
    ["document", 8],
  ] as const)("as %s grows by at least one part in %i", async (format, part) => {
    const start = "a".repeat(part * 10 - 10);
    // The text has 10 new characters of 10 times the part, or 9 of fewer.
    const grown = await draft(format, start, "b".repeat(10));
    expect(grown.map(([markdown]) => String(markdown).length)).toEqual([
      start.length,
      start.length + 10,
      start.length + 10,
    ]);
    const small = await draft(format, start, "b".repeat(9));
    expect(small.map(([markdown]) => String(markdown).length)).toEqual([
      start.length,
      start.length + 9,
    ]);
  });

  test.each([
    [false, [], []],
    [false, [1], ["b"]],
    [true, [], ["a", "b"]],
    [true, [1], ["b"]],
  ])(
    "that is complete: %s, with citations %j has the sources %j",
    async (isComplete, cited, pages) => {
      const asker = {} as never;
      const { type, answer } = await toAnswerEvent(
        { markdown: "*Use*", followups: ["Why?"], cited, isComplete },
        { pages: [createSource("a"), createSource("b")], format: "markdown", asker },
      );
      expect([type, answer.answer, answer.followupQuestions]).toEqual([
        "answer",
        { markdown: "*Use*" },
        ["Why?"],
      ]);
      expect(answer.sources?.map((source) => "page" in source && source.page)).toEqual(pages);
    },
  );
});

test("a suggested question is sent once, when its line is complete", async () => {
  const list = async (...parts: readonly string[]) => {
    const model = { stream: () => inParts(...parts) } as never;
    const sent: string[] = [];
    const { signal } = new AbortController();
    const asked = { caller: {} as never, messages: [] };
    for await (const { question } of streamQuestions(model, asked, signal)) sent.push(question);
    return sent;
  };
  expect(await list("What", " is it?\nWh", "y?\nHow?\nWhat is it?\n", "Wh", "o?")).toEqual([
    "What is it?",
    "Why?",
    "How?",
    "Who?",
  ]);
  expect(await list("a?\n", "b?", "\n")).toEqual(["a?", "b?"]);
  expect(await list()).toEqual([]);
});
