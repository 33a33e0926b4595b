/** Rows as objects: their properties are set here, since each one that an engine sets costs a call into JavaScript. */
import type { Bindable, EngineStatement } from "./engine.ts";

export type Row = Record<string, unknown>;

/** @returns what asks a statement for its rows; an engine without lists of values makes the objects itself */
export function rowsOf(statement: EngineStatement): (values: readonly Bindable[]) => Row[] {
  if (statement.setReturnArrays === undefined) {
    // Spread: SQLite takes 32 766 values at most.
    return (values) => statement.all(...values) as Row[];
  }
  statement.setReturnArrays(true);
  let names = namesIn(statement);
  let bare = bareRow(names);
  return (values) => {
    // Spread: SQLite takes 32 766 values at most.
    const lists = statement.all(...values) as unknown[][];
    // A table that was given a column since then shows it in a `select *` that was prepared before.
    if (lists[0] !== undefined && lists[0].length !== names.length) {
      names = namesIn(statement);
      bare = bareRow(names);
    }
    return lists.map((list) => {
      const row = { ...bare };
      for (let index = 0; index < names.length; index++) row[names[index] ?? ""] = list[index];
      return row;
    });
  };
}

function namesIn(statement: EngineStatement): readonly string[] {
  return statement.columns().map(({ name }) => name);
}

/** Rows are copies of it: one that got so many properties one by one would be slow to read. */
function bareRow(names: readonly string[]): Row {
  return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))));
}
