import { beforeAll, describe, expect, test } from "vitest";
import type { IngestedConversation } from "../../../../src/contract/conversation.model.ts";
import * as conversation from "../../../../src/contract/conversation.ts";
import * as clusters from "../../../../src/contract/conversation-cluster.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

let workspace: Workspace;
let organizationId: string;
let admin: string;
beforeAll(async () => {
  workspace = await openWorkspace();
  organizationId = await workspace.organization();
  admin = await workspace.member(organizationId, "admin");
});

const ask = (body: string) => ({ type: "message", role: "user", body }) as const;
const answer = (body: string) => ({ type: "message", role: "assistant", body }) as const;

async function ingest(conversations: readonly IngestedConversation[]) {
  const input = { organizationId, conversations: [...conversations] };
  await workspace.ok(admin, conversation.ingest, input);
  await workspace.service.jobs.finish();
}

let count = 0;
/** The titles of the issues of a new conversation, and their summaries. */
async function findIssues(parts: IngestedConversation["parts"], subject?: string) {
  const id = `c${count++}`;
  await ingest([{ id, parts, ...(subject !== undefined && { subject }) }]);
  const rows = await workspace.db
    .selectFrom("conversation_issues")
    .select(["title", "summary"])
    .where("conversation_id", "=", id)
    .execute();
  return Object.fromEntries(rows.map(({ title, summary }) => [title, summary]));
}

const words = (number: number) => Array.from({ length: number }, (_, at) => `word${at}`).join(" ");

describe("the issues of a conversation", () => {
  const first = "Alpha bravo charlie delta echo.";

  test.each<[string, IngestedConversation["parts"], string | undefined, object]>([
    ["its subject", [ask(first)], " PDF  export ", { "PDF export": first }],
    [
      "its first question",
      [ask("We wait. Why so long? And now?")],
      " ",
      { "Why so long?": "We wait. Why so long? And now?" },
    ],
    [
      "its first sentence",
      [ask("We wait. For days.")],
      undefined,
      { "We wait.": "We wait. For days." },
    ],
    [
      "its first message of a user",
      [answer("Hello!"), ask("  "), ask(first)],
      undefined,
      { [first]: first },
    ],
    ["none without a message of a user", [answer(first)], "PDF", {}],
    ["none without a text", [ask(" ")], "PDF", {}],
    [
      "a later question about something else",
      [ask(first), ask("Hello. Foxtrot golf hotel?")],
      undefined,
      { [first]: first, "Foxtrot golf hotel?": "Hello. Foxtrot golf hotel?" },
    ],
    [
      "no later text without a question",
      [ask(first), ask("Foxtrot golf hotel.")],
      undefined,
      { [first]: first },
    ],
    [
      "no later question with few words",
      [ask(first), ask("Foxtrot golf?")],
      undefined,
      { [first]: first },
    ],
    [
      "no later question with a fifth of its words in common",
      [ask(first), ask("Alpha foxtrot golf hotel india?")],
      undefined,
      { [first]: first },
    ],
    [
      "a later question with less in common",
      [ask(first), ask("Alpha foxtrot golf hotel india juliet?")],
      undefined,
      {
        [first]: first,
        "Alpha foxtrot golf hotel india juliet?": "Alpha foxtrot golf hotel india juliet?",
      },
    ],
    [
      "no later question that resembles any earlier one",
      [
        ask(first),
        ask("Foxtrot golf hotel?"),
        ask("Foxtrot golf hotel?"),
        ask("Alpha bravo charlie?"),
        ask("Kilo lima mike?"),
      ],
      undefined,
      {
        [first]: first,
        "Foxtrot golf hotel?": "Foxtrot golf hotel?",
        "Kilo lima mike?": "Kilo lima mike?",
      },
    ],
  ])("include %s", async (_, parts, subject, expected) => {
    expect(await findIssues(parts, subject)).toEqual(expected);
  });

  test("are at most ten", async () => {
    const questions = Array.from({ length: 12 }, (_, at) => `a${at}b c${at}d e${at}f?`);
    const titles = Object.keys(await findIssues(questions.map(ask)));
    expect(titles.toSorted()).toEqual(questions.slice(0, 10).toSorted());
  });

  test.each([
    ["the whole message", 16 * 1024, 0],
    ["nearly the whole message", 16 * 1024 - 19, 1],
  ])("are not in later text, after %s of 16,384 characters", async (_, length, later) => {
    const long = "x".repeat(length);
    const issues = await findIssues([
      ask(long),
      ask("Foxtrot golf hotel?"),
      ask("Kilo lima mike?"),
    ]);
    expect(Object.keys(issues)).toHaveLength(1 + later);
  });

  test("have a question in the first 4,096 characters of a message as a title", async () => {
    const question = "Is it slow?";
    for (const [length, title] of [
      [4096 - question.length - 1, question],
      [4096 - question.length, "Start."],
    ] as const) {
      const body = `Start. ${"X".repeat(length - 8)}. ${question}`;
      expect(Object.keys(await findIssues([ask(body)]))).toEqual([title]);
    }
  });

  test.each([
    ["a".repeat(120), "a".repeat(120)],
    ["a".repeat(121), `${"a".repeat(119)}…`],
    [`${"a".repeat(61)} ${"b".repeat(60)}`, `${"a".repeat(61)}…`],
    [`${"a".repeat(60)} ${"b".repeat(61)}`, `${"a".repeat(60)} ${"b".repeat(58)}…`],
    [`${"a".repeat(118)} ${"b".repeat(10)}`, `${"a".repeat(118)}…`],
    ["a \n\t b", "a b"],
  ])("have a title of at most 120 characters, cut between words: %s", async (subject, title) => {
    expect(Object.keys(await findIssues([ask(first)], subject))).toEqual([title]);
  });

  test("have a summary of at most 500 characters", async () => {
    const body = words(100);
    const { Long: summary = "" } = await findIssues([ask(body)], "Long");
    expect(body.startsWith(summary.slice(0, -1))).toBe(true);
    expect([summary.at(-1), summary.length <= 500, summary.length > 490]).toEqual([
      "…",
      true,
      true,
    ]);
    const short = `${"x ".repeat(249)}yz`;
    expect(await findIssues([ask(short)], "Short")).toEqual({ Short: short });
  });
});

