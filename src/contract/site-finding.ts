/** Operations on the findings of a site: broken links and other problems of its content. */
import { endpoint, paging } from "./endpoint.ts";
import { boolean, enumeration, id, list as listOf, optional, text } from "./fields.ts";
import {
  findingOrders,
  findingSeverities,
  findingSource,
  findingStates,
  findingTypes,
} from "./site-finding-values.ts";

const organizationId = id("org");
const siteId = id("site");
const one = { organizationId, siteId, siteFindingId: id("finding") };
const loadModel = () => import("./site-finding.model.ts").then((m) => m.siteFinding);

const filters = {
  topic: optional(text("Only findings of the topic with this id")),
  status: optional(enumeration(findingStates, "Only findings with this status")),
  type: optional(
    listOf(enumeration(findingTypes, "Type"), "Only findings of this type", {
      max: findingTypes.length,
    }),
  ),
  severity: optional(enumeration(findingSeverities, "Only findings with this severity")),
  hasChangeRequests: optional(boolean("Only findings that have a change request")),
  source: optional(
    listOf(
      text("Source", { pattern: findingSource }),
      "Only findings from this source: questions or connection:<id>",
      { max: 100 },
    ),
  ),
};

export const list = endpoint({
  summary: "List the findings of a site: broken links and other problems",
  operation: "listSiteFindings",
  route: "GET /orgs/{organizationId}/sites/{siteId}/findings",
  input: {
    organizationId,
    siteId,
    ...filters,
    question: optional(text("Only findings from the question with this id")),
    updatedAfter: optional(
      text("Only findings changed at or after this time", { format: "date-time" }),
    ),
    updatedBefore: optional(
      text("Only findings changed before this time", { format: "date-time" }),
    ),
    orderBy: optional(enumeration(findingOrders, "Sort field", { default: "updatedAt" })),
    ...paging,
  },
  output: () => import("./site-finding.model.ts").then((m) => m.siteFindings),
  list: true,
});

export const get = endpoint({
  summary: "Show a finding of a site",
  operation: "getSiteFindingById",
  route: "GET /orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}",
  input: one,
  output: loadModel,
});

export const update = endpoint({
  summary: "Resolve, dismiss or reopen a finding of a site",
  operation: "updateSiteFindingById",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}",
  input: {
    ...one,
    status: enumeration(findingStates, "Status: done if resolved, canceled if dismissed"),
  },
  output: loadModel,
});

export const changeRequests = endpoint({
  summary: "List the change requests that fix a finding",
  operation: "listChangeRequestsForSiteFinding",
  route: "GET /orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/change-requests",
  input: { ...one, ...paging },
  output: () => import("./cr.model.ts").then((m) => m.changeRequests),
  list: true,
});

export const fix = endpoint({
  summary: "Generate a change request that fixes a finding",
  operation: "triggerChangeRequestsForSiteFinding",
  route: "POST /orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/change-requests",
  input: one,
  status: 204,
});

export const pages = endpoint({
  summary: "List the pages of a finding",
  operation: "listPagesForSiteFinding",
  route: "GET /orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/pages",
  input: { ...one, ...paging },
  output: () => import("./site-finding.model.ts").then((m) => m.findingPages),
  list: true,
});

export const questions = endpoint({
  summary: "List the questions of visitors that led to a finding",
  operation: "listQuestionsForSiteFinding",
  route: "GET /orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/questions",
  input: { ...one, ...paging },
  output: () => import("./site-question.model.ts").then((m) => m.siteQuestions),
  list: true,
});

export const records = endpoint({
  summary: "List the context records that led to a finding",
  operation: "listRecordsForSiteFinding",
  route: "GET /orgs/{organizationId}/sites/{siteId}/findings/{siteFindingId}/records",
  input: { ...one, ...paging },
  output: () => import("./site-context.model.ts").then((m) => m.contextRecords),
  list: true,
});

export const stats = endpoint({
  summary: "Count the findings of a site by status and severity",
  operation: "getSiteFindingStats",
  route: "GET /orgs/{organizationId}/sites/{siteId}/stats/findings",
  input: { organizationId, siteId, ...filters },
  output: () => import("./site-finding.model.ts").then((m) => m.findingStats),
});
