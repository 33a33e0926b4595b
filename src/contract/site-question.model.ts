/** Questions to the language model about sites, their answers and topics. */
import * as z from "zod/mini";
import { document } from "./document.model.ts";
import { createPageModel, object, open, time, url } from "./shared.model.ts";
import {
  answerChannels,
  helpfulnesses,
  questionTypes,
  relevances,
  resolutions,
} from "./site-question-values.ts";

const urls = z.looseObject({ location: url });
const count = z.number();

export const questionStats = z.looseObject({
  total: count,
  answers: count,
  feedback: z.looseObject({ positive: count, negative: count, unrated: count }),
  answered: z.looseObject({ yes: count, partially: count, no: count }),
  relevance: z.looseObject({ relevant: count, spam: count, "off-topic": count, unclear: count }),
  types: z.looseObject({
    exploring: count,
    "how-to": count,
    troubleshooting: count,
    reference: count,
    unknown: count,
  }),
  channelTypes: z.record(z.string(), count),
  channels: z.record(z.string(), count),
  /** Answers of each of the last 13 weeks, the current one last. */
  weeklyPulse: z.array(count),
});

export const siteQuestion = z.looseObject({
  object: z.literal("site-question"),
  id: z.string(),
  question: z.string(),
  type: open(questionTypes),
  createdAt: time,
  askedAt: time,
  stats: questionStats,
  urls,
});

export const siteQuestions = createPageModel(siteQuestion);

const answerMembers = {
  object: z.literal("site-question-answer"),
  id: z.string(),
  question: z.looseObject({ id: z.string(), type: open(questionTypes) }),
  topics: z.array(z.string()),
  input: z.looseObject({ text: z.string(), raw: z.string() }),
  /** Absent for the first answer of a thread. */
  thread: z.optional(z.looseObject({ id: z.string(), previous: z.string() })),
  session: z.optional(object),
  feedback: z.optional(z.looseObject({ rating: z.number() })),
  responseId: z.string(),
  language: z.string(),
  answered: open(resolutions),
  helpfulness: open(helpfulnesses),
  relevance: open(relevances),
  channel: z.looseObject({
    type: open(answerChannels),
    id: z.optional(z.nullable(z.string())),
  }),
  createdAt: time,
  updatedAt: z.optional(time),
  urls,
};

export const siteAnswers = createPageModel(z.looseObject(answerMembers));

export const siteAnswer = z.looseObject({
  ...answerMembers,
  response: z.looseObject({
    id: z.string(),
    role: open(["user", "assistant", "developer"]),
    steps: z.array(z.looseObject({ content: z.optional(document) })),
    response: z.optional(
      z.looseObject({ id: z.optional(z.string()), previous: z.optional(z.string()) }),
    ),
    createdAt: z.optional(time),
  }),
});

export const answerThread = z.array(siteAnswer);

const sourceMembers = {
  object: z.literal("site-question-answer-source"),
  id: z.string(),
  weight: z.number(),
  title: z.string(),
  urls,
};

export const answerSources = createPageModel(
  z.union([
    z.looseObject({
      ...sourceMembers,
      type: z.literal("page"),
      space: z.string(),
      revision: z.string(),
      page: z.string(),
    }),
    z.looseObject({
      ...sourceMembers,
      type: z.literal("record"),
      record: z.string(),
      connector: z.optional(z.string()),
    }),
  ]),
);

export const siteTopic = z.looseObject({
  object: z.literal("context-topic"),
  id: z.string(),
  label: z.string(),
  parent: z.optional(z.looseObject({ id: z.string(), label: z.string() })),
  summary: document,
  icon: z.string(),
  usageSettings: z.looseObject({ changeRequests: z.boolean() }),
  pages: count,
  records: count,
  findings: z.looseObject({ open: count, total: count }),
  questions: questionStats,
  createdAt: time,
  updatedAt: time,
  urls,
});

export const siteTopics = createPageModel(siteTopic);
