/** In what the ids of each noun live, so that Tab offers the pages of the space that was named. */
import type { Noun } from "../contract/nouns.ts";

/** Nouns that live in several things, as a user in organizations, have none. */
const parents: Readonly<Partial<Record<Noun, Noun>>> = {
  collection: "org",
  space: "org",
  site: "org",
  team: "org",
  provider: "org",
  cluster: "org",
  page: "space",
  comment: "space",
  cr: "space",
  reply: "comment",
  review: "cr",
  siteSection: "site",
  siteSectionGroup: "site",
  siteSpace: "site",
};

export function parentOf(noun: Noun): Noun | undefined {
  return parents[noun];
}

/** The name of the file that keeps the ids of a noun. */
export function idFile(noun: Noun): string {
  return noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
