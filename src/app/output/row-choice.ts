/**
 * Filters and sorts the rows of a list by column, and reports that tome did so and not the
 * platform.
 */

import { parseTime } from "../../commands/times.ts";
import type { JsonObject, JsonValue, OutputChoice, Pages, PrintedColumn } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { formatCount } from "../../json/pluralize.ts";
import { isList } from "../../json/values.ts";
import { formatCell } from "../../terminal/cell.ts";
import { findColumn } from "../../terminal/column.ts";
import { getFieldValue } from "../../terminal/formats/field-selection.ts";
import { checkColumns } from "../../terminal/formats/output-choice.ts";

/** The options of `--filter` and `--sort`. */
export interface RowChoice {
  /** The rows to show from all pages, at most `limit`; a sorted list is read to its end. */
  readonly choose: (
    pages: Pages,
    limit: number | undefined,
  ) => AsyncGenerator<readonly JsonObject[]>;
  /** A note about the work, once the rows were read. */
  readonly note: () => string;
  /** Whether rows were left out because of the limit, once the rows were read. */
  readonly isCut: () => boolean;
}

/**
 * @param known dotted paths that are valid even if no row has them
 * @param looksAhead reads on after the limit, until it is known whether another row matches
 * @param hasLimit whether the user set the limit, so that --all is not suggested
 * @returns undefined without filter and sort
 * @throws UsageError for an invalid filter; an unknown column is refused with the first rows
 */
export function findRowChoice(
  { filters = [], sort }: OutputChoice,
  columns: readonly PrintedColumn[],
  known: readonly string[],
  { looksAhead = false, hasLimit = false }: { looksAhead?: boolean; hasLimit?: boolean } = {},
): RowChoice | undefined {
  if (filters.length === 0 && sort === undefined) return undefined;
  const conditions = filters.map(readFilter);
  const order = sort === undefined ? undefined : readSort(sort);
  const names = [...conditions.map(({ name }) => name), ...(order ? [order.name] : [])];
  const seen = { looked: 0, matching: 0, shown: 0, cut: false };
  /** The texts in the column of each condition. */
  const values = conditions.map(() => new Set<string>());

  async function* choose(
    pages: Pages,
    limit = Number.POSITIVE_INFINITY,
  ): AsyncGenerator<readonly JsonObject[]> {
    const sorted: JsonObject[] = [];
    // A field takes precedence over a header, which may show it in another form, such as indented.
    // An object in a field has no form of its own: the column shows a part of it.
    const parseColumn = (name: string): PrintedColumn =>
      columns.find(({ path }) => path === name) ??
      (isField(name) && !hasMemberColumn(name, columns)
        ? undefined
        : findColumn(name, columns)) ?? {
        header: name,
        path: name,
      };
    let isField = (name: string): boolean => known.includes(name);
    for await (const rows of pages) {
      if (seen.looked === 0 && rows.length > 0) {
        checkColumns(names, columns, rows, known);
        isField = (name) => known.includes(name) || rows.some((row) => Object.hasOwn(row, name));
      }
      const tests = conditions.map(({ name, matches }) => {
        const shown = findColumn(name, columns);
        const both = [...new Set([parseColumn(name), ...(shown === undefined ? [] : [shown])])];
        return (row: JsonObject) => matches(row, both);
      });
      if (seen.matching === 0) {
        for (const [index, { name }] of conditions.entries()) {
          collectTexts(rows, parseColumn(name), values[index]);
        }
      }
      seen.looked += rows.length;
      const kept = rows.filter((row) => tests.every((test) => test(row)));
      seen.matching += kept.length;
      if (order === undefined) {
        const shown = kept.slice(0, limit - seen.shown);
        seen.shown += shown.length;
        yield shown;
        seen.cut = seen.shown >= limit && (!looksAhead || seen.matching > seen.shown);
        if (seen.cut) return;
      } else {
        for (const row of kept) sorted.push(row);
      }
    }
    if (order === undefined) return;
    const shown = inOrder(sorted, parseColumn(order.name), order.descending).slice(0, limit);
    seen.shown = shown.length;
    yield shown;
  }

  return {
    choose,
    isCut: () => seen.cut || seen.shown < seen.matching,
    note() {
      const { looked, matching, shown, cut } = seen;
      const rows = formatCount(looked, "row");
      const did = [filters.length > 0 ? "filtered" : [], order ? "sorted" : []]
        .flat()
        .join(" and ");
      const isUnreversed = order !== undefined && !order.descending && matching > 1;
      const reverse = isUnreversed
        ? ` Ascending: the smallest or oldest first. To reverse the order: --sort=-${order.name}`
        : "";
      const result =
        filters.length > 0 ? `${matching} of the ${cut ? `first ${rows}` : rows} match` : rows;
      const part = shown < matching ? ` (${shown} shown)` : "";
      const isPartial = cut || shown < matching;
      const more = isPartial && !hasLimit ? ". Use --all to read and show all rows" : "";
      const [condition] = conditions;
      const hint =
        matching === 0 && looked > 0 && conditions.length === 1 && condition?.isExact === true
          ? describeValues(condition.name, values[0])
          : "";
      return `Rows ${did} by tome: ${result}${part}${more}.${hint}${reverse}`;
    },
  };
}

