/** In what the ids of each noun live, so that Tab offers the pages of the space that was named. */
import type { Named } from "../contract/fields.ts";
import type { Noun } from "../contract/nouns.ts";

/** What completion knows the ids of, or the names that stand for them. */
export type Known = Noun | Named;

/** Nouns that live in several things, as a user in organizations, have none. */
const parents: Readonly<Partial<Record<Known, Noun>>> = {
  collection: "org",
  space: "org",
  site: "org",
  team: "org",
  provider: "org",
  cluster: "org",
  conversation: "org",
  issue: "org",
  specification: "org",
  translation: "org",
  file: "space",
  revision: "space",
  page: "space",
  comment: "space",
  cr: "space",
  reply: "comment",
  review: "cr",
  siteSection: "site",
  siteSectionGroup: "site",
  siteSpace: "site",
};

export function parentOf(noun: Known): Noun | undefined {
  return parents[noun];
}

/** The name of the file that keeps the ids of a noun. */
export function idFile(noun: Known): string {
  return noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** What lives in a thing of the noun. */
export function livingIn(noun: Known): readonly Known[] {
  return nounsWithParent.filter((one) => parents[one] === noun);
}

const nounsWithParent = Object.keys(parents).filter((name): name is Noun => name in parents);
