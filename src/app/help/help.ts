/** Writes the help of every command; the build stores these texts for the launcher. */
import { findPlural, tree } from "../../commands/tree.ts";
import type { NounCommands, Verb } from "../../commands/verb.ts";
import { Misspelled, type UsageError } from "../../errors.ts";
import { nearest } from "../../json/nearest.ts";
import { takesMany } from "../parse/global-flags.ts";
import { listHelpGroups } from "./groups.ts";
import { type Row, type Section, sections, usualWidth } from "./layout.ts";
import { listArguments, sharedRow, toRows } from "./rows.ts";
import { narrowed } from "./topic-text.ts";
import { topics } from "./topics.ts";

/** @param width in columns, here and below: one of `helpWidths` */
export function rootHelp(width: number = usualWidth): string {
  const group = (name: "workspace" | "tool") =>
    Object.entries(tree)
      .filter(([, branch]) => branch.group === name)
      .map(([word, { does }]): Row => [word, does]);
  return sections(
    "tome administers documentation workspaces, hosted or on the platform inside it.",
    [
      ["Usage", ["tome <noun> <verb> [arguments] [flags]"]],
      ["To begin", beginnings],
      ["The workspace", group("workspace")],
      ["The tool", [...group("tool"), ["help", "Show help on a command or a topic"]]],
      ["Topics", Object.entries(topics).map(([name, { about }]): Row => [`help ${name}`, about])],
      ["Flags of every command", [inShort]],
    ],
    width,
  );
}

/** How to get a platform: with an account, or without. */
export const beginnings: readonly Row[] = [
  ["tome auth login", "with an account"],
  ["tome auth switch local", "without one, on the platform inside tome"],
  ["tome local seed", "a sample workspace for it"],
];

/** What is common to all commands, in one line. */
const inShort: Row = ["--json, --jq, --profile ...", "tome help flags has them all"];

/** @param path the words of the command, without `tome` */
export function nounHelp(
  path: readonly string[],
  noun: NounCommands,
  width: number = usualWidth,
): string {
  const line = ["tome", ...path].join(" ");
  const last = path.at(-1) ?? "";
  const groups = listHelpGroups(last, noun).map(
    ([title, members]): Section => [
      title,
      members.map(([word, verb]): Row => {
        const usage =
          verb.kind === "noun" ? `${word} ...` : [word, ...listArguments(verb)].join(" ");
        return [usage, verb.does];
      }),
    ],
  );
  const plural = findPlural(last);
  const [topic = ""] = path.length === 1 ? path : [];
  const about = Object.hasOwn(topics, topic) ? topics[topic]?.about : undefined;
  return sections(
    `${noun.does}.`,
    [
      ["Usage", [`${line} <verb> [arguments] [flags]`]],
      ...groups,
      [
        "More",
        [
          [`${line} <verb> --help`, "a verb, with its flags and examples"],
          ...(about === undefined ? [] : [[`tome help ${topic}`, about] satisfies Row]),
          ...(plural === undefined
            ? []
            : [`Also: ${["tome", ...path.slice(0, -1), plural].join(" ")}`]),
        ],
      ],
    ],
    width,
    true,
  );
}

/** @param path the words of the command, without `tome` */
export function verbHelp(path: readonly string[], verb: Verb, width: number = usualWidth): string {
  const line = ["tome", ...path].join(" ");
  const { arguments: given, flags, shared } = toRows(verb);
  const own = shared.filter((flag) => flag.for !== "many");
  return sections(
    `${verb.does}.`,
    [
      ["Usage", [[line, ...formatUsage(verb), "[flags]"].join(" ")]],
      ["Examples", verb.examples.map((example) => `$ tome ${example}`)],
      ["Arguments", given],
      ["Flags", [...flags, ...own.map(sharedRow)]],
      ["More", [...(takesMany(verb) ? [forMany] : []), inShort]],
    ],
    width,
  );
}

const forMany: Row = ["several, or --from <file>", "many at once: tome help bulk"];

/** A verb that acts on one thing can be given several. */
function formatUsage(verb: Verb): string[] {
  const words = listArguments(verb);
  const last = words.length - 1;
  const isSeveral = takesMany(verb) && words[last]?.includes("...") === false;
  return words.map((word, at) => (isSeveral && at === last ? `${word}...` : word));
}

export function topicHelp(name: string, width: number = usualWidth): string | undefined {
  const topic = Object.hasOwn(topics, name) ? topics[name] : undefined;
  if (topic === undefined) return undefined;
  return width < usualWidth ? narrowed(topic.text(), width) : topic.text();
}

/** Headings stand at the start of a line, are few words, and end with a colon; bin/tome.js does the same. */
export function boldHeadings(text: string): string {
  return text.replace(/^[A-Z][\w ()-]*:$/gm, (heading) => `\u001b[1m${heading}\u001b[22m`);
}

/** The error for a word that is not a command but looks like a topic; undefined for any other word. */
export function suggestTopic(word: string): UsageError | undefined {
  const suggestion = nearest(word, Object.keys(topics));
  if (suggestion === undefined) return undefined;
  const message = `tome has no command or help topic ${JSON.stringify(word)}`;
  return new Misspelled(message, word, suggestion);
}
