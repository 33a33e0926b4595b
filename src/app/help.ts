/** Writes the help of every command; the build stores these texts for the launcher. */
import { pluralOf, tree } from "../commands/tree.ts";
import type { NounCommands, Verb } from "../commands/verb.ts";
import { UsageError } from "../errors.ts";
import { nearest } from "../json/nearest.ts";
import { type GlobalFlag, globalFlags, takesMany } from "./global-flags.ts";
import type { Row } from "./help-layout.ts";
import { table, width, wrap } from "./help-layout.ts";
import { argumentsOf, rowsOf, sharedRow } from "./help-rows.ts";
import { topics } from "./topics.ts";

export function rootHelp(): string {
  const group = (name: "workspace" | "tool") =>
    Object.entries(tree)
      .filter(([, branch]) => branch.group === name)
      .map(([word, { does }]): Row => [word, does]);
  const everywhere = globalFlags.filter((flag: GlobalFlag) => flag.for === undefined);
  return sections(
    "tome administers documentation workspaces: on a platform, or on the one inside it.",
    ["Usage", ["tome <noun> <verb> [arguments] [flags]"]],
    ["The workspace", table(group("workspace"))],
    ["The tool", table([...group("tool"), ["help", "Show help on a command or a topic"]])],
    ["Flags of every command", table(everywhere.map(sharedRow))],
    [
      "Topics",
      table(Object.entries(topics).map(([name, { about }]): Row => [`help ${name}`, about])),
    ],
    [
      "Without an account",
      [
        "tome local seed               # a sample workspace on this machine",
        "tome space list --local",
      ],
    ],
  );
}

/** @param path the words of the command, without `tome` */
export function nounHelp(path: readonly string[], noun: NounCommands): string {
  const line = ["tome", ...path].join(" ");
  const verbs = Object.entries(noun.verbs).map(([word, verb]): Row => {
    const usage = verb.kind === "noun" ? `${word} ...` : [word, ...argumentsOf(verb)].join(" ");
    return [usage, verb.does];
  });
  const plural = pluralOf(path.at(-1) ?? "");
  const [topic = ""] = path.length === 1 ? path : [];
  return sections(
    `${noun.does}.`,
    ["Usage", [`${line} <verb> [arguments] [flags]`]],
    ["Verbs", table(verbs)],
    [
      "More",
      [
        `${line} <verb> --help   # a verb's flags`,
        ...(Object.hasOwn(topics, topic)
          ? [`tome help ${topic}   # ${topics[topic]?.about ?? ""}`]
          : []),
        ...(plural === undefined
          ? []
          : [`The plural is accepted too: ${["tome", ...path.slice(0, -1), plural].join(" ")}`]),
      ],
    ],
  );
}

/** @param path the words of the command, without `tome` */
export function verbHelp(path: readonly string[], verb: Verb): string {
  const line = ["tome", ...path].join(" ");
  const { arguments: given, flags, shared, output } = rowsOf(verb);
  const many = shared.filter((flag) => flag.for === "many");
  const own = shared.filter((flag) => flag.for !== "many");
  return sections(
    `${verb.does}.`,
    ["Usage", [[line, ...usageOf(verb), "[flags]"].join(" ")]],
    ["Arguments", table(given)],
    ["Flags", table([...flags, ...own.map(sharedRow)])],
    ["Many at once (tome help bulk)", table(many.map(sharedRow))],
    ["Output", table(output)],
    ["Examples", verb.examples.map((example) => `$ tome ${example}`)],
    ["More", ["tome --help   # the flags of every command"]],
  );
}

/** A verb that acts on one thing can be given several. */
function usageOf(verb: Verb): string[] {
  const words = argumentsOf(verb);
  const last = words.length - 1;
  const isSeveral = takesMany(verb) && words[last]?.includes("...") === false;
  return words.map((word, at) => (isSeveral && at === last ? `${word}...` : word));
}

export function topicHelp(name: string): string | undefined {
  const topic = Object.hasOwn(topics, name) ? topics[name] : undefined;
  return topic === undefined ? undefined : topic.text();
}

/** The error for a word that is not a command but looks like a topic; undefined for any other word. */
export function suggestTopic(word: string): UsageError | undefined {
  const suggestion = nearest(word, Object.keys(topics));
  if (suggestion === undefined) return undefined;
  return new UsageError(
    `tome has no command or help topic ${JSON.stringify(word)}; did you mean ${suggestion}?`,
    `tome help ${suggestion}`,
  );
}

function sections(
  first: string,
  ...parts: readonly (readonly [title: string, lines: readonly string[]])[]
): string {
  const texts = parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title}:\n${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}`);
  return `${[...wrap(first, width).join("\n").split("\n\n"), ...texts].join("\n\n")}\n`;
}
