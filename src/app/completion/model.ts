/** Completion model, derived from the command tree: words, flags and arguments of each command. */
import { findPlural, tree } from "../../commands/tree.ts";
import type { NounCommands, Verb } from "../../commands/verb.ts";
import { settingNames } from "../../settings/table.ts";
import { topics } from "../help/topics.ts";
import { isWrite, takesMany } from "../parse/global-flags.ts";
import { listParameters, type Parameter } from "../parse/parameters.ts";
import { earlyFlags, type FlagRow, listFlagRows } from "./flags.ts";
import { type CompletionValue, describeValueCompletion } from "./value.ts";

/** A word that can follow, with its description. */
export interface CompletionWord {
  readonly word: string;
  readonly summary: string;
}

/** A verb, a noun, or the program itself. */
export interface CommandNode {
  /** The words of the command, without the program; none for the program itself. */
  readonly path: readonly string[];
  /** The plural that is accepted for the last word. */
  readonly plural: string | undefined;
  /** The words that can follow a noun; empty for a verb. */
  readonly below: readonly CompletionWord[];
  readonly arguments: readonly CompletionValue[];
  readonly flags: readonly FlagRow[];
}

export interface CompletionModel {
  readonly nodes: readonly CommandNode[];
  /** Words that can follow `help` in addition to the commands. */
  readonly topics: readonly CompletionWord[];
}

export async function buildCompletionModel(): Promise<CompletionModel> {
  const branches = Object.entries(tree).map(async ([word, branch]) =>
    listNodes([word], await branch.load()),
  );
  const commands = Object.entries(tree).map(
    ([word, { summary }]): CompletionWord => ({ word, summary }),
  );
  const root: CommandNode = {
    path: [],
    plural: undefined,
    below: [...commands, { word: "help", summary: "Show help for a command or topic" }],
    arguments: [],
    flags: earlyFlags,
  };
  return {
    nodes: [root, ...(await Promise.all(branches)).flat()],
    topics: Object.entries(topics).map(([word, { about }]) => ({ word, summary: about })),
  };
}

function listNodes(path: readonly string[], command: Verb | NounCommands): CommandNode[] {
  if (command.kind !== "noun") return [createVerbNode(path, command)];
  const inner = Object.entries(command.verbs);
  const noun: CommandNode = {
    path,
    plural: findPlural(path.at(-1) ?? ""),
    below: inner.map(([word, { summary }]) => ({ word, summary })),
    arguments: [],
    flags: earlyFlags,
  };
  return [noun, ...inner.flatMap(([word, one]) => listNodes([...path, word], one))];
}

function createVerbNode(path: readonly string[], verb: Verb): CommandNode {
  const parameters = listParameters(verb);
  const given = parameters
    .filter((one) => one.isArgument)
    .map((one) => describeValueCompletion(one, parameters, needsChangeable(verb, parameters)));
  const last = given.length - 1;
  // A verb that acts on one resource also accepts several.
  const values = given.map((value, at) =>
    at === last && takesMany(verb) ? { ...value, repeats: true } : value,
  );
  return {
    path,
    plural: undefined,
    below: [],
    arguments: path[0] === "config" ? withSettingNames(values) : values,
    flags: listFlagRows(verb, parameters),
  };
}

/** A command that sets the status can reopen an archived change request, so all are offered. */
function needsChangeable(verb: Verb, parameters: readonly Parameter[]): boolean {
  return isWrite(verb) && !parameters.some(({ name }) => name === "status");
}

/** The first argument of `config get`, `set` and `unset` is the name of a setting. */
function withSettingNames([
  first,
  ...others
]: readonly CompletionValue[]): readonly CompletionValue[] {
  return first === undefined ? [] : [{ ...first, words: settingNames }, ...others];
}
