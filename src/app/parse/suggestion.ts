/** Completion of suggested commands, so that each can be pasted into the same shell. */
import type { JsonObject, Result, Span } from "../../context.ts";
import { parents } from "../../contract/nouns.ts";
import { type UnknownWordError, UsageError } from "../../errors.ts";
import type { NamedResource } from "../resolve/references/fill-ids.ts";
import type { CommandMatch } from "./find-command.ts";
import { listValueWords, type Parameter, toValueName } from "./parameters.ts";
import type { ParsedArguments } from "./parse.ts";
import { quoteWord } from "./quote-word.ts";

/** The command line that led to a suggestion, as far as it is known. */
export interface Invocation {
  /** The shared flags that were typed. */
  readonly shared: ReadonlyMap<string, string | true>;
  /** The flag that selects the same profile, `""` if it is the default; absent if unknown. */
  readonly profileFlag?: string;
  /** The values from the command line, prompts or settings, by field. */
  readonly input: JsonObject;
  /** The words after the command. */
  readonly words: readonly string[];
  /** The resources that were named by a name. */
  readonly named?: readonly NamedId[];
}

/** The name to use in place of an id. */
export type NamedId = Pick<NamedResource, "id" | "word"> &
  Partial<Pick<NamedResource, "parameter">>;

/** The flags that select the platform and the account of a command. */
const connection = ["local", "profile", "base-url"] as const;

/** The separator before the command in a sentence that suggests one. */
const commandStart = ": tome ";

/** Nouns that work on this machine, whatever the platform. */
const localNouns = ["serve", "local", "completion", "help"];

/**
 * Adds the flags for the same platform and the same parents, and quotes characters that a shell
 * would interpret, because an id is text from a server. A resource that was named by a name keeps
 * that name.
 * @param text a hint: a command such as `tome space list`, advice that ends with one, or other
 *   advice, which is not changed
 */
export async function completeCommand(text: string, line: Invocation): Promise<string> {
  const at = findCommandStart(text);
  if (at > 0) return `${text.slice(0, at)}${await completeCommand(text.slice(at), line)}`;
  const [program, ...plain] = listWords(text, line.words);
  if (program !== "tome" || plain.includes("--help")) return text;
  const names = new Map(line.named?.map(({ id, word }) => [id, word]));
  const words = plain.map((word) => names.get(word) ?? word);
  const command = ["tome", ...words.map(quoteWord)].join(" ");
  const { findCommand } = await import("./find-command.ts");
  const match = await findCommand(words).catch(() => undefined);
  if (match?.command === undefined || localNouns.includes(match.path[0] ?? "")) return command;
  const flags = [
    ...listConnectionFlags(words, line, match),
    ...(await listParentFlags(words, line, match)),
  ];
  return [command, ...flags].join(" ");
}

/** The position of the command in a hint; -1 if it has none. */
function findCommandStart(text: string): number {
  if (text.startsWith("tome ")) return 0;
  const at = text.lastIndexOf(commandStart);
  return at === -1 ? -1 : at + ": ".length;
}

/** The words of the command that a hint suggests, without `tome`; none if it has no command. */
export function listSuggestedWords(text: string, { words }: Invocation): readonly string[] {
  const at = findCommandStart(text);
  return at === -1 ? [] : listWords(text.slice(at), words).slice(1);
}

/** The command as it was typed, with --yes. */
export function confirmLine(args: readonly string[]): string {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  return ["tome", ...args.slice(0, end), "--yes", ...args.slice(end)].map(quoteWord).join(" ");
}

/** A word in single quotes, in the form of `quoteLiterally`. */
const quotedWord = /(?<=[ =])'((?:[^']|'\\'')*)'(?= |$)/g;

/**
 * The words of a command; a word in single quotes, and a typed word with spaces, such as a file
 * name, stays one word.
 */
function listWords(command: string, typed: readonly string[]): readonly string[] {
  const text = command.replace(quotedWord, (_, word: string) =>
    word.replaceAll("'\\''", "'").replaceAll(" ", "\0"),
  );
  const whole = typed
    .map((word) => (word.startsWith("--") ? word.slice(word.indexOf("=") + 1) : word))
    .filter((word) => word.includes(" "))
    .toSorted((one, other) => other.length - one.length)
    .map((word) => ({ word, marked: word.replaceAll(" ", "\0") }));
  const marked = whole.reduce((line, { word, marked }) => line.replaceAll(word, marked), text);
  return marked.split(" ").map((word) => word.replaceAll("\0", " "));
}

type WordCorrection = Pick<UnknownWordError, "word" | "meant" | "before" | "after">;

/** The maximum number of words that are corrected in one line. */
const mostCorrections = 8;

/**
 * The command line as typed with its unknown words replaced. It can be parsed: otherwise, the help
 * of the command takes its place.
 */
