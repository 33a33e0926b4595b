/** Operations on the topics of the questions about a site. */
import { endpoint } from "./endpoint.ts";
import { boolean, group, id, optional, text } from "./fields.ts";

const site = { organizationId: id("org"), siteId: id("site") };
const one = { ...site, siteTopicId: id("topic") };
const loadModel = () => import("./site-question.model.ts").then((m) => m.siteTopic);

export const list = endpoint({
  summary: "List the topics of the questions about a site",
  operation: "listSiteTopics",
  route: "GET /orgs/{organizationId}/sites/{siteId}/topics",
  input: {
    ...site,
    from: optional(text("Count answers at or after this time only", { format: "date-time" })),
    to: optional(text("Count answers at or before this time only", { format: "date-time" })),
  },
  output: () => import("./site-question.model.ts").then((m) => m.siteTopics),
  list: true,
});

export const get = endpoint({
  summary: "Show a topic of the questions about a site",
  operation: "getSiteTopicById",
  route: "GET /orgs/{organizationId}/sites/{siteId}/topics/{siteTopicId}",
  input: one,
  output: loadModel,
});

export const update = endpoint({
  summary: "Change the usage of a topic of a site",
  operation: "updateSiteTopicById",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}/topics/{siteTopicId}",
  input: {
    ...one,
    usageSettings: group(
      { changeRequests: boolean("Propose change requests for the topic") },
      "Usage of the topic",
    ),
  },
  output: loadModel,
});

export const deleteFindings = endpoint({
  summary: "Delete the findings of a topic of a site",
  operation: "deleteSiteTopicFindings",
  route: "DELETE /orgs/{organizationId}/sites/{siteId}/topics/{siteTopicId}/findings",
  input: one,
});
