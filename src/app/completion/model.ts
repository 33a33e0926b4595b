/** All that can be completed, worked out from the tree of commands: each command's words, flags and arguments. */
import { pluralOf, tree } from "../../commands/tree.ts";
import type { NounCommands, Verb } from "../../commands/verb.ts";
import { settingNames } from "../../settings/table.ts";
import { takesMany } from "../global-flags.ts";
import { parametersOf } from "../parameters.ts";
import { topics } from "../topics.ts";
import { earlyFlags, type FlagRow, flagRows } from "./flags.ts";
import { type Value, valueFor } from "./value.ts";

/** A word that may follow, with what it is. */
export interface Word {
  readonly word: string;
  readonly does: string;
}

/** A command, or a noun, or the program itself. */
export interface Entry {
  /** The words that name it, without the program; none for the program. */
  readonly path: readonly string[];
  /** The plural that may stand for the last word. */
  readonly plural: string | undefined;
  /** What comes next under a noun; empty for a verb. */
  readonly below: readonly Word[];
  readonly arguments: readonly Value[];
  readonly flags: readonly FlagRow[];
}

export interface Model {
  readonly entries: readonly Entry[];
  /** What may follow `help` beside the commands. */
  readonly topics: readonly Word[];
}

export async function completionModel(): Promise<Model> {
  const branches = Object.entries(tree).map(async ([word, branch]) =>
    entriesBelow([word], Object.keys(tree), await branch.load()),
  );
  const commands = Object.entries(tree).map(([word, { does }]): Word => ({ word, does }));
  const root: Entry = {
    path: [],
    plural: undefined,
    below: [...commands, { word: "help", does: "Show help on a command or a topic" }],
    arguments: [],
    flags: earlyFlags,
  };
  return {
    entries: [root, ...(await Promise.all(branches)).flat()],
    topics: Object.entries(topics).map(([word, { about }]) => ({ word, does: about })),
  };
}

/** @param beside the words that could stand in place of its last one; they win over its plural */
function entriesBelow(
  path: readonly string[],
  beside: readonly string[],
  command: Verb | NounCommands,
): Entry[] {
  if (command.kind !== "noun") return [verbEntry(path, command)];
  const inner = Object.entries(command.verbs);
  const words = inner.map(([word]) => word);
  const plural = pluralOf(path.at(-1) ?? "");
  const noun: Entry = {
    path,
    plural: plural !== undefined && beside.includes(plural) ? undefined : plural,
    below: inner.map(([word, { does }]) => ({ word, does })),
    arguments: [],
    flags: earlyFlags,
  };
  return [noun, ...inner.flatMap(([word, one]) => entriesBelow([...path, word], words, one))];
}

function verbEntry(path: readonly string[], verb: Verb): Entry {
  const parameters = parametersOf(verb);
  const given = parameters.filter((one) => one.isArgument).map((one) => valueFor(one, parameters));
  const last = given.length - 1;
  // What acts on one thing acts on several.
  const values = given.map((value, at) =>
    at === last && takesMany(verb) ? { ...value, repeats: true } : value,
  );
  return {
    path,
    plural: undefined,
    below: [],
    arguments: path[0] === "config" ? namingSettings(values) : values,
    flags: flagRows(verb, parameters),
  };
}

/** The first argument of `config get`, `set` and `unset` is a name out of the table of settings. */
function namingSettings([first, ...others]: readonly Value[]): readonly Value[] {
  return first === undefined ? [] : [{ ...first, words: settingNames }, ...others];
}
