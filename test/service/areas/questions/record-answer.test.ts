import { describe, expect, test } from "vitest";
import type { SiteAnswer } from "../../../../src/service/areas/questions/record-answer.ts";
import {
  computeQuestionKey,
  removeAnswers,
  removeAnswersOfSpace,
} from "../../../../src/service/areas/questions/record-answer.ts";
import type { SiteAnswerTable } from "../../../../src/service/areas/questions/tables.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openAnswers } from "./answers.ts";

const day = 86_400_000;

type Opened = Awaited<ReturnType<typeof openAnswers>>;

const readAnswers = ({ db }: Opened) =>
  db.selectFrom("site_answers").selectAll().orderBy("created_at").orderBy("id").execute();

describe("a recorded answer", () => {
  test.each<[Partial<SiteAnswer>, string, string]>([
    [{}, "yes", "relevant"],
    [{ isCited: false }, "partially", "relevant"],
    [{ sources: [], isCited: false }, "no", "unclear"],
    [{ sources: [], isCited: true }, "no", "unclear"],
  ])("with %j is answered: %s", async (fields, answered, relevance) => {
    const opened = await openAnswers();
    const id = await opened.record("  Which Wrench? ", fields);
    const [question] = await opened.db.selectFrom("site_questions").selectAll().execute();
    const time = opened.workspace.now.toISOString();
    expect(await readAnswers(opened)).toEqual([
      {
        ...{ id, site_id: opened.ids.siteId, organization_id: opened.ids.organizationId },
        ...{ question_id: question?.id, thread_id: id, previous_id: null },
        ...{ raw_question: "  Which Wrench? ", answer: "About   Which Wrench? " },
        ...{ answered, relevance, language: "en", channel: "site", created_at: time },
      },
    ]);
    expect(question).toMatchObject({ question: "Which Wrench?", created_at: time });
  });

  test("has its cited pages in order, and the others apart", async () => {
    const { record, toSource, db, spaceId } = await openAnswers();
    const [sources, uncited] = [
      ["a", "b"],
      ["c", "d"],
    ].map((pages) => pages.map((page) => toSource(page, page.toUpperCase())));
    const id = await record("wrench", { sources: sources ?? [], uncited: uncited ?? [] });
    await record("nothing", { sources: [], uncited: uncited ?? [] });
    const rows = await db.selectFrom("site_answer_sources").selectAll().execute();
    const row = (page: string, position: number) => ({
      ...{ id: expect.any(String), answer_id: id, space_id: spaceId, page_id: page },
      ...{ revision_id: `R-${page}`, title: page.toUpperCase(), position },
    });
    expect(rows).toEqual([row("a", 0), row("b", 1), row("c", -1), row("d", -2)]);
  });

  test("continues the conversation of the preceding one", async () => {
    const opened = await openAnswers();
    const first = await opened.record("one");
    const previous = { id: first, thread_id: first };
    const second = await opened.record("two", { previous });
    const third = await opened.record("three", { previous: { id: second, thread_id: first } });
    const rows = new Map((await readAnswers(opened)).map((row) => [row.id, row]));
    const threads = [first, second, third].map((id) => {
      const row = rows.get(id);
      return [row?.thread_id, row?.previous_id];
    });
    expect(threads).toEqual([
      [first, null],
      [first, first],
      [first, second],
    ]);
  });

  test("belongs to an equal question of the same site", async () => {
    const opened = await openAnswers();
    const { record, create, db } = opened;
    const other = await create("Other");
    await record("Which wrench?");
    await record("wrench, WHICH");
    await record("which wrenches");
    await record("Which wrench?", { siteId: other });
    const questions = await db.selectFrom("site_questions").selectAll().execute();
    const listed = questions.map((one) => [one.site_id, one.question]).toSorted();
    expect(listed).toEqual(
      [
        [opened.ids.siteId, "Which wrench?"],
        [opened.ids.siteId, "which wrenches"],
        [other, "Which wrench?"],
      ].toSorted(),
    );
    const used = new Set((await readAnswers(opened)).map((row) => row.question_id));
    expect(used.size).toBe(3);
  });

  test("is omitted for a deleted site", async () => {
    const opened = await openAnswers();
    await opened.record("wrench", { siteId: "unknown" });
    expect(await readAnswers(opened)).toEqual([]);
  });
});

test.each([
  ["Which wrench?", "wrench which", true],
  ["Ⅳ", "IV", true],
  ["e\u0301te\u0301", "été", true],
  ["wrench", "wrenches", false],
  ["a b", "ab", false],
  ["?!", " ?! ", true],
  ["?!", "!?", false],
])("the questions %j and %j are equal: %s", (one, other, expected) => {
  expect(computeQuestionKey(one) === computeQuestionKey(other)).toBe(expected);
});

