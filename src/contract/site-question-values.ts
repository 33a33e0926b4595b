/** Values of the questions, answers and topics of sites. */
import { channelTypes } from "./site-agent-values.ts";

export const questionTypes = [
  "exploring",
  "how-to",
  "troubleshooting",
  "reference",
  "unknown",
] as const;
export type QuestionType = (typeof questionTypes)[number];

export const relevances = ["relevant", "spam", "off-topic", "unclear"] as const;
export type Relevance = (typeof relevances)[number];

/** Whether an answer answers its question. */
export const resolutions = ["no", "partially", "yes"] as const;
export type AnswerResolution = (typeof resolutions)[number];

export const helpfulnesses = ["low", "medium", "high"] as const;

/** Place of a question: the published site, an embed of it, or the API. */
export const coreChannels = ["site", "embed", "api"] as const;
export type CoreChannel = (typeof coreChannels)[number];

export const answerChannels = [...coreChannels, ...channelTypes] as const;
export type AnswerChannel = (typeof answerChannels)[number];

export const questionOrders = [
  "askedAt",
  "stats.answered",
  "stats.feedback",
  "stats.answers",
] as const;
export type QuestionOrder = (typeof questionOrders)[number];

/** Weeks of a weekly pulse, up to the current one. */
export const pulseWeeks = 13;
