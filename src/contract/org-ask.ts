/** Questions to a language model about the content of an organization. */
import { endpoint } from "./endpoint.ts";
import { boolean, enumeration, id, list, optional, text } from "./fields.ts";

const organizationId = id("org");
const question = { max: 512 };

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
    format: optional(
      enumeration(["document", "markdown"], "Format of the answer", { default: "markdown" }),
    ),
    details: optional(boolean("Include details of the query", { default: false })),
  },
  inQuery: ["format", "details"],
  ignoredFields: [
    { path: "details", reason: "the local platform has no query details", exceptValues: [false] },
  ],
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
