/** Builds the items of a bulk command; each is checked as a command of its own would be. */
import type { Verb } from "../../commands/verb.ts";
import type { Context, JsonValue } from "../../context.ts";
import { getMethod } from "../../contract/endpoint.ts";
import { type Finding, type FindingLocation, UsageError } from "../../errors.ts";
import type { Parameter } from "../parse/parameters.ts";
import type { Typed } from "../parse/parse.ts";
import { formatLabel } from "../parse/typed-values.ts";
import { type Assembled, assembleInput } from "../resolve/input.ts";
import { typedFrom } from "./cells.ts";
import { columnsFor } from "./columns.ts";
import { readRows } from "./rows.ts";
import { checkFileWord, checkWords, resolveTarget, typedEach } from "./targets.ts";

/** A command line for several things. */
export interface BulkCommand {
  /** The words of the command, for messages. */
  readonly line: string;
  readonly verb: Verb;
  readonly parameters: readonly Parameter[];
  readonly typed: Typed;
  /** What was typed after the words of the command. */
  readonly rest: readonly string[];
  readonly context: Context;
  /** Called with what is wrong with an item, as soon as the item has ended. */
  readonly onFindings: (findings: readonly Finding[]) => void;
}

export interface Item {
  /** From 1 on. */
  readonly number: number;
  /** How messages name it: its id as typed, or its line of a file. */
  readonly at: string;
  /** Its line of a file, if it comes from one. */
  readonly location: FindingLocation | undefined;
  /** The id of what it acts on; absent if it creates something. */
  readonly target: string | undefined;
  /** The request as canonical text: equal for two items that ask for the same. */
  readonly request: string;
  readonly assembled: Assembled;
}

interface Draft {
  readonly at: string;
  readonly location?: FindingLocation;
  readonly typed: () => Typed;
}

interface Fault {
  readonly at: string;
  readonly error: UsageError;
}

/** How bulk faults are listed; the others are counted. */
const mostFaults = 20;

/**
 * @throws UsageError that lists what is wrong, each with its line; nothing was sent
 */
export async function readBulkItems(bulk: BulkCommand): Promise<readonly Item[]> {
  const { line, verb, parameters, context } = bulk;
  const target = resolveTarget(verb, parameters);
  const drafts = await buildDrafts(bulk, target);
  const silent = { ...context, terminal: { ...context.terminal, interactive: false } };
  const items: Item[] = [];
  const faults: Fault[] = [];
  const firsts = new Map<string, Item>();
  for (const [index, draft] of drafts.entries()) {
    const { at, typed } = draft;
    try {
      const own = typed();
      if (target !== undefined) checkTarget(own, target);
      const assembled = await assembleInput(line, verb, parameters, own, silent);
      const item = itemFrom(index + 1, draft, target, assembled);
      const first = firsts.get(item.request);
      if (first !== undefined && item.target !== undefined) {
        throw new UsageError(`It asks for the same as ${first.at}.`);
      }
      if (first === undefined) firsts.set(item.request, item);
      items.push(item);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      faults.push({ at, error });
    }
  }
  if (faults.length > 0) throw refusal(faults, drafts.length, line);
  return items;
}

async function buildDrafts(
  { line, parameters, typed, rest, context }: BulkCommand,
  target: Parameter | undefined,
): Promise<readonly Draft[]> {
  const file = typed.shared.get("from");
  if (typeof file !== "string") {
    if (typed.further.length > 0) {
      checkWords(rest, parameters, line);
      checkFileWord(typed, parameters);
      if (target === undefined) {
        throw new UsageError(
          `tome ${line} takes one thing to act on; ${JSON.stringify(typed.further[0])} is one too many.`,
          `tome ${line} --help`,
        );
      }
    }
    const each = target?.isArgument ? typedEach(typed, target) : [];
    const all = each.length > 0 ? each : [typed];
    return all.map((own) => ({ at: (target && findWord(own, target)) ?? line, typed: () => own }));
  }
  if (typed.further.length > 0) {
    throw new UsageError(
      "Things to act on come from the line or from --from; give one of them.",
      `tome ${line} --help`,
    );
  }
  if (file === "-" && readsInput(typed)) {
    throw new UsageError("Standard input can be read once; --from - and another - share it.");
  }
  const { name, rows, columns, isTable } = await readRows(file, context);
  const known = columnsFor(columns, parameters, target, line, name);
  if (target !== undefined && rows.length > 0) checkColumn(known, target, typed, line, name);
  return rows.map((row) => ({
    at: row.at,
    ...(file !== "-" && row.line !== undefined && { location: { file, line: row.line } }),
    typed() {
      const own = typedFrom(row, known, typed, isTable);
      if (file === "-" && readsInput(own)) {
        throw new UsageError("Standard input holds the items, and no value of theirs.");
      }
      return own;
    },
  }));
}

