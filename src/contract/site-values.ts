/** Enum values of sites. */

export const siteTypes = [
  "basic",
  "premium",
  "ultimate",
  "sponsored",
  "legacy-basic",
  "legacy-premium",
] as const;
export type SiteType = (typeof siteTypes)[number];

/** In order of decreasing openness. */
export const siteVisibilities = ["public", "unlisted", "share-link", "visitor-auth"] as const;
export type SiteVisibility = (typeof siteVisibilities)[number];

export const agentsContexts = ["excluded", "included"] as const;
export type AgentsContext = (typeof agentsContexts)[number];

export const authBackends = ["custom", "integration"] as const;
export type AuthBackend = (typeof authBackends)[number];
