import { describe, expect, test } from "vitest";
import * as answers from "../../../../src/contract/site-answer.ts";
import * as questions from "../../../../src/contract/site-question.ts";
import * as topics from "../../../../src/contract/site-topic.ts";
import * as space from "../../../../src/contract/space.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { readAllPages } from "../../../support/requests/all-pages.ts";
import { openAnswers } from "./answers.ts";

const hour = 3_600_000;

/** Four answers to three questions, an hour after each other, and one about another site. */
async function start() {
  const opened = await openAnswers();
  const { workspace, record, create, toSource, pass, ids, admin } = opened;
  const other = await create("Other");
  const times: string[] = [];
  const add = async (...given: Parameters<typeof record>) => {
    times.push(workspace.now.toISOString());
    const id = await record(...given);
    pass(hour);
    return id;
  };
  const wrench = await add("wrench", { channel: "site" });
  const gear = await add("gear", { channel: "api", isCited: false, language: "fr" });
  const zeppelin = await add("zeppelin", { channel: "api", sources: [], isCited: false });
  const again = await add("wrench", {
    ...{ channel: "embed", sources: [toSource("p1"), toSource("p2")] },
    previous: { id: gear, thread_id: gear },
  });
  await record("wrench", { siteId: other });
  const list = async (filters: object = {}) =>
    (await workspace.ok(admin, questions.list, { ...ids, ...filters })).items;
  const names = async (filters: object = {}) => (await list(filters)).map((item) => item.question);
  const listAnswers = async (filters: object = {}) =>
    (await workspace.ok(admin, answers.list, { ...ids, ...filters })).items.map(({ id }) => id);
  return { ...opened, other, times, list, names, listAnswers, wrench, gear, zeppelin, again };
}

