/** Finds and picks fields by dotted path; a path goes through lists element by element. */
import { isRow, type JsonValue, type Row } from "./row.ts";

/** The value at a path, `undefined` where there is none. Through a list: the list of what its elements have. */
export function valueAt(
  value: JsonValue | undefined,
  names: readonly string[],
): JsonValue | undefined {
  let found = value;
  for (const [index, name] of names.entries()) {
    if (Array.isArray(found)) {
      const rest = names.slice(index);
      const list: readonly JsonValue[] = found;
      return list.map((item) => valueAt(item, rest)).filter((item) => item !== undefined);
    }
    found = isRow(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found;
}

/** The paths of a row's fields, in its own order: objects as themselves and with their inner fields. */
export function pathsOf(row: Row, before = ""): string[] {
  return Object.entries(row).flatMap(([name, value]) => {
    const path = before + name;
    return isRow(value) ? [path, ...pathsOf(value, `${path}.`)] : [path];
  });
}

/** The paths of a row's fields that hold no object: what a record shows when no columns are named. */
export function leafPathsOf(row: Row): string[] {
  return pathsOf(row).filter((path) => !isRow(valueAt(row, path.split("."))));
}

/** Whether a row has a field, or could have: nothing speaks against it inside null and empty lists. */
export function mayHave(value: JsonValue | undefined, names: readonly string[]): boolean {
  const [name, ...rest] = names;
  if (name === undefined || value === null) return true;
  if (Array.isArray(value)) {
    return value.length === 0 || value.some((item) => mayHave(item, names));
  }
  return isRow(value) && Object.hasOwn(value, name) && mayHave(value[name], rest);
}

/** What to keep of an object: all of a field, or a part of it. */
type Selection = Map<string, Selection | "whole">;

/** A function that keeps only some fields of a row, nested as they were; a missing one is null. */
export function picker(fields: readonly string[]): (row: Row) => Row {
  const selection: Selection = new Map();
  for (const field of fields) select(selection, field.split("."));
  return (row) => pickFrom(row, selection);
}

function select(selection: Selection, [name = "", ...rest]: readonly string[]): void {
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

function pickFrom(row: Row, selection: Selection): Row {
  // fromEntries defines fields, so that one named __proto__ is data like any other.
  return Object.fromEntries(
    [...selection].map(([name, part]) => {
      const value = Object.hasOwn(row, name) ? row[name] : undefined;
      return [name, part === "whole" ? (value ?? null) : pickInside(value, part)];
    }),
  );
}

function pickInside(value: JsonValue | undefined, selection: Selection): JsonValue {
  if (Array.isArray(value)) {
    const list: readonly JsonValue[] = value;
    return list.map((item) => pickInside(item, selection));
  }
  if (value === undefined) return pickFrom({}, selection);
  return isRow(value) ? pickFrom(value, selection) : null;
}