/** Whether a column has the name of a field as its header, and shows a member of its object. */
function hasMemberColumn(name: string, columns: readonly PrintedColumn[]): boolean {
  return findColumn(name, columns)?.path.startsWith(`${name}.`) === true;
}

/** The maximum number of values that a note lists; a column with more has no fixed set of values. */
const mostValues = 10;
/** A word of the API, such as `share-link`, and neither a title nor a key. */
const valueOfSet = /^[a-z]{1,20}(?:[-_][a-z]{1,20}){0,3}$/;

/** @param texts gets one more than a note lists */
function collectTexts(
  rows: readonly JsonObject[],
  column: PrintedColumn,
  texts: Set<string> | undefined,
): void {
  for (const row of rows) {
    if (texts === undefined || texts.size > mostValues) return;
    const [text = ""] = toTexts(row, column);
    if (text !== "") texts.add(text);
  }
}

/** " The values of status are draft and open."; nothing unless they are a set of words. */
function describeValues(name: string, texts: ReadonlySet<string> = new Set()): string {
  const all = [...texts].sort();
  const isSet = all.every((text) => valueOfSet.test(text));
  if (all.length === 0 || all.length > mostValues || !isSet) return "";
  const list = new Intl.ListFormat("en").format(all);
  return all.length === 1
    ? ` The only value of ${name} is ${list}.`
    : ` The values of ${name} are ${list}.`;
}

/** Whether a filter or the order uses one of these paths. */
export function choosesBy(
  { filters = [], sort }: OutputChoice,
  columns: readonly PrintedColumn[],
  paths: readonly string[],
): boolean {
  const names = [
    ...filters.map((one) => readFilter(one).name),
    ...(sort === undefined ? [] : [readSort(sort).name]),
  ];
  return names.some((name) => paths.includes(findColumn(name, columns)?.path ?? name));
}

/**
 * The texts of a value that a filter can match: as in JSON, as on a terminal, and of each item of a
 * list.
 */
function toTexts(row: JsonObject, column: PrintedColumn): readonly string[] {
  const value = getFieldValue(row, column.path);
  const values: readonly (JsonValue | undefined)[] = isList(value) ? value : [value];
  return values.flatMap((one) => {
    const asRead = [false, true].map((person) => formatCell(one, column, { person, now: 0 }));
    return column.as === "time" ? asRead.slice(0, 1) : asRead;
  });
}

interface RowFilter {
  readonly name: string;
  /** Whether it compares with a whole value. */
  readonly isExact?: boolean;
  /**
   * @param columns the column for comparisons; a pattern can match the text of any of them: the field,
   *   and the column with this header, which may show another one
   */
  readonly matches: (row: JsonObject, columns: readonly PrintedColumn[]) => boolean;
}

