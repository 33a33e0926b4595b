/** Reads ids out of the web address of a thing, so that people may paste one. */
import type { Noun } from "../contract/nouns.ts";

/** What stands before an id in an address, of the web application and of the API. */
const segments: Readonly<Record<string, string>> = {
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
  "~": "changeRequest",
  changes: "changeRequest",
  "change-requests": "changeRequest",
  u: "user",
  users: "user",
  members: "user",
};

export function isAddress(word: string): boolean {
  return /^https?:\/\//i.test(word);
}

/** The ids in an address by their noun; those of the parents and that of the thing. */
export function idsIn(address: string): ReadonlyMap<Noun | string, string> {
  const ids = new Map<string, string>();
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
