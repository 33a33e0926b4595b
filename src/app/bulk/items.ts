/** The items of a bulk command. Each is validated like a separate command. */
import type { Verb } from "../../commands/verb.ts";
import type { Context, JsonValue } from "../../context.ts";
import { getMethod } from "../../contract/endpoint.ts";
import { type Finding, type FindingLocation, UnknownWordError, UsageError } from "../../errors.ts";
import type { Keeper } from "../../history/keeper.ts";
import { writeJson } from "../../json/exact-writing.ts";
import type { InputRow } from "../../json/rows.ts";
import { formatLabel } from "../parse/argument-values.ts";
import type { Parameter } from "../parse/parameters.ts";
import type { ParsedArguments } from "../parse/parse.ts";
import { assembleInput, type ResolvedInput } from "../resolve/input.ts";
import { type BulkColumn, matchColumns } from "./columns.ts";
import { readRows } from "./rows.ts";
import { checkFileWord, checkWords, expandTargets, resolveTarget } from "./targets.ts";

/** A command line for several resources. */
export interface BulkCommand {
  /** The words of the command, for messages. */
  readonly line: string;
  readonly verb: Verb;
  readonly parameters: readonly Parameter[];
  readonly typed: ParsedArguments;
  /** The words after the command. */
  readonly rest: readonly string[];
  readonly context: Context;
  /** Called with the findings of an item when it ends. */
  readonly onFindings: (findings: readonly Finding[]) => void;
  /** Called with the accepted writes (202) of an item that has waited for their end. */
  readonly endAccepted: Keeper["endAccepted"];
}

export interface BulkItem {
  /** From 1. */
  readonly number: number;
  /** Its label in messages: the id as typed, or the line of a file. */
  readonly at: string;
  /** Its line of a file, if it comes from a file. */
  readonly location: FindingLocation | undefined;
  /** The id of its target; absent if the item creates a resource. */
  readonly target: string | undefined;
  /** The request as canonical text, to find duplicate items. */
  readonly request: string;
  readonly assembled: ResolvedInput;
}

interface ItemDraft {
  readonly at: string;
  readonly location?: FindingLocation;
  readonly typed: () => ParsedArguments;
}

interface ItemError {
  readonly at: string;
  readonly error: UsageError;
}

/** Number of errors that are listed; the others are counted. */
const mostFaults = 20;

/** @throws UsageError that lists all errors with their lines; nothing was sent */
export async function readBulkItems(bulk: BulkCommand): Promise<readonly BulkItem[]> {
  const { line, verb, parameters, context } = bulk;
  const target = resolveTarget(verb, parameters);
  const drafts = await buildDrafts(bulk, target);
  const silent = { ...context, terminal: { ...context.terminal, interactive: false } };
  const items: BulkItem[] = [];
  const faults: ItemError[] = [];
  const firsts = new Map<string, BulkItem>();
  for (const [index, draft] of drafts.entries()) {
    const { at, typed } = draft;
    try {
      const own = typed();
      if (target !== undefined) checkTarget(own, target);
      const assembled = await assembleInput(line, verb, parameters, own, silent);
      const item = createItem(index + 1, draft, target, assembled);
      const first = firsts.get(item.request);
      if (first !== undefined) throw new UsageError(`It duplicates ${first.at}.`);
      firsts.set(item.request, item);
      items.push(item);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      faults.push({ at, error });
    }
  }
  if (faults.length > 0) throw createItemsError(faults, drafts.length, line);
  return items;
}

async function buildDrafts(
  { line, parameters, typed, rest, context }: BulkCommand,
  target: Parameter | undefined,
): Promise<readonly ItemDraft[]> {
  const file = typed.shared.get("from");
  if (typeof file !== "string") {
    if (typed.further.length > 0) {
      checkWords(rest, parameters, line);
      checkFileWord(typed, parameters);
      if (target === undefined) {
        throw new UsageError(
          `tome ${line} does not accept several resources: unexpected ${JSON.stringify(typed.further[0])}.`,
          `tome ${line} --help`,
        );
      }
    }
    const each = target?.isArgument ? expandTargets(typed, target) : [];
    const all = each.length > 0 ? each : [typed];
    return all.map((own) => ({ at: (target && findWord(own, target)) ?? line, typed: () => own }));
  }
  if (typed.further.length > 0) {
    throw new UsageError(
      "Arguments and --from cannot be combined. Specify the resources in one place.",
      `tome ${line} --help`,
    );
  }
  if (file === "-" && readsStandardInput(typed)) {
    throw new UsageError(
      "--from - and another - cannot be combined, because standard input can be read only once.",
    );
  }
  const text = await context.readText(file).catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    throw explainFrom(error, file, parameters, typed, rest);
  });
  const { name, rows, columns, isTable } = await readRows(file, context, text);
  const known = matchColumns(columns, parameters, target, line, file);
  if (target !== undefined && rows.length > 0) checkColumn(known, target, typed, line, name);
  return rows.map((row) => ({
    at: row.at,
    ...(file !== "-" && row.line !== undefined && { location: { file, line: row.line } }),
    typed() {
      const own = buildArguments(row, known, typed, isTable);
      if (file === "-" && readsStandardInput(own)) {
        throw new UsageError("A value cannot be - because standard input contains the items.");
      }
      return own;
    },
  }));
}

