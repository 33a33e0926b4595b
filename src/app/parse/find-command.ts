/** Finds the command that the words of a command line name. */
import { type CommandBranch, findPlural, tree } from "../../commands/tree.ts";
import type { NounCommands, Verb } from "../../commands/verb.ts";
import { UnknownWordError, UsageError } from "../../errors.ts";
import { findNearest } from "../../json/nearest.ts";
import { takesNextWord } from "./global-flags.ts";
import { refuseTokenFlag } from "./token-flag.ts";

export interface CommandMatch {
  /** The words of the command under their primary names, without aliases. */
  readonly path: readonly string[];
  /** The verb, or the noun if the command line ends with it; absent for the root. */
  readonly command: Verb | NounCommands | undefined;
  /** The words after the command, and flags between its words. */
  readonly rest: readonly string[];
}

/**
 * @param args the words after the program name
 * @throws UsageError for an unknown command, with a suggestion
 */
export async function findCommand(args: readonly string[]): Promise<CommandMatch> {
  const rest: string[] = [];
  const path: string[] = [];
  let command: CommandMatch["command"];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    if (word === "--") {
      for (const other of args.slice(at)) rest.push(other);
      break;
    }
    if (word.startsWith("-") && word !== "-") {
      const fault = refuseTokenFlag(word);
      if (fault !== undefined) throw fault;
      rest.push(word);
      if (takesNextWord(word) && at + 1 < args.length) rest.push(args[++at] ?? "");
      continue;
    }
    if (command !== undefined && command.kind !== "noun") {
      for (const other of args.slice(at)) rest.push(other);
      break;
    }
    const fallback = await findFallback(command, path, word);
    if (command !== undefined && fallback !== undefined) {
      path.push(fallback);
      command = command.verbs[fallback];
      for (const other of args.slice(at)) rest.push(other);
      break;
    }
    const following = args.slice(at + 1);
    for (const own of await resolveWords(word, path, command, following[0])) {
      // All words of a command except the last one are nouns.
      if (command !== undefined && command.kind !== "noun") break;
      const [name, next] = await resolveStep(path, command, own, following);
      path.push(name);
      command = next;
    }
  }
  if (path.includes("import")) await refuseSource(path, rest);
  return { path, command, rest };
}

/** The verb that a noun has for a word that is not one of its verbs. */
async function findFallback(
  noun: NounCommands | undefined,
  path: readonly string[],
  word: string,
): Promise<string | undefined> {
  if (noun?.fallback === undefined || nameIn(noun.verbs, word) !== undefined) return undefined;
  const { findExpectedLine } = await import("./expected-arguments.ts");
  if (findExpectedLine(path, word) !== undefined) return undefined;
  const { findSynonym } = await import("./synonyms.ts");
  const meant = findSynonym(word, path, Object.keys(noun.verbs), undefined);
  return meant === undefined ? noun.fallback : undefined;
}

/** @throws UsageError for a folder or repository where another command imports it */
async function refuseSource(path: readonly string[], rest: readonly string[]): Promise<void> {
  const { findSourceError } = await import("./content-source.ts");
  const error = findSourceError(path, rest);
  if (error !== undefined) throw error;
}

/** The word itself, or its equivalent; the words of other programs are loaded only if needed. */
async function resolveWords(
  word: string,
  path: readonly string[],
  noun: NounCommands | undefined,
  following: string | undefined,
): Promise<readonly string[]> {
  const choices = noun?.verbs ?? tree;
  if (nameIn(choices, word) !== undefined) return [word];
  const { findNounSynonym, findSynonym, suggestNounFirst } = await import("./synonyms.ts");
  const meant = findSynonym(word, path, Object.keys(choices), following);
  if (meant !== undefined) return meant;
  if (path.length === 0) {
    const other = findNounSynonym(following ?? "") ?? "";
    const name = nameIn(choices, following ?? "") ?? nameIn(choices, other);
    const noun = name === undefined ? undefined : { typed: following ?? name, name };
    const error = await suggestNounFirst(word, noun);
    if (error !== undefined) throw error;
  }
  return [word];
}

async function resolveStep(
  path: readonly string[],
  noun: NounCommands | undefined,
  word: string,
  following: readonly string[],
): Promise<[string, Verb | NounCommands]> {
  const choices: Readonly<Record<string, CommandBranch | Verb | NounCommands>> =
    noun?.verbs ?? tree;
  const name = nameIn(choices, word);
  const chosen = name === undefined ? undefined : choices[name];
  if (name === undefined || chosen === undefined)
    throw await createUnknownError(path, word, noun, following);
  return [name, "load" in chosen && "group" in chosen ? await chosen.load() : chosen];
}

function nameIn(choices: Readonly<Record<string, unknown>>, word: string): string | undefined {
  if (Object.hasOwn(choices, word)) return word;
  return Object.keys(choices).find((name) => findPlural(name) === word);
}

async function createUnknownError(
  path: readonly string[],
  word: string,
  noun: NounCommands | undefined,
  following: readonly string[],
): Promise<UsageError> {
  if (path[0] === "import") await refuseSource(path, [word, ...following]);
  if (path[0] === "git" || path[0] === "space") await refuseSource([...path, word], following);
  const command = ["tome", ...path].join(" ");
  const message = `Unknown command ${JSON.stringify(word)} for ${JSON.stringify(command)}`;
  const { findMisplacedCommand } = await import("./misplaced-command.ts");
  const there = await findMisplacedCommand(path, word, noun, following);
  if (there !== undefined) {
    const sentences = `${message}. ${there.said}`;
    return there.meant === undefined
      ? new UsageError(`${sentences}.`, there.hint)
      : new UnknownWordError(sentences, word, there.meant, there.before, there.after);
  }
  const suggestion = findNearest(word, Object.keys(noun?.verbs ?? tree));
  return suggestion === undefined
    ? new UsageError(`${message}.`, `${command} --help`)
    : new UnknownWordError(message, word, suggestion);
}