describe("the questions about a site", () => {
  test("are filtered by their answers", async () => {
    const { names, times } = await start();
    const [first = "", second = "", third = "", fourth = ""] = times;
    const all = ["zeppelin", "gear", "wrench"];
    for (const [filters, expected] of [
      [{}, all],
      [{ order: "asc" }, all.toReversed()],
      [{ from: second }, all],
      [{ from: new Date(Date.parse(second) + 1).toISOString() }, ["zeppelin", "wrench"]],
      [{ from: new Date(Date.parse(fourth) + 1).toISOString() }, []],
      [{ to: first }, ["wrench"]],
      [{ to: new Date(Date.parse(first) - 1).toISOString() }, []],
      [{ from: second, to: third }, ["zeppelin", "gear"]],
      [{ answered: ["yes"] }, ["wrench"]],
      [{ answered: ["partially", "no"] }, ["zeppelin", "gear"]],
      [{ relevance: ["unclear"] }, ["zeppelin"]],
      [{ relevance: ["relevant"] }, ["gear", "wrench"]],
      [{ relevance: ["spam"] }, []],
      [{ channelType: ["api"] }, ["zeppelin", "gear"]],
      [{ channelType: ["api"], answered: ["no"] }, ["zeppelin"]],
      [{ type: "unknown" }, all],
      [{ type: "how-to" }, []],
    ] as const) {
      expect([filters, await names(filters)]).toEqual([filters, expected]);
    }
  });

  slowTest(
    "are sorted by time, number and resolution of their answers, in both directions",
    async () => {
      const { names } = await start();
      for (const [sort, expected] of [
        ["askedAt", ["wrench", "zeppelin", "gear"]],
        ["stats.answers", ["wrench", "zeppelin", "gear"]],
        ["stats.answered", ["wrench", "zeppelin", "gear"]],
        ["stats.feedback", ["zeppelin", "gear", "wrench"]],
      ] as const) {
        expect([sort, await names({ sort })]).toEqual([sort, expected]);
        expect([sort, await names({ sort, order: "asc" })]).toEqual([sort, expected.toReversed()]);
        const paged: string[] = [];
        const { workspace, admin, ids } = await start();
        for (let page: string | undefined = ""; page !== undefined; ) {
          const part: { items: { question: string }[]; next?: { page: string } | undefined } =
            await workspace.ok(admin, questions.list, {
              ...{ ...ids, sort, limit: 1 },
              ...(page !== "" && { page }),
            });
          paged.push(...part.items.map(({ question }) => question));
          page = part.next?.page;
        }
        expect([sort, paged]).toEqual([sort, expected]);
      }
    },
  );

  slowTest("have counts of the selected answers", async () => {
    const { list, times, wrench, workspace, admin, ids, other } = await start();
    const [item] = await list({ sort: "askedAt" });
    const pulse = [...Array(12).fill(0), 2];
    const stats = {
      ...{ total: 1, answers: 2, feedback: { positive: 0, negative: 0, unrated: 2 } },
      answered: { yes: 2, partially: 0, no: 0 },
      relevance: { relevant: 2, spam: 0, "off-topic": 0, unclear: 0 },
      types: { exploring: 0, "how-to": 0, troubleshooting: 0, reference: 0, unknown: 1 },
      ...{ channelTypes: { site: 1, embed: 1 }, channels: {}, weeklyPulse: pulse },
    };
    const url = `http://127.0.0.1:4000/v1/orgs/${ids.organizationId}/sites/${ids.siteId}`;
    const question = {
      ...{ object: "site-question", id: item?.id, question: "wrench", type: "unknown" },
      ...{ createdAt: times[0], askedAt: times[3], stats },
      urls: { location: `${url}/questions/${item?.id}` },
    };
    expect(item).toEqual(question);
    const one = { ...ids, siteQuestionId: item?.id ?? "" };
    expect(await workspace.ok(admin, questions.get, one)).toEqual(question);
    const filtered = await workspace.ok(admin, questions.get, { ...one, channelType: ["site"] });
    expect(filtered).toMatchObject({
      askedAt: times[3],
      stats: { total: 1, answers: 1, channelTypes: { site: 1 } },
    });
    const empty = await workspace.ok(admin, questions.get, { ...one, answered: ["no"] });
    expect(empty.stats).toMatchObject({ total: 0, answers: 0 });
    const elsewhere = { ...one, siteId: other };
    for (const refused of [
      workspace.refused(admin, questions.get, elsewhere),
      workspace.refused(admin, questions.sources, elsewhere),
      workspace.refused(admin, questions.get, { ...one, siteQuestionId: wrench }),
    ]) {
      expect((await refused).status).toBe(404);
    }
    expect(await workspace.ok(admin, questions.stats, ids)).toMatchObject({
      ...{ total: 3, answers: 4, answered: { yes: 2, partially: 1, no: 1 } },
      channelTypes: { site: 1, api: 2, embed: 1 },
    });
    const none = await workspace.ok(admin, questions.stats, { ...ids, relevance: ["spam"] });
    expect(none).toMatchObject({ total: 0, answers: 0, weeklyPulse: Array(13).fill(0) });
  });

  slowTest("have the pages of their answers, the one of most answers first", async () => {
    const { list, workspace, admin, ids, spaceId } = await start();
    const [item] = await list({ sort: "askedAt" });
    const one = { ...ids, siteQuestionId: item?.id ?? "" };
    const read = async (filters: object = {}) =>
      (await workspace.ok(admin, questions.sources, { ...one, ...filters })).items.map((source) => [
        "page" in source && source.page,
        "space" in source && source.space,
        source.weight,
      ]);
    expect(await read()).toEqual([
      ["p1", spaceId, 2 / 3],
      ["p2", spaceId, 1 / 3],
    ]);
    expect(await read({ channelType: ["site"] })).toEqual([["p1", spaceId, 1]]);
    expect(await read({ answered: ["no"] })).toEqual([]);
  });

  slowTest("fall into the weeks of their answers", async () => {
    const { record, workspace, ids, admin, pass } = await openAnswers();
    const day = 24 * hour;
    workspace.time.now = new Date("2026-03-02T00:00:00.000Z");
    await record("first");
    pass(7 * day - 1);
    await record("second");
    const read = async () => (await workspace.ok(admin, questions.stats, ids)).weeklyPulse;
    expect(await read()).toEqual([...Array(12).fill(0), 2]);
    pass(1);
    expect(await read()).toEqual([...Array(11).fill(0), 1, 1]);
    pass(12 * 7 * day - day);
    expect(await read()).toEqual([2, ...Array(12).fill(0)]);
    pass(day);
    expect(await read()).toEqual([1, ...Array(12).fill(0)]);
    workspace.time.now = new Date("2026-03-01T00:00:00.000Z");
    expect(await read()).toEqual([...Array(12).fill(0), 2]);
  });
});

