/**
 * Access to fields by dotted path; in a list, a path applies to each element. A dot within a name
 * is written `\.`.
 */
import { findOwn } from "../../json/own-members.ts";
import { isRow, type PrintedRow, type PrintedValue } from "../row.ts";

/** The names of a path. */
export function parseNames(path: string): readonly string[] {
  return path.split(/(?<!\\)\./u).map((name) => name.replaceAll("\\.", "."));
}

/** The value at a path, or undefined; in a list, the values of all elements that have one. */
export function getFieldValue(
  value: PrintedValue | undefined,
  path: string,
): PrintedValue | undefined {
  return getValueBelow(value, parseNames(path));
}

function getValueBelow(
  value: PrintedValue | undefined,
  names: readonly string[],
): PrintedValue | undefined {
  let current = value;
  for (const [index, name] of names.entries()) {
    if (Array.isArray(current)) {
      const rest = names.slice(index);
      const list: readonly PrintedValue[] = current;
      return list.map((item) => getValueBelow(item, rest)).filter((item) => item !== undefined);
    }
    current = isRow(current) && Object.hasOwn(current, name) ? current[name] : undefined;
  }
  return current;
}

/** The paths of all fields of a row, in order: an object itself, then its fields. */
export function resolvePaths(row: PrintedRow, before = ""): string[] {
  return Object.entries(row).flatMap(([name, value]) => {
    const path = before + name.replaceAll(".", "\\.");
    return isRow(value) ? [path, ...resolvePaths(value, `${path}.`)] : [path];
  });
}

/** The paths of all fields that are not objects. */
export function listLeafPaths(row: PrintedRow): string[] {
  return resolvePaths(row).filter((path) => !isRow(getFieldValue(row, path)));
}

/** Whether a row has a field or could have it: null and an empty list are inconclusive. */
export function mayHave(value: PrintedValue | undefined, path: string): boolean {
  return mayHaveBelow(value, parseNames(path));
}

function mayHaveBelow(value: PrintedValue | undefined, names: readonly string[]): boolean {
  const [name, ...rest] = names;
  if (name === undefined || value === null) return true;
  if (Array.isArray(value)) {
    return value.length === 0 || value.some((item) => mayHaveBelow(item, names));
  }
  return isRow(value) && Object.hasOwn(value, name) && mayHaveBelow(value[name], rest);
}

/** The selected fields of an object, each as a whole or in part. */
type FieldSelection = Map<string, FieldSelection | "whole">;

/** A function that selects fields of a row and keeps their nesting; a missing field is null. */
export function createPicker(fields: readonly string[]): (row: PrintedRow) => PrintedRow {
  const selection: FieldSelection = new Map();
  for (const field of fields) select(selection, parseNames(field));
  return (row) => pickFrom(row, selection);
}

function select(selection: FieldSelection, [name = "", ...rest]: readonly string[]): void {
  const present = selection.get(name);
  if (present === "whole") return;
  if (rest.length === 0) {
    selection.set(name, "whole");
    return;
  }
  const inner = present ?? new Map();
  selection.set(name, inner);
  select(inner, rest);
}

function pickFrom(row: PrintedRow, selection: FieldSelection): PrintedRow {
  // fromEntries defines properties, so that a field named __proto__ is data like any other.
  return Object.fromEntries(
    [...selection].map(([name, part]) => {
      const value = findOwn(row, name);
      return [name, part === "whole" ? (value ?? null) : pickInside(value, part)];
    }),
  );
}

function pickInside(value: PrintedValue | undefined, selection: FieldSelection): PrintedValue {
  if (Array.isArray(value)) {
    const list: readonly PrintedValue[] = value;
    return list.map((item) => pickInside(item, selection));
  }
  if (value === undefined) return pickFrom({}, selection);
  return isRow(value) ? pickFrom(value, selection) : null;
}
