/** Conversion of a table row into the command line that one item would have been typed as. */
import type { JsonValue } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import type { InputRow } from "../../json/rows.ts";
import type { Parameter } from "../parse/parameters.ts";
import type { ParsedArguments } from "../parse/parse.ts";
import { formatLabel } from "../parse/typed-values.ts";
import type { BulkColumn } from "./columns.ts";

type FlagValue = true | false | readonly string[];

/**
 * @param base values for all items; a cell takes precedence
 * @param isTable an empty cell counts as absent; in JSON an empty string is a value
 * @throws UsageError naming the flag of the column and the rule
 */
export function typedFrom(
  row: InputRow,
  columns: readonly BulkColumn[],
  base: ParsedArguments,
  isTable: boolean,
): ParsedArguments {
  const values = new Map<Parameter, FlagValue>();
  for (const column of columns) {
    const cell = row.cells.get(column.name);
    if (cell === undefined || (isTable && cell === "")) continue;
    const given = column.negates ? negated(column, cell) : givenBy(column, cell, isTable);
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

function negated({ name }: BulkColumn, cell: JsonValue): FlagValue | undefined {
  const truth = truthIn(cell);
  if (truth === undefined) throw new UsageError(`${name} must be true or false.`);
  return truth ? false : undefined;
}

function givenBy({ parameter }: BulkColumn, cell: JsonValue, isTable: boolean): FlagValue {
  const { field } = parameter;
  const label = formatLabel(parameter);
  if (cell === null) {
    if (field.nullable) return false;
    throw new UsageError(`${label} must not be null. Omit it instead.`);
  }
  if (field.kind === "boolean") {
    const truth = truthIn(cell);
    if (truth === undefined) throw new UsageError(`${label} must be true or false.`);
    return truth;
  }
  if (field.kind === "list") return listIn(parameter, cell, isTable);
  return [wordIn(parameter, cell)];
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
  return members.map((member) => wordIn(parameter, member));
}

function wordIn(parameter: Parameter, cell: JsonValue): string {
  if (typeof cell === "string") return cell;
  const of = parameter.field.kind === "list" ? parameter.field.of : parameter.field;
  if (of.kind === "json") return JSON.stringify(cell);
  if (typeof cell === "number" || typeof cell === "bigint") return String(cell);
  throw new UsageError(
    `${formatLabel(parameter)} must be a string in the format of the flag's value.`,
  );
}

function truthIn(cell: JsonValue): boolean | undefined {
  if (typeof cell === "boolean") return cell;
  return cell === "true" ? true : cell === "false" ? false : undefined;
}
