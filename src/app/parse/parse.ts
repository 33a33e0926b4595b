/** Parses a command line with commander. */

import type { CommandField } from "../../commands/fields.ts";
import type { Verb } from "../../commands/verb.ts";
import { UnknownFlagError, UnknownWordError, UsageError } from "../../errors.ts";
import { addTo } from "../../json/groups.ts";
import { findNearest } from "../../json/nearest.ts";
import { outputFormats } from "../../settings/table.ts";
import { Command, CommanderError, Option } from "./commander.ts";
import { findFlagSynonym } from "./flag-synonyms.ts";
import { type GlobalFlag, globalFlags, listFlags, takesMany, takesYes } from "./global-flags.ts";
import { type Parameter, toNullFlag, toValueName, writeParameter } from "./parameters.ts";
import { refuseTokenFlag, refuseTokenWord } from "./token-flag.ts";

/** The parsed command line: strings, and true or false for `--x` or `--no-x`. */
export interface ParsedArguments {
  /** By parameter name; a list has all its values. */
  readonly arguments: ReadonlyMap<Parameter, readonly string[]>;
  readonly flags: ReadonlyMap<Parameter, true | false | readonly string[]>;
  /** The shared flags by their long name; `--json` without a value is true. */
  readonly shared: ReadonlyMap<string, string | true>;
  /** The shared flags that can be repeated, with all their values. */
  readonly repeated: ReadonlyMap<string, readonly string[]>;
  /** More values of the last argument: further targets. */
  readonly further: readonly string[];
}

/**
 * @param line the words of the command, for messages
 * @throws UsageError for an unknown flag, a missing value or a surplus argument
 */
export function parse(
  line: string,
  verb: Verb,
  parameters: readonly Parameter[],
  rest: readonly string[],
): ParsedArguments {
  const shared = listFlags(
    verb,
    takesYes(verb),
    parameters.some((one) => one.inBody),
  );
  const flags = parameters.filter((one) => !one.isArgument);
  const command = new Command()
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .helpOption(false)
    .allowExcessArguments(true);
  const given = new Map<Parameter, true | false | string[]>();
  const sharedGiven = new Map<string, string | true>();
  const repeated = new Map<string, string[]>();
  addFlags(command, flags, shared, given, sharedGiven);
  addShared(command, shared, flags, ({ long, repeated: isRepeated }, value) => {
    sharedGiven.set(long, value);
    if (isRepeated) addTo(repeated, long, String(value));
    // Another form of a dry run.
    if (long === "curl") sharedGiven.set("dry-run", true);
  });
  command.argument("[words...]");
  try {
    command.parse(withBareValues(rest, parameters), { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError)
      throw explainError(error, line, verb, { parameters, shared, rest });
    throw error;
  }
  return {
    ...assignArguments(line, verb, { parameters, flags: given }, command.args, sharedGiven),
    flags: given,
    shared: sharedGiven,
    repeated,
  };
}

/**
 * Separates the optional value of a flag: the next word is its value only if it is one of its
 * choices, and otherwise an argument. If an omitted argument has a default, the word is always the
 * argument, because the command would otherwise check the default instead.
 */
function withBareValues(words: readonly string[], parameters: readonly Parameter[]): string[] {
  const end = words.indexOf("--");
  const flags = parameters.filter((one) => !one.isArgument);
  const mayBeArgument = parameters.some(
    ({ isArgument, field }) => isArgument && field.default !== undefined,
  );
  const result: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const flag =
      end === -1 || at < end
        ? flags.find(({ name, field: { alias } }) => [`--${name}`, `--${alias}`].includes(word))
        : undefined;
    const field = flag?.field;
    if (field?.kind !== "enum" || field.bare === undefined) {
      result.push(word);
      continue;
    }
    const next = words[at + 1];
    const isValue = !mayBeArgument && next !== undefined && field.values.includes(next);
    result.push(`${word}=${isValue ? next : field.bare}`);
    if (isValue) at++;
  }
  return result;
}

