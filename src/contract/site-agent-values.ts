/** Values of the agent settings, MCP servers and channels of a site. */

export const mcpTransports = ["sse", "http"] as const;
export type McpTransport = (typeof mcpTransports)[number];

/** Shown in place of the value of a header. In an update, it keeps the stored value. */
export const hiddenHeader = "[hidden]";

export const channelTypes = [
  "builtin:slack",
  "builtin:linear",
  "builtin:github",
  "builtin:discord",
] as const;
export type ChannelType = (typeof channelTypes)[number];

export const channelRoles = ["support", "collaborator"] as const;
export type ChannelRole = (typeof channelRoles)[number];

export const channelStatuses = ["active", "pending"] as const;

/** The setting that limits a channel, by its type. */
export const channelLimits = {
  "builtin:slack": "allowedChannels",
  "builtin:linear": "allowedTeams",
  "builtin:github": "allowedRepositories",
  "builtin:discord": "allowedChannels",
} as const satisfies Readonly<Record<ChannelType, string>>;

export const channelPattern = {
  source: "^[a-zA-Z0-9_\\*-]+$",
  means: "letters, digits and the characters _ - *",
} as const;

export const repositoryPattern = {
  source: "^[a-zA-Z0-9._*-]+\\/[a-zA-Z0-9._*-]+$",
  means: "owner/repository, such as acme/docs or acme/*",
} as const;

export const topicScans = ["auto", "never"] as const;
export const findingChangeRequests = ["always", "auto-fixable", "never"] as const;
