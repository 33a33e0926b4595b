import { expect, test } from "vitest";
import type { AnswerDraft } from "../../../../src/service/areas/questions/answer-stream.ts";
import {
  listResponseEvents,
  streamResponseEvents,
} from "../../../../src/service/areas/questions/response-events.ts";
import { openTestDatabase } from "../../../support/platforms/postgres/databases.ts";

const messageId = "M";
const start = [
  { type: "response_start", messageId },
  { type: "response_step_start", messageId, stepIndex: 0, phase: "final_answer" },
];
const finish = (responseId: string, previous?: string) => ({
  ...{ type: "response_finish", messageId, responseId },
  response: { id: responseId, ...(previous && { previous }) },
});
/** The events, in which blocks are their texts. */
async function read(events: AsyncIterable<object>) {
  const list = [];
  for await (const event of events) {
    if ("blocks" in event && "operation" in event) {
      expect(event).toMatchObject({ type: "response_document", messageId, stepIndex: 0 });
      const texts = JSON.stringify(event.blocks).matchAll(/"text":"([^"]*)"/g);
      list.push([event.operation, [...texts].map(([, text]) => text)]);
    } else list.push(event);
  }
  return list;
}

async function* toDrafts(...drafts: readonly [string, ...string[]][]) {
  for (const [markdown, ...followups] of drafts) {
    yield { markdown, followups, cited: [], isComplete: false } satisfies AnswerDraft;
  }
}

async function stream(
  drafts: readonly [string, ...string[]][],
  head: { readonly previous?: string; readonly isFound?: boolean } = {},
) {
  const asker = { db: await openTestDatabase(), caller: "U" };
  const options = { messageId, responseId: "R", isFound: true, asker, ...head };
  return read(streamResponseEvents(toDrafts(...drafts), options));
}

const notFound = "No page of this site matches the question.";

test("an answer grows by updates of its last block and by new blocks", async () => {
  const parts: [string, ...string[]][] = [
    ["One"],
    ["One more"],
    ["One more\n\nTwo\n\nThree"],
    ["One more\n\nTwo\n\nThree!\n\nFour", "Next?", "And then?"],
  ];
  expect(await stream(parts)).toEqual([
    ...start,
    ["insert", ["One"]],
    ["update", ["One more"]],
    ["insert", ["Two", "Three"]],
    ["update", ["Three!"]],
    ["insert", ["Four"]],
    { type: "response_followup_suggestion", messageId, suggestions: ["Next?", "And then?"] },
    finish("R"),
  ]);
});

test("an equal draft has no event, and a question without pages has a sentence", async () => {
  expect(await stream([["One", "Next?"], ["One"]], { previous: "P" })).toEqual([
    ...[...start, ["insert", ["One"]], finish("R", "P")],
  ]);
  expect(await stream([], { isFound: false })).toEqual([
    ...[...start, ["insert", [notFound]], finish("R")],
  ]);
});

test("a stored answer has its text, or the sentence, and the preceding response", async () => {
  const asker = { db: await openTestDatabase(), caller: "U" };
  const list = (answer: string, previous_id: string | null) =>
    read(listResponseEvents({ id: messageId, answer, previous_id }, asker));
  expect(await list("One\n\nTwo", "P")).toEqual([
    ...[...start, ["insert", ["One", "Two"]], finish(messageId, "P")],
  ]);
  expect(await list("", null)).toEqual([...[...start, ["insert", [notFound]], finish(messageId)]]);
});