/** @throws UsageError unless it is a column, a sign and a value */
function readFilter(written: string): RowFilter {
  const [, name = "", sign = "", value = ""] = /^([^=!<>]+)(!?=|[<>]=?)(.*)$/s.exec(written) ?? [];
  switch (sign) {
    case "=":
    case "!=": {
      const parts = value.toLowerCase().split("*");
      const fits = (text: string) => matchesPattern(text.toLowerCase(), parts);
      return {
        name: name.trim(),
        isExact: sign === "=" && parts.length === 1,
        matches: (row, columns) =>
          columns.some((column) => toTexts(row, column).some(fits)) === (sign === "="),
      };
    }
    case "<":
    case "<=":
    case ">":
    case ">=":
      return { name: name.trim(), matches: createComparison(sign, value.trim(), name.trim()) };
    default:
      throw new UsageError(
        `--filter must be column=pattern, column!=pattern or a comparison, such as 'title=Rel*' or 'updatedAt<30d', not ${JSON.stringify(written)}.`,
      );
  }
}

/** Compares times, numbers, or otherwise texts. A row without a value does not match. */
function createComparison(
  sign: "<" | "<=" | ">" | ">=",
  value: string,
  name: string,
): RowFilter["matches"] {
  const isTrue = (order: number) =>
    order === 0 ? sign.endsWith("=") : order < 0 === sign.startsWith("<");
  let time: number | undefined;
  let compareTexts: ReturnType<typeof createTextComparison> | undefined;
  return (row, [column]) => {
    const own = column && getFieldValue(row, column.path);
    if (column === undefined || own === undefined || own === null || own === "") return false;
    if (column.as === "time" || isTimestamp(own)) {
      const meaning = sign === "<=" || sign === ">" ? "until" : "since";
      time ??= Date.parse(parseTime("--filter", value, meaning));
      return isTrue(Date.parse(String(own)) - time);
    }
    if (!isSize(own)) {
      compareTexts ??= createTextComparison();
      return isTrue(compareTexts(formatCell(own, column, { person: false, now: 0 }), value));
    }
    const number = Number(value);
    if (value === "" || Number.isNaN(number)) {
      throw new UsageError(
        `--filter compares ${name} with a number, not ${JSON.stringify(value)}.`,
      );
    }
    return isTrue(Number(own) - number);
  };
}

function isTimestamp(value: JsonValue): boolean {
  return (
    typeof value === "string" && /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(value)
  );
}

/** @param parts the texts between the `*` of a pattern, each of which matches any text */
function matchesPattern(text: string, parts: readonly string[]): boolean {
  const [first = "", ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

function readSort(written: string): { readonly name: string; readonly descending: boolean } {
  const descending = written.startsWith("-");
  return { name: descending ? written.slice(1) : written, descending };
}

/**
 * Compares numbers by size, and other values as text; rows without a value come last in either
 * order.
 */
function inOrder(
  rows: readonly JsonObject[],
  column: PrintedColumn,
  descending: boolean,
): readonly JsonObject[] {
  const compareTexts = createTextComparison();
  const keyed = rows.map((row) => {
    const value = getFieldValue(row, column.path);
    const person = column.as !== "time";
    return { row, value, text: formatCell(value, column, { person, now: 0 }) };
  });
  const compare = (a: (typeof keyed)[number], b: (typeof keyed)[number]): number => {
    if (a.text === "" || b.text === "") return Number(a.text === "") - Number(b.text === "");
    const isNumber = isSize(a.value) && isSize(b.value);
    const order = isNumber ? Number(a.value) - Number(b.value) : compareTexts(a.text, b.text);
    return descending ? -order : order;
  };
  return keyed.sort(compare).map(({ row }) => row);
}

/** Compares texts regardless of case, and numbers in them by size. */
function createTextComparison(): (a: string, b: string) => number {
  return new Intl.Collator("en", { numeric: true, sensitivity: "base" }).compare;
}

function isSize(value: JsonValue | undefined): boolean {
  return typeof value === "number" || typeof value === "bigint";
}
