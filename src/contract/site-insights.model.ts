/** Insights of a site: tracked events, aggregation queries and their results. */
import * as z from "zod/mini";
import { describeLengths } from "./check.ts";
import { createPageModel, object, time } from "./shared.model.ts";
import {
  dateIntervals,
  displayContexts,
  feedbackRatings,
  insightOperators,
  insightRanges,
  plainInsightColumns,
} from "./site-insights-values.ts";

// Spread: at most two checks.
const url = z.string().check(z.url(), ...describeLengths(0, 2048));
const text = z.string();
const textOrNull = z.nullable(text);
const rating = z.enum(feedbackRatings);

const session = z.looseObject({
  visitorId: text,
  sessionId: text,
  cookies: z.record(text, text),
  ip: z.optional(text),
  userAgent: text,
  language: textOrNull,
  referrer: z.nullable(z.union([z.literal(""), url])),
  visitorAuthToken: z.optional(textOrNull),
  visitorAuthClaims: z.optional(object),
});

const location = z.looseObject({
  url,
  displayContext: z.optional(z.enum(displayContexts)),
  siteSection: textOrNull,
  siteSpace: textOrNull,
  siteShareKey: textOrNull,
  space: textOrNull,
  revision: textOrNull,
  page: textOrNull,
});

const base = { session, location, timestamp: z.optional(time) };
const apiOperation = z.looseObject({ path: text, method: text });
const ad = z.looseObject({ domain: text, zoneId: text, placement: z.enum(["aside"]) });
const query = text;

/** An event of a visitor. */
const event = z.discriminatedUnion("type", [
  z.looseObject({ ...base, type: z.literal("page_view") }),
  z.looseObject({
    ...base,
    type: z.literal("page_markdown_request"),
    markdownSource: z.optional(z.enum(["page-action"])),
  }),
  z.looseObject({ ...base, type: z.literal("search_open") }),
  z.looseObject({ ...base, type: z.literal("search_type_query"), query }),
  z.looseObject({
    ...base,
    type: z.literal("search_open_result"),
    query,
    result: z.union([
      z.looseObject({ spaceId: text, pageId: text }),
      z.looseObject({ recordId: text }),
    ]),
  }),
  z.looseObject({
    ...base,
    type: z.literal("page_post_feedback"),
    feedback: z.looseObject({ rating }),
  }),
  z.looseObject({
    ...base,
    type: z.literal("page_post_feedback_comment"),
    feedback: z.looseObject({
      rating,
      // Spread: at most two checks.
      comment: z.string().check(...describeLengths(1, 512)),
    }),
  }),
  z.looseObject({ ...base, type: z.literal("agent_feedback") }),
  z.looseObject({
    ...base,
    type: z.literal("ask_question"),
    query,
    goal: z.optional(text),
  }),
  z.looseObject({ ...base, type: z.literal("ask_view") }),
  z.looseObject({
    ...base,
    type: z.literal("ask_rate_response"),
    query,
    rating: z.union([z.literal(1), z.literal(-1)]),
    responseId: text,
  }),
  z.looseObject({
    ...base,
    type: z.literal("link_click"),
    link: z.looseObject({
      target: object,
      position: z.enum(["announcement", "header", "footer", "sidebar", "content"]),
    }),
  }),
  z.looseObject({ ...base, type: z.literal("api_client_open"), operation: apiOperation }),
  z.looseObject({ ...base, type: z.literal("api_client_request"), operation: apiOperation }),
  z.looseObject({
    ...base,
    type: z.literal("trademark_click"),
    placement: z.enum(["sidebar", "ad", "footer", "pdf", "embed"]),
  }),
  z.looseObject({ ...base, type: z.literal("ad_click"), ad }),
  z.looseObject({ ...base, type: z.literal("ad_display"), ad }),
  z.looseObject({
    ...base,
    type: z.literal("llms_request"),
    llmsVariant: z.enum(["standard", "full"]),
  }),
  z.looseObject({ ...base, type: z.literal("mcp_request") }),
  z.looseObject({ ...base, type: z.literal("rss_request") }),
]);
export type TrackedEvent = z.infer<typeof event>;

export const events = z.array(event);

const column = z.union([
  z.looseObject({
    column: z.literal("datetime"),
    interval: z.optional(z.enum(dateIntervals)),
  }),
  z.looseObject({
    column: z.literal("visitorGeoPoint"),
    precision: z.optional(z.int().check(z.minimum(0), z.maximum(15))),
  }),
  z.looseObject({ column: z.literal("visitorClaim"), claim: text }),
  z.looseObject({ column: z.enum(plainInsightColumns) }),
]);
export type InsightColumn = z.infer<typeof column>;
export const columns = z.array(column);

const operator = z.optional(z.enum(insightOperators));
const otherColumns = ["datetime", "visitorGeoPoint", ...plainInsightColumns] as const;

/** Filters; the values of each column are checked when the query runs. */
const filter = z.union([
  z.looseObject({
    column: z.literal("visitorClaim"),
    claim: text,
    values: z.array(z.unknown()),
    operator,
  }),
  z.looseObject({ column: z.enum(otherColumns), values: z.array(z.unknown()), operator }),
]);
export type InsightFilter = z.infer<typeof filter>;
export const filters = z.array(filter);

export const order = z.looseObject({ by: column, direction: z.enum(["asc", "desc"]) });
export const range = z.union([z.enum(insightRanges), z.looseObject({ from: time, to: time })]);

/** One column of the result, with a value for each row. */
export const result = z.looseObject({
  columns: z.array(
    z.union([
      z.looseObject({
        column: z.literal("visitorClaim"),
        claim: text,
        values: z.array(z.unknown()),
      }),
      z.looseObject({ column: z.enum(otherColumns), values: z.array(z.unknown()) }),
    ]),
  ),
});

const segment = z.looseObject({
  title: text,
  claims: object,
  events: z.number(),
  visitors: z.number(),
  sessions: z.number(),
});
export const segments = createPageModel(segment);
