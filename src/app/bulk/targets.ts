/** Targets of a command: the parameter that selects them, and the words that name them. */
import type { Verb } from "../../commands/verb.ts";
import { listPathNames } from "../../contract/endpoint.ts";
import { UnknownWordError, UsageError } from "../../errors.ts";
import { formatLabel } from "../parse/argument-values.ts";
import { type GlobalFlag, globalFlags } from "../parse/global-flags.ts";
import type { Parameter } from "../parse/parameters.ts";
import type { ParsedArguments } from "../parse/parse.ts";

/**
 * The last argument; without one, the last path parameter of a verb that asks for confirmation.
 * Absent if each item creates a resource, or all items belong to one resource.
 */
export function resolveTarget(verb: Verb, parameters: readonly Parameter[]): Parameter | undefined {
  if (verb.kind === "custom" && verb.isWithin) return undefined;
  const argument = parameters.findLast((one) => one.isArgument);
  if (argument !== undefined) return argument.field.kind === "list" ? undefined : argument;
  if (verb.kind !== "mutation" || verb.confirm === undefined) return undefined;
  const name = verb.endpoints.flatMap(listPathNames).at(-1);
  return parameters.find(({ path }) => path[0] === name);
}

/** A command line for each target, as if it had been typed alone. */
export function expandTargets(
  typed: ParsedArguments,
  target: Parameter,
): readonly ParsedArguments[] {
  const words = [...(typed.arguments.get(target) ?? []), ...typed.further];
  return words.map((word) => ({
    ...typed,
    arguments: new Map([...typed.arguments, [target, [word]]]),
    further: [],
  }));
}

/**
 * Refuses `update S1 --title New title`: the last word is probably the end of the title, not a
 * target.
 * @param rest the words of the command line as typed
 * @throws UsageError naming the flag and the word
 */
export function checkWords(
  rest: readonly string[],
  parameters: readonly Parameter[],
  line: string,
): void {
  const flags = parameters.filter((one) => !one.isArgument);
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? "";
    if (word === "--") return;
    if (!word.startsWith("-")) continue;
    const [name = ""] = word.split("=");
    const flag = flags.find((one) => matchesName(one, name));
    const takes = flag === undefined ? takesValue(name) : flag.field.kind !== "boolean";
    if (takes && !word.includes("=")) at++;
    const next = rest[at + 1];
    if (flag === undefined || !isFreeText(flag) || next === undefined) continue;
    if (next.startsWith("-")) continue;
    const typed = word === rest[at] ? word : `${word} ${rest[at]}`;
    throw new UsageError(
      `${JSON.stringify(next)} after ${typed} is ambiguous. Quote a value with spaces, and put resources before the flags.`,
      `tome ${line} --help`,
    );
  }
}

/**
 * Refuses `openapi put pets pets.yaml`: the last word is the value of a flag, not another target.
 * @throws UnknownWordError with the probable command line
 */
export function checkFileWord(
  { further, flags }: ParsedArguments,
  parameters: readonly Parameter[],
): void {
  const word = further.at(-1);
  if (word === undefined) return;
  const name = isWebAddress(word) ? "url" : isFileName(word) ? "file" : undefined;
  const flag = parameters.find((one) => !one.isArgument && one.name === name);
  if (flag === undefined || flags.has(flag)) return;
  throw new UnknownWordError(
    `${JSON.stringify(word)} is not a resource; use ${formatLabel(flag)} for it`,
    word,
    [formatLabel(flag), word],
  );
}

function isWebAddress(word: string): boolean {
  return /^https?:\/\//i.test(word);
}

function isFileName(word: string): boolean {
  return /^[^\s].*\.(?:json|ndjson|ya?ml|md|markdown|pem)$/i.test(word);
}

function matchesName({ name, field }: Parameter, typed: string): boolean {
  return typed === `--${name}` || (field.short !== undefined && typed === `-${field.short}`);
}

function takesValue(typed: string): boolean {
  return globalFlags.some(
    (flag: GlobalFlag) =>
      (typed === `--${flag.long}` || typed === `-${flag.short}`) &&
      flag.value !== undefined &&
      !flag.valueOptional,
  );
}

/** Whether its value can contain spaces. */
function isFreeText({ field }: Parameter): boolean {
  const of = field.kind === "list" ? field.of : field;
  return (
    (of.kind === "text" && of.format === undefined) ||
    (of.kind === "json" && of.markdown !== undefined)
  );
}
