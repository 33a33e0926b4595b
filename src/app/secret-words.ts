/** Takes the secrets out of a command line, whose words are told apart as they were when it was read. */
import { shownBody, shownField, shownWord, valueRemover } from "../client/secrets.ts";
import type { Verb } from "../commands/verb.ts";
import { isAddress, isSecret, secretValues, shownPair } from "../contract/secret-fields.ts";
import { shownPlace } from "../contract/shown-address.ts";
import { flagsFor, type GlobalFlag, takesYes } from "./global-flags.ts";
import type { Parameter } from "./parameters.ts";
import type { Typed } from "./parse.ts";

const removed = "[removed]";

/** What a flag takes; without a parameter where it is one that all commands share. */
interface Flag {
  readonly takes: "nothing" | "a value" | "perhaps a value";
  readonly parameter?: Parameter | undefined;
}

/**
 * The words with each secret removed, in every form in which a flag or an argument takes one.
 * @param rest the words after those of the verb
 * @param typed what they were understood as
 */
export function withoutSecretWords(
  rest: readonly string[],
  verb: Verb,
  parameters: readonly Parameter[],
  typed: Typed,
): readonly string[] {
  const clean = valueRemover(typedSecrets(parameters, typed));
  return shownWords(rest, flagsByName(verb, parameters), argumentsIn(parameters)).map(clean);
}

/** In the way in which commander, which has read the line, takes it apart. */
function shownWords(
  rest: readonly string[],
  flags: ReadonlyMap<string, Flag>,
  argumentAt: (index: number) => Parameter | undefined,
): readonly string[] {
  const shown: string[] = [];
  let placed = 0;
  const place = (word: string) => shown.push(shownValueOf(argumentAt(placed++), word));
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? "";
    const following = rest[at + 1];
    if (word === "--") {
      shown.push(word);
      for (const one of rest.slice(at + 1)) place(one);
      break;
    }
    const read = flagIn(word, flags);
    if (read === undefined) {
      place(word);
      continue;
    }
    const { flag, start, value } = read;
    shown.push(value === undefined ? word : `${start}${shownValueOf(flag.parameter, value)}`);
    if (value !== undefined || following === undefined || flag.takes === "nothing") continue;
    if (flag.takes === "perhaps a value" && /^-(?!\d*\.?\d+(?:e[+-]?\d+)?$)./.test(following))
      continue;
    shown.push(shownValueOf(flag.parameter, following));
    at++;
  }
  return shown;
}

/** The last flag of a word, and its value where that stands in the word too. */
function flagIn(
  word: string,
  flags: ReadonlyMap<string, Flag>,
): { readonly flag: Flag; readonly start: string; readonly value?: string } | undefined {
  const whole = flags.get(word);
  if (whole !== undefined) return { flag: whole, start: word };
  if (word.startsWith("--")) {
    const end = word.indexOf("=");
    const flag = end < 0 ? undefined : flags.get(word.slice(0, end));
    return flag && { flag, start: word.slice(0, end + 1), value: word.slice(end + 1) };
  }
  // Several short ones in one word: the first that takes a value has the rest of it.
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

function flagsByName(verb: Verb, parameters: readonly Parameter[]): ReadonlyMap<string, Flag> {
  const own = parameters.filter(({ isArgument }) => !isArgument);
  const shared = flagsFor(
    verb,
    takesYes(verb),
    parameters.some(({ inBody }) => inBody),
  );
  const entries = (name: string, short: string | undefined, flag: Flag): [string, Flag][] => [
    [`--${name}`, flag],
    ...(short === undefined ? [] : ([[`-${short}`, flag]] satisfies [string, Flag][])),
  ];
  return new Map([
    ...shared.flatMap(({ long, short, value, valueOptional }: GlobalFlag) =>
      entries(long, short, {
        takes: value === undefined ? "nothing" : valueOptional ? "perhaps a value" : "a value",
      }),
    ),
    ...own.flatMap((parameter) => {
      const { name, field } = parameter;
      const flag: Flag = { takes: field.kind === "flag" ? "nothing" : "a value", parameter };
      const none: Flag = { takes: "nothing" };
      return [
        ...entries(name, field.short, flag),
        ...entries(`no-${name}`, undefined, none),
        ...(name === "org" ? entries("organization", undefined, flag) : []),
      ];
    }),
  ]);
}

/** Which argument the n-th of them is; a list, and what comes after the last one, is that one. */
function argumentsIn(parameters: readonly Parameter[]): (index: number) => Parameter | undefined {
  const wanted = parameters.filter(({ isArgument }) => isArgument);
  const list = wanted.findIndex(({ field }) => field.kind === "list");
  const last = list < 0 ? wanted.length - 1 : list;
  return (index) => wanted[Math.min(index, last)];
}

function shownValueOf(parameter: Parameter | undefined, value: string): string {
  if (parameter === undefined) return shownWord(value);
  const { field } = parameter;
  if (isSecret(field)) return secretIn(parameter, value);
  const shown = field.kind === "list" ? (field.of.shown ?? field.shown) : field.shown;
  if (shown === "member") return shownField(value);
  if (isAddress(field)) return shownPlace(value);
  if (shown === "file or address" && /^[a-z][a-z\d+.-]*:[/\\]/i.test(value))
    return shownPlace(value);
  return field.kind === "text" ? shownWord(value) : shownBody(value);
}

function secretIn({ field }: Parameter, value: string): string {
  const how = field.kind === "list" ? (field.of.secret ?? field.secret) : field.secret;
  return how === "after its name" ? shownPair(value, removed) : removed;
}

/** What is secret where it stands is removed from the other words too. */
function typedSecrets(parameters: readonly Parameter[], typed: Typed): readonly string[] {
  const last = parameters.findLast(({ isArgument }) => isArgument);
  return parameters.flatMap((parameter) => {
    const { field, isArgument } = parameter;
    const flag = typed.flags.get(parameter);
    const given = isArgument
      ? [...(typed.arguments.get(parameter) ?? []), ...(parameter === last ? typed.further : [])]
      : Array.isArray(flag)
        ? flag
        : [];
    return given.flatMap((value) => secretValues({ value: field }, { value }));
  });
}
