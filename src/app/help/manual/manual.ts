/** Manual pages: one for the whole program, and one for each first word, as `man tome-space`. */
import { findPlural, tree } from "../../../commands/tree.ts";
import type { NounCommands, Verb } from "../../../commands/verb.ts";
import { findOwn } from "../../../json/own-members.ts";
import { settingNames, settingTable } from "../../../settings/table.ts";
import { exitCodes } from "../../output/report.ts";
import { beginnings } from "../help.ts";
import type { HelpRow } from "../layout.ts";
import { flagGroups, listArguments, toRows } from "../rows.ts";
import { splitBlocks } from "../topic-text.ts";
import { commonVariables, meanings, topics, variables } from "../topics.ts";

/** Pairs of file name and text. */
export async function buildManual(): Promise<[file: string, text: string][]> {
  const pages = Object.entries(tree).map(
    async ([word, { summary, load }]): Promise<[string, string]> => [
      `tome-${word}.1`,
      formatPage(`tome-${word}`, summary, formatCommand(word, await load())),
    ],
  );
  return [
    ["tome.1", formatPage("tome", "manage documentation workspaces", listProgramParts())],
    ...(await Promise.all(pages)),
  ];
}

/** @param does a short description, for lists of manual pages */
function formatPage(name: string, does: string, parts: readonly string[]): string {
  const heading = `.TH ${name.toUpperCase().replaceAll("-", "\\-")} 1 "" "tome" "tome manual"`;
  const start = writeSection("Name", `${name.replaceAll("-", "\\-")} \\- ${does}`);
  return `.\\" Made from the commands of tome.\n${[heading, start, ...parts].join("\n")}\n`;
}

function listProgramParts(): string[] {
  const words = (group: "workspace" | "tool") =>
    Object.entries(tree)
      .filter(([, branch]) => branch.group === group)
      .map(([word, { summary }]): HelpRow => [`tome-${word}(1)`, `${summary}.`]);
  const others = Object.entries(topics).filter(([name]) => !(name in ownTopics));
  return [
    writeSection("Synopsis", formatUsage("tome <noun> <verb> [<arguments>] [<flags>]")),
    writeSection(
      "Description",
      writeParagraph(
        "Manages documentation workspaces: organizations, collections, spaces and their content. It works with the hosted platform, or with a built-in local platform that needs no account and no network.",
      ),
      writeParagraph(
        "The resource is an argument; its parents are flags, such as --org and --space. Commands accept the plural of a noun, and the URL of a resource instead of its id.",
      ),
    ),
    writeSection("Workspace commands", writeTerms(words("workspace"))),
    writeSection("Additional commands", writeTerms(words("tool"))),
    writeSection(
      "Flags",
      // Spread: the program's own words, a few dozen.
      ...flagGroups.map(([title, rows]) => formatSubsection(title, writeTerms(rows))),
    ),
    ...others.map(([name, { about, text }]) =>
      // Spread: the program's own words, a few dozen.
      writeSection(name, writeParagraph(`${about}.`), ...formatTopic(text())),
    ),
    // Spread: the program's own words, a few dozen.
    writeSection("Environment", ...formatEnvironment()),
    writeSection("Files", writeTerms(files)),
    writeSection("Exit status", writeTerms(listCodeRows())),
    writeSection(
      "Examples",
      writeLines([...beginnings.map(([line]) => `$ ${line}`), "$ tome space list"]),
    ),
    writeSection("See also", formatSeeAlso(Object.keys(tree))),
  ];
}

/** The text of a topic: running paragraphs, and terms with their explanations. */
function formatTopic(text: string): string[] {
  return splitBlocks(text).map((block) => {
    if ("paragraph" in block) return writeParagraph(block.paragraph);
    return block.rows.every(([, right]) => right === "")
      ? writeLines(block.rows.map(([left]) => left))
      : writeTerms(block.rows);
  });
}

/** Topics that have their own sections on the page. */
const ownTopics = { environment: true, "exit-codes": true, flags: true };

function formatEnvironment(): string[] {
  const settings = settingNames.flatMap((name): HelpRow[] => {
    const { variables: names, help } = settingTable[name];
    return names.length === 0 ? [] : [[names.join(", "), `${help} (setting ${name}).`]];
  });
  const further = variables.map(([name, help]): HelpRow => [name, `${help}.`]);
  return [
    writeParagraph(
      "The value of a setting comes from the first source that sets it: flag, environment variable, .tome.json in the current folder or a parent, profile, built-in default.",
    ),
    writeTerms([
      ...settings,
      ...further,
      [commonVariables, "Standard variables, with their usual meaning."],
    ]),
  ];
}

const files: readonly HelpRow[] = [
  ["~/.config/tome/settings.json", "Profiles and settings (tome config path)."],
  [
    "~/.config/tome/tokens.json",
    "Tokens that are not in a keyring; only the owner can read the file.",
  ],
  ["~/.local/share/tome/local", "Data of the local platform (tome local path)."],
  ["~/.local/state/tome", "Journals of interrupted commands."],
  ["~/.cache/tome/ids", "Ids and titles from earlier responses, for completion."],
  ["~/.cache/tome/compiled", "Compiled code, for a faster start."],
  [".tome.json", "Organization, space and site of a project, in its folder."],
];

function listCodeRows(): HelpRow[] {
  return Object.entries(meanings).map(([name, meaning]) => [
    String(exitCodes[name as keyof typeof exitCodes]),
    `${meaning} In JSON: ${name}.`,
  ]);
}

