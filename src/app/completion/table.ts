/**
 * Completion model as rows of text, which every shell reads in the same way. Each row is one
 * literal of a script.
 */
import { getIdFile } from "../resolve/id-parents.ts";
import { earlyFlags, type FlagRow, flagGroups } from "./flags.ts";
import type { CompletionModel, CompletionWord } from "./model.ts";
import type { CompletionValue } from "./value.ts";

export interface CompletionTable {
  /** Flags that many commands share, by the name of the group. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  readonly commands: readonly TableCommand[];
}

export interface TableCommand {
  /** The words of the command, joined by spaces; several if a plural is accepted. */
  readonly keys: readonly string[];
  /** Its words in the singular, as the prefix of the words that follow. */
  readonly path: string;
  /** `word|description` */
  readonly below: readonly string[];
  /** The values of each argument, as `encodeValue` writes them. */
  readonly arguments: readonly string[];
  /** `name|value|description`; the name begins with `!` if the flag is not offered. */
  readonly flags: readonly string[];
  readonly groups: readonly string[];
}

/** @param described whether the shell shows descriptions; otherwise rows have none */
export function buildTable(model: CompletionModel, described: boolean): CompletionTable {
  const wordRow = ({ word, summary }: CompletionWord) =>
    described ? `${word}|${toSingleLine(summary)}` : word;
  const flagRow = ({ name, summary, value, hidden }: FlagRow) => {
    const start = `${hidden ? "!" : ""}${name}|${value === undefined ? "" : encodeValue(value)}`;
    return described ? `${start}|${hidden ? "" : toSingleLine(summary)}` : start;
  };
  const groups = new Map([
    ...flagGroups,
    ["early", earlyFlags.filter(({ hidden }) => hidden)] as const,
  ]);
  const commands = model.nodes.map(({ path, plural, below, arguments: values, flags }) => {
    const taken = [...groups].filter(([, rows]) => rows.every((row) => flags.includes(row)));
    const inGroups = taken.flatMap(([, rows]) => rows);
    return {
      keys: listKeys(path, plural),
      path: path.join(" "),
      below: below.map(wordRow),
      arguments: values.map(encodeValue),
      flags: flags.filter((row) => !inGroups.includes(row)).map(flagRow),
      groups: taken.map(([name]) => name),
    };
  });
  return {
    groups: new Map([...groups].map(([name, rows]) => [name, rows.map(flagRow)])),
    commands: [...commands, buildHelpCommand(model, wordRow)],
  };
}

/** Words after `help`: the words of a command, or a topic. A word that is both is offered once. */
function buildHelpCommand(
  { nodes, topics }: CompletionModel,
  row: (word: CompletionWord) => string,
): TableCommand {
  const commands = nodes.find(({ path }) => path.length === 0)?.below ?? [];
  const all = [...commands.filter(({ word }) => word !== "help"), ...topics];
  const below = [...new Map(all.map((one) => [one.word, row(one)])).values()];
  return { keys: ["help"], path: "", below, arguments: [], flags: [], groups: [] };
}

function listKeys(path: readonly string[], plural: string | undefined): string[] {
  const others = plural === undefined ? [] : [[...path.slice(0, -1), plural].join(" ")];
  return [path.join(" "), ...others];
}

/**
 * Tokens separated by spaces: `=word`, `,word` for a comma-separated list of words, `%file`,
 * `%folder`, `@file-of-ids` or `@file-of-ids:prefix:`, `^file:source,source` before ids whose parent
 * one of these sources may name, by an id or title of the file, `...` if more values may follow, and `.` for an unknown value.
 */
function encodeValue({ words, members, path, ids, repeats }: CompletionValue): string {
  const signs = [
    ...words.map((word) => `=${word}`),
    ...members.map((word) => `,${word}`),
    ...(path === undefined ? [] : [`%${path}`]),
    ...ids.flatMap(({ noun, prefix, parent, parentSources }) => [
      ...(parent === undefined || parentSources.length === 0
        ? []
        : [`^${getIdFile(parent)}:${parentSources.join(",")}`]),
      `@${getIdFile(noun)}${prefix === "" ? "" : `:${prefix}`}`,
    ]),
    ...(repeats ? ["..."] : []),
  ];
  const text = signs.length === 0 ? "." : signs.join(" ");
  // Anything else would need quotation marks, which differ between shells.
  if (/^[\w .:,=%@^#+/-]*$/.test(text)) return text;
  throw new Error(`Completion cannot encode the value ${text}.`);
}

/** A description as one line of a script. */
function toSingleLine(does: string): string {
  return does.replace(/\s+/g, " ").trim();
}
