/** Kinds of resources: names in messages, on the command line, in the API and in URLs. */

export interface NounWords {
  /** In a sentence: "a site". */
  readonly called: string;
  /** Flag that selects it as a parent; also the placeholder of its argument. */
  readonly flag: string;
  /** Setting with the default. */
  readonly setting?: "org" | "space" | "site";
  /** The `type` of a reference, if it differs from the noun. */
  readonly type?: string;
  /** The `object` of a response; absent for kinds without one. */
  readonly object?: string;
  /** Parent of its ids; absent if there may be several, such as the organizations of a user. */
  readonly parent?: "org" | "space" | "site" | "comment" | "cr";
  /** Prefix of its id in URLs of the web application and the API. */
  readonly segments?: readonly string[];
}

export const nouns = {
  org: {
    called: "organization",
    flag: "org",
    setting: "org",
    object: "organization",
    segments: ["o", "orgs", "org"],
  },
  collection: {
    called: "collection",
    flag: "collection",
    object: "collection",
    parent: "org",
    segments: ["c", "collections"],
  },
  space: {
    called: "space",
    flag: "space",
    setting: "space",
    object: "space",
    parent: "org",
    segments: ["s", "spaces"],
  },
  site: {
    called: "site",
    flag: "site",
    setting: "site",
    object: "site",
    parent: "org",
    segments: ["site", "sites"],
  },
  user: {
    called: "user",
    flag: "user",
    object: "user",
    segments: ["u", "users", "members", "requested-reviewers", "invitations"],
  },
  invite: { called: "invite", flag: "invite", segments: ["invites", "link-invites"] },
  team: { called: "team", flag: "team", object: "team", parent: "org", segments: ["teams"] },
  provider: {
    called: "SAML provider",
    flag: "provider",
    object: "saml-provider",
    parent: "org",
    segments: ["saml"],
  },
  page: { called: "page", flag: "page", object: "page", parent: "space", segments: ["page"] },
  file: { called: "file", flag: "file", parent: "space", segments: ["files"] },
  reusableContent: {
    called: "reusable content",
    flag: "reusable-content",
    type: "reusable-content",
    parent: "space",
    segments: ["reusable-contents"],
  },
  revision: {
    called: "revision",
    flag: "revision",
    object: "revision",
    parent: "space",
    segments: ["r", "revisions"],
  },
  comment: {
    called: "comment",
    flag: "comment",
    object: "comment",
    parent: "space",
    segments: ["comments"],
  },
  reply: {
    called: "reply",
    flag: "reply",
    object: "comment-reply",
    parent: "comment",
    segments: ["replies"],
  },
  cr: {
    called: "change request",
    flag: "cr",
    object: "change-request",
    parent: "space",
    segments: ["~", "changes", "change-requests"],
  },
  review: {
    called: "review",
    flag: "review",
    object: "change-request-review",
    parent: "cr",
    segments: ["reviews"],
  },
  cluster: {
    called: "cluster of issues",
    flag: "cluster",
    object: "issues-cluster",
    parent: "org",
    segments: ["conversations-clusters"],
  },
  auditEvent: {
    called: "recorded change",
    flag: "event",
    type: "audit-event",
    object: "audit-event",
    parent: "org",
    segments: ["audit-events"],
  },
  webhook: {
    called: "webhook",
    flag: "webhook",
    object: "webhook",
    parent: "org",
    segments: ["webhooks"],
  },
  installation: { called: "installation", flag: "installation", segments: ["installations"] },
  event: { called: "event", flag: "event", segments: ["events"] },
  siteSection: {
    called: "site section",
    flag: "section",
    type: "site-section",
    object: "site-section",
    parent: "site",
    segments: ["sections"],
  },
  siteSectionGroup: {
    called: "section group",
    flag: "group",
    type: "site-section-group",
    object: "site-section-group",
    parent: "site",
    segments: ["section-groups"],
  },
  siteSpace: {
    called: "site space",
    flag: "site-space",
    type: "site-space",
    object: "site-space",
    parent: "site",
    segments: ["site-spaces"],
  },
  siteExternalLink: {
    called: "external link",
    flag: "link",
    type: "site-external-link",
    object: "site-external-link",
    parent: "site",
    segments: ["external-links"],
  },
  siteRedirect: {
    called: "redirect",
    flag: "redirect",
    object: "site-redirect",
    parent: "site",
    segments: ["redirects"],
  },
  shareLink: {
    called: "share link",
    flag: "share-link",
    object: "share-link",
    parent: "site",
    segments: ["share-links"],
  },
  mcpServer: {
    called: "MCP server",
    flag: "mcp-server",
    object: "site-mcp-server",
    parent: "site",
    segments: ["mcp-servers"],
  },
  channel: {
    called: "channel",
    flag: "channel",
    object: "site-channel",
    parent: "site",
    segments: ["channels"],
  },
  contextConnection: {
    called: "context connection",
    flag: "connection",
    object: "context-connection",
    parent: "site",
    segments: ["context-connections"],
  },
  contextRecord: {
    called: "context record",
    flag: "context-record",
    object: "context-record",
    parent: "site",
    segments: ["context-records"],
  },
  question: {
    called: "question",
    flag: "question",
    object: "site-question",
    parent: "site",
    segments: ["questions"],
  },
  answer: {
    called: "answer",
    flag: "answer",
    object: "site-question-answer",
    parent: "site",
    segments: ["answers", "response"],
  },
  topic: {
    called: "topic",
    flag: "topic",
    object: "context-topic",
    parent: "site",
    segments: ["topics"],
  },
  finding: {
    called: "finding",
    flag: "finding",
    object: "site-finding",
    parent: "site",
    segments: ["findings"],
  },
  scan: {
    called: "scan",
    flag: "scan",
    object: "site-scan",
    parent: "site",
    segments: ["scans"],
  },
  specificationVersion: {
    called: "version",
    flag: "version",
    object: "openapi-spec-version",
    segments: ["versions"],
  },
  conversation: {
    called: "conversation",
    flag: "conversation",
    object: "conversation",
    parent: "org",
    segments: ["conversations"],
  },
  issue: {
    called: "issue",
    flag: "issue",
    object: "conversation-issue",
    parent: "org",
    segments: ["conversations-issues"],
  },
  translation: {
    called: "translation",
    flag: "translation",
    object: "translation",
    parent: "org",
    segments: ["translations"],
  },
  glossaryEntry: {
    called: "glossary entry",
    flag: "entry",
    object: "glossary-entry",
    parent: "org",
    segments: ["translations-glossary"],
  },
  font: {
    called: "custom font",
    flag: "font",
    parent: "org",
    segments: ["fonts"],
  },
  agentConversation: {
    called: "conversation with the agent",
    flag: "conversation",
    type: "agent-conversation",
    parent: "org",
  },
  crConversation: {
    called: "agent conversation",
    flag: "conversation",
    type: "cr-conversation",
    parent: "cr",
  },
  agentTask: {
    called: "agent task",
    flag: "task",
    type: "agent-task",
    object: "agent-task",
    parent: "org",
    segments: ["agent-tasks"],
  },
  import: {
    called: "import",
    flag: "import",
    object: "import-run",
    parent: "org",
    segments: ["imports"],
  },
} as const satisfies Record<string, NounWords>;

