/** Operations on the questions that were asked about a site. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, id, list as listOf, optional, text } from "./fields.ts";
import {
  answerChannels,
  questionOrders,
  questionTypes,
  relevances,
  resolutions,
} from "./site-question-values.ts";

const site = { organizationId: id("org"), siteId: id("site") };
const one = { ...site, siteQuestionId: id("question") };

/** Filters of answers, which counts and sources include. */
const filters = {
  from: optional(text("Only answers at or after this time", { format: "date-time" })),
  to: optional(text("Only answers at or before this time", { format: "date-time" })),
  relevance: optional(
    listOf(enumeration(relevances, "Relevance"), "Only answers to questions with this relevance", {
      max: relevances.length,
    }),
  ),
  channelType: optional(
    listOf(enumeration(answerChannels, "Channel"), "Only answers in this type of channel", {
      max: answerChannels.length,
    }),
  ),
  answered: optional(
    listOf(enumeration(resolutions, "Resolution"), "Only answers with this resolution", {
      max: resolutions.length,
    }),
  ),
};
const topic = optional(
  listOf(text("Topic"), "Only questions of the topic with this id", { max: 100 }),
);

export const list = endpoint({
  summary: "List the questions that were asked about a site",
  operation: "listSiteQuestions",
  route: "GET /orgs/{organizationId}/sites/{siteId}/questions",
  input: {
    ...site,
    ...filters,
    type: optional(enumeration(questionTypes, "Only questions of this type")),
    topic,
    order: optional(enumeration(["asc", "desc"], "Order", { default: "desc" })),
    sort: optional(enumeration(questionOrders, "Sort field; default the time of creation")),
    ...paging,
  },
  output: () => import("./site-question.model.ts").then((m) => m.siteQuestions),
  list: true,
});

export const get = endpoint({
  summary: "Show a question about a site",
  operation: "getSiteQuestionById",
  route: "GET /orgs/{organizationId}/sites/{siteId}/questions/{siteQuestionId}",
  input: { ...one, ...filters },
  output: () => import("./site-question.model.ts").then((m) => m.siteQuestion),
});

export const sources = endpoint({
  summary: "List the pages that answered a question about a site",
  operation: "listSiteQuestionSources",
  route: "GET /orgs/{organizationId}/sites/{siteId}/questions/{siteQuestionId}/sources",
  input: { ...one, ...filters, ...paging },
  output: () => import("./site-question.model.ts").then((m) => m.answerSources),
  list: true,
});

export const stats = endpoint({
  summary: "Count the questions about a site and their answers",
  operation: "getSiteQuestionStats",
  route: "GET /orgs/{organizationId}/sites/{siteId}/question-stats",
  input: { ...site, ...filters, topic },
  output: () => import("./site-question.model.ts").then((m) => m.questionStats),
});
