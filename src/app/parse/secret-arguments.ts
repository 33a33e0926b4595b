/** Removal of secrets from a command line. It reads the words in the same way as the parser. */
import {
  createValueRemover,
  redactBody,
  redactField,
  redactWord,
} from "../../client/secrets/secrets.ts";
import type { Verb } from "../../commands/verb.ts";
import { getUrlLocation } from "../../contract/address-location.ts";
import {
  collectSecretValues,
  getSecretKind,
  isAddress,
  isSecret,
  redactPair,
} from "../../contract/secret-fields.ts";
import { type GlobalFlag, listFlags, takesYes } from "./global-flags.ts";
import type { Parameter } from "./parameters.ts";
import type { ParsedArguments } from "./parse.ts";

const removed = "[removed]";

/** The values of a flag; a shared flag has no parameter. */
interface FlagSyntax {
  readonly takes: "nothing" | "a value" | "perhaps a value";
  readonly parameter?: Parameter | undefined;
}

/**
 * The words with each secret removed, in all forms of flags and arguments.
 * @param rest the words after the verb
 * @param typed the same words, parsed
 */
export function withoutSecretWords(
  rest: readonly string[],
  verb: Verb,
  parameters: readonly Parameter[],
  typed: ParsedArguments,
): readonly string[] {
  const clean = createValueRemover(listTypedSecrets(parameters, typed));
  return redactWords(rest, indexFlagsByName(verb, parameters), indexArguments(parameters)).map(
    clean,
  );
}

/** Reads the words as commander does, which has parsed the command line. */
function redactWords(
  rest: readonly string[],
  flags: ReadonlyMap<string, FlagSyntax>,
  argumentAt: (index: number) => Parameter | undefined,
): readonly string[] {
  const shown: string[] = [];
  let count = 0;
  const addArgument = (word: string) => shown.push(redactValue(argumentAt(count++), word));
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? "";
    const following = rest[at + 1];
    if (word === "--") {
      shown.push(word);
      for (const one of rest.slice(at + 1)) addArgument(one);
      break;
    }
    const given = findFlag(word, flags);
    if (given === undefined) {
      addArgument(word);
      continue;
    }
    const { flag, start, value } = given;
    shown.push(value === undefined ? word : `${start}${redactValue(flag.parameter, value)}`);
    if (value !== undefined || following === undefined || flag.takes === "nothing") continue;
    if (
      flag.takes === "perhaps a value" &&
      /^-(?!(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$)./.test(following)
    )
      continue;
    shown.push(redactValue(flag.parameter, following));
    at++;
  }
  return shown;
}

/** The last flag of a word, and its value if that is in the word too. */
function findFlag(
  word: string,
  flags: ReadonlyMap<string, FlagSyntax>,
): { readonly flag: FlagSyntax; readonly start: string; readonly value?: string } | undefined {
  const whole = flags.get(word);
  if (whole !== undefined) return { flag: whole, start: word };
  if (word.startsWith("--")) {
    const end = word.indexOf("=");
    const flag = end < 0 ? undefined : flags.get(word.slice(0, end));
    return flag && { flag, start: word.slice(0, end + 1), value: word.slice(end + 1) };
  }
  // Several short flags in one word: the rest belongs to the first one with a value.
  for (let end = 1; end < word.length && word.startsWith("-"); end++) {
    const flag = flags.get(`-${word[end]}`);
    if (flag === undefined) return undefined;
    const isLast = end === word.length - 1;
    if (isLast) return { flag, start: word };
    if (flag.takes === "a value")
      return { flag, start: word.slice(0, end + 1), value: word.slice(end + 1) };
  }
  return undefined;
}

function indexFlagsByName(
  verb: Verb,
  parameters: readonly Parameter[],
): ReadonlyMap<string, FlagSyntax> {
  const own = parameters.filter(({ isArgument }) => !isArgument);
  const shared = listFlags(
    verb,
    takesYes(verb),
    parameters.some(({ inBody }) => inBody),
  );
  const namedFlags = (
    name: string,
    short: string | undefined,
    flag: FlagSyntax,
  ): [string, FlagSyntax][] => [
    [`--${name}`, flag],
    ...(short === undefined ? [] : ([[`-${short}`, flag]] satisfies [string, FlagSyntax][])),
  ];
  return new Map([
    ...shared.flatMap(({ long, short, value, valueOptional }: GlobalFlag) =>
      namedFlags(long, short, {
        takes: value === undefined ? "nothing" : valueOptional ? "perhaps a value" : "a value",
      }),
    ),
    ...own.flatMap((parameter) => {
      const { name, field } = parameter;
      const flag: FlagSyntax = {
        takes: field.kind === "boolean" ? "nothing" : "a value",
        parameter,
      };
      const none: FlagSyntax = { takes: "nothing" };
      return [
        ...namedFlags(name, field.short, flag),
        ...namedFlags(`no-${name}`, undefined, none),
        ...(name === "org" ? namedFlags("organization", undefined, flag) : []),
      ];
    }),
  ]);
}

/** The parameter of the n-th argument; the last one takes all that follow. */
function indexArguments(
  parameters: readonly Parameter[],
): (index: number) => Parameter | undefined {
  const expected = parameters.filter(({ isArgument }) => isArgument);
  return (index) => expected[Math.min(index, expected.length - 1)];
}

function redactValue(parameter: Parameter | undefined, value: string): string {
  if (parameter === undefined) return redactWord(value);
  const { field } = parameter;
  if (isSecret(field)) return findSecret(parameter, value);
  const shown = field.kind === "list" ? (field.of.redacted ?? field.redacted) : field.redacted;
  if (shown === "member") return redactField(value);
  if (isAddress(field)) return getUrlLocation(value);
  if (shown === "file or address" && /^[a-z][a-z\d+.-]*:[/\\]/i.test(value))
    return getUrlLocation(value);
  return field.kind === "text" ? redactWord(value) : redactBody(value);
}

function findSecret({ field }: Parameter, value: string): string {
  return getSecretKind(field) === "after its name" ? redactPair(value, removed) : removed;
}

/** The typed secrets, which are removed from the other words too. */
function listTypedSecrets(
  parameters: readonly Parameter[],
  typed: ParsedArguments,
): readonly string[] {
  const last = parameters.findLast(({ isArgument }) => isArgument);
  return parameters.flatMap((parameter) => {
    const { field, isArgument } = parameter;
    const flag = typed.flags.get(parameter);
    const given = isArgument
      ? [...(typed.arguments.get(parameter) ?? []), ...(parameter === last ? typed.further : [])]
      : Array.isArray(flag)
        ? flag
        : [];
    return given.flatMap((value) => collectSecretValues({ value: field }, { value }));
  });
}
