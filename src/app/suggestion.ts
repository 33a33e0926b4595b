/** Commands that are suggested: each works as it stands when it is pasted where this one was typed. */
import type { JsonObject, Result } from "../context.ts";
import type { Found } from "./find-command.ts";
import type { Parameter } from "./parameters.ts";

/** The command line that a suggestion follows, as far as it is known. */
export interface Line {
  /** The shared flags that were typed. */
  readonly shared: ReadonlyMap<string, string | true>;
  /** What was typed, asked for or taken from settings, by the names of fields. */
  readonly input: JsonObject;
  /** What was typed behind the words of the command. */
  readonly words: readonly string[];
}

/** What decides which platform and which account a command speaks to. */
const connection = ["local", "profile", "base-url"] as const;

/** Where the command begins in what can be done next. */
const commandStart = ": tome ";

/** They work on this machine, whatever platform was meant. */
const ownNouns = ["serve", "local", "completion", "help"];

/**
 * Adds what a suggested command needs to mean the same platform and the same parents, and quotes
 * what a shell would read in another way: an id is a text of a server.
 * @param text a hint: a command as `tome space list`, or advice, which stays as it is
 */
export async function completeCommand(text: string, line: Line): Promise<string> {
  const [program, ...words] = text.split(" ");
  if (program !== "tome" || words.includes("--help")) return text;
  const command = ["tome", ...words.map(quoteWord)].join(" ");
  const { findCommand } = await import("./find-command.ts");
  const found = await findCommand(words).catch(() => undefined);
  if (found?.command === undefined || ownNouns.includes(found.path[0] ?? "")) return command;
  const flags = [
    ...connectionFlags(words, line, found),
    ...(await parentFlags(words, line, found)),
  ];
  return [command, ...flags].join(" ");
}

/** As much of a line as can be told before it was understood. */
export function unreadLine(args: readonly string[]): Line {
  const shared = new Map<string, string | true>();
  for (const [at, word] of args.entries()) {
    const [, name = "", given] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
    const value = name === "local" ? true : (given ?? args[at + 1]);
    if (connection.some((one) => one === name) && value !== undefined) shared.set(name, value);
  }
  return { shared, input: {}, words: args };
}

/** The sentence of a change, with the command that it leads to. */
export async function withNext(result: Result, line: Line): Promise<Result> {
  if (result === undefined || !("done" in result) || result.next === undefined) return result;
  const { next, done, ...rest } = result;
  const at = next.indexOf(commandStart) + 2;
  const command = await completeCommand(next.slice(at), line);
  return { ...rest, done: `${done} ${next.slice(0, at)}${command}` };
}

function connectionFlags(words: readonly string[], { shared }: Line, { path }: Found): string[] {
  if (connection.some((name) => isGiven(words, name))) return [];
  return connection.flatMap((name) => {
    const value = shared.get(name);
    // A login is for a platform on a network.
    if (value === undefined || (name === "local" && path[0] === "auth")) return [];
    return value === true ? [`--${name}`] : [`--${name}`, quoteWord(value)];
  });
}

/** Parents that were typed, as flags or in an address: the others are the same for the next command. */
async function parentFlags(
  words: readonly string[],
  { input, words: typed }: Line,
  { command }: Found,
): Promise<string[]> {
  if (command === undefined || command.kind === "noun") return [];
  const { parametersOf } = await import("./parameters.ts");
  return parametersOf(command).flatMap(({ isArgument, name, path, field }: Parameter) => {
    const value = input[path[0] ?? ""];
    if (isArgument || field.kind !== "id" || path.length > 1 || typeof value !== "string")
      return [];
    if (!isParent(name) || isGiven(words, name)) return [];
    if (!typed.some((word) => word.includes(value))) return [];
    return [`--${name}`, quoteWord(value)];
  });
}

function isParent(name: string): boolean {
  return name === "org" || name === "space" || name === "site" || name === "cr";
}

function isGiven(words: readonly string[], name: string): boolean {
  return words.some((word) => word === `--${name}` || word.startsWith(`--${name}=`));
}

/** Placeholders such as `<page>` and a redirection are read by people. */
export function quoteWord(word: string): string {
  if (/^[\w@%+=:,./…-]+$/.test(word) || /^<[\w-]*>?$/.test(word) || /^[\w-]+>$/.test(word)) {
    return word;
  }
  return `'${word.replaceAll("'", "'\\''")}'`;
}
