/** Puts the verbs of a noun into groups for its help, by the routes of their operations. */
import { findPlural } from "../../commands/tree.ts";
import type { NounCommands, Verb } from "../../commands/verb.ts";
import { type Endpoint, getMethod } from "../../contract/endpoint.ts";

/** A title, and the verbs and nouns below it, by their words. */
export type HelpGroup = readonly [title: string, members: readonly (readonly [string, HelpItem])[]];

type HelpItem = Verb | NounCommands;

/** Nouns with fewer verbs than this are not divided into groups. */
const worthGroups = 8;

/** The groups in order, each with the route segments that belong to it. */
const groups: readonly (readonly [title: string, parts: readonly string[]])[] = [
  ["View", []],
  ["Manage", []],
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
    "Users and access",
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
export function listHelpGroups(word: string, { verbs }: NounCommands): readonly HelpGroup[] {
  const members = Object.entries(verbs);
  const own = ownPlaceholder(verbs);
  if (members.length < worthGroups || own === undefined) return [["Commands", members]];
  const titles = new Map(members.map(([name, one]) => [name, toTitle(one, own, findPlural(word))]));
  return groups
    .map(([title]): HelpGroup => [title, members.filter(([name]) => titles.get(name) === title)])
    .filter(([, inside]) => inside.length > 0);
}

/** The route segment of the resource itself, such as `{spaceId}`: the last segment of `get`. */
function ownPlaceholder({ get }: NounCommands["verbs"]): string | undefined {
  const [endpoint] = get === undefined ? [] : listEndpoints(get);
  return endpoint?.route.split("/").at(-1);
}

/** @param plural of the noun; a nested list of the same noun does not decide the group */
function toTitle(member: HelpItem, own: string, plural: string | undefined): string {
  const endpoints = listEndpoints(member);
  const onlyReads = member.kind === "query" || endpoints.every((one) => getMethod(one) === "GET");
  // A verb that shows the resource itself, even if it reads other routes too.
  if (onlyReads && endpoints.some(({ route }) => route.split("/").at(-1) === own)) return "View";
  const parts = endpoints.flatMap(({ route }) => {
    const path = route.split("/");
    return path.slice(path.indexOf(own) + 1).filter((part) => part !== plural);
  });
  const [title] = groups.find(([, leading]) => leading.some((part) => parts.includes(part))) ?? [];
  if (title !== undefined) return title;
  return onlyReads ? "View" : "Manage";
}

/** The operations of a verb, or those of the verbs of a noun. */
function listEndpoints(member: HelpItem): readonly Endpoint[] {
  if (member.kind === "noun") return Object.values(member.verbs).flatMap(listEndpoints);
  return member.kind === "custom" ? member.operations : member.endpoints;
}
