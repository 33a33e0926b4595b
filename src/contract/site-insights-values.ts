/** Enum values of insights: events, columns and ranges. */

export const insightEvents = [
  ...(["page_view", "page_markdown_request", "search_open", "search_type_query"] as const),
  ...(["search_open_result", "page_post_feedback", "page_post_feedback_comment"] as const),
  ...(["agent_feedback", "ask_question", "ask_view", "ask_rate_response", "link_click"] as const),
  ...(["api_client_open", "api_client_request", "ad_click", "ad_display"] as const),
  ...(["trademark_click", "llms_request", "mcp_request", "rss_request"] as const),
] as const;
export type InsightEvent = (typeof insightEvents)[number];

/** The columns of a query without parameters. */
export const plainInsightColumns = [
  ...(["dayOfWeek", "hourOfDay", "url", "urlPath", "eventType", "eventsCount"] as const),
  ...(["sessionsCount", "visitorsCount", "siteSection", "siteSpace", "siteShareKey"] as const),
  ...(["displayContext", "page", "visitorGeoCountry", "visitorDevice", "visitorBrowser"] as const),
  ...(["visitorOS", "visitorBot", "visitorLanguage", "eventLinkTargetValue"] as const),
  ...(["eventLinkTargetKind", "eventLinkTargetDomain", "eventLinkPosition"] as const),
  ...(["eventAPIOperationPath", "eventAPIOperationMethod", "eventLLMSVariant"] as const),
  ...(["eventPageNotFoundType", "eventMarkdownSource", "eventSearchQuery"] as const),
  ...(["eventSearchResultRecordId", "eventPageFeedbackRating"] as const),
  ...(["eventPageFeedbackComment", "eventAskResponseRating", "pageFeedbackRating"] as const),
  ...(["askResponseRating", "referrer", "referrerDomain", "utmSource", "utmMedium"] as const),
  ...(["utmCampaign", "utmTerm", "utmContent", "visitorAuthenticated"] as const),
  ...(["visitorClaimProperty", "eventAdDomain", "eventAdPlacement"] as const),
  ...(["eventTrademarkPlacement"] as const),
] as const;

export const dateIntervals = ["hour", "day", "week", "month"] as const;
export const insightRanges = [
  ...(["lastYear", "last3Months", "last30Days", "last7Days", "last24Hours"] as const),
] as const;
export type InsightRange = (typeof insightRanges)[number];
export const displayContexts = ["site", "server", "embed", "mcp"] as const;
export const feedbackRatings = ["bad", "ok", "good"] as const;
export type FeedbackRating = (typeof feedbackRatings)[number];

export const insightOperators = [
  ...(["in", "notIn", "greaterThan", "greaterThanOrEqual", "lessThan", "lessThanOrEqual"] as const),
] as const;
