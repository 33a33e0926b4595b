/** Reads ids out of the web address of a thing, so that people may paste one. */
import type { Noun } from "../contract/nouns.ts";

/** What stands before an id in an address, of the web application and of the API. */
const segments: Readonly<Record<string, Noun>> = {
  o: "org",
  orgs: "org",
  s: "space",
  spaces: "space",
  c: "collection",
  collections: "collection",
  site: "site",
  sites: "site",
  sections: "siteSection",
  "section-groups": "siteSectionGroup",
  "site-spaces": "siteSpace",
  r: "revision",
  revisions: "revision",
  "~": "cr",
  changes: "cr",
  "change-requests": "cr",
  reviews: "review",
  u: "user",
  users: "user",
  members: "user",
  teams: "team",
  saml: "provider",
  invites: "invite",
  "link-invites": "invite",
  page: "page",
  files: "file",
  comments: "comment",
  replies: "reply",
  versions: "specificationVersion",
  installations: "installation",
  events: "event",
  conversations: "conversation",
  "conversations-issues": "issue",
  translations: "translation",
};

export function isAddress(word: string): boolean {
  return /^https?:\/\//i.test(word);
}

/** The ids in an address by their noun; those of the parents and that of the thing. */
export function idsIn(address: string): ReadonlyMap<Noun, string> {
  const ids = new Map<Noun, string>();
  if (!URL.canParse(address)) return ids;
  const parts = new URL(address).pathname.split("/").filter((part) => part !== "");
  for (let at = 0; at + 1 < parts.length; at++) {
    const noun = segments[parts[at] ?? ""];
    const id = parts[at + 1] ?? "";
    if (noun === undefined || !/^[\w-]{1,255}$/.test(id)) continue;
    ids.set(noun, id);
    at++;
  }
  return ids;
}