function addFlags(
  command: Command,
  flags: readonly Parameter[],
  shared: readonly GlobalFlag[],
  given: Map<Parameter, true | false | string[]>,
  sharedGiven: Map<string, string | true>,
): void {
  for (const flag of flags) {
    const { field, name } = flag;
    const short = field.short === undefined ? "" : `-${field.short}, `;
    // A field can have the name of a shared flag if their values differ.
    const rival = shared.find(({ long }) => long === name);
    if (field.kind === "boolean") {
      on(command, `${short}--${name}`, () => given.set(flag, true));
    } else {
      on(command, `${short}--${name} <value>`, (value) => {
        if (rival !== undefined && isForeign(value, field, rival)) {
          return sharedGiven.set(name, value);
        }
        const before = given.get(flag);
        // The last value wins, except in a list.
        return given.set(
          flag,
          field.kind === "list" && Array.isArray(before) ? [...before, value] : [value],
        );
      });
      if (field.alias !== undefined) {
        on(command, `--${field.alias} <value>`, (value) => given.set(flag, [value]));
      }
      if (name === "org")
        on(command, "--organization <value>", (value) => given.set(flag, [value]));
    }
    const no = toNullFlag(flag);
    if (no !== undefined) on(command, no, () => given.set(flag, false));
  }
}

/** Whether a value belongs to the shared flag, and not to the field of the same name. */
function isForeign(value: string, field: CommandField, { values }: GlobalFlag): boolean {
  return values?.includes(value) ?? (field.kind === "enum" && !field.values.includes(value));
}

function addShared(
  command: Command,
  shared: readonly GlobalFlag[],
  flags: readonly Parameter[],
  take: (flag: GlobalFlag, value: string | true) => void,
): void {
  for (const one of shared) {
    const { long, short, value, valueOptional } = one;
    if (flags.some((flag) => flag.name === long)) continue;
    const flag = short === undefined ? "" : `-${short}, `;
    const mark = value === undefined ? "" : valueOptional ? " [value]" : " <value>";
    on(command, `${flag}--${long}${mark}`, (text) => take(one, text ?? true));
  }
}

/** Calls `take` for each occurrence of a flag, without commander's defaults and merging. */
function on(command: Command, flags: string, take: (value: string) => unknown): void {
  const option = new Option(flags);
  command.addOption(option);
  command.on(`option:${option.name()}`, take);
}

/** @param shared loses the value of `--json` if that is the only argument of the command */
function assignArguments(
  line: string,
  verb: Verb,
  {
    parameters,
    flags,
  }: Pick<ParsedArguments, "flags"> & { readonly parameters: readonly Parameter[] },
  words: readonly string[],
  shared: Map<string, string | true>,
): Pick<ParsedArguments, "arguments" | "further"> {
  const assigned = new Map<Parameter, readonly string[]>();
  const expected = parameters.filter((one) => one.isArgument);
  const given = withImplied(
    expected,
    words.length > 0 ? words : takeArgumentAfterJson(expected, shared),
  );
  let at = 0;
  for (const parameter of expected) {
    const taken = parameter.field.kind === "list" ? given.slice(at) : given.slice(at, at + 1);
    if (taken.length > 0) assigned.set(parameter, taken);
    at += taken.length;
  }
  const surplus = given[at];
  if (surplus === undefined) return { arguments: assigned, further: [] };
  if (expected.length > 0 && takesMany(verb)) {
    const user = parameters.find((one) => isRequiredUser(one) && !flags.has(one));
    // As in `cr request-review 3 ada@example.com`: not a second change request.
    if (user !== undefined && at === given.length - 1 && !/^\d+$|^[\w-]{20}$/.test(surplus)) {
      const message = `tome ${line} requires ${writeParameter(user)}; ${JSON.stringify(surplus)} was read as another ${writeParameter(expected[0] ?? user)}`;
      throw new UnknownWordError(message, surplus, [`--${user.name}`, surplus]);
    }
    return { arguments: assigned, further: given.slice(at) };
  }
  if (line === "auth token" && ["add", "create", "new"].includes(surplus)) {
    throw new UsageError(
      "tome auth token prints the token in use. Use tome local token create for the local platform.",
      "tome local token create --help",
    );
  }
  const fault = expected.length === 0 ? refuseTokenWord(line) : undefined;
  if (fault !== undefined) throw fault;
  const takes = expected.length === 0 ? "no arguments" : expected.map(writeParameter).join(" ");
  const message = `tome ${line} accepts ${takes}`;
  const absent = parameters.filter((one) => !one.isArgument && !flags.has(one));
  const parent =
    // As in `page list Handbook`: a flag selects the parent.
    absent.find((one) => one.fallback !== undefined && one.name !== "org") ??
    // As in `site section create Handbook`: a flag selects the related resource.
    absent.find((one) => one.required && one.fallback === undefined && one.field.kind === "id");
  const title = line.endsWith(" create")
    ? absent.find(({ name }) => titleFlags.includes(name))
    : undefined;
  // As in `team create Writers`.
  if (parent === undefined && title !== undefined && given.length === 1) {
    return { arguments: new Map([[title, [surplus]]]), further: [] };
  }
  const [first = surplus] = given;
  const email = absent.find(({ field }) => field.kind === "id" && field.of === "user");
  if (email !== undefined && /^[^@\s]+@[^@\s]+$/.test(surplus) && at === given.length - 1) {
    const flag = `--${email.name}`;
    throw new UnknownWordError(`${message}; use ${flag} for a user`, surplus, [flag, surplus]);
  }
  if (parent !== undefined && at === given.length - 1) {
    const flag = `--${parent.name}`;
    // In `cr preview 3 Handbook`, 3 is the change request, because parents have no numbers.
    const word = /^\d+$/.test(first) ? surplus : first;
    throw new UnknownWordError(`${message}; use ${flag} for the ${parent.name}`, word, [
      flag,
      word,
    ]);
  }
  throw new UsageError(
    `${message}: unexpected argument ${JSON.stringify(surplus)}.`,
    `tome ${line} --help`,
  );
}

