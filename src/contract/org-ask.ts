/** Questions to a language model about the content of an organization. */
import { endpoint } from "./endpoint.ts";
import { boolean, enumeration, id, list, optional, text } from "./fields.ts";

const organizationId = id("org");
const question = { max: 512 };
const format = optional(
  enumeration(["document", "markdown"], "Format of the answer", { default: "markdown" }),
);
const details = optional(boolean("Include details of the query", { default: false }));
const ignoredDetails = {
  path: "details",
  reason: "the local platform has no query details",
  exceptValues: [false],
};

export const ask = endpoint({
  summary: "Ask a question about the content of an organization",
  operation: "askInOrganization",
  route: "POST /orgs/{organizationId}/ask",
  input: {
    organizationId,
    query: text("Question", question),
    previousQueries: optional(
      list(text("question", question), "Earlier question of the conversation", { max: 10 }),
    ),
    format,
    details,
  },
  inQuery: ["format", "details"],
  ignoredFields: [ignoredDetails],
  reads: true,
  unaudited: true,
  output: () => import("./org-ask.model.ts").then((m) => m.askResponse),
});

export const questions = endpoint({
  summary: "Suggest questions about the content of an organization",
  operation: "getRecommendedQuestionsInOrganization",
  route: "GET /orgs/{organizationId}/ask/questions",
  input: { organizationId },
  output: () => import("./org-ask.model.ts").then((m) => m.recommendedQuestions),
});

export const streamAsk = endpoint({
  summary: "Ask a question about the content of an organization, with a streamed answer",
  operation: "streamAskInOrganization",
  route: "GET /orgs/{organizationId}/ask/stream",
  input: { organizationId, query: text("Question", question), format, details },
  ignoredFields: [ignoredDetails],
  stream: true,
  output: () => import("./org-ask.model.ts").then((m) => m.answerEvent),
});

export const streamQuestions = endpoint({
  summary: "Suggest questions about the content of an organization, one after another",
  operation: "streamRecommendedQuestionsInOrganization",
  route: "GET /orgs/{organizationId}/ask/questions/stream",
  input: { organizationId },
  stream: true,
  output: () => import("./org-ask.model.ts").then((m) => m.questionEvent),
});