/** The thing to act on never comes from a default, and several items never share one from the line. */
function checkColumn(
  columns: readonly { readonly parameter: Parameter }[],
  target: Parameter,
  typed: Typed,
  line: string,
  file: string,
): void {
  const isGiven = typed.arguments.has(target) || typed.flags.has(target);
  const has = columns.some(({ parameter }) => parameter === target);
  if (has && isGiven) {
    throw new UsageError(
      `${formatLabel(target)} is on the line and a column of ${file}; give it in one place.`,
    );
  }
  if (!has) {
    throw new UsageError(
      `${file} needs a column ${target.name}: what tome ${line} acts on.`,
      `tome ${line} --help`,
    );
  }
}

function checkTarget(typed: Typed, target: Parameter): void {
  if (typed.arguments.has(target) || typed.flags.has(target)) return;
  throw new UsageError(
    `It needs ${formatLabel(target)}: what to act on never comes from a default.`,
  );
}

function readsInput(typed: Typed): boolean {
  if (typed.shared.get("input") === "-") return true;
  return [...typed.flags].some(
    ([{ field }, value]) =>
      (field.kind === "text" || field.kind === "json") &&
      field.fromFile === true &&
      typeof value !== "boolean" &&
      value.includes("-"),
  );
}

function itemFrom(
  number: number,
  { at, location }: Draft,
  target: Parameter | undefined,
  assembled: Assembled,
): Item {
  const { endpoint, input } = assembled;
  const id = target && input[target.path[0] ?? ""];
  return {
    number,
    at,
    location,
    target: typeof id === "string" ? id : undefined,
    request: canonicalText([endpoint?.route ?? "", { ...assembled.extra, ...input }]),
    assembled,
  };
}

/** JSON with the members of every object sorted, so that equal values have equal texts. */
function canonicalText(value: JsonValue): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member === "bigint") return String(member);
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function findWord(typed: Typed, target: Parameter): string | undefined {
  const given = typed.arguments.get(target) ?? typed.flags.get(target);
  return typeof given === "object" ? given[0] : undefined;
}

function refusal(faults: readonly Fault[], count: number, line: string): UsageError {
  const [first, ...others] = faults;
  const isSame = others.every(({ error }) => error.message === first?.error.message);
  if (first !== undefined && isSame && faults.length === count && count > 1) {
    const { message, hint } = first.error;
    return new UsageError(message, hint, [`so in all ${count} items, from ${first.at} on`]);
  }
  const listed = faults
    .slice(0, mostFaults)
    .flatMap(({ at, error }) => [
      `${at}: ${error.message}`,
      ...error.details.map((detail) => `  ${detail}`),
    ]);
  const more = faults.length - mostFaults;
  return new UsageError(
    `${faults.length} of ${count} items cannot be sent, so none was.`,
    `tome ${line} --help`,
    [...listed, ...(more > 0 ? [`and ${more} more`] : [])],
  );
}

/** Whether the order in which items are sent affects the result. */
export function keepsOrder(verb: Verb, parameters: readonly Parameter[]): boolean {
  if (verb.kind === "task") return true;
  return (
    parameters.some(({ path }) => path[0] === "position") ||
    (resolveTarget(verb, parameters) === undefined &&
      verb.endpoints.some((endpoint) => getMethod(endpoint) === "POST"))
  );
}