/** Whether the parameter is a required flag for a user. */
function isRequiredUser({ isArgument, required, fallback, field }: Parameter): boolean {
  const of = field.kind === "list" ? field.of : field;
  if (isArgument || !required || fallback !== undefined) return false;
  return of.kind === "id" && of.of === "user";
}

/** The arguments with the default of the first one, as in `api /user`. */
function withImplied([first]: readonly Parameter[], words: readonly string[]): readonly string[] {
  const { field } = first ?? {};
  const [only = ""] = words;
  if (words.length !== 1 || field?.implied === undefined || field.kind !== "enum") return words;
  return field.values.includes(only.toUpperCase()) ? words : [field.implied, only];
}

/** The flags that set a title. */
const titleFlags: readonly string[] = ["title", "subject", "name"];

/** In `get --json S1`, the id is the argument and not a field, because the command needs one. */
function takeArgumentAfterJson(
  expected: readonly Parameter[],
  shared: Map<string, string | true>,
): string[] {
  const [only, ...more] = expected;
  const value = shared.get("json");
  if (only === undefined || more.length > 0 || typeof value !== "string") return [];
  if (!only.required || only.fallback !== undefined) return [];
  // The argument is in a file.
  if (["from", "input", "resume"].some((flag) => shared.has(flag))) return [];
  shared.set("json", true);
  return [value];
}

