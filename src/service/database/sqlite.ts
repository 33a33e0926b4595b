/** Opens the one connection to the platform's SQLite file, which is also the lease on the data. */
import { type Connection, type EngineStatement, loadEngine, type Statement } from "./engine.ts";
import { rowsOf } from "./rows.ts";
import { refuseUnstorable } from "./unstorable.ts";

export interface SqliteConnection extends Connection {
  /** Is to be told before each transaction. */
  readonly beforeTransaction: () => void;
}

/** Another process has the data open. */
export class DataInUse extends Error {
  override readonly name = "DataInUse";
  constructor(readonly path: string) {
    super(`${path} is open in another process.`);
  }
}

/**
 * How the connection must behave. Each is read back, as SQLite answers an unknown or refused
 * pragma with silence. Exclusive locking makes the file's lock the lease: it goes away with the
 * process, however that ends. It also keeps the data at one connection, which is why versions
 * between 3.7.0 and 3.51.2 may run here: their WAL-reset fault needs a second one.
 */
const pragmas = {
  locking_mode: ["EXCLUSIVE", "exclusive"],
  synchronous: ["FULL", 2],
  foreign_keys: ["ON", 1],
  // Without it, macOS acknowledges a commit that its disk has not written yet.
  fullfsync: ["ON", 1],
  trusted_schema: ["OFF", 0],
} as const;

/**
 * A write-ahead log commits with one wait for the disk where an undo journal has four, but to begin
 * and to end one takes nine. So a command that reads or changes little never has one.
 */
const transactionsWorthALog = 4;

/**
 * @param path a file, or `:memory:`
 * @throws DataInUse where another process, or this one, has the file open
 */
export async function openSqlite(path: string): Promise<SqliteConnection> {
  const { DatabaseSync } = await loadEngine();
  const connection = new DatabaseSync(path);
  try {
    for (const [name, [wanted, effective]] of Object.entries(pragmas)) {
      connection.exec(`pragma ${name} = ${wanted}`);
      // Data in memory has no file to lock.
      if (path !== ":memory:" || name !== "locking_mode") readBack(connection, name, effective);
    }
    // Whoever was killed has left the log that it had; it then serves on.
    readBack(connection, "journal_mode", ...(path === ":memory:" ? ["memory"] : ["delete", "wal"]));
    // A read alone would take the lock later; from here on it is held until the connection closes.
    connection.exec("begin exclusive; commit");
  } catch (error) {
    connection.close();
    throw isBusy(error) ? new DataInUse(path) : error;
  }
  let transactions = 0;
  return {
    beforeTransaction() {
      if (path === ":memory:" || ++transactions !== transactionsWorthALog) return;
      connection.exec("pragma journal_mode = WAL");
      readBack(connection, "journal_mode", "wal");
    },
    prepare: (sql) => alike(connection.prepare(sql)),
    exec: (sql) => connection.exec(sql),
    close: () => closeWhole(connection),
  };
}

/** A statement that every version of either engine takes and answers in the same way. */
function alike(statement: EngineStatement): Statement {
  // Full text has row numbers beyond 2^53, and newer versions throw where a number cannot hold the last one.
  if (statement.columns().length === 0) statement.setReadBigInts(true);
  const rows = rowsOf(statement);
  return {
    columns: () => statement.columns(),
    all(...values) {
      refuseUnstorable(values);
      return rows(values);
    },
    run(...values) {
      refuseUnstorable(values);
      return statement.run(...values);
    },
  };
}

/**
 * Leaves one whole file behind, unlocked. A close alone would do neither at once: one of the two
 * engines keeps a closed file open for as long as any prepared statement is in memory.
 */
function closeWhole(connection: Connection): void {
  try {
    connection.exec("pragma journal_mode = DELETE");
    connection.exec("pragma locking_mode = NORMAL");
    // The lock is let go at the end of the next read.
    connection.exec("select 1 from sqlite_master");
  } finally {
    connection.close();
  }
}

function readBack(connection: Connection, name: string, ...expected: readonly unknown[]): void {
  const [row] = connection.prepare(`pragma ${name}`).all();
  const effective = Object.values(row ?? {})[0];
  if (!expected.includes(effective)) {
    throw new Error(
      `SQLite refused the setting ${name}: it is ${effective}, not ${expected.join(" or ")}.`,
    );
  }
}

/** The primary code, which both engines carry: SQLITE_BUSY or SQLITE_LOCKED. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !("errcode" in error)) return false;
  const code = Number(error.errcode) & 0xff;
  return code === 5 || code === 6;
}