function formatCommand(word: string, command: Verb | NounCommands): string[] {
  const path = [word];
  const also = writeSection("See also", formatSeeAlso([]));
  const rest = writeParagraph(
    "tome(1) describes the global flags, environment, files and exit status.",
  );
  if (command.kind !== "noun") {
    return [
      writeSection("Synopsis", formatSynopsis(path, command)),
      // Spread: the program's own words, a few dozen.
      writeSection("Description", ...formatVerb(command), rest),
      also,
    ];
  }
  const plural = findPlural(word);
  return [
    writeSection("Synopsis", formatUsage(`tome ${word} <verb> [<arguments>] [<flags>]`)),
    writeSection(
      "Description",
      writeParagraph(`${command.summary}.${plural === undefined ? "" : ` Alias: tome ${plural}.`}`),
      rest,
    ),
    writeSection(
      "Commands",
      // Spread: the program's own words, a few dozen.
      ...listVerbsBelow(path, command).map(([words, verb]) =>
        formatSubsection(
          ["tome", ...words].join(" "),
          formatSynopsis(words, verb),
          // Spread: the program's own words, a few dozen.
          ...formatVerb(verb),
        ),
      ),
    ),
    also,
  ];
}

function listVerbsBelow(path: readonly string[], noun: NounCommands): [string[], Verb][] {
  return Object.entries(noun.verbs).flatMap(([word, one]) =>
    one.kind === "noun" ? listVerbsBelow([...path, word], one) : [[[...path, word], one]],
  );
}

function formatSynopsis(path: readonly string[], verb: Verb): string {
  return formatUsage(["tome", ...path, ...listArguments(verb), "[<flags>]"].join(" "));
}

function formatVerb(verb: Verb): string[] {
  const { arguments: given, flags, shared } = toRows(verb);
  const also = shared.map(({ long }) => `--${long}`).join(", ");
  return [
    writeParagraph(`${verb.summary}.`),
    ...(given.length + flags.length === 0 ? [] : [writeTerms([...given, ...flags])]),
    ...(also === "" ? [] : [writeParagraph(`Shared flags: ${also}.`)]),
    ...(verb.examples.length === 0
      ? []
      : [writeLines(verb.examples.map((one) => `$ tome ${one}`))]),
  ];
}

function formatSeeAlso(words: readonly string[]): string {
  return ["tome", ...words.map((word) => `tome-${word}`)]
    .filter((_, index) => words.length === 0 || index > 0)
    .map((name) => `.BR ${name.replaceAll("-", "\\-")} (1)`)
    .join(" ,\n");
}

/** Running text: one paragraph. */
export function writeParagraph(text: string): string {
  return `.PP\n${formatProse(text)}`;
}

export function writeSection(title: string, ...parts: readonly string[]): string {
  return [`.SH ${formatLiteral(title.toUpperCase())}`, ...parts].join("\n");
}

function formatSubsection(title: string, ...parts: readonly string[]): string {
  return [`.SS ${formatLiteral(title)}`, ...parts].join("\n");
}

/** Names in bold, each with its explanation below and indented. */
export function writeTerms(rows: readonly HelpRow[]): string {
  return rows
    .map(([left, right]) => `.TP\n${formatUsage(left.trim())}\n${formatProse(right)}`)
    .join("\n");
}

/** Lines as they are, for copying. */
export function writeLines(texts: readonly string[]): string {
  return ["", ".PP", ".RS 4", ".nf", ...texts.map(formatLiteral), ".fi", ".RE"].slice(1).join("\n");
}

/** A command line or a flag: words in bold, placeholders in italics. */
function formatUsage(text: string): string {
  return text
    .split(/(<[^<>]*>)/)
    .filter((part) => part !== "")
    .map((part) => `\\f${part.startsWith("<") ? "I" : "B"}${escapeText(part, true)}\\fR`)
    .join("");
}

/** Running text; the dashes of flags are plain hyphens, so that they can be copied. */
function formatProse(text: string): string {
  return guardLineStart(
    text
      .replace(/\s+/g, " ")
      .trim()
      .split(" ")
      .map((word) => escapeText(word, /^["'(]*-/.test(word)))
      .join(" "),
  );
}

function formatLiteral(text: string): string {
  return guardLineStart(escapeText(text, true));
}

/** Characters that roff interprets or prints differently, and their escapes. */
const escapes: Readonly<Record<string, string>> = {
  "\\": "\\e",
  "'": "\\(aq",
  '"': "\\(dq",
  "`": "\\(ga",
  "^": "\\(ha",
  "~": "\\(ti",
};

function escapeText(text: string, isCode: boolean): string {
  // A letter and its accents are one character, named by its parts.
  const characters = text.normalize("NFD").match(/\P{M}\p{M}*/gu) ?? [];
  return characters
    .map((sign) => {
      if (sign === "-") return isCode ? "\\-" : "-";
      return findOwn(escapes, sign) ?? (/^[ -~]$/.test(sign) ? sign : escapeByNumber(sign));
    })
    .join("");
}

function escapeByNumber(sign: string): string {
  const parts = [...sign].map((part) => (part.codePointAt(0) ?? 0).toString(16).toUpperCase());
  return `\\[u${parts.map((part) => part.padStart(4, "0")).join("_")}]`;
}

/** A full stop at the start of a line would begin a roff request. */
function guardLineStart(text: string): string {
  return text.startsWith(".") ? `\\&${text}` : text;
}