/** The target never comes from a default, and several items never share one. */
function checkColumn(
  columns: readonly { readonly parameter: Parameter }[],
  target: Parameter,
  typed: ParsedArguments,
  line: string,
  file: string,
): void {
  const isGiven = typed.arguments.has(target) || typed.flags.has(target);
  const has = columns.some(({ parameter }) => parameter === target);
  if (has && isGiven) {
    throw new UsageError(
      `${formatLabel(target)} is set on the command line and by a column of ${file}. Remove one of them.`,
    );
  }
  if (!has) {
    throw new UsageError(
      `${file} needs a column ${target.name} that selects the resource.`,
      `tome ${line} --help`,
    );
  }
}

function checkTarget(typed: ParsedArguments, target: Parameter): void {
  if (typed.arguments.has(target) || typed.flags.has(target)) return;
  throw new UsageError(`${formatLabel(target)} is required. It never comes from a default.`);
}

function readsStandardInput(typed: ParsedArguments): boolean {
  if (typed.shared.get("input") === "-") return true;
  return [...typed.flags].some(
    ([{ field }, value]) =>
      (field.kind === "text" || field.kind === "json") &&
      field.fromFile === true &&
      typeof value !== "boolean" &&
      value.includes("-"),
  );
}

function createItem(
  number: number,
  { at, location }: ItemDraft,
  target: Parameter | undefined,
  assembled: ResolvedInput,
): BulkItem {
  const { endpoint, input } = assembled;
  const id = target && input[target.path[0] ?? ""];
  return {
    number,
    at,
    location,
    target: typeof id === "string" ? id : undefined,
    request: toCanonicalJson([endpoint?.route ?? "", { ...assembled.extra, ...input }]),
    assembled,
  };
}

/** JSON with sorted object members, so that equal values have equal texts. */
function toCanonicalJson(value: JsonValue): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member === "bigint") return String(member);
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function findWord(typed: ParsedArguments, target: Parameter): string | undefined {
  const given = typed.arguments.get(target) ?? typed.flags.get(target);
  return typeof given === "object" ? given[0] : undefined;
}

function createItemsError(faults: readonly ItemError[], count: number, line: string): UsageError {
  const [first, ...others] = faults;
  const isSame = others.every(({ error }) => error.message === first?.error.message);
  if (first !== undefined && isSame && faults.length === count && count > 1) {
    const { message, hint } = first.error;
    return new UsageError(message, hint, [
      `The error applies to ${count === 2 ? "both" : `all ${count}`} items, starting with ${first.at}`,
    ]);
  }
  const listed = faults
    .slice(0, mostFaults)
    .flatMap(({ at, error }) => [
      `${at}: ${error.message}`,
      ...error.details.map((detail) => `  ${detail}`),
    ]);
  const more = faults.length - mostFaults;
  return new UsageError(
    `${faults.length} of ${count} items are invalid. Nothing was sent.`,
    `tome ${line} --help`,
    [...listed, ...(more > 0 ? [`and ${more} more`] : [])],
  );
}

/** Whether the order in which items are sent affects the result. */
export function keepsOrder(verb: Verb, parameters: readonly Parameter[]): boolean {
  if (verb.kind === "custom") return true;
  return (
    parameters.some(({ path }) => path[0] === "position") ||
    (resolveTarget(verb, parameters) === undefined &&
      verb.endpoints.some((endpoint) => getMethod(endpoint) === "POST"))
  );
}

type FlagValue = true | false | readonly string[];

