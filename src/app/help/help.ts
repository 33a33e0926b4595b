/** Help of all commands. The build stores these texts for the launcher. */
import { findPlural, tree } from "../../commands/tree.ts";
import type { NounCommands, Verb } from "../../commands/verb.ts";
import { type Endpoint, getMethod } from "../../contract/endpoint.ts";
import { UnknownWordError, type UsageError } from "../../errors.ts";
import { findNearest } from "../../json/nearest.ts";
import { findOwn } from "../../json/own-members.ts";
import { takesMany } from "../parse/global-flags.ts";
import { formatSections, type HelpRow, type HelpSection, usualWidth } from "./layout.ts";
import { listCommandGroups } from "./root-rows.ts";
import { listArguments, toRows, toSharedRow } from "./rows.ts";
import { narrowText } from "./topic-text.ts";
import { topics } from "./topics.ts";

/** @param width in columns, here and below: one of `helpWidths` */
export function formatRootHelp(width: number = usualWidth): string {
  return formatSections(
    "Manage documentation workspaces on the hosted platform or a local platform.",
    [
      ["Usage", ["tome <noun> <verb> [arguments] [flags]"]],
      ["Get started", beginnings],
      ...listCommandGroups(tree),
      [
        "More",
        [
          ["<command> --help", "Verbs, flags and examples of a command"],
          ["help <topic>", `Topics: ${Object.keys(topics).join(", ")}`],
          inShort,
        ],
      ],
    ],
    width,
  );
}

/** The first commands to run, with an account or without. */
export const beginnings: readonly HelpRow[] = [
  ["tome auth login", "Log in to the hosted platform"],
  ["tome auth switch local", "Use the local platform (no account)"],
  ["tome local seed", "Load sample data into the local platform"],
];

/** The flags that all commands share, in one line. */
const inShort: HelpRow = ["--json, --jq, --profile ...", "For the full list: tome help flags"];

/** @param path the words of the command, without `tome` */
export function formatNounHelp(
  path: readonly string[],
  noun: NounCommands,
  width: number = usualWidth,
): string {
  const line = ["tome", ...path].join(" ");
  const last = path.at(-1) ?? "";
  const groups = listHelpGroups(last, noun).map(
    ([title, members]): HelpSection => [
      title,
      members.map(([word, verb]): HelpRow => {
        const usage =
          verb.kind === "noun" ? `${word} ...` : [word, ...listArguments(verb)].join(" ");
        return [usage, verb.summary];
      }),
    ],
  );
  const plural = findPlural(last);
  const [topic = ""] = path.length === 1 ? path : [];
  const about = Object.hasOwn(topics, topic) ? topics[topic]?.about : undefined;
  return formatSections(
    `${noun.summary}.`,
    [
      ["Usage", [`${line} <verb> [arguments] [flags]`]],
      ...groups,
      [
        "More",
        [
          [`${line} <verb> --help`, "Show the flags and examples of a command"],
          ...(about === undefined ? [] : [[`tome help ${topic}`, about] satisfies HelpRow]),
          ...(plural === undefined
            ? []
            : [`Alias: ${["tome", ...path.slice(0, -1), plural].join(" ")}`]),
        ],
      ],
    ],
    width,
    true,
  );
}

/** @param path the words of the command, without `tome` */
export function formatVerbHelp(
  path: readonly string[],
  verb: Verb,
  width: number = usualWidth,
): string {
  const line = ["tome", ...path].join(" ");
  const { arguments: given, flags, shared } = toRows(verb);
  const own = shared.filter((flag) => flag.for !== "many");
  return formatSections(
    `${verb.summary}.`,
    [
      ["Usage", [[line, ...formatUsage(verb), "[flags]"].join(" ")]],
      ["Examples", verb.examples.map((example) => `$ tome ${example}`)],
      ["Arguments", given],
      ["Flags", [...flags, ...own.map(toSharedRow)]],
      ["More", [...(takesMany(verb) ? [forMany] : []), inShort]],
    ],
    width,
  );
}

const forMany: HelpRow = ["several, or --from <file>", "Process several resources: tome help bulk"];

/** A verb that acts on one resource also accepts several. */
function formatUsage(verb: Verb): string[] {
  const words = listArguments(verb);
  const last = words.length - 1;
  const isSeveral = takesMany(verb) && words[last]?.includes("...") === false;
  return words.map((word, at) => (isSeveral && at === last ? `${word}...` : word));
}

export function formatTopicHelp(name: string, width: number = usualWidth): string | undefined {
  const topic = findOwn(topics, name);
  if (topic === undefined) return undefined;
  return width < usualWidth ? narrowText(topic.text(), width) : topic.text();
}

/**
 * Prints headings in bold: a short line that starts at the margin and ends with a colon.
 * bin/tome.js does the same.
 */
export function emphasizeHeadings(text: string): string {
  return text.replace(/^[A-Z][\w ()-]*:$/gm, (heading) => `\u001b[1m${heading}\u001b[22m`);
}

/** The error for a word that is not a command but looks like a topic; undefined for any other word. */
export function suggestTopic(word: string): UsageError | undefined {
  const suggestion = findNearest(word, Object.keys(topics));
  if (suggestion === undefined) return undefined;
  const message = `Unknown command or help topic ${JSON.stringify(word)}`;
  return new UnknownWordError(message, word, suggestion);
}

/** A title, and the verbs and nouns below it, by their words. */
type HelpGroup = readonly [title: string, members: readonly (readonly [string, HelpItem])[]];

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
function listHelpGroups(word: string, { verbs }: NounCommands): readonly HelpGroup[] {
  const members = Object.entries(verbs);
  const own = findOwnPlaceholder(verbs);
  if (members.length < worthGroups || own === undefined) return [["Commands", members]];
  const titles = new Map(members.map(([name, one]) => [name, toTitle(one, own, findPlural(word))]));
  return groups
    .map(([title]): HelpGroup => [title, members.filter(([name]) => titles.get(name) === title)])
    .filter(([, inside]) => inside.length > 0);
}

/** The route segment of the resource itself, such as `{spaceId}`: the last segment of `get`. */
function findOwnPlaceholder({ get }: NounCommands["verbs"]): string | undefined {
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