describe("the answers about a site", () => {
  slowTest("are filtered, the newest first", async () => {
    const { listAnswers, list, wrench, gear, zeppelin, again, workspace, admin, ids } =
      await start();
    const [question] = await list({ sort: "askedAt" });
    const { items: listed } = await workspace.ok(admin, topics.list, ids);
    const topic = listed.find(({ label }) => label === "gear")?.id ?? "";
    for (const [filters, expected] of [
      [{}, [again, zeppelin, gear, wrench]],
      [{ question: question?.id }, [again, wrench]],
      [{ language: "fr" }, [gear]],
      [{ thread: gear }, [again, gear]],
      [{ helpfulness: "high" }, [again, wrench]],
      [{ helpfulness: "medium" }, [gear]],
      [{ helpfulness: "low" }, [zeppelin]],
      [{ topic }, [gear]],
      [{ channelType: ["api"] }, [zeppelin, gear]],
      [{ "question.type": "how-to" }, []],
    ] as const) {
      expect([filters, await listAnswers(filters)]).toEqual([filters, expected]);
    }
    const page = await workspace.ok(admin, answers.list, { ...ids, limit: 3 });
    expect([page.items.length, page.count]).toEqual([3, 4]);
    const all = await readAllPages<{ id: string }>(workspace, admin, answers.list, ids, 3);
    expect(all.map(({ id }) => id)).toEqual([again, zeppelin, gear, wrench]);
  });

  slowTest("have their text, topic and conversation", async () => {
    const { workspace, admin, ids, gear, again, zeppelin, times } = await start();
    const get = (id: string) =>
      workspace.ok(admin, answers.get, { ...ids, siteQuestionAnswerId: id });
    expect(await get(again)).toMatchObject({
      ...{ object: "site-question-answer", id: again, responseId: again, language: "en" },
      ...{ answered: "yes", helpfulness: "high", relevance: "relevant", createdAt: times[3] },
      ...{ input: { text: "wrench", raw: "wrench" }, channel: { type: "embed" } },
      thread: { id: gear, previous: gear },
      response: { id: again, steps: [{}], response: { id: again, previous: gear } },
    });
    const first = await get(gear);
    expect([first.thread, first.topics?.length]).toEqual([undefined, 1]);
    expect(first.response?.response).toEqual({ id: gear });
    const thread = await workspace.ok(admin, answers.thread, {
      ...ids,
      siteQuestionAnswerId: again,
    });
    expect(thread.map(({ id }) => id)).toEqual([gear, again]);
    const sources = await workspace.ok(admin, answers.sources, {
      ...ids,
      siteQuestionAnswerId: again,
    });
    expect(sources.items.map(({ weight }) => weight)).toEqual([0.5, 0.5]);
    const none = await workspace.ok(admin, answers.sources, {
      ...ids,
      siteQuestionAnswerId: zeppelin,
    });
    expect(none.items).toEqual([]);
  });

  slowTest(
    "in a conversation follow the one that they continue, even at the same time",
    async () => {
      const { record, workspace, admin, ids } = await openAnswers();
      const first = await record("one");
      const chain = [first];
      for (const question of ["two", "three", "four", "five"]) {
        const previous = { id: chain.at(-1) ?? "", thread_id: first };
        chain.push(await record(question, { previous }));
      }
      await record("other");
      const thread = await workspace.ok(admin, answers.thread, {
        ...ids,
        siteQuestionAnswerId: chain[2] ?? "",
      });
      expect(thread.map(({ id }) => id)).toEqual(chain);
    },
  );

  slowTest("are hidden with a space of one of their pages, or after its deletion", async () => {
    const { workspace, listAnswers, zeppelin, gear, wrench, again, spaceId, admin, ids } =
      await start();
    const editor = await workspace.member(ids.organizationId, "edit");
    const listVisible = async () =>
      (await workspace.ok(editor, answers.list, ids)).items.map(({ id }) => id);
    expect(await listVisible()).toEqual([again, zeppelin, gear, wrench]);
    await workspace.db
      .updateTable("spaces")
      .set({ default_level: null, resolved_level: "none" })
      .where("id", "=", spaceId)
      .execute();
    expect(await listVisible()).toEqual([zeppelin]);
    expect(await listAnswers()).toHaveLength(4);
    await workspace.db
      .updateTable("spaces")
      .set({ deleted_at: workspace.now.toISOString() })
      .where("id", "=", spaceId)
      .execute();
    expect(await listAnswers()).toEqual([zeppelin]);
    expect((await workspace.ok(admin, space.get, { spaceId })).deletedAt).toBeDefined();
  });
});

describe("the topics of a site", () => {
  slowTest("have the counts of the period, and only their own site", async () => {
    const { workspace, admin, ids, times, other } = await start();
    const list = async (filters: object = {}, siteId = ids.siteId) => {
      const { items } = await workspace.ok(admin, topics.list, { ...ids, siteId, ...filters });
      return items.map(({ label, pages, questions: counted }) => [label, pages, counted.answers]);
    };
    expect(await list()).toEqual([
      ["wrench", 2, 2],
      ["gear", 1, 1],
      ["zeppelin", 0, 1],
    ]);
    expect(await list({ from: times[1], to: times[2] })).toEqual([
      ["wrench", 0, 0],
      ["gear", 1, 1],
      ["zeppelin", 0, 1],
    ]);
    expect(await list({}, other)).toEqual([["wrench", 1, 1]]);
  });

  slowTest("are changed alone, and only if the setting differs", async () => {
    const { workspace, admin, ids, other } = await start();
    const { items } = await workspace.ok(admin, topics.list, ids);
    const [first, second] = items;
    const one = { ...ids, siteTopicId: first?.id ?? "" };
    const update = (changeRequests: boolean) =>
      workspace.ok(admin, topics.update, { ...one, usageSettings: { changeRequests } });
    expect(await update(false)).toEqual(first);
    const updatedAt = workspace.now.toISOString();
    const changed = { ...first, updatedAt, usageSettings: { changeRequests: true } };
    expect(await update(true)).toEqual(changed);
    workspace.passDays(1);
    expect(await update(true)).toEqual(changed);
    expect(await workspace.ok(admin, topics.get, one)).toEqual({
      ...changed,
      questions: expect.anything(),
    });
    const untouched = { ...ids, siteTopicId: second?.id ?? "" };
    expect((await workspace.ok(admin, topics.get, untouched)).usageSettings).toEqual({
      changeRequests: false,
    });
    const elsewhere = { ...one, siteId: other };
    expect((await workspace.refused(admin, topics.get, elsewhere)).status).toBe(404);
  });
});