function explainError(
  error: CommanderError,
  line: string,
  verb: Verb,
  {
    parameters,
    shared,
    rest,
  }: {
    readonly parameters: readonly Parameter[];
    readonly shared: readonly GlobalFlag[];
    readonly rest: readonly string[];
  },
): UsageError {
  const flags = parameters.filter((one) => !one.isArgument);
  const [, typed = ""] = /'([^']*)'/.exec(error.message) ?? [];
  const hint = `tome ${line} --help`;
  if (error.code === "commander.unknownOption") {
    const names = [
      ...flags.flatMap((flag) => [`--${flag.name}`, toNullFlag(flag) ?? `--${flag.name}`]),
      ...shared.map(({ long }) => `--${long}`),
    ];
    const fault = refuseTokenFlag(typed);
    if (fault !== undefined) return fault;
    // Commander reports `-n=1` as `-=1`.
    const short = typed.startsWith("-=")
      ? rest.find((word) => word.endsWith(typed.slice(1)))
      : undefined;
    if (short !== undefined) {
      const flag = short.slice(0, -typed.length + 1);
      return new UsageError(`The flag ${flag} does not accept a value.`, hint);
    }
    const [name = ""] = typed.split("=");
    if (name !== typed && names.includes(name)) {
      return new UsageError(`The flag ${name} does not accept a value.`, hint);
    }
    if (name === "-o" || name === "--output") {
      if (names.includes("--save")) {
        return new UnknownWordError(`Unknown flag ${name} for "tome ${line}"`, name, "--save");
      }
      return new UsageError(
        `Unknown flag ${name} for "tome ${line}". Use --format to select an output format: ${outputFormats.join(", ")}.`,
        "tome help formatting",
      );
    }
    const equivalent = findEquivalent(line, verb, name, typed, rest);
    if (equivalent !== undefined) return equivalent;
    const elsewhere = globalFlags.find(({ long }) => `--${long}` === name);
    if (name === "--yes" || name === "-y") {
      // The hint is the same command without the flag, because it does not ask.
      const reason = `The flag ${name} is not supported by "tome ${line}", which does not ask`;
      return new UnknownWordError(reason, typed, []);
    }
    if (elsewhere)
      return new UsageError(`The flag ${name} is not supported by "tome ${line}".`, hint);
    const message = `Unknown flag ${name} for "tome ${line}"`;
    const argument = parameters.find(
      (one) =>
        one.isArgument &&
        (name === `--${one.name}` ||
          // As in `cr unrequest-review 3 --reviewer ada`.
          (one.field.kind === "id" &&
            one.field.of === "user" &&
            findFlagSynonym(name, ["--user"]) !== undefined) ||
          // As in `completion -s bash`.
          (/^-[a-z]$/.test(name) &&
            one.name.startsWith(name.slice(1)) &&
            one.field.kind === "enum") ||
          (fileFlags.includes(name) && isFile(one))),
    );
    if (argument !== undefined) {
      const called = (argument.field.placeholder ?? argument.name).replaceAll("|", " or ");
      const value = typed.slice(name.length + 1);
      return new UnknownWordError(
        `${message}; the ${called} is an argument`,
        name,
        value ? [value] : [],
      );
    }
    const own = flags.map((flag) => `--${flag.name}`);
    // Terraform and Go write long flags with one hyphen.
    const long = name.replace(/^-(?=[a-z]{2})/, "--");
    const candidates = names.filter((one) => mayStandFor(one, long));
    // --space may stand for --source-space.
    const [longer, ...others] = [...new Set(candidates)].filter(
      // An unsigned claim is not a claim.
      (one) => one.endsWith(long.slice(1)) && !/^--(?:un|no-|without-)/.test(one),
    );
    // One letter is similar to everything.
    const isShort = /^-[^-]$/.test(name);
    const suggestion =
      findFlagSynonym(isShort ? `--${name.slice(1)}` : long, candidates) ??
      (isShort
        ? undefined
        : (findNearest(long, candidates) ?? (others.length === 0 ? longer : undefined)));
    return suggestion === undefined
      ? new UnknownFlagError(message, name, hint, own)
      : new UnknownWordError(message, name, suggestion);
  }
  if (error.code === "commander.optionMissingArgument") {
    const [, name = ""] = /--([\w-]+)/.exec(typed) ?? [];
    const flag = flags.find((one) => one.name === name);
    const value = flag === undefined ? "value" : toValueName(flag);
    return new UsageError(`The flag --${name} needs a value: --${name} <${value}>.`, hint);
  }
  return new UsageError(`${error.message.replace(/^error: /, "")}.`, hint);
}

/** Flags of other programs with the command that does the same, by the beginning of the line. */
const equivalentCommands: readonly (readonly [line: string, flag: string, command: string])[] = [
  ["cr create", "--reviewer", "cr request-review"],
  ["cr create", "--add-reviewer", "cr request-review"],
  ["cr update", "--reviewer", "cr request-review"],
  ["cr update", "--add-reviewer", "cr request-review"],
  ["cr update", "--remove-reviewer", "cr unrequest-review"],
  ["cr edit", "--reviewer", "cr request-review"],
  ["cr edit", "--add-reviewer", "cr request-review"],
  ["cr edit", "--remove-reviewer", "cr unrequest-review"],
  ["cr create", "--body", "cr update"],
  ["auth token", "--name", "local token create"],
  ["auth token", "--label", "local token create"],
  ["auth token", "--expires", "local token create"],
  ["auth token", "--expires-at", "local token create"],
  ["saml create", "--domain", "org domain add"],
  ["saml update", "--domain", "org domain add"],
  ["space list", "--collection", "collection spaces"],
  ["site update", "--theme", "site customization update"],
  ["site update", "--mode", "site customization update"],
  ["site update", "--primary-color", "site customization update"],
  ["site update", "--logo", "site customization update"],
];

