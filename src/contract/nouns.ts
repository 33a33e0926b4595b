/** The things that ids point at, and how a person names one on the command line. */

export interface NounWords {
  /** In a sentence: "a docs site". */
  readonly called: string;
  /** The flag that names it as a parent; also the placeholder of its argument. */
  readonly flag: string;
  /** The environment variable and setting it falls back to, where it has one. */
  readonly fallback?: { readonly environment: string; readonly setting: "org" | "space" | "site" };
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
} as const satisfies Record<string, NounWords>;

export type Noun = keyof typeof nouns;
