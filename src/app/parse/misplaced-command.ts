/** Commands with the same verb under another noun, suggested for an unknown word. Loaded on demand. */
import { tree } from "../../commands/tree.ts";
import type { NounCommands, Verb } from "../../commands/verb.ts";
import { lineFor } from "./expected-arguments.ts";

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
}

/**
 * @param path the words before the unknown one
 * @param word a verb that `noun` does not have, or a verb or inner noun without a noun
 * @param following the words after it
 * @returns undefined if no other command is likely
 */
export async function elsewhere(
  path: readonly string[],
  word: string,
  noun: NounCommands | undefined,
  following: string | undefined,
): Promise<Elsewhere | undefined> {
  const line = lineFor(path, word);
  if (line !== undefined) {
    const verb = line.split(" --", 1)[0] ?? line;
    const words = line.split(" ");
    const isWhole = path.length > 0 && path.every((one, at) => one === words[at]);
    return {
      said: `Use tome ${line}`,
      hint: `tome ${verb} --help`,
      ...(isWhole && !needsValue(line) && { meant: words.slice(path.length) }),
      ...((await isWholeWith(line, path, following)) && { meant: words, before: path.length }),
    };
  }
  const below =
    noun === undefined ? [] : formatLines(noun, path).filter((one) => one.at(-1) === word);
  const found = below.length > 0 ? below : await everywhere(word);
  const [first, ...more] = found.map((words) => `tome ${words.join(" ")}`);
  if (first === undefined || more.length >= mostNouns) return undefined;
  const last = more.pop();
  const all = last === undefined ? first : `${[first, ...more].join(", ")} and ${last}`;
  return { said: `Similar commands: ${all}`, hint: `${first} --help` };
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

/** Whether the next word is the value of the flag at the end, and no other value is needed. */
async function isWholeWith(
  line: string,
  path: readonly string[],
  following: string | undefined,
): Promise<boolean> {
  const [verb = "", flag] = line.split(" --");
  const names = flagsOf[path.join(" ")] ?? [];
  if (following === undefined || following.startsWith("-")) return false;
  if (flag === undefined || !names.includes(flag)) return false;
  const command = await commandAt(verb.split(" "));
  if (command === undefined || command.kind === "noun") return false;
  const { listParameters } = await import("./parameters.ts");
  return listParameters(command).every(
    ({ required, fallback, name }) => !required || fallback !== undefined || name === flag,
  );
}

async function commandAt(words: readonly string[]): Promise<Verb | NounCommands | undefined> {
  const [first = "", ...more] = words;
  let command: Verb | NounCommands | undefined = Object.hasOwn(tree, first)
    ? await tree[first]?.load()
    : undefined;
  for (const word of more) {
    command = command?.kind === "noun" ? command.verbs[word] : undefined;
  }
  return command;
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

async function everywhere(word: string): Promise<(readonly string[])[]> {
  const nouns = await Promise.all(
    Object.entries(tree).map(async ([name, { load }]) => {
      const command = await load();
      return command.kind === "noun" ? formatLines(command, [name]) : [];
    }),
  );
  return nouns.flat().filter((one) => one.at(-1) === word);
}
