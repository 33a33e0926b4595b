/** Writes the help of every command; the build keeps these texts for the launcher. */
import { pluralOf, tree } from "../commands/tree.ts";
import type { NounCommands, Verb } from "../commands/verb.ts";
import { type Noun, nouns } from "../contract/nouns.ts";
import { flagsFor, type GlobalFlag, globalFlags, isConfirmed } from "./global-flags.ts";
import {
  nullFlag,
  type Parameter,
  parametersOf,
  valueName,
  wordsFor,
  written,
} from "./parameters.ts";
import { topics } from "./topics.ts";

/** Columns of a help text, so that it fits a narrow terminal. */
const width = 80;

type Row = readonly [left: string, right: string];

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
  const plural = ["tome", ...path.slice(0, -1), pluralOf(path.at(-1) ?? "")].join(" ");
  return sections(
    `${noun.does}.`,
    ["Usage", [`${line} <verb> [arguments] [flags]`]],
    ["Verbs", table(verbs)],
    ["More", [`${line} <verb> --help   # a verb's flags`, `The plural is accepted too: ${plural}`]],
  );
}

/** @param path the words of the command, without `tome` */
export function verbHelp(path: readonly string[], verb: Verb): string {
  const parameters = parametersOf(verb);
  const line = ["tome", ...path].join(" ");
  const flags = parameters.filter((one) => !one.isArgument);
  const shared = flagsFor(
    verb,
    isConfirmed(verb),
    parameters.some((one) => one.inBody),
  ).filter(({ long }) => !flags.some(({ name }) => name === long));
  const own = shared.filter((flag) => flag.for !== undefined);
  const output = shared.filter(({ long }) => ["json", "jq", "format"].includes(long));
  return sections(
    `${verb.does}.`,
    ["Usage", [[line, ...argumentsOf(verb), "[flags]"].join(" ")]],
    ["Arguments", table(parameters.filter((one) => one.isArgument).map(parameterRow))],
    ["Flags", table([...flags.map(parameterRow), ...own.map(sharedRow)])],
    ["Output", table(output.map(sharedRow))],
    ["Examples", verb.examples.map((example) => `$ tome ${example}`)],
    ["More", ["tome --help   # the flags of every command"]],
  );
}

export function topicHelp(name: string): string | undefined {
  const topic = Object.hasOwn(topics, name) ? topics[name] : undefined;
  return topic === undefined ? undefined : topic.text();
}

function argumentsOf(verb: Verb): string[] {
  return parametersOf(verb)
    .filter((one) => one.isArgument)
    .map(written);
}

function parameterRow(parameter: Parameter): Row {
  const { field, isArgument } = parameter;
  if (isArgument) return [written(parameter), helpOf(parameter)];
  const short = field.short === undefined ? "    " : `-${field.short}, `;
  const no = nullFlag(parameter);
  const value = field.kind === "flag" ? "" : ` <${valueName(parameter)}>`;
  const shown =
    field.kind === "flag"
      ? written(parameter)
      : `--${parameter.name}${value}${no ? `, ${no}` : ""}`;
  return [`${short}${shown}`, helpOf(parameter)];
}

function helpOf(parameter: Parameter): string {
  const { field, required, isArgument, fallback } = parameter;
  const of = field.kind === "list" ? field.of : field;
  const words = [field.help === "" && of.kind === "id" ? idHelp(of.of) : field.help];
  const notes: string[] = [];
  if (field.kind === "list") notes.push("may be repeated");
  if (of.kind === "oneOf" && of.values.length <= 12 && !valueName(parameter).includes("|")) {
    notes.push(wordsFor(of).join(", "));
  }
  if (field.kind === "text" && field.max !== undefined && field.max < 1000) {
    notes.push(`at most ${field.max} characters`);
  }
  if (field.default !== undefined) notes.push(`default ${field.default}`);
  if (required && !isArgument && fallback === undefined) notes.push("required");
  if (fallback !== undefined)
    notes.push(`else TOME_${fallback.toUpperCase()} or the setting ${fallback}`);
  const aside = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  return `${words.join("")}${aside}`.trim();
}

function idHelp(noun: Noun): string {
  const { called } = nouns[noun];
  return `Id or web address of the ${called}`;
}

function sharedRow({ long, short, value, valueOptional, values, help }: GlobalFlag): Row {
  const name = `${short === undefined ? "    " : `-${short}, `}--${long}`;
  if (value === undefined) return [name, help];
  const shown = values === undefined ? value : values.join("|");
  const left = valueOptional
    ? `${name} [${value}]`
    : `${name} <${shown.length > 24 ? value : shown}>`;
  return [left, shown.length > 24 ? `${help}: ${shown.replaceAll("|", ", ")}` : help];
}

/** Two columns; a left side that is too long has its right side below it. */
function table(rows: readonly Row[]): string[] {
  const fitting = rows.map(([left]) => left.length).filter((length) => length <= 32);
  const column = Math.max(8, ...fitting) + 2;
  return rows.flatMap(([left, right]) => {
    const lines = wrap(right, width - 2 - column);
    const [first = "", ...others] = lines;
    const rest = others.map((line) => `${" ".repeat(column)}${line}`);
    return left.length + 2 <= column
      ? [`${left.padEnd(column)}${first}`.trimEnd(), ...rest]
      : [left, ...lines.map((line) => `${" ".repeat(column)}${line}`)];
  });
}

function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

function sections(
  first: string,
  ...parts: readonly (readonly [title: string, lines: readonly string[]])[]
): string {
  const shown = parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title}:\n${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}`);
  return `${[...wrap(first, width).join("\n").split("\n\n"), ...shown].join("\n\n")}\n`;
}
