/** The model as rows of text, which all shells read in the same way; each row is one literal of a script. */
import { idFile } from "../id-parents.ts";
import { earlyFlags, type FlagRow, flagGroups } from "./flags.ts";
import type { Model, Word } from "./model.ts";
import type { Value } from "./value.ts";

export interface Table {
  /** Flags that many commands take, by the name of the group. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  readonly commands: readonly TableCommand[];
}

export interface TableCommand {
  /** The words that lead to it, joined by spaces; several where a plural is accepted. */
  readonly keys: readonly string[];
  /** The words that name it from then on. */
  readonly place: string;
  /** `word|description` */
  readonly below: readonly string[];
  /** What each argument may be, as `valueText` writes it. */
  readonly arguments: readonly string[];
  /** `name|value|description`; the name begins with `!` where the flag is not offered. */
  readonly flags: readonly string[];
  readonly groups: readonly string[];
}

/** @param described whether the shell shows descriptions; without them the rows end before */
export function tableOf(model: Model, described: boolean): Table {
  const wordRow = ({ word, does }: Word) => (described ? `${word}|${plain(does)}` : word);
  const flagRow = ({ name, does, value, hidden }: FlagRow) => {
    const start = `${hidden ? "!" : ""}${name}|${value === undefined ? "" : valueText(value)}`;
    return described ? `${start}|${hidden ? "" : plain(does)}` : start;
  };
  const groups = new Map([
    ...flagGroups,
    ["early", earlyFlags.filter(({ hidden }) => hidden)] as const,
  ]);
  const commands = model.entries.map(({ path, plural, below, arguments: values, flags }) => {
    const taken = [...groups].filter(([, rows]) => rows.every((row) => flags.includes(row)));
    const inGroups = taken.flatMap(([, rows]) => rows);
    return {
      keys: keysOf(path, plural),
      place: path.join(" "),
      below: below.map(wordRow),
      arguments: values.map(valueText),
      flags: flags.filter((row) => !inGroups.includes(row)).map(flagRow),
      groups: taken.map(([name]) => name),
    };
  });
  return {
    groups: new Map([...groups].map(([name, rows]) => [name, rows.map(flagRow)])),
    commands: [...commands, helpCommand(model, wordRow)],
  };
}

/** After `help` stand the words of a command, or a topic; one that is both is offered once. */
function helpCommand({ entries, topics }: Model, row: (word: Word) => string): TableCommand {
  const commands = entries.find(({ path }) => path.length === 0)?.below ?? [];
  const all = [...commands.filter(({ word }) => word !== "help"), ...topics];
  const below = [...new Map(all.map((one) => [one.word, row(one)])).values()];
  return { keys: ["help"], place: "", below, arguments: [], flags: [], groups: [] };
}

function keysOf(path: readonly string[], plural: string | undefined): string[] {
  const others = plural === undefined ? [] : [[...path.slice(0, -1), plural].join(" ")];
  return [path.join(" "), ...others];
}

/**
 * Signs with blanks between them: `=word`, `%file`, `%folder`, `@file-of-ids` or `@file-of-ids:prefix:`,
 * `^place,place` for where the parent of the ids is named, `...` where more of the same may follow,
 * and `.` for what cannot be known.
 */
function valueText({ words, path, ids, repeats }: Value): string {
  const signs = [
    ...words.map((word) => `=${word}`),
    ...(path === undefined ? [] : [`%${path}`]),
    ...ids.flatMap(({ noun, prefix, parentIn }) => [
      ...(parentIn.length === 0 ? [] : [`^${parentIn.join(",")}`]),
      `@${idFile(noun)}${prefix === "" ? "" : `:${prefix}`}`,
    ]),
    ...(repeats ? ["..."] : []),
  ];
  const text = signs.length === 0 ? "." : signs.join(" ");
  // Anything else would need the quoting of each shell, at a place where none has it.
  if (/^[\w .:,=%@^#+/-]*$/.test(text)) return text;
  throw new Error(`Completion has no way to write the value ${text}.`);
}

/** A description as one line of a script. */
function plain(does: string): string {
  return does.replace(/\s+/g, " ").trim();
}
