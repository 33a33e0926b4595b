/** Commands with the same verb under another noun, suggested for an unknown word. Loaded on demand. */
import { tree } from "../../commands/tree.ts";
import type { NounCommands, Verb } from "../../commands/verb.ts";
import { UsageError } from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";
import { findExpectedLine } from "./expected-arguments.ts";

/** The flags of those commands that take no value. */
export const switches: readonly string[] = [
  "approve",
  "delete",
  "new",
  "no-active",
  "request-changes",
  "resolve",
  "unresolve",
];

/** A verb of more nouns than this is too common to list them. */
const mostNouns = 3;

export interface Elsewhere {
  /** A sentence without a period. */
  readonly said: string;
  /** The command that shows more. */
  readonly hint: string;
  /** The replacement for the word on the command line, if no other change is needed. */
  readonly meant?: readonly string[];
  /** The number of words before it that are replaced too. */
  readonly before?: number;
  /** The number of words after it that are replaced too. */
  readonly after?: number;
}

/**
 * @param path the words before the unknown one
 * @param word a verb that `noun` does not have, or a verb or inner noun without a noun
 * @param rest the words after it
 * @returns undefined if no other command is likely
 */
export async function findMisplacedCommand(
  path: readonly string[],
  word: string,
  noun: NounCommands | undefined,
  rest: readonly string[],
): Promise<Elsewhere | undefined> {
  const expected = findExpectedLine(path, word, rest[0]);
  if (expected !== undefined) {
    const { line, isPair } = expected;
    const after = isPair ? 1 : 0;
    const verb = line.split(" --", 1)[0] ?? line;
    const words = line.split(" ");
    const [resource, title] = rest;
    if (word === "rename" && resource !== undefined && title !== undefined) {
      // As in `space rename Guide Manual`.
      const meant = [...verb.split(" "), resource, ...words.slice(-1), title];
      const before = path.length;
      return { said: `Use tome ${line}`, hint: `tome ${verb} --help`, meant, before, after: 2 };
    }
    const isWhole = path.length > 0 && path.every((one, at) => one === words[at]);
    return {
      said: `Use tome ${line}`,
      hint: `tome ${verb} --help`,
      ...(isWhole && !needsValue(line) && { meant: words.slice(path.length) }),
      ...((await isComplete(line, path, rest.slice(after))) && {
        meant: words,
        before: path.length,
        after,
      }),
    };
  }
  const folder = path.length === 0 && word === "diff" ? findFolder(rest) : undefined;
  if (folder !== undefined) {
    const { quoteWord } = await import("./quote-word.ts");
    return { said: "Use tome plan", hint: `tome plan ${quoteWord(folder)}` };
  }
  const below =
    noun === undefined ? [] : formatLines(noun, path).filter((one) => one.at(-1) === word);
  const others = below.length > 0 ? below : await findEverywhere(word);
  // The files of an organization are compared by another verb.
  const found = path.length === 0 && word === "diff" ? [["plan"], ...others] : others;
  const [first, ...more] = found.map((words) => `tome ${words.join(" ")}`);
  if (first === undefined || others.length > mostNouns) return undefined;
  const last = more.pop();
  const all = last === undefined ? first : `${[first, ...more].join(", ")} and ${last}`;
  return { said: `Similar commands: ${all}`, hint: `${first} --help` };
}

/** The value of the flag for files, as in `kubectl diff -f acme`. */
function findFolder(rest: readonly string[]): string | undefined {
  for (const [at, word] of rest.entries()) {
    const [, joined] = /^(?:-f|--file|--filename)(?:=(.*))?$/s.exec(word) ?? [];
    if (joined !== undefined) return joined;
    if (/^(?:-f|--file|--filename)$/.test(word)) return rest[at + 1];
  }
  return undefined;
}

/** The flags that select a resource of a noun in commands of other nouns. */
const flagsOf: Readonly<Record<string, readonly string[]>> = {
  collection: ["collection"],
  cr: ["cr"],
  member: ["user"],
  page: ["page", "target-page"],
  site: ["site"],
  space: ["space", "target"],
  team: ["team"],
};

/**
 * Whether the command with the typed words is complete. If the line ends with a flag, the next word
 * must be its value, which is certain only for a flag that selects a resource of the typed noun.
 */
async function isComplete(
  line: string,
  path: readonly string[],
  rest: readonly string[],
): Promise<boolean> {
  const [words = "", ...flags] = line.split(" --");
  const last = flags.at(-1);
  if (needsValue(line) && !(findOwn(flagsOf, path.join(" ")) ?? []).includes(last ?? ""))
    return false;
  const command = await findVerb(words.split(" "));
  if (command === undefined) return false;
  if (path.length === 0 && (await isOtherGrammar(words, rest))) return false;
  const [{ listParameters }, { parse }] = await Promise.all([
    import("./parameters.ts"),
    import("./parse.ts"),
  ]);
  const parameters = listParameters(command.verb);
  const added = flags.flatMap((flag) => `--${flag}`.split(" "));
  try {
    const parsed = parse(words, command.verb, parameters, [...command.rest, ...added, ...rest]);
    return parameters.every(
      (one) =>
        !one.required ||
        one.fallback !== undefined ||
        parsed.arguments.has(one) ||
        parsed.flags.has(one),
    );
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

/**
 * Whether the words after a command of another program are not arguments of tome: a noun, a verb,
 * or an assignment, as in `label space Runbooks team=sre`.
 */
async function isOtherGrammar(line: string, rest: readonly string[]): Promise<boolean> {
  const [noun = ""] = line.split(" ");
  const { findNounSynonym } = await import("./synonyms.ts");
  const { findPlural } = await import("../../commands/tree.ts");
  const [first = ""] = rest;
  const command = await tree[noun]?.load();
  const isNoun =
    Object.keys(tree).some((one) => one === first || findPlural(one) === first) ||
    findNounSynonym(first) !== undefined;
  const isVerb = command?.kind === "noun" && Object.hasOwn(command.verbs, first);
  return isNoun || isVerb || rest.some((word) => /^[\w./-]+=/.test(word) && !word.startsWith("-"));
}

/** The verb that the words name, and the words after it; undefined for a noun. */
async function findVerb(
  words: readonly string[],
): Promise<{ readonly verb: Verb; readonly rest: readonly string[] } | undefined> {
  const [first = "", ...more] = words;
  let command: Verb | NounCommands | undefined = Object.hasOwn(tree, first)
    ? await tree[first]?.load()
    : undefined;
  while (command?.kind === "noun") command = command.verbs[more.shift() ?? ""];
  return command === undefined ? undefined : { verb: command, rest: more };
}

/** Whether a flag at the end of the line still needs its value. */
function needsValue(line: string): boolean {
  const [, flag] = / --([a-z-]+)$/.exec(line) ?? [];
  return flag !== undefined && !switches.includes(flag);
}

/**
 * The commands of a noun that end with a verb or with a nested noun, including those of the nested
 * noun.
 */
function formatLines(noun: NounCommands, path: readonly string[]): (readonly string[])[] {
  return Object.entries<Verb | NounCommands>(noun.verbs).flatMap(([name, one]) => [
    [...path, name],
    ...(one.kind === "noun" ? formatLines(one, [...path, name]) : []),
  ]);
}

async function findEverywhere(word: string): Promise<(readonly string[])[]> {
  const nouns = await Promise.all(
    Object.entries(tree).map(async ([name, { load }]) => {
      const command = await load();
      return command.kind === "noun" ? formatLines(command, [name]) : [];
    }),
  );
  return nouns.flat().filter((one) => one.at(-1) === word);
}
