/** `tome site ask`, `chat`, `question`, `answer` and `topic`. */
import type { PrintedColumn } from "../context.ts";
import * as answer from "../contract/site-answer.ts";
import * as asking from "../contract/site-ask.ts";
import * as question from "../contract/site-question.ts";
import * as topic from "../contract/site-topic.ts";
import { createdColumn, idColumn, updatedColumn } from "./columns.ts";
import { optional, text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, mutation, noun, query } from "./verb.ts";

const { scope, ...askFields } = getCommandFields(asking.ask);

export const ask = custom({
  summary: asking.ask.summary,
  fields: { ...askFields, ...(scope && { scope: optional(scope) }) },
  arguments: ["question"],
  operations: [asking.ask],
  examples: [
    'site ask "How do I rotate a token?" --site Docs',
    'site ask "How do I rotate a token?" --site Docs --scope default --json',
  ],
  load: () => import("../features/organization/ask.ts").then((m) => m.askSite),
});

const { input: _, ...chatFields } = getCommandFields(asking.respond);

export const chat = custom({
  summary: asking.respond.summary,
  fields: { ...chatFields, message: text("Message", { placeholder: "message" }) },
  arguments: ["message"],
  operations: [asking.respond],
  examples: [
    'site chat "How do I rotate a token?" --site Docs',
    'site chat "And how often?" --previous-response-id A1 --site Docs',
  ],
  load: () => import("../features/organization/ask.ts").then((m) => m.startChat),
});

const suggest = custom({
  summary: asking.suggest.summary,
  fields: getCommandFields(asking.suggest),
  operations: [asking.suggest],
  examples: ["site question suggest --site Docs"],
  load: () => import("../features/organization/ask.ts").then((m) => m.suggestForSite),
});

const countColumns: readonly PrintedColumn[] = [
  { header: "ANSWERS", path: "stats.answers", as: "number" },
  { header: "ANSWERED", path: "stats.answered.yes", as: "number" },
  { header: "NOT ANSWERED", path: "stats.answered.no", as: "number" },
];

const sourceColumns: readonly PrintedColumn[] = [
  { header: "TITLE", path: "title", as: "title", wide: true },
  { header: "WEIGHT", path: "weight", as: "number" },
  { header: "PAGE", path: "page", as: "id" },
  { header: "SPACE", path: "space", as: "id", refers: "space" },
  { header: "RECORD", path: "record", as: "id" },
];

export const questions = noun({
  summary: "Show the questions that were asked about a site",
  own: "question",
  verbs: {
    list: query(question.list, {
      columns: [
        idColumn,
        { header: "QUESTION", path: "question", as: "title", wide: true },
        ...countColumns,
        { header: "ASKED", path: "askedAt", as: "time" },
      ],
      emptyText: "No questions match.",
      examples: [
        "site question list --site Docs",
        "site question list --answered no --sort stats.answers --site Docs",
      ],
    }),
    get: query(question.get, {
      columns: [
        idColumn,
        { header: "QUESTION", path: "question", as: "title", wide: true },
        { header: "TYPE", path: "type" },
        ...countColumns,
        { header: "PARTIALLY ANSWERED", path: "stats.answered.partially", as: "number" },
        { header: "BY WEEK", path: "stats.weeklyPulse", as: "list" },
        { header: "ASKED", path: "askedAt", as: "time" },
        createdColumn,
      ],
      examples: ["site question get Q1 --site Docs"],
    }),
    sources: query(question.sources, {
      columns: sourceColumns,
      emptyText: "No page answered the question.",
      examples: ["site question sources Q1 --site Docs"],
    }),
    stats: query(question.stats, {
      columns: [
        { header: "QUESTIONS", path: "total", as: "number" },
        { header: "ANSWERS", path: "answers", as: "number" },
        { header: "ANSWERED", path: "answered.yes", as: "number" },
        { header: "PARTIALLY ANSWERED", path: "answered.partially", as: "number" },
        { header: "NOT ANSWERED", path: "answered.no", as: "number" },
        { header: "BY WEEK", path: "weeklyPulse", as: "list" },
      ],
      examples: [
        "site question stats --site Docs",
        "site question stats --answered no --site Docs",
      ],
    }),
    suggest,
  },
});

const answerColumns: readonly PrintedColumn[] = [
  idColumn,
  { header: "QUESTION", path: "input.raw", as: "title", wide: true },
  { header: "ANSWERED", path: "answered" },
  { header: "CHANNEL", path: "channel.type" },
  createdColumn,
];

const textColumn: PrintedColumn = {
  header: "ANSWER",
  path: "response.steps.content.nodes.nodes.leaves.text",
  wide: true,
};

export const answers = noun({
  summary: "Show the answers to questions about a site",
  own: "answer",
  verbs: {
    list: query(answer.list, {
      columns: answerColumns,
      emptyText: "No answers match.",
      order: "Newest first.",
      examples: [
        "site answer list --site Docs",
        "site answer list --answered no --since 2026-01-01 --site Docs",
      ],
    }),
    get: query(answer.get, {
      columns: [
        ...answerColumns,
        textColumn,
        { header: "LANGUAGE", path: "language" },
        { header: "THREAD", path: "thread.id", as: "id" },
      ],
      examples: ["site answer get A1 --site Docs"],
    }),
    thread: query(answer.thread, {
      listIn: ".",
      columns: [
        idColumn,
        { header: "QUESTION", path: "input.raw", as: "title", wide: true },
        textColumn,
        createdColumn,
      ],
      emptyText: "The conversation has no answers.",
      order: "Oldest first.",
      examples: ["site answer thread A1 --site Docs"],
    }),
    sources: query(answer.sources, {
      columns: sourceColumns,
      emptyText: "The answer has no sources.",
      examples: ["site answer sources A1 --site Docs"],
    }),
    show: custom({
      summary: asking.response.summary,
      fields: getCommandFields(asking.response),
      arguments: ["responseId"],
      operations: [asking.response],
      examples: ["site answer show A1 --site Docs"],
      load: () => import("../features/organization/ask.ts").then((m) => m.showResponse),
    }),
  },
});

const topicColumns: readonly PrintedColumn[] = [
  idColumn,
  { header: "LABEL", path: "label", as: "title", wide: true },
  { header: "QUESTIONS", path: "questions.total", as: "number" },
  { header: "ANSWERS", path: "questions.answers", as: "number" },
  { header: "NOT ANSWERED", path: "questions.answered.no", as: "number" },
  { header: "PAGES", path: "pages", as: "number" },
];

export const topics = noun({
  summary: "Show groups of similar questions about a site",
  own: "topic",
  verbs: {
    list: query(topic.list, {
      columns: topicColumns,
      emptyText: "No topics.",
      examples: ["site topic list --site Docs"],
    }),
    get: query(topic.get, {
      columns: [
        ...topicColumns,
        { header: "CHANGE REQUESTS", path: "usageSettings.changeRequests", as: "flag" },
        updatedColumn,
      ],
      examples: ["site topic get T1 --site Docs"],
    }),
    update: mutation(topic.update, {
      doneText: 'Changed the topic "{label}" ({id}).',
      columns: topicColumns,
      examples: ["site topic update T1 --change-requests --site Docs"],
    }),
    "delete-findings": mutation(topic.deleteFindings, {
      doneText: "Deleted the findings of the topic {siteTopicId}.",
      absentText: "The topic {siteTopicId} has no findings. No changes were made.",
      confirm: { question: "Delete all findings of the topic {siteTopicId} permanently?" },
      examples: ["site topic delete-findings T1 --site Docs"],
    }),
  },
});