export async function suggestCorrection(
  args: readonly string[],
  error: WordCorrection,
): Promise<string> {
  let correction = error;
  let words = args;
  let help: readonly string[] = [];
  for (let count = 0; count < mostCorrections; count++) {
    words = correctLine(words, correction);
    // The words after help name a command or a topic.
    const { path, fault, missing = [] } = words.includes("help") ? {} : await tryParsing(words);
    if (fault === undefined) return ["tome", ...words, ...missing].map(quoteWord).join(" ");
    help = path ?? help;
    if (!isCorrection(fault)) break;
    correction = fault;
  }
  return ["tome", ...help, "--help"].join(" ");
}

function isCorrection(error: unknown): error is WordCorrection & UsageError {
  return error instanceof UsageError && "meant" in error && "before" in error;
}

/** The required flags and arguments without a value, with placeholders: `--language <language>`. */
export function listPlaceholders(
  parameters: readonly Parameter[],
  given: readonly Parameter[],
): readonly string[] {
  return parameters
    .filter((one) => one.required && one.fallback === undefined && !given.includes(one))
    .flatMap((one) => {
      const value = toValueName(one);
      const placeholder = `<${/^[\w|-]+$/.test(value) ? value : one.name}>`;
      return one.isArgument ? [`<${one.name}>`] : [`--${one.name}`, placeholder];
    });
}

/** The error for a value that is not one of the choices; the other rules apply to the whole input. */
async function findInvalidChoice(typed: ParsedArguments): Promise<UsageError | undefined> {
  const { formatLabel, isWordForAll } = await import("./argument-values.ts");
  for (const [parameter, words] of [...typed.arguments, ...typed.flags]) {
    const { field } = parameter;
    const of = field.kind === "list" ? field.of : field;
    if (of.kind !== "enum" || typeof words === "boolean") continue;
    const isValid = (word: string) =>
      listValueWords(of).some((one) => one.toLowerCase() === word.toLowerCase()) ||
      isWordForAll(field, word);
    const invalid = words.find((word) => !isValid(word));
    if (invalid !== undefined) {
      return new UsageError(`${formatLabel(parameter)} cannot be ${JSON.stringify(invalid)}.`);
    }
  }
  return undefined;
}

/** The command of a line, and the error if the line cannot be parsed. */
async function tryParsing(words: readonly string[]): Promise<{
  readonly path?: readonly string[];
  readonly fault?: UsageError;
  /** Required flags and arguments that are absent, with placeholders. */
  readonly missing?: readonly string[];
}> {
  const [{ findCommand }, { listParameters }, { parse }] = await Promise.all([
    import("./find-command.ts"),
    import("./parameters.ts"),
    import("./parse.ts"),
  ]);
  let path: readonly string[] | undefined;
  try {
    const match = await findCommand(words);
    ({ path } = match);
    const { command, rest } = match;
    if (command === undefined || command.kind === "noun") return { path };
    const parameters = listParameters(command);
    const typed = parse(path.join(" "), command, parameters, rest);
    const invalid = await findInvalidChoice(typed);
    if (invalid !== undefined) return { path, fault: invalid };
    const given = [...typed.arguments.keys(), ...typed.flags.keys()];
    return { path, missing: typed.shared.has("input") ? [] : listPlaceholders(parameters, given) };
  } catch (error) {
    if (error instanceof UsageError) return { ...(path && { path }), fault: error };
    throw error;
  }
}

/**
 * The words of a command line with one word replaced: a command, or a flag in any position, also with
 * `=`.
 */
export function correctLine(
  args: readonly string[],
  { word, meant, before, after }: WordCorrection,
): readonly string[] {
  const isIt = (arg: string) => arg === word || arg.startsWith(`${word}=`);
  const at = args.findIndex(isIt);
  const isWord = (index: number) => index < at && !args[index]?.startsWith("-");
  const words = [...args.keys()].filter(isWord);
  const following = [...args.keys()].filter((index) => index > at && !args[index]?.startsWith("-"));
  const replaced = [...(before === 0 ? [] : words.slice(-before)), ...following.slice(0, after)];
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const corrected = args.flatMap((arg, index) => {
    if (replaced.includes(index)) return [];
    const isAgain = word.startsWith("--") && index < end && isIt(arg);
    if (index !== at && !isAgain) return [arg];
    return typeof meant === "string" ? [meant + arg.slice(word.length)] : meant;
  });
  return corrected;
}

/** The readable parts of a command line that could not be parsed. */
export function toUnparsedInvocation(args: readonly string[]): Invocation {
  const shared = new Map<string, string | true>();
  for (const [at, word] of args.entries()) {
    const [, name = "", given] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
    const value = name === "local" ? true : (given ?? args[at + 1]);
    if (connection.some((one) => one === name) && value !== undefined) shared.set(name, value);
  }
  return { shared, input: {}, words: args };
}

/** With one of these, a change may rename a resource. */
const naming = ["title", "subject", "name", "slug", "path", "source", "hostname", "basename"];

/**
 * The sentence of a change, or the notes of a list, with the suggested command.
 * @param isForPerson whether a created resource is named by its title, which is readable, but can be
 *   ambiguous
 */
