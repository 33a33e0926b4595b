import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Endpoint, Input } from "../../../../src/contract/endpoint.ts";
import * as orgAsk from "../../../../src/contract/org-ask.ts";
import * as organization from "../../../../src/contract/organization.ts";
import * as site from "../../../../src/contract/site.ts";
import * as answers from "../../../../src/contract/site-answer.ts";
import * as siteAsk from "../../../../src/contract/site-ask.ts";
import * as siteContent from "../../../../src/contract/site-content.ts";
import * as questions from "../../../../src/contract/site-question.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as topics from "../../../../src/contract/site-topic.ts";
import * as space from "../../../../src/contract/space.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import {
  commitRevision,
  publishRevision,
  readTree,
} from "../../../../src/service/areas/content/revisions.ts";
import { putDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { serve } from "../../../support/network/loopback.ts";
import { getText } from "../../../support/platforms/platform.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

const all = { mode: "all" } as const;
const toEvent = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
const end = "data: [DONE]\n\n";

async function writePages(
  { db, now }: Workspace,
  spaceId: string,
  pages: Readonly<Record<string, { readonly text: string; readonly hidden?: true }>>,
) {
  const { revision_id } = await db
    .selectFrom("spaces")
    .select("revision_id")
    .where("id", "=", spaceId)
    .executeTakeFirstOrThrow();
  const written = [];
  for (const [slug, { text, hidden }] of Object.entries(pages)) {
    const document = await putDocument(db, spaceId, parseMarkdown(text));
    const page = { id: `page-${slug}`, type: "document" as const, title: slug, slug, document };
    written.push({ ...page, pages: [], ...(hidden && { hidden }) });
  }
  const context = { db, now, newId: createId, enqueue: async () => {} };
  const revision = await commitRevision(context, {
    space: spaceId,
    parents: [revision_id],
    type: "edits",
    tree: { ...(await readTree(db, revision_id)), pages: written },
    author: null,
  });
  await publishRevision(context, revision);
}

/** A site with an open space and one that only admins read. */
async function start(respond: (response: ServerResponse, body: string) => void) {
  const server = await serve(({ body }, response) => respond(response, body));
  const workspace = await openWorkspace({ model: { url: server.url, name: "small" } });
  onTestFinished(() => workspace.service.close());
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  await workspace.ok(admin, organization.update, { organizationId, ai: true });
  const open = await workspace.ok(admin, space.create, { organizationId, title: "Manual" });
  const closed = await workspace.ok(admin, space.create, { organizationId, title: "Board" });
  await workspace.ok(admin, space.update, { spaceId: closed.id, defaultLevel: null });
  const { id: siteId } = await workspace.ok(admin, site.create, {
    organizationId,
    title: "Docs",
    spaces: [open.id, closed.id],
  });
  await writePages(workspace, open.id, {
    gears: { text: "Turn gears with a wrench." },
    drafts: { text: "Gears of the zeppelin.", hidden: true },
  });
  await writePages(workspace, closed.id, { salaries: { text: "Gears of the crankshaft." } });
  await workspace.db
    .updateTable("spaces")
    .set({ default_level: null, resolved_level: "none" })
    .where("id", "=", closed.id)
    .execute();
  const editor = await workspace.member(organizationId, "edit");
  const ids = { organizationId, siteId };
  return { workspace, server, admin, editor, ids, open: open.id, closed: closed.id };
}

type Started = Awaited<ReturnType<typeof start>>;

async function read<E extends Endpoint>(
  { workspace }: Started,
  token: string,
  endpoint: E,
  input: Input<E>,
) {
  const events: unknown[] = [];
  for await (const event of workspace.events(token, endpoint, input)) events.push(event);
  return events;
}

const answerWith =
  (...parts: string[]) =>
  (response: ServerResponse) =>
    void response.end(parts.map(toEvent).join("") + end);

describe("streamAskInSite", () => {
  test("sends the answer so far, and its sources and questions at the end", async () => {
    const started = await start(
      answerWith("Use ", "the wrench [1].", "\nFollow", "-up: How long?\n"),
    );
    const { editor, ids, open } = started;
    const input = { ...ids, question: "wrench", scope: all };
    const events = await read(started, editor, siteAsk.ask, input);
    const texts = events.map((event) => JSON.stringify(event));
    expect(texts[0]).toContain('{"markdown":"Use"}');
    expect(texts.join()).not.toContain("Follow");
    expect(events.at(-1)).toMatchObject({
      type: "answer",
      answer: {
        answer: { markdown: "Use the wrench [1]." },
        followupQuestions: ["How long?"],
        sources: [{ type: "page", page: "page-gears", space: open }],
      },
    });
    const document = await read(started, editor, siteAsk.ask, { ...input, format: "document" });
    expect(document.at(-1)).toMatchObject({
      answer: { answer: { document: parseMarkdown("Use the wrench [1].") } },
    });
  });

  slowTest("sends the model only pages that the caller may read and the site shows", async () => {
    const started = await start(answerWith("ok [1]"));
    const { editor, admin, ids, server } = started;
    await read(started, editor, siteAsk.ask, { ...ids, question: "gears", scope: all });
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]?.body).toContain("wrench");
    expect(server.seen[0]?.body).not.toMatch(/crankshaft|zeppelin|Board/);
    await read(started, admin, siteAsk.ask, { ...ids, question: "gears", scope: all });
    expect(server.seen[1]?.body).toContain("crankshaft");
    expect(server.seen[1]?.body).not.toContain("zeppelin");
    await read(started, editor, siteAsk.suggest, ids);
    expect(server.seen[2]?.body).not.toMatch(/salaries|drafts|Board/);
    const { items } = await started.workspace.ok(admin, siteSpace.list, ids);
    const board = items.find(({ title }) => title === "Board");
    await read(started, admin, siteAsk.suggest, { ...ids, siteSpaceId: board?.id ?? "" });
    await read(started, admin, siteAsk.suggest, { ...ids, spaceId: started.open });
    const readTitles = (at: number) =>
      ["salaries", "gears"].filter((title) => server.seen[at]?.body.includes(title));
    expect([readTitles(3), readTitles(4)]).toEqual([["salaries"], ["gears"]]);
  });

  slowTest("ends the request to the model when the client stops reading", async () => {
    let closed: Promise<unknown> | undefined;
    const started = await start((response) => {
      closed = once(response, "close");
      response.write(toEvent("Use "));
    });
    const { workspace, editor, ids } = started;
    const input = { ...ids, question: "wrench", scope: all };
    for await (const _ of workspace.events(editor, siteAsk.ask, input)) break;
    await closed;
    expect(await workspace.ok(editor, answers.list, ids)).toMatchObject({ items: [] });
  });

  slowTest("reports an error of the model after the first event", async () => {
    const started = await start((response) => {
      response.write(toEvent("Use "), () => response.destroy());
    });
    const input = { ...started.ids, question: "wrench", scope: all };
    await expect(read(started, started.editor, siteAsk.ask, input)).rejects.toMatchObject({
      status: 502,
      message: "The language model could not be reached.",
    });
  });

  slowTest("is refused before a stream without access, AI features or a question", async () => {
    const started = await start(answerWith("ok"));
    const { workspace, admin, ids, server } = started;
    const stranger = await workspace.person();
    const input = { ...ids, question: "wrench", scope: all };
    await expect(read(started, stranger, siteAsk.ask, input)).rejects.toMatchObject({
      status: 404,
    });
    const blank = { ...input, question: " " };
    await expect(read(started, admin, siteAsk.ask, blank)).rejects.toMatchObject({ status: 400 });
    await workspace.ok(admin, organization.update, {
      organizationId: ids.organizationId,
      ai: false,
    });
    await expect(read(started, admin, siteAsk.ask, input)).rejects.toMatchObject({ status: 403 });
    expect(server.seen).toEqual([]);
  });
});

