import { describe, expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import { assignTopic } from "../../../../src/service/areas/questions/assign-topic.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** One for all tests, each of which has its own site. */
const workspace = await openWorkspace();
const organizationId = await workspace.organization();
const admin = await workspace.member(organizationId, "admin");
const { db } = workspace;
const context = { db, now: workspace.now, newId: createId };

async function createSite(): Promise<string> {
  return (await workspace.ok(admin, site.create, { organizationId, title: "Docs" })).id;
}

const formatTime = (second: number) => new Date(second * 1000).toISOString();

/** Adds questions without a topic, the oldest first. */
async function addQuestions(siteId: string, questions: readonly string[]): Promise<void> {
  const rows = questions.map((question, index) => ({
    ...{ id: createId(), site_id: siteId, topic_id: null, question },
    ...{ question_key: `${index}`, created_at: formatTime(index) },
  }));
  // In an order that is not that of their times.
  await db.insertInto("site_questions").values(rows.reverse()).execute();
}

/** Adds topics, each with its words. */
async function addTopics(siteId: string, topics: readonly string[]): Promise<readonly string[]> {
  const rows = topics.map((word) => ({
    ...{ id: createId(), site_id: siteId, label: word, change_requests: 0 },
    centre: JSON.stringify([[word, { weight: 1, word }]]),
    ...{ created_at: formatTime(0), updated_at: formatTime(0) },
  }));
  await db.insertInto("site_topics").values(rows).execute();
  return rows.map(({ id }) => id);
}

const listTopics = (siteId: string) =>
  db
    .selectFrom("site_topics")
    .select(["id", "label", "change_requests", "updated_at"])
    .where("site_id", "=", siteId)
    .execute();

describe("the rarity of a word", () => {
  /** The label of a new topic for "gear wheel": the rarer word first, else in their order. */
  async function readLabel(questions: readonly string[]): Promise<string | undefined> {
    const siteId = await createSite();
    await addQuestions(siteId, questions);
    await assignTopic(context, siteId, "gear wheel");
    return (await listTopics(siteId))[0]?.label;
  }

  test.each([
    ["the newest question", 1, "wheel, gear"],
    ["the 500th newest question", 500, "wheel, gear"],
    ["an older question", 501, "gear, wheel"],
  ])("depends on the newest 500 questions: %s", async (_, position, label) => {
    const questions = Array.from({ length: 502 }, () => "pump");
    questions[questions.length - position] = "gear";
    expect(await readLabel(questions)).toBe(label);
  });

  test("does not depend on the questions of another site", async () => {
    const other = await createSite();
    await addQuestions(other, ["gear", "gear"]);
    expect(await readLabel(["pump"])).toBe("gear, wheel");
    expect(await readLabel(["wheel"])).toBe("gear, wheel");
    expect(await readLabel(["gear"])).toBe("wheel, gear");
  });
});

describe("a new question", () => {
  const words = Array.from({ length: 100 }, (_, index) => `word${index}`);

  test.each([
    [0, true],
    [99, true],
    [100, false],
  ])("that is similar to none of %i topics has a new one: %s", async (count, isNew) => {
    const siteId = await createSite();
    await addTopics(await createSite(), ["other"]);
    if (count > 0) await addTopics(siteId, words.slice(0, count));
    const id = await assignTopic(context, siteId, "gear");
    expect(id === null).toBe(!isNew);
    const topics = await listTopics(siteId);
    expect(topics).toHaveLength(isNew ? count + 1 : count);
    const time = workspace.now.toISOString();
    expect(topics.filter((one) => one.updated_at === time)).toEqual(
      isNew ? [{ id, label: "gear", change_requests: 0, updated_at: time }] : [],
    );
  });

  test("that is similar to one of 100 topics belongs to it", async () => {
    const siteId = await createSite();
    const ids = await addTopics(siteId, [...words.slice(1), "gear"]);
    expect(await assignTopic(context, siteId, "Gear?")).toBe(ids.at(-1));
    const topics = await listTopics(siteId);
    const time = workspace.now.toISOString();
    expect(topics.filter((one) => one.updated_at === time)).toEqual([
      { id: ids.at(-1), label: "gear", change_requests: 0, updated_at: time },
    ]);
  });

  test.each([
    [10, true],
    [11, false],
  ])("with a word of a topic and %i others is similar to it: %s", async (count, isSimilar) => {
    const siteId = await createSite();
    const [topic] = await addTopics(siteId, ["gear"]);
    await addQuestions(siteId, ["gear"]);
    // Its own words count for their rarity, too.
    const question = ["gear", ...words.slice(0, count)].join(" ");
    expect((await assignTopic(context, siteId, question)) === topic).toBe(isSimilar);
  });

  test.each(["", "?!", "the"])("without words, %j, has no topic", async (question) => {
    const siteId = await createSite();
    expect(await assignTopic(context, siteId, question)).toBeNull();
    expect(await listTopics(siteId)).toEqual([]);
  });
});
