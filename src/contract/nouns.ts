/** The things that ids point at, and how a person names one on the command line. */

export interface NounWords {
  /** In a sentence: "a docs site". */
  readonly called: string;
  /** The flag that names it as a parent; also the placeholder of its argument. */
  readonly flag: string;
  /** The environment variable and setting it falls back to, where it has one. */
  readonly fallback?: { readonly environment: string; readonly setting: "org" | "space" | "site" };
  /** The `type` of a reference to it, where that is not the noun itself. */
  readonly type?: string;
}

export const nouns = {
  org: {
    called: "organization",
    flag: "org",
    fallback: { environment: "TOME_ORG", setting: "org" },
  },
  collection: { called: "collection", flag: "collection" },
  space: {
    called: "space",
    flag: "space",
    fallback: { environment: "TOME_SPACE", setting: "space" },
  },
  site: {
    called: "docs site",
    flag: "site",
    fallback: { environment: "TOME_SITE", setting: "site" },
  },
  user: { called: "user", flag: "user" },
  invite: { called: "invite", flag: "invite" },
  team: { called: "team", flag: "team" },
  provider: { called: "SAML provider", flag: "provider" },
  page: { called: "page", flag: "page" },
  file: { called: "file", flag: "file" },
  revision: { called: "revision", flag: "revision" },
  comment: { called: "comment", flag: "comment" },
  reply: { called: "reply", flag: "reply" },
  cr: { called: "change request", flag: "cr" },
  review: { called: "review", flag: "review" },
  cluster: { called: "cluster of issues", flag: "cluster" },
  installation: { called: "installation", flag: "installation" },
  event: { called: "event", flag: "event" },
  siteSection: { called: "site section", flag: "section", type: "site-section" },
  siteSectionGroup: { called: "section group", flag: "group", type: "site-section-group" },
  siteSpace: { called: "site space", flag: "site-space", type: "site-space" },
  specificationVersion: { called: "version", flag: "version" },
  conversation: { called: "conversation", flag: "conversation" },
  issue: { called: "issue", flag: "issue" },
  translation: { called: "translation", flag: "translation" },
} as const satisfies Record<string, NounWords>;

export type Noun = keyof typeof nouns;

/** The `type` of a reference to a noun. */
export type TypeOf<N extends Noun> = (typeof nouns)[N] extends { readonly type: infer T } ? T : N;

/** The `type` of a reference to a noun: `site-section` for a siteSection. */
export function typeOf<N extends Noun>(noun: N): TypeOf<N> {
  const words: NounWords = nouns[noun];
  return (words.type ?? noun) as TypeOf<N>;
}
