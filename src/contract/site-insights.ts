/** Operations on the insights of a site: events of its visitors, counted. */
import { endpoint } from "./endpoint.ts";
import { id, integer, json, optional } from "./fields.ts";
import { insightRanges } from "./site-insights-values.ts";

/** Declared separately, because a literal inside a field definition loses its type. */
const loadEvents = () => import("./site-insights.model.ts").then((m) => m.events);
const loadColumns = () => import("./site-insights.model.ts").then((m) => m.columns);
const loadFilters = () => import("./site-insights.model.ts").then((m) => m.filters);
const order = () => import("./site-insights.model.ts").then((m) => m.order);
const loadRange = () => import("./site-insights.model.ts").then((m) => m.range);
const organizationId = id("org");
const siteId = id("site");

export const track = endpoint({
  summary: "Record events of visitors of a site",
  operation: "trackEventsInSiteById",
  route: "POST /orgs/{organizationId}/sites/{siteId}/insights/events",
  input: { organizationId, siteId, events: json(loadEvents, "Events, as JSON") },
  status: 204,
  unaudited: true,
});

export const aggregate = endpoint({
  summary: "Query the insights of a site",
  operation: "aggregateSiteEvents",
  route: "POST /orgs/{organizationId}/sites/{siteId}/insights/events/aggregate",
  input: {
    organizationId,
    siteId,
    select: optional(
      json(loadColumns, "Columns of the result, as JSON; default the groups and counts"),
    ),
    where: optional(json(loadFilters, "Filters, as JSON")),
    groupBy: optional(json(loadColumns, "Columns to group by, as JSON")),
    order: optional(json(order, "Sort order, as JSON")),
    range: json(loadRange, "Time range, by name or as JSON with from and to", {
      words: Object.fromEntries(insightRanges.map((name) => [name, name])),
    }),
    limit: optional(integer("Maximum number of rows", { min: 1, max: 1000, default: 1000 })),
  },
  output: () => import("./site-insights.model.ts").then((m) => m.result),
  unaudited: true,
  reads: true,
});

export const segments = endpoint({
  summary: "List groups of visitors of a site with the same claims",
  operation: "listSiteVisitorSegments",
  route: "GET /orgs/{organizationId}/sites/{siteId}/insights/visitor-segments",
  input: { organizationId, siteId },
  output: () => import("./site-insights.model.ts").then((m) => m.segments),
  list: true,
});
