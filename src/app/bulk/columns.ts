/** The argument or flag for each column of a file. */

import { UsageError } from "../../errors.ts";
import { findNearest } from "../../json/nearest.ts";
import { findFlagSynonym } from "../parse/flag-synonyms.ts";
import { type Parameter, toNullFlag } from "../parse/parameters.ts";
import { quoteWord } from "../parse/quote-word.ts";
import { formatRowsName } from "./rows.ts";

export interface BulkColumn {
  readonly name: string;
  readonly parameter: Parameter;
  /** True in this column stands for the flag that sends false or null: `no-parent`. */
  readonly negates: boolean;
}

/**
 * @param target selects the resource; a column `id` has the same meaning
 * @param path of the file; `-` is standard input
 * @throws UsageError for a column that the command does not accept, with a suggestion
 */
export function matchColumns(
  names: readonly string[],
  parameters: readonly Parameter[],
  target: Parameter | undefined,
  line: string,
  path: string,
): readonly BulkColumn[] {
  const file = formatRowsName(path);
  const columns = names.map((name) => findColumn(name, parameters, target));
  const unknown = names.filter((_, index) => columns[index] === undefined);
  if (unknown.length > 0) throw createUnknownColumnsError(unknown, parameters, line, path);
  const known = columns.filter((column) => column !== undefined);
  for (const [index, { name, parameter, negates }] of known.entries()) {
    const other = known.slice(0, index).find((one) => one.parameter === parameter);
    if (other !== undefined && other.negates === negates) {
      throw new UsageError(
        `${file} has the columns ${other.name} and ${name} for the same value. Remove one of them.`,
      );
    }
  }
  return known;
}

function findColumn(
  name: string,
  parameters: readonly Parameter[],
  target: Parameter | undefined,
): BulkColumn | undefined {
  const parameter =
    parameters.find((one) => one.name === name) ??
    parameters.find(({ path }) => path.join(".") === name) ??
    // A member of a group has its own name, which is also its flag: before, after.
    parameters.find(({ path }) => path.length > 1 && path.at(-1) === name) ??
    (name === "id" ? target : undefined);
  if (parameter !== undefined) return { name, parameter, negates: false };
  const negated = parameters.find((one) => toNullFlag(one) === `--${name}`);
  return negated && { name, parameter: negated, negates: true };
}

function createUnknownColumnsError(
  unknown: readonly string[],
  parameters: readonly Parameter[],
  line: string,
  path: string,
): UsageError {
  const names = parameters.map(({ name }) => name);
  const listed = unknown.map((name) => {
    const suggestion =
      findSynonym(toKebabCase(name), names) ?? findNearest(toKebabCase(name), names);
    return `${JSON.stringify(name)}${suggestion === undefined ? "" : ` (did you mean ${suggestion}?)`}`;
  });
  return new UsageError(
    `Unknown ${unknown.length === 1 ? "column" : "columns"} in ${formatRowsName(path)}: ${listed.join(", ")}. Valid columns are ${names.join(", ")}.`,
    // Some commands read a table of their own.
    names.includes("file") ? `tome ${line} --file ${quoteWord(path)}` : `tome ${line} --help`,
  );
}

function findSynonym(name: string, names: readonly string[]): string | undefined {
  const flags = names.map((one) => `--${one}`);
  return findFlagSynonym(`--${name}`, flags)?.replace("--", "");
}

function toKebabCase(name: string): string {
  return name.toLowerCase().replace(/[\s_]+/g, "-");
}
