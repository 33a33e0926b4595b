/** Which SQLite runs underneath: the one inside Node where it has one, else a package with the same interface. */

export interface Statement {
  /** Empty for a statement that answers no rows. */
  columns(): readonly { readonly name: string }[];
  all(...values: Bindable[]): unknown[];
  run(...values: Bindable[]): { changes: number | bigint; lastInsertRowid: number | bigint };
}

/** What an engine makes of SQL. */
export interface EngineStatement extends Statement {
  /** Whether whole numbers are answered as bigint, that of `run` too. */
  setReadBigInts(wanted: boolean): void;
  /** Whether rows come as lists of their values; engines before Node 22.16 have no such choice. */
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

/** Node's own, which announces itself as experimental on stderr: that is for us to know, not for the reader. */
function builtIn(): Engine | undefined {
  const warn = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule("node:sqlite") as Engine | undefined;
  } finally {
    process.emitWarning = warn;
  }
}
