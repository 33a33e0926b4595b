/**
 * SQLite engine: the one in Node if it exists, or else a package with the same interface; and
 * conversion of rows from either.
 */

export interface Statement {
  /** Empty for a statement without result rows. */
  columns(): readonly { readonly name: string }[];
  all(...values: Bindable[]): unknown[];
  run(...values: Bindable[]): { changes: number | bigint; lastInsertRowid: number | bigint };
}

/** A prepared statement of an engine. */
export interface EngineStatement extends Statement {
  /** Whether integers are returned as bigint, including those of `run`. */
  setReadBigInts(wanted: boolean): void;
  /** Whether rows are returned as arrays of values; not available before Node 22.16. */
  setReturnArrays?(wanted: boolean): void;
}

export type Bindable = null | number | bigint | string | Uint8Array;

export interface EngineConnection<Made extends Statement = Statement> {
  prepare(sql: string): Made;
  exec(sql: string): void;
  close(): void;
}

export interface Engine {
  readonly DatabaseSync: new (
    path: string,
    options?: { readonly readOnly?: boolean },
  ) => EngineConnection<EngineStatement>;
}

/** @returns the engine, without opening a database */
export async function loadEngine(): Promise<Engine> {
  return loadBuiltIn() ?? (await import("@photostructure/sqlite"));
}

/** Node's own engine, without its experimental warning on stderr, which does not concern users. */
function loadBuiltIn(): Engine | undefined {
  const warn = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule("node:sqlite") as Engine | undefined;
  } finally {
    process.emitWarning = warn;
  }
}

/** A row as an object, by column name. */
type DatabaseRow = Record<string, unknown>;

/**
 * Rows are converted here, because each property that an engine sets costs a call into JavaScript.
 * @returns a function that runs a statement and returns its rows; without support for arrays, the
 * engine creates the objects itself
 */
export function toRows(statement: EngineStatement): (values: readonly Bindable[]) => DatabaseRow[] {
  if (statement.setReturnArrays === undefined) {
    // Spread: SQLite accepts at most 32,766 values.
    return (values) => statement.all(...values) as DatabaseRow[];
  }
  statement.setReturnArrays(true);
  let names = listNames(statement);
  let bare = createBareRow(names);
  return (values) => {
    // Spread: SQLite accepts at most 32,766 values.
    const lists = statement.all(...values) as unknown[][];
    // A column that was added later is included in a previously prepared `select *`.
    if (lists[0] !== undefined && lists[0].length !== names.length) {
      names = listNames(statement);
      bare = createBareRow(names);
    }
    return lists.map((list) => {
      const row = { ...bare };
      for (let index = 0; index < names.length; index++) row[names[index] ?? ""] = list[index];
      return row;
    });
  };
}

function listNames(statement: EngineStatement): readonly string[] {
  return statement.columns().map(({ name }) => name);
}

/** Rows are copies of it, because objects whose properties are added one by one are slow to read. */
function createBareRow(names: readonly string[]): DatabaseRow {
  return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))));
}
