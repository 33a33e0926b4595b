/** Operations on the questions that were asked about a site. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, id, list as listOf, optional, text } from "./fields.ts";
import { answerFilters } from "./site-question-fields.ts";
import { questionOrders, questionTypes } from "./site-question-values.ts";

const site = { organizationId: id("org"), siteId: id("site") };
const one = { ...site, siteQuestionId: id("question") };

const topic = optional(
  listOf(text("Topic"), "Only questions of the topic with this id", { max: 100 }),
);

export const list = endpoint({
  summary: "List the questions that were asked about a site",
  operation: "listSiteQuestions",
  route: "GET /orgs/{organizationId}/sites/{siteId}/questions",
  input: {
    ...site,
    ...answerFilters,
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
  input: { ...one, ...answerFilters },
  output: () => import("./site-question.model.ts").then((m) => m.siteQuestion),
});

export const sources = endpoint({
  summary: "List the pages that answered a question about a site",
  operation: "listSiteQuestionSources",
  route: "GET /orgs/{organizationId}/sites/{siteId}/questions/{siteQuestionId}/sources",
  input: { ...one, ...answerFilters, ...paging },
  output: () => import("./site-question.model.ts").then((m) => m.answerSources),
  list: true,
});

export const stats = endpoint({
  summary: "Count the questions about a site and their answers",
  operation: "getSiteQuestionStats",
  route: "GET /orgs/{organizationId}/sites/{siteId}/question-stats",
  input: { ...site, ...answerFilters, topic },
  output: () => import("./site-question.model.ts").then((m) => m.questionStats),
});
