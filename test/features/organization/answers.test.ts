/** Answers and responses of a language model, printed while they arrive. */
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/context.ts";
import { ask, askSite, listQuestions, startChat } from "../../../src/features/organization/ask.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

function open(events: readonly object[], { choice = {}, answer = {} as object } = {}) {
  const streams: unknown[] = [];
  const asides: string[] = [];
  const opened = openScriptedContext({ answer: () => answer, more: { choice } });
  const context = {
    ...opened.context,
    toMarkdown: async (document: JsonObject) => `${JSON.stringify(document.nodes ?? document)} `,
    terminal: {
      ...opened.context.terminal,
      aside: (text: string) => void asides.push(text),
    },
    client: async () => ({
      ...(await opened.context.client()),
      async *stream(_: unknown, input: unknown) {
        streams.push(input);
        yield* events;
      },
    }),
  } as typeof opened.context;
  return { context, said: opened.said, sent: opened.sent, streams, asides };
}

type Printed = Awaited<ReturnType<typeof ask>>;

async function collect(result: Printed): Promise<readonly string[]> {
  if (result === undefined || !("texts" in result)) throw new Error(JSON.stringify(result));
  const parts: string[] = [];
  for await (const part of result.texts) parts.push(part);
  return parts;
}

const event = (markdown: string, more: object = {}) => ({
  answer: { answer: { markdown }, ...more },
});
const question = { organizationId: "O1", query: "How?" };

describe("an answer", () => {
  test("is printed in parts, with sources and further questions at the end", async () => {
    const more = {
      sources: [
        { reason: "It says so", title: "Guide", page: "P1", space: "S1" },
        { title: "Setup", record: "R1" },
        { url: "https://x.example", record: "R2" },
        { page: "P2", space: "S1" },
      ],
      followupQuestions: ["Why?", "When?"],
    };
    const { context, streams } = open([event("Turn"), event("Turn it.", more)]);
    expect(await collect(await ask(context, question))).toEqual([
      "Turn",
      " it.",
      "\n\nSources\n- It says so (page P1, space S1)\n- Setup (R1)\n- https://x.example (R2)\n- page P2, space S1\n\nFollow-up questions\n- Why?\n- When?\n",
    ]);
    expect(streams).toEqual([question]);
  });

  test("that changed before its end is printed again as a whole", async () => {
    const { context } = open([event("Turn left"), event("Go"), event("Go right.")]);
    expect(await collect(await ask(context, question))).toEqual([
      "Turn left",
      "",
      "",
      "\n\nGo right.\n",
    ]);
  });

  test("of no page says so", async () => {
    const { context, said } = open([]);
    expect(await collect(await ask(context, question))).toEqual([]);
    expect(said).toEqual(["note: No page that you can read matches the question."]);
  });

  test("may be a document", async () => {
    const { context } = open([{ answer: { answer: { document: { nodes: [1] }, markdown: "x" } } }]);
    expect(await collect(await ask(context, question))).toEqual(["[1]", "\n"]);
  });

  test("is one object without a stream, or after earlier questions", async () => {
    const answer = { answer: { answer: { markdown: " Yes. " } } };
    for (const flags of [{ noStream: true }, { previousQueries: ["What?"] }]) {
      const { context, sent, streams } = open([], { answer });
      expect(await ask(context, { ...question, ...flags })).toEqual({ text: "Yes.\n" });
      expect([sent.length, streams]).toEqual([1, []]);
    }
    const json = open([], { answer, choice: { format: "json" } });
    expect(await ask(json.context, { ...question, noStream: true })).toMatchObject({
      record: answer,
      columns: [{ header: "ANSWER" }, { header: "FOLLOW-UP QUESTIONS" }, { header: "SOURCES" }],
    });
    const none = open([]);
    expect(await ask(none.context, { ...question, noStream: true })).toEqual({ text: "" });
    expect(none.said).toEqual(["note: No page that you can read matches the question."]);
  });

  test("about a site has the whole site as its scope by default", async () => {
    const { context, streams } = open([event("Yes.")]);
    const input = { organizationId: "O1", siteId: "X1", query: "How?" };
    const scope = { mode: "current", currentSiteSpaceId: "Y1" };
    await collect(await askSite(context, input as never));
    await collect(await askSite(context, { ...input, scope } as never));
    expect(streams).toEqual([
      { ...input, scope: { mode: "all" } },
      { ...input, scope },
    ]);
  });

  test("is printed as its events if a flag asks for data", async () => {
    const { context } = open([event("Yes."), "text" as never], { choice: { format: "json" } });
    const result = await ask(context, question);
    if (result === undefined || !("list" in result)) throw new Error(JSON.stringify(result));
    const pages = [];
    for await (const page of result.list) pages.push(page);
    expect(pages).toEqual([[event("Yes.")]]);
    expect(result).toMatchObject({
      asLines: true,
      none: "No page that you can read matches the question.",
    });
  });
});

describe("questions", () => {
  const input = { organizationId: "O1" };
  test("are printed as a list, with or without a stream", async () => {
    const { context } = open([{ question: "Why?" }, { question: "When?" }]);
    expect(await collect(await listQuestions(context, input))).toEqual(["- Why?\n", "- When?\n"]);
    const answer = { questions: ["Why?", "When?"] };
    const whole = open([], { answer });
    expect(await listQuestions(whole.context, { ...input, noStream: true })).toEqual({
      text: "- Why?\n- When?\n",
    });
    expect(whole.said).toEqual([]);
    const json = open([], { answer, choice: { format: "json" } });
    expect(await listQuestions(json.context, { ...input, noStream: true })).toMatchObject({
      record: answer,
    });
  });

  test("that do not exist are noted", async () => {
    const none = ["note: No questions: you can read no page."];
    const { context, said } = open([]);
    expect(await collect(await listQuestions(context, input))).toEqual([]);
    expect(said).toEqual(none);
    const whole = open([]);
    expect(await listQuestions(whole.context, { ...input, noStream: true })).toEqual({ text: "" });
    expect(whole.said).toEqual(none);
  });
});

describe("a response in a conversation", () => {
  const input = { organizationId: "O1", siteId: "X1", message: "Hi" };
  const blocks = (operation: string, ...all: readonly number[]) => ({
    type: "response_document",
    operation,
    blocks: all,
  });
  test("replaces its last block and ends with the way to continue", async () => {
    const { context, streams, asides } = open([
      blocks("insert", 1),
      blocks("insert", 2),
      blocks("update", 3, 4),
      { type: "other", blocks: [9] },
      { type: "response_followup_suggestion", suggestions: ["Why?"] },
      { type: "response_finish", response: { id: "R1" } },
    ]);
    expect(await collect(await startChat(context, input as never))).toEqual([
      "[1]",
      "",
      "",
      "\n\n[1,3,4]\n\nFollow-up questions\n- Why?\n",
    ]);
    expect(streams).toEqual([
      { organizationId: "O1", siteId: "X1", input: [{ role: "user", content: "Hi" }] },
    ]);
    expect(asides).toEqual(["To continue: --previous-response-id R1"]);
  });

  test("without an id cannot be continued", async () => {
    const { context, asides } = open([blocks("insert", 1), { type: "response_finish" }]);
    expect(await collect(await startChat(context, input as never))).toEqual(["[1]", "\n"]);
    expect(asides).toEqual([]);
    const other = open([{ type: "response_finish", responseId: "R2", response: { id: "R1" } }]);
    await collect(await startChat(other.context, input as never));
    expect(other.asides).toEqual(["To continue: --previous-response-id R2"]);
  });
});
