/** Questions to a language model about the content of a site. */
import { endpoint } from "./endpoint.ts";
import { enumeration, group, id, json, optional, text } from "./fields.ts";
import { coreChannels } from "./site-question-values.ts";

/** Declared separately, because a literal inside a field definition loses its type. */
const searchScope = () => import("./search.model.ts").then((m) => m.siteSearchScope);
const loadQuestionContext = () => import("./site-ask.model.ts").then((m) => m.questionContext);
const loadMessages = () => import("./site-ask.model.ts").then((m) => m.messages);
const loadTools = () => import("./site-ask.model.ts").then((m) => m.tools);
const loadToolCall = () => import("./site-ask.model.ts").then((m) => m.toolCall);
const site = { organizationId: id("org"), siteId: id("site") };

const session = optional(
  group(
    {
      visitorId: text("Id of the visitor"),
      sessionId: text("Id of the visit"),
    },
    "Session of a visitor",
  ),
);
const ignoredSession = {
  path: "session",
  reason: "the local platform stores nothing that identifies a visitor",
};

export const ask = endpoint({
  summary: "Ask a question about the content of a site",
  operation: "streamAskInSite",
  route: "POST /orgs/{organizationId}/sites/{siteId}/ask",
  input: {
    ...site,
    question: text("Question", { max: 512 }),
    scope: json(searchScope, "Parts of the site to search: all (default), default or JSON", {
      words: { all: { mode: "all" }, default: { mode: "default" } },
    }),
    context: optional(
      json(loadQuestionContext, "Context of the question, as JSON with siteSpaceId and goal"),
    ),
    session,
    format: optional(
      enumeration(["document", "markdown"], "Format of the answer", { default: "markdown" }),
    ),
  },
  inQuery: ["format"],
  ignoredFields: [ignoredSession],
  reads: true,
  unaudited: true,
  stream: true,
  output: () => import("./org-ask.model.ts").then((m) => m.answerEvent),
});

export const suggest = endpoint({
  summary: "Suggest questions about the content of a site",
  operation: "streamRecommendedQuestionsInSite",
  route: "GET /orgs/{organizationId}/sites/{siteId}/ask/questions",
  input: {
    ...site,
    siteSpaceId: optional(id("siteSpace", "Only questions about this site space")),
    spaceId: optional(id("space", "Only questions about this space")),
  },
  stream: true,
  output: () => import("./org-ask.model.ts").then((m) => m.questionEvent),
});

export const respond = endpoint({
  summary: "Continue a conversation with the language model about a site",
  operation: "streamAIResponseInSite",
  route: "POST /orgs/{organizationId}/sites/{siteId}/ai/response",
  input: {
    ...site,
    input: json(loadMessages, "Messages of the conversation, as JSON"),
    previousResponseId: optional(text("Id of the previous response of the conversation")),
    model: optional(
      enumeration(["fast", "reasoning-low", "reasoning-medium", "reasoning-high"], "Kind of model"),
    ),
    tools: optional(json(loadTools, "Tools for the model, as JSON")),
    toolCall: optional(json(loadToolCall, "Result of a tool, as JSON")),
    session,
    channel: optional(
      group({ type: enumeration(coreChannels, "Channel of the question") }, "Channel"),
    ),
  },
  ignoredFields: [
    ignoredSession,
    { path: "model", reason: "the local platform has one language model" },
  ],
  reads: true,
  unaudited: true,
  stream: true,
  output: () => import("./site-ask.model.ts").then((m) => m.responseEvent),
});

export const response = endpoint({
  summary: "Show a response of the language model about a site",
  operation: "streamExistingAIResponseInSite",
  route: "GET /orgs/{organizationId}/sites/{siteId}/ai/response/{responseId}",
  input: { ...site, responseId: id("answer") },
  stream: true,
  output: () => import("./site-ask.model.ts").then((m) => m.responseEvent),
  extension: true,
});
