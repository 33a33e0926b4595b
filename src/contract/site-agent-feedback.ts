/** Operations with which AI agents send feedback about a site. */
import { endpoint } from "./endpoint.ts";
import { enumeration, id, json, optional, text } from "./fields.ts";

/** Declared separately, because a literal inside a field definition loses its type. */
const loadReportedBy = () => import("./site-agent-feedback.model.ts").then((m) => m.reportedBy);
const loadSubject = () => import("./site-agent-feedback.model.ts").then((m) => m.subject);
const loadFeedback = () => import("./site-agent-feedback.model.ts").then((m) => m.feedback);
const organizationId = id("org");
const siteId = id("site");

export const submitAbout = endpoint({
  summary: "Send the feedback of an AI agent about a page of a site",
  operation: "submitSiteAgentFeedback",
  route: "POST /orgs/{organizationId}/sites/{siteId}/agent-feedback",
  input: {
    organizationId,
    siteId,
    feedback: text("Feedback about the content of the page", { min: 1, max: 2048 }),
    goal: optional(text("Goal of the agent", { max: 1024 })),
    url: text("URL of the page", { format: "url", max: 2048 }),
    spaceId: id("space", "Space of the page"),
    pageId: id("page", "Page that the feedback is about"),
    source: optional(enumeration(["mcp", "assistant"], "Surface on which the agent ran")),
  },
  status: 204,
  deprecated: "use tome site insights feedback",
});

export const submit = endpoint({
  summary: "Send the feedback of an AI agent about a site, a tool or a command",
  operation: "submitAgentFeedbackToSite",
  route: "POST /orgs/{organizationId}/sites/{siteId}/agents/feedback",
  input: {
    organizationId,
    siteId,
    reportedBy: optional(json(loadReportedBy, "Agent that sends the feedback, as JSON")),
    subject: json(loadSubject, "Subject of the feedback, as JSON with kind"),
    feedback: json(loadFeedback, "Category, summary and details of the feedback, as JSON"),
  },
  output: () => import("./site-agent-feedback.model.ts").then((m) => m.receipt),
  status: 201,
});
