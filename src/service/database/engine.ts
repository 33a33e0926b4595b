/**
 * Which SQLite runs underneath: the one inside Node if it has one, else a package with the same
 * interface; and how rows are read from either.
 */

export interface Statement {
  /** Empty for a statement that answers no rows. */
  columns(): readonly { readonly name: string }[];
  all(...values: Bindable[]): unknown[];
  run(...values: Bindable[]): { changes: number | bigint; lastInsertRowid: number | bigint };
}

/** A statement as an engine prepares it. */
export interface EngineStatement extends Statement {
  /** Whether integers are returned as bigint, those of `run` too. */
  setReadBigInts(wanted: boolean): void;
  /** Whether rows are returned as arrays of values; engines before Node 22.16 do not have this. */
  setReturnArrays?(wanted: boolean): void;
}

export type Bindable = null | number | bigint | string | Uint8Array;

export interface Connection<Made extends Statement = Statement> {
  prepare(sql: string): Made;
  exec(sql: string): void;
  close(): void;
}

export interface Engine {
  readonly DatabaseSync: new (
    path: string,
    options?: { readonly readOnly?: boolean },
  ) => Connection<EngineStatement>;
}

/** @returns the engine; nothing is opened yet */
export async function loadEngine(): Promise<Engine> {
  return builtIn() ?? (await import("@photostructure/sqlite"));
}

/** Node's own, without its warning on stderr that it is experimental: users need not know. */
function builtIn(): Engine | undefined {
  const warn = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule("node:sqlite") as Engine | undefined;
  } finally {
    process.emitWarning = warn;
  }
}

/** A row as an object with the names of its columns. */
type Row = Record<string, unknown>;

/**
 * The properties of rows are set here, as each one that an engine sets costs a call into JavaScript.
 * @returns what asks a statement for its rows; an engine without lists of values makes the objects itself
 */
export function toRows(statement: EngineStatement): (values: readonly Bindable[]) => Row[] {
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
    // A column that was added since shows in a `select *` that was prepared before.
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

/** Rows are copies of it: an object that gets many properties one by one is slow to read. */
function bareRow(names: readonly string[]): Row {
  return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))));
}