describe("the analysis", () => {
  test("settles the clusters of its organization only, and counts each issue", async () => {
    const { db } = workspace;
    const other = await workspace.organization("Other");
    const user = await workspace.member(other, "admin");
    const input = { organizationId: other, conversations: { id: "c", parts: [ask("Why not?")] } };
    await workspace.ok(user, conversation.ingest, input);
    await workspace.service.jobs.finish();
    await db.updateTable("conversation_clusters").set({ status: "pending" }).execute();
    const list = async (organization: string, status: "pending" | "analysing") =>
      (
        await workspace.ok(organization === other ? user : admin, clusters.list, {
          ...{ organizationId: organization, status },
          limit: 1000,
        })
      ).items.length;
    expect(await list(organizationId, "pending")).toBeGreaterThan(0);
    expect([await list(other, "pending"), await list(other, "analysing")]).toEqual([1, 0]);
    workspace.passDays(1);
    const bodies = Array.from({ length: 20 }, (_, at) => ask(`The zebra${at} stays. ${words(60)}`));
    await ingest(bodies.map((body, at) => ({ id: `z${at}`, parts: [body] })));
    expect([await list(organizationId, "pending"), await list(other, "pending")]).toEqual([0, 1]);
    const rows = await db
      .selectFrom("conversations")
      .select(["organization_id", "processed_at", "ingested_at"])
      .where("id", "like", "z%")
      .execute();
    expect(rows.filter((row) => row.processed_at === row.ingested_at)).toHaveLength(20);
    const terms = await db
      .selectFrom("conversation_terms")
      .select(["organization_id", "issues"])
      .where("term", "=", "zebra7")
      .execute();
    expect(terms).toEqual([{ organization_id: organizationId, issues: 1 }]);
    const common = await db
      .selectFrom("conversation_terms")
      .select("issues")
      .where("term", "=", "word7")
      .where("organization_id", "=", organizationId)
      .executeTakeFirstOrThrow();
    // One long conversation above has this word too.
    expect(common.issues).toBe(21);
  });

  test("continues with the state in the database after another process wrote it", async () => {
    const { db } = workspace;
    const read = async () => {
      const { items } = await workspace.ok(admin, clusters.list, { organizationId, limit: 1000 });
      return items.find(({ label }) => label.includes("quokka"))?.stats.issues;
    };
    const say = (id: string) => ({ id, parts: [ask("The quokka of the numbat sleeps.")] });
    await ingest([say("q1")]);
    expect(await read()).toBe(1);
    // Another process changes the state, so that the one in memory is not used.
    await db
      .updateTable("facts")
      .set({ value: JSON.stringify({ stamp: "other", issues: 40 }) })
      .where("name", "=", `clusters of ${organizationId}`)
      .execute();
    await ingest([say("q2")]);
    expect(await read()).toBe(2);
    const { value } = await db
      .selectFrom("facts")
      .select("value")
      .where("name", "=", `clusters of ${organizationId}`)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(value)).toMatchObject({ issues: 41 });
  });
});