slowTest("streamAskInOrganization and suggestions send events as they arrive", async () => {
  let finish = () => {};
  const started = await start((response) => {
    response.write(toEvent("1. What is a gear?\nW"));
    finish = () => response.end(toEvent("hy?") + end);
  });
  const { workspace, editor, ids } = started;
  const { organizationId } = ids;
  const events = workspace.events(editor, orgAsk.streamQuestions, { organizationId });
  expect((await events.next()).value).toEqual({ question: "What is a gear?" });
  finish();
  expect((await events.next()).value).toEqual({ question: "Why?" });
  expect((await events.next()).done).toBe(true);
  const answer = workspace.events(editor, orgAsk.streamAsk, { organizationId, query: "wrench" });
  expect((await answer.next()).value).toMatchObject({
    answer: { answer: { markdown: "1. What is a gear?\nW" } },
  });
  finish();
  expect((await answer.next()).value).toMatchObject({
    answer: { answer: { markdown: "1. What is a gear?\nWhy?" } },
  });
  const none = { organizationId, query: "submarine" };
  expect(await read(started, editor, orgAsk.streamAsk, none)).toEqual([]);
});

describe("the record of questions", () => {
  slowTest("counts equal questions once, and lists their answers, sources and topics", async () => {
    const started = await start(answerWith("Use the wrench [1]."));
    const { workspace, editor, admin, ids, open } = started;
    for (const question of ["Which wrench?", "  which   WRENCH", "wrench, which", "submarine?"]) {
      await read(started, editor, siteAsk.ask, { ...ids, question, scope: all });
    }
    const { items, count } = await workspace.ok(editor, questions.list, {
      ...ids,
      sort: "stats.answers",
    });
    expect(count).toBe(2);
    expect(items).toMatchObject([
      {
        question: "Which wrench?",
        stats: { total: 1, answers: 3, answered: { yes: 3, partially: 0, no: 0 } },
      },
      { question: "submarine?", stats: { answers: 1, answered: { yes: 0, no: 1 } } },
    ]);
    const [first, second] = items;
    const one = { ...ids, siteQuestionId: first?.id ?? "" };
    expect(await workspace.ok(editor, questions.get, one)).toEqual(first);
    expect(first?.stats.weeklyPulse).toEqual([...Array(12).fill(0), 3]);
    expect(await workspace.ok(editor, questions.sources, one)).toMatchObject({
      items: [{ type: "page", title: "gears", space: open, page: "page-gears", weight: 1 }],
    });
    const unanswered = { ...ids, answered: ["no"] as const };
    expect((await workspace.ok(editor, questions.list, unanswered)).items).toEqual([second]);
    expect(await workspace.ok(editor, questions.stats, ids)).toMatchObject({
      total: 2,
      answers: 4,
      channelTypes: { api: 4 },
      feedback: { unrated: 4 },
    });
    const listed = await workspace.ok(editor, answers.list, { ...ids, question: first?.id ?? "" });
    expect(listed.items.map(({ input }) => input.raw)).toEqual(
      expect.arrayContaining(["Which wrench?", "  which   WRENCH", "wrench, which"]),
    );
    const id = listed.items[0]?.id ?? "";
    const answer = { ...ids, siteQuestionAnswerId: id };
    expect(await workspace.ok(editor, answers.get, answer)).toMatchObject({
      response: { role: "assistant", steps: [{ content: parseMarkdown("Use the wrench [1].") }] },
    });
    expect(await workspace.ok(editor, answers.sources, answer)).toMatchObject({ count: 1 });
    const { items: someTopics } = await workspace.ok(editor, topics.list, ids);
    // Topics of the same time have no order.
    const listedTopics = someTopics.toSorted((a, b) => (a.label < b.label ? 1 : -1));
    expect(listedTopics).toMatchObject([
      { label: "wrench", pages: 1, questions: { total: 1, answers: 3 } },
      { label: "submarine", pages: 0, questions: { total: 1, answers: 1 } },
    ]);
    const topic = { ...ids, siteTopicId: listedTopics[0]?.id ?? "" };
    const usageSettings = { changeRequests: true };
    expect(await workspace.ok(admin, topics.update, { ...topic, usageSettings })).toMatchObject({
      usageSettings,
    });
    expect(await workspace.ok(admin, topics.get, topic)).toMatchObject({ usageSettings });
    await workspace.ok(admin, topics.deleteFindings, topic);
    const reader = await workspace.member(ids.organizationId, "read");
    expect(await workspace.refused(reader, questions.list, ids)).toMatchObject({ status: 403 });
  });

  slowTest("hides answers from pages that the caller may not read", async () => {
    const started = await start(answerWith("Turn the crankshaft [1]."));
    const { workspace, admin, editor, ids, closed } = started;
    await read(started, admin, siteAsk.ask, { ...ids, question: "crankshaft", scope: all });
    const { items } = await workspace.ok(admin, answers.list, ids);
    expect(items).toHaveLength(1);
    for (const endpoint of [answers.list, questions.list, topics.list]) {
      expect(await workspace.ok(editor, endpoint, ids)).toMatchObject({ items: [], count: 0 });
    }
    const one = { ...ids, siteQuestionAnswerId: items[0]?.id ?? "" };
    expect(await workspace.refused(editor, answers.get, one)).toMatchObject({ status: 404 });
    expect(await workspace.ok(editor, questions.stats, ids)).toMatchObject({ answers: 0 });
    const { removeAnswersOfSpace } = await import(
      "../../../../src/service/areas/questions/record-answer.ts"
    );
    await removeAnswersOfSpace(workspace.db, closed);
    expect(await workspace.ok(admin, questions.list, ids)).toMatchObject({ items: [] });
    expect(await workspace.ok(admin, topics.list, ids)).toMatchObject({ items: [] });
  });

  slowTest("of a removed space leaves no question and no topic, and others stay", async () => {
    const started = await start(answerWith("Turn it [1]."));
    const { workspace, admin, ids, closed } = started;
    for (const question of ["crankshaft", "wrench"]) {
      await read(started, admin, siteAsk.ask, { ...ids, question, scope: all });
    }
    const { removeAnswersOfSpace } = await import(
      "../../../../src/service/areas/questions/record-answer.ts"
    );
    await removeAnswersOfSpace(workspace.db, closed);
    const { db } = workspace;
    const rows = {
      questions: await db.selectFrom("site_questions").select("question").execute(),
      topics: await db.selectFrom("site_topics").select("label").execute(),
      answers: await db.selectFrom("site_answers").select("raw_question").execute(),
    };
    expect(rows).toEqual({
      questions: [{ question: "wrench" }],
      topics: [{ label: "wrench" }],
      answers: [{ raw_question: "wrench" }],
    });
  });

  slowTest("has no questions of a preview", async () => {
    const started = await start(answerWith("ok [1]"));
    const { workspace, admin, editor, ids, server } = started;
    const { url } = await workspace.ok(admin, siteContent.preview, ids);
    const token = new URL(url).searchParams.get("token");
    const send = async (path: string, body: object) => {
      const answer = await workspace.service.transport({
        method: "POST",
        url: `http://127.0.0.1:4000/v1/orgs/${ids.organizationId}/sites/${ids.siteId}/${path}`,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return [answer.status, await getText(answer)];
    };
    const input = [{ role: "user", content: "wrench" }];
    const ok = [200, expect.stringContaining("event: done")];
    expect(await send("ask", { question: "wrench", scope: all })).toEqual(ok);
    expect(await send("ai/response", { input })).toEqual(ok);
    // Without a page that matches, the model is not asked.
    expect(await send("ask", { question: "nosuch", scope: all })).toEqual(ok);
    expect(server.seen).toHaveLength(2);
    expect((await workspace.ok(admin, answers.list, ids)).items).toEqual([]);
    await read(started, editor, siteAsk.ask, { ...ids, question: "wrench", scope: all });
    expect((await workspace.ok(admin, answers.list, ids)).items).toHaveLength(1);
  });

  slowTest("hides an answer that quotes a page without citing it", async () => {
    const started = await start((response, body) => {
      const { content } = JSON.parse(body).messages[1];
      const passages: { number: number; text: string }[] = JSON.parse(content).passages;
      const open = passages.find(({ text }) => text.includes("wrench"))?.number;
      response.end(toEvent(`The crankshaft has gears [${open}].`) + end);
    });
    const { workspace, admin, editor, ids, open } = started;
    await read(started, admin, siteAsk.ask, { ...ids, question: "gears", scope: all });
    const { items } = await workspace.ok(admin, answers.list, ids);
    const one = { ...ids, siteQuestionAnswerId: items[0]?.id ?? "" };
    expect(await workspace.ok(admin, answers.sources, one)).toMatchObject({
      items: [{ space: open, weight: 1 }],
    });
    expect(await workspace.ok(admin, topics.list, ids)).toMatchObject({ items: [{ pages: 1 }] });
    for (const endpoint of [answers.list, questions.list, topics.list]) {
      expect(await workspace.ok(editor, endpoint, ids)).toMatchObject({ items: [] });
    }
    await expect(
      read(started, editor, siteAsk.response, { ...ids, responseId: one.siteQuestionAnswerId }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

slowTest("a conversation reveals no question whose answer the caller may not read", async () => {
  const started = await start(answerWith("ok [1]"));
  const { workspace, admin, editor, ids, server } = started;
  const ask = async (token: string, text: string, previousResponseId?: string) => {
    const events = await read(started, token, siteAsk.respond, {
      ...ids,
      input: [{ role: "user", content: text }],
      ...(previousResponseId !== undefined && { previousResponseId }),
    });
    return (events.at(-1) as { responseId: string }).responseId;
  };
  const hidden = await ask(admin, "Who turns the crankshaft?");
  const shared = await ask(admin, "wrench", hidden);
  await expect(ask(editor, "wrench", hidden)).rejects.toMatchObject({ status: 404 });
  await ask(editor, "wrench", shared);
  expect(server.seen.at(-1)?.body).toContain('earlierQuestions\\":[\\"wrench\\"]');
  expect(server.seen.at(-1)?.body).not.toContain("crankshaft");
  await ask(admin, "wrench", shared);
  expect(server.seen.at(-1)?.body).toContain("crankshaft");
  expect(await workspace.ok(editor, answers.list, ids)).toMatchObject({
    items: expect.not.arrayContaining([expect.objectContaining({ id: hidden })]),
  });
});

slowTest("an answer of markers that take long to parse is a document all the same", async () => {
  const text = "*a **b ".repeat(2000);
  const started = await start(answerWith(text, "[1]"));
  const { editor, ids } = started;
  const input = { ...ids, question: "wrench", scope: all, format: "document" } as const;
  const events = await read(started, editor, siteAsk.ask, input);
  expect(events.at(-1)).toMatchObject({
    answer: { answer: { document: parseMarkdown(`${text}[1]`) } },
  });
});

slowTest("suggestions end after five questions, however many lines the model writes", async () => {
  const lines = Array.from({ length: 7000 }, (_, index) => `${index % 7}\n`);
  const { editor, ids, ...started } = await start(answerWith(...lines));
  const events = await read({ editor, ids, ...started }, editor, siteAsk.suggest, ids);
  expect(events).toEqual(["0", "1", "2", "3", "4"].map((question) => ({ question })));
});

slowTest(
  "a conversation continues with the earlier questions, not with earlier answers",
  async () => {
    const started = await start(answerWith("Turn it.\n\nSlowly [1].\nFollow-up: Why?"));
    const { workspace, editor, ids, server } = started;
    const ask = (text: string, previousResponseId?: string) =>
      read(started, editor, siteAsk.respond, {
        ...ids,
        input: [{ role: "user", content: text }],
        ...(previousResponseId !== undefined && { previousResponseId }),
      });
    const events = await ask("Which wrench?");
    expect(events.map((event) => (event as { type: string }).type)).toEqual([
      "response_start",
      "response_step_start",
      "response_document",
      "response_followup_suggestion",
      "response_finish",
    ]);
    const { responseId } = events.at(-1) as { responseId: string };
    const more = await ask("gears", responseId);
    expect(more.at(-1)).toMatchObject({ response: { previous: responseId } });
    expect(server.seen[1]?.body).toContain("Which wrench?");
    expect(server.seen[1]?.body).not.toContain("Slowly");
    const stored = await read(started, editor, siteAsk.response, { ...ids, responseId });
    expect(stored.at(-2)).toMatchObject({
      blocks: parseMarkdown("Turn it.\n\nSlowly [1].").nodes,
    });
    const thread = { ...ids, siteQuestionAnswerId: responseId };
    expect(await workspace.ok(editor, answers.thread, thread)).toMatchObject([
      { id: responseId },
      { thread: { id: responseId, previous: responseId } },
    ]);
    await expect(ask("gears", "unknown")).rejects.toMatchObject({ status: 404 });
    const tools = [{ name: "run", description: "Run" }];
    const message = [{ role: "user" as const, content: "gears" }];
    await expect(
      read(started, editor, siteAsk.respond, { ...ids, input: message, tools }),
    ).rejects.toMatchObject({ status: 501 });
    const none = await ask("submarine");
    expect(none.at(-2)).toMatchObject({ type: "response_document" });
  },
);