/**
 * @param base values for all items; a cell takes precedence
 * @param isTable an empty cell counts as absent; in JSON an empty string is a value
 * @throws UsageError naming the flag of the column and the rule
 */
function buildArguments(
  row: InputRow,
  columns: readonly BulkColumn[],
  base: ParsedArguments,
  isTable: boolean,
): ParsedArguments {
  const values = new Map<Parameter, FlagValue>();
  for (const column of columns) {
    const cell = row.cells.get(column.name);
    if (cell === undefined || (isTable && cell === "")) continue;
    const given = column.negates ? findNegation(column, cell) : readCell(column, cell, isTable);
    if (given === undefined) continue;
    if (values.has(column.parameter)) {
      throw new UsageError(
        `${formatLabel(column.parameter)} and no-${column.parameter.name} cannot be combined.`,
      );
    }
    values.set(column.parameter, given);
  }
  const given = [...values];
  const words = given.flatMap(([parameter, value]): [Parameter, readonly string[]][] =>
    parameter.isArgument && typeof value !== "boolean" ? [[parameter, value]] : [],
  );
  return {
    ...base,
    arguments: new Map([...base.arguments, ...words]),
    flags: new Map([...base.flags, ...given.filter(([parameter]) => !parameter.isArgument)]),
    further: [],
  };
}

function findNegation({ name }: BulkColumn, cell: JsonValue): FlagValue | undefined {
  const truth = findTruth(cell);
  if (truth === undefined) throw new UsageError(`${name} must be true or false.`);
  return truth ? false : undefined;
}

function readCell({ parameter }: BulkColumn, cell: JsonValue, isTable: boolean): FlagValue {
  const { field } = parameter;
  const label = formatLabel(parameter);
  if (cell === null) {
    if (field.nullable) return false;
    throw new UsageError(`${label} must not be null. Omit it instead.`);
  }
  if (field.kind === "boolean") {
    const truth = findTruth(cell);
    if (truth === undefined) throw new UsageError(`${label} must be true or false.`);
    return truth;
  }
  if (field.kind === "list") return listIn(parameter, cell, isTable);
  return [toWord(parameter, cell)];
}

/** In a table, the items of a list share one cell, separated by semicolons. */
function listIn(parameter: Parameter, cell: JsonValue, isTable: boolean): readonly string[] {
  if (isTable && typeof cell === "string") {
    return cell
      .split(";")
      .map((word) => word.trim())
      .filter((word) => word !== "");
  }
  const members: readonly JsonValue[] = Array.isArray(cell) ? cell : [cell];
  return members.map((member) => toWord(parameter, member));
}

function toWord(parameter: Parameter, cell: JsonValue): string {
  if (typeof cell === "string") return cell;
  const of = parameter.field.kind === "list" ? parameter.field.of : parameter.field;
  if (of.kind === "json") return writeJson(cell);
  if (typeof cell === "number" || typeof cell === "bigint") return String(cell);
  throw new UsageError(
    `${formatLabel(parameter)} must be a string in the format of the flag's value.`,
  );
}

function findTruth(cell: JsonValue): boolean | undefined {
  if (typeof cell === "boolean") return cell;
  return cell === "true" ? true : cell === "false" ? false : undefined;
}

/**
 * The error for `--from` with a value of the resource in place of a file: `redirect create --from /old`.
 * @param error why the file cannot be read
 * @param rest the words after the command, as typed
 * @returns the error with the argument or flag that the value belongs to, or the error itself if
 *   the value has the form of a file name
 */
function explainFrom(
  error: UsageError,
  file: string,
  parameters: readonly Parameter[],
  typed: ParsedArguments,
  rest: readonly string[],
): UsageError {
  if (/\.(?:csv|tsv|ndjson|jsonl|json|txt)$/i.test(file)) return error;
  const isFree = (one: Parameter) => !typed.arguments.has(one) && !typed.flags.has(one);
  const argument = parameters.find((one) => one.isArgument && isFree(one));
  const flag = parameters.find((one) => !one.isArgument && one.name === "source" && isFree(one));
  const meant = argument ?? flag;
  if (meant === undefined) return error;
  const isJoined = rest.includes(`--from=${file}`);
  const replacement = [...(argument ? [] : [formatLabel(meant)]), ...(isJoined ? [file] : [])];
  return new UnknownWordError(
    `--from reads items from a file, and ${JSON.stringify(file)} is not a file; use ${formatLabel(meant)}`,
    "--from",
    replacement,
  );
}
