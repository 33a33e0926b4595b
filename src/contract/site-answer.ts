/** Operations on the answers to questions about a site. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, id, optional, text } from "./fields.ts";
import { answerFilters } from "./site-question-fields.ts";
import { helpfulnesses, questionTypes } from "./site-question-values.ts";

const site = { organizationId: id("org"), siteId: id("site") };
const one = { ...site, siteQuestionAnswerId: id("answer") };

export const list = endpoint({
  summary: "List the answers to questions about a site",
  operation: "listSiteQuestionAnswers",
  route: "GET /orgs/{organizationId}/sites/{siteId}/answers",
  input: {
    ...site,
    question: optional(text("Only answers to the question with this id")),
    from: answerFilters.from,
    to: answerFilters.to,
    language: optional(text("Only answers with this language code")),
    answered: answerFilters.answered,
    helpfulness: optional(enumeration(helpfulnesses, "Only answers with this helpfulness")),
    relevance: answerFilters.relevance,
    channelType: answerFilters.channelType,
    "question.type": optional(enumeration(questionTypes, "Only answers to this type of question")),
    topic: optional(text("Only answers to questions of the topic with this id")),
    thread: optional(text("Only answers of the thread with this id, its first answer included")),
    ...paging,
  },
  output: () => import("./site-question.model.ts").then((m) => m.siteAnswers),
  list: true,
});

export const get = endpoint({
  summary: "Show an answer to a question about a site",
  operation: "getSiteQuestionAnswerById",
  route: "GET /orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}",
  input: one,
  output: () => import("./site-question.model.ts").then((m) => m.siteAnswer),
});

export const thread = endpoint({
  summary: "Show the conversation of an answer about a site",
  operation: "getSiteQuestionAnswerThreadById",
  route: "GET /orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}/thread",
  input: one,
  output: () => import("./site-question.model.ts").then((m) => m.answerThread),
});

export const sources = endpoint({
  summary: "List the pages that an answer about a site cites",
  operation: "listSiteQuestionAnswerSources",
  route: "GET /orgs/{organizationId}/sites/{siteId}/answers/{siteQuestionAnswerId}/sources",
  input: { ...one, ...paging },
  output: () => import("./site-question.model.ts").then((m) => m.answerSources),
  list: true,
});