export type Noun = keyof typeof nouns;

export interface NamedWords extends Pick<NounWords, "object" | "parent"> {
  /** Response member with the name. */
  readonly name: string;
}

/** Kinds with a name instead of an id. */
export const named = {
  specification: { object: "openapi-spec", name: "slug", parent: "org" },
  integration: { object: "integration", name: "name" },
} as const satisfies Record<string, NamedWords>;

export type NounWithNames = keyof typeof named;

/** Kinds that contain other resources and are selected by a flag; the flag is the noun itself. */
export const parents = ["org", "space", "site", "cr"] as const satisfies readonly Noun[];

export const everyNoun: readonly Noun[] = Object.keys(nouns).filter(
  (name): name is Noun => name in nouns,
);

export const everyNamed: readonly NounWithNames[] = Object.keys(named).filter(
  (name): name is NounWithNames => name in named,
);

export function listWords(noun: Noun): NounWords {
  return nouns[noun];
}

/** The `type` of a reference to a noun. */
export type ReferenceType<N extends Noun> = (typeof nouns)[N] extends { readonly type: infer T }
  ? T
  : N;

/** The `type` of a reference to a noun: `site-section` for a siteSection. */
export function getType<N extends Noun>(noun: N): ReferenceType<N> {
  return (listWords(noun).type ?? noun) as ReferenceType<N>;
}
