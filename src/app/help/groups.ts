/** Puts the verbs of a noun into groups for its help, by the routes of their operations. */
import { findPlural } from "../../commands/tree.ts";
import type { NounCommands, Verb } from "../../commands/verb.ts";
import { type Endpoint, getMethod } from "../../contract/endpoint.ts";

/** A title, and the verbs and nouns below it, by their words. */
export type Group = readonly [title: string, members: readonly (readonly [string, Member])[]];

type Member = Verb | NounCommands;

/** Fewer verbs than this are read at a glance. */
const worthGroups = 8;

/** The groups in their order, each with the parts of a route that lead to it. */
const groups: readonly (readonly [title: string, parts: readonly string[]])[] = [
  ["Look", []],
  ["Change", []],
  ["Visitors", ["adaptive-schema", "publishing", "redirect", "redirects", "share-links"]],
  [
    "Content",
    [
      "content",
      "page",
      "pages",
      "path",
      "files",
      "reusable-contents",
      "links",
      "backlinks",
      "search",
      "changes",
      "pdf",
      "merge",
      "update",
    ],
  ],
  [
    "People",
    [
      "commenters",
      "comments",
      "contributors",
      "email-domains",
      "invites",
      "join",
      "link-invites",
      "members",
      "permissions",
      "ping",
      "requested-reviewers",
      "reviews",
      "sso",
      "teams",
      "users",
    ],
  ],
  ["Structure", ["structure", "sections", "section-groups", "site-spaces"]],
];

/** All verbs, in one group if they are few. */
export function listHelpGroups(word: string, { verbs }: NounCommands): readonly Group[] {
  const members = Object.entries(verbs);
  const own = ownPlaceholder(verbs);
  if (members.length < worthGroups || own === undefined) return [["Verbs", members]];
  const titles = new Map(members.map(([name, one]) => [name, toTitle(one, own, findPlural(word))]));
  return groups
    .map(([title]): Group => [title, members.filter(([name]) => titles.get(name) === title)])
    .filter(([, inside]) => inside.length > 0);
}

/** The part of a route that stands for the thing itself, such as `{spaceId}`: where `get` ends. */
function ownPlaceholder({ get }: NounCommands["verbs"]): string | undefined {
  const [endpoint] = get === undefined ? [] : listEndpoints(get);
  return endpoint?.route.split("/").at(-1);
}

/** @param plural of the noun: a list of spaces is no part of a space */
function toTitle(member: Member, own: string, plural: string | undefined): string {
  const endpoints = listEndpoints(member);
  const onlyReads = member.kind === "show" || endpoints.every((one) => getMethod(one) === "GET");
  // What shows the thing as a whole, whatever else it reads.
  if (onlyReads && endpoints.some(({ route }) => route.split("/").at(-1) === own)) return "Look";
  const parts = endpoints.flatMap(({ route }) => {
    const path = route.split("/");
    return path.slice(path.indexOf(own) + 1).filter((part) => part !== plural);
  });
  const [title] = groups.find(([, leading]) => leading.some((part) => parts.includes(part))) ?? [];
  if (title !== undefined) return title;
  return onlyReads ? "Look" : "Change";
}

/** The operations of a verb, or those of the verbs of a noun. */
function listEndpoints(member: Member): readonly Endpoint[] {
  if (member.kind === "noun") return Object.values(member.verbs).flatMap(listEndpoints);
  return member.kind === "task" ? member.sends : member.endpoints;
}