/** The error for a flag of another program that has an equivalent, but no flag of the same form. */
function findEquivalent(
  line: string,
  verb: Verb,
  name: string,
  typed: string,
  rest: readonly string[],
): UsageError | undefined {
  const message = `Unknown flag ${name} for "tome ${line}"`;
  const [, , command] =
    equivalentCommands.find(([own, flag]) => own === line && flag === name) ?? [];
  if (command !== undefined) {
    return new UsageError(`${message}. Use tome ${command}.`, `tome ${command} --help`);
  }
  if (name === "--web") {
    return new UsageError(
      `The flag --web is not supported by "tome ${line}". Use tome open.`,
      "tome open --help",
    );
  }
  const joined = typed === name ? undefined : typed.slice(name.length + 1);
  const value = joined ?? rest[rest.indexOf(name) + 1] ?? "";
  const after = joined === undefined ? 1 : 0;
  const correct = (meant: readonly string[], count = after) =>
    new UnknownWordError(message, typed, meant, 0, count);
  if (name === "--no-headers" || name === "--no-header") {
    return verb.kind === "query" ? correct(["--format", "tsv"], 0) : undefined;
  }
  const format = outputFormats.find((one) => name === `--${one}`);
  if (format !== undefined && verb.kind === "query") return correct(["--format", format], 0);
  if (["--auto-approve", "--assume-yes"].includes(name)) {
    return takesYes(verb) ? correct(["--yes"], 0) : undefined;
  }
  // A new change request is a draft, and an agent can only read.
  if (name === "--draft" && line === "cr create") return correct([], 0);
  if (name === "--read-only" && line === "agent setup") return correct([], 0);
  if (name === "--page" && line.startsWith("site redirect ") && value !== "") {
    return correct(["--to", value]);
  }
  if (["--revoke", "--disable", "--deactivate"].includes(name) && line.endsWith("link update")) {
    return correct(["--no-active"], 0);
  }
  if (name === "--visibility" && line === "space update" && value === "private") {
    return correct(["--default-level", "none"]);
  }
  const titles = verb.kind === "query" ? verb.columns.map(({ path }) => path) : [];
  const title = titles.find((path) => titleFlags.includes(path));
  return name === "--search" && line.endsWith(" list") && title !== undefined && value !== ""
    ? correct(["--filter", `${title}=*${value}*`])
    : undefined;
}

/** Flags of other programs whose value is an argument here, if the command takes files. */
const fileFlags: readonly string[] = [
  ...["-f", "--file", "--filename", "--folder", "--directory"],
  ...["--to", "--into", "--dest", "--destination", "--out-dir"],
];

function isFile({ field, name }: Parameter): boolean {
  return /^(?:file|folder|dir)/.test(field.placeholder ?? name);
}

/** Flags, of tome or other tools, that make a command strict. */
const failing = /^--(?:no-)?(?:fail|strict|error|exit|max-warn|warn|break|deny|require|gate|check)/;

/** Flags that accept, skip or omit something. */
const weakening =
  /^--(?:allow|accept|ignore|skip|force|yes|no-|exclude|except|update-baseline|baseline|quiet)/;

/** @param meant a flag of the command @param typed an unknown flag, both with their hyphens */
function mayStandFor(meant: string, typed: string): boolean {
  const isFailing = failing.test(meant);
  if (failing.test(typed)) return isFailing && meant.startsWith("--fail");
  if (isFailing && findNearest(typed, [meant]) === undefined) return false;
  if (!weakening.test(meant)) return true;
  const [first, firstTyped] = [meant, typed].map((flag) => flag.slice(2).split("-")[0] ?? "");
  // `--alow-…` can stand for `--allow-…`, but `--fall-…` cannot.
  return first === firstTyped || (first?.[0] === firstTyped?.[0] && isSlip(firstTyped, first));
}

function isSlip(typed = "", meant = ""): boolean {
  return Math.abs(typed.length - meant.length) <= 1 && findNearest(typed, [meant]) !== undefined;
}