describe("the number of answers", () => {
  async function insert(opened: Opened, count: number, fields: Partial<SiteAnswerTable>) {
    const { db, ids, workspace } = opened;
    const questions = await db.selectFrom("site_questions").select("id").execute();
    const rows = Array.from({ length: count }, (_, at) => ({
      ...{ id: `${fields.id ?? "A"}${String(at).padStart(5, "0")}`, thread_id: "T" },
      ...{ site_id: ids.siteId, organization_id: ids.organizationId, previous_id: null },
      ...{ question_id: questions[0]?.id ?? "", raw_question: "wrench", answer: "" },
      ...{ answered: "no" as const, relevance: "unclear" as const, language: "en" },
      ...{ channel: "site" as const, created_at: workspace.now.toISOString() },
      ...(({ id: _, ...others }) => others)({ id: "", ...fields }),
    }));
    for (let at = 0; at < rows.length; at += 500) {
      await db
        .insertInto("site_answers")
        .values(rows.slice(at, at + 500))
        .execute();
    }
  }
  const count = async (opened: Opened) => (await readAnswers(opened)).length;

  slowTest("of a site in a day is at most 1000", async () => {
    const opened = await openAnswers();
    const { record, create, pass, workspace } = opened;
    await record("wrench");
    await insert(opened, 998, {});
    const yesterday = new Date(workspace.now.getTime() - day).toISOString();
    await insert(opened, 5, { id: "Y", created_at: yesterday });
    await record("wrench");
    expect(await count(opened)).toBe(1005);
    await record("wrench");
    expect(await count(opened)).toBe(1005);
    await record("wrench", { siteId: await create("Other") });
    expect(await count(opened)).toBe(1006);
    // The day begins at midnight, in UTC.
    const midnight = Date.parse(`${workspace.now.toISOString().slice(0, 10)}T00:00:00Z`) + day;
    pass(midnight - workspace.now.getTime() - 1);
    await record("wrench");
    expect(await count(opened)).toBe(1006);
    pass(1);
    await record("wrench");
    expect(await count(opened)).toBe(1007);
  });

  slowTest("of an organization is at most 10,000, without the oldest ones", async () => {
    const opened = await openAnswers();
    const { record, workspace, pass } = opened;
    const other = await workspace.organization("Other");
    await record("wrench");
    const ago = (days: number) => new Date(workspace.now.getTime() - days * day).toISOString();
    await insert(opened, 9998, { id: "B", created_at: ago(2) });
    await insert(opened, 3, { id: "X", organization_id: other, created_at: ago(3) });
    await record("wrench");
    expect(await count(opened)).toBe(10_003);
    pass(1);
    await record("wrench");
    const rows = await readAnswers(opened);
    expect(rows).toHaveLength(10_003);
    const left = new Set(rows.map(({ id }) => id));
    expect([left.has("B00000"), left.has("B00001"), left.has("X00000")]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("excludes answers of more than 400 days, with their questions and topics", async () => {
    const opened = await openAnswers();
    const { record, pass, db, workspace } = opened;
    const other = await workspace.organization("Other");
    const old = await record("zeppelin");
    await insert(opened, 1, { id: "X", organization_id: other });
    pass(1000);
    const kept = await record("wrench");
    pass(400 * day - 1000);
    const last = await record("wrench");
    expect((await readAnswers(opened)).map(({ id }) => id).toSorted()).toEqual(
      ["X00000", old, kept, last].toSorted(),
    );
    pass(1);
    const next = await record("wrench");
    expect((await readAnswers(opened)).map(({ id }) => id).toSorted()).toEqual(
      ["X00000", kept, last, next].toSorted(),
    );
    await db.deleteFrom("site_answers").where("id", "=", "X00000").execute();
    pass(1001);
    const newest = await record("gear");
    expect((await readAnswers(opened)).map(({ id }) => id).toSorted()).toEqual(
      [last, next, newest].toSorted(),
    );
  });
});

describe("the removal of answers", () => {
  test("keeps questions that have another answer, and topics with a question", async () => {
    const opened = await openAnswers();
    const { record, db } = opened;
    const [one, two, three] = [
      await record("wrench"),
      await record("wrench"),
      await record("zeppelin"),
    ];
    const list = async () => ({
      questions: (await db.selectFrom("site_questions").select("question").execute()).map(
        ({ question }) => question,
      ),
      topics: (await db.selectFrom("site_topics").select("label").execute()).length,
      sources: (await db.selectFrom("site_answer_sources").select("id").execute()).length,
    });
    expect(await list()).toEqual({ questions: ["wrench", "zeppelin"], topics: 2, sources: 3 });
    await removeAnswers(db, [one]);
    expect(await list()).toEqual({ questions: ["wrench", "zeppelin"], topics: 2, sources: 2 });
    await removeAnswers(db, [two]);
    expect(await list()).toEqual({ questions: ["zeppelin"], topics: 1, sources: 1 });
    await removeAnswers(db, []);
    expect((await readAnswers(opened)).map(({ id }) => id)).toEqual([three]);
  });

  test("of a space concerns answers that received one of its pages, cited or not", async () => {
    const opened = await openAnswers();
    const { record, toSource, db } = opened;
    const other = { ...toSource("x"), space: "other" };
    const kept = await record("one");
    await record("two", { sources: [other] });
    await record("three", { uncited: [other] });
    const none = await record("four", { sources: [] });
    await removeAnswersOfSpace(db, "other");
    expect((await readAnswers(opened)).map(({ id }) => id).toSorted()).toEqual(
      [kept, none].toSorted(),
    );
    await removeAnswersOfSpace(db, "unknown");
    expect(await readAnswers(opened)).toHaveLength(2);
  });
});
