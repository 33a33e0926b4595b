/** Enum values of the context of a site: records and their connections. */

export const recordTypes = ["ticket", "document"] as const;
export type RecordType = (typeof recordTypes)[number];

export const connectionStates = ["pending", "syncing", "succeeded", "failed"] as const;
export type ConnectionState = (typeof connectionStates)[number];

export const connectionFailures = [
  "authentication",
  "misconfigured",
  "rate_limited",
  "upstream_unavailable",
  "unknown",
] as const;
export type ConnectionFailure = (typeof connectionFailures)[number];

export const searchBoosts = ["x0.8", "x1.0", "x1.2"] as const;

/** Setup members that each connector requires. */
export const connectorSetups: Readonly<Record<string, readonly string[]>> = {
  "builtin:email": [],
  "builtin:api": [],
  "builtin:website": ["url"],
  "builtin:youtube": ["channelId"],
  "builtin:github-discussions": ["repository", "token"],
  "builtin:github-issues": ["repository", "token"],
  "builtin:intercom": ["token"],
  "builtin:front": ["token"],
  "builtin:zendesk": ["subdomain", "email", "apiToken"],
  "builtin:zoho-desk": ["dataCenter", "orgId", "clientId", "clientSecret", "refreshToken"],
  "builtin:freshdesk": ["domain", "apiKey"],
  "builtin:pylon": ["token"],
  "builtin:hubspot": ["token"],
  "builtin:linear": ["token"],
  "builtin:jira": ["baseUrl", "apiEmail", "apiToken"],
};

/** Setup members that a connector accepts in addition. */
export const optionalSetups: Readonly<Record<string, readonly string[]>> = {
  "builtin:jira": ["statusMapping"],
};

/** Setup members that are credentials. Responses contain `redactedCredential` in their place. */
export const credentialMembers = [
  "token",
  "apiToken",
  "apiKey",
  "clientSecret",
  "refreshToken",
] as const;

export const redactedCredential = "[redacted]";

/** Pattern of the name of a connector. */
export const connectorName = {
  source: "^(?:builtin:[a-z-]+|integration:[^:]+)$",
  means: "builtin:<name> or integration:<name>",
} as const;

/** Maximum number of records in a request. */
export const mostRecordsAtOnce = 500;