export async function withNextCommand(
  result: Result,
  line: Invocation,
  isForPerson = false,
): Promise<Result> {
  if (result === undefined || !("next" in result) || result.next === undefined) return result;
  const { next, ...rest } = result;
  const at = next.indexOf(commandStart) + 2;
  const isRenamed = naming.some((name) => line.input[name] !== undefined);
  // A change can rename the resource itself, but not its parents.
  const typed = (line.named ?? []).filter(({ parameter }) => !isRenamed || !parameter?.isArgument);
  const own = isForPerson ? listResultNames(rest) : [];
  const known = { ...line, named: [...own, ...typed] };
  const sentence = `${next.slice(0, at)}${await completeCommand(next.slice(at), known)}`;
  if ("done" in rest) return { ...rest, done: `${rest.done} ${sentence}` };
  return { ...rest, notes: () => [...(rest.notes?.() ?? []), sentence] };
}

/** The names of the resources in a result: those that it states, and the title of its record. */
export function listResultNames(result: Result): readonly NamedId[] {
  if (result === undefined) return [];
  const stated = ("named" in result && result.named) || [];
  return [...stated, ...("record" in result ? listTitles(result.record) : [])];
}

/** The title of a resource in place of its id, if it can be typed as a name. */
function listTitles({ id, title }: JsonObject): readonly NamedId[] {
  if (typeof id !== "string" || typeof title !== "string") return [];
  return isTypeableTitle(title) ? [{ id, word: title }] : [];
}

/** Whether commands accept the title as a name: a slash separates the parts of a path. */
export function isTypeableTitle(title: string): boolean {
  return !title.includes("/") && isTypeable(title);
}

/** Whether commands accept the title or path as a name. */
export function isTypeable(name: string): boolean {
  return /^[\p{L}\p{N}/][^\p{C}]*$/u.test(name) && !/^id:|^[A-Za-z0-9]{20}$/.test(name);
}

/** A view whose commands can be pasted. */
export async function withWholeCommands(result: Result, line: Invocation): Promise<Result> {
  if (result === undefined || !("view" in result)) return result;
  const named = [...listResultNames(result), ...(line.named ?? [])];
  const whole = async (span: string | Span) =>
    typeof span === "string" || span.as !== "command"
      ? span
      : { ...span, text: await completeCommand(span.text, { ...line, named }) };
  const view = result.view.map(async (block) =>
    "tree" in block
      ? block
      : { lines: await Promise.all(block.lines.map((one) => Promise.all(one.map(whole)))) },
  );
  return { ...result, view: await Promise.all(view) };
}

function listConnectionFlags(
  words: readonly string[],
  { shared, profileFlag }: Invocation,
  { path }: CommandMatch,
): string[] {
  if (connection.some((name) => isFlagGiven(words, name))) return [];
  return connection.flatMap((name) => {
    const value = shared.get(name);
    if (value === undefined || (profileFlag === "" && name !== "base-url")) return [];
    // A login needs a platform on a network.
    if (name === "local" && path[0] === "auth") return [];
    return value === true ? [`--${name}`] : [`--${name}`, quoteWord(value)];
  });
}

/** The parents that were typed, as flags or in a URL. The others are the same for the next command. */
async function listParentFlags(
  words: readonly string[],
  { input, words: typed }: Invocation,
  { command }: CommandMatch,
): Promise<string[]> {
  if (command === undefined || command.kind === "noun") return [];
  const { listParameters } = await import("./parameters.ts");
  const parameters = listParameters(command);
  const unless = command.kind === "custom" ? {} : command.unless;
  const excluded = parameters.flatMap(({ name, path }) =>
    isFlagGiven(words, name) ? (unless[path[0] ?? ""] ?? []) : [],
  );
  return parameters.flatMap(({ isArgument, name, path, field }: Parameter) => {
    if (isArgument || field.kind !== "id" || path.length > 1) return [];
    if (excluded.includes(path[0] ?? "")) return [];
    if (!parents.some((parent) => parent === name) || isFlagGiven(words, name)) return [];
    // A name is more readable than the id that it was resolved to, if it was resolved.
    const word = findTypedValue(typed, name);
    if (word !== undefined) return [`--${name}`, quoteWord(word)];
    const value = input[path[0] ?? ""];
    if (typeof value !== "string" || !typed.some((one) => one.includes(value))) return [];
    return [`--${name}`, quoteWord(value)];
  });
}

/** Whether the words of a command line contain the flag. */
export function isFlagGiven(words: readonly string[], name: string): boolean {
  return words.some((word) => word === `--${name}` || word.startsWith(`--${name}=`));
}

/** The typed value of a flag. */
function findTypedValue(words: readonly string[], name: string): string | undefined {
  const at = words.indexOf(`--${name}`);
  if (at !== -1) return words[at + 1];
  const joined = words.find((word) => word.startsWith(`--${name}=`));
  return joined?.slice(name.length + 3);
}
