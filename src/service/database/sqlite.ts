/** Opens the one connection to the platform's SQLite file, which is also the lease on the data. */
import { rmSync, statSync } from "node:fs";
import { type Connection, type EngineStatement, loadEngine, type Statement } from "./engine.ts";
import type { FileGuard } from "./file-guard.ts";
import { rowsOf } from "./rows.ts";
import { refuseUnstorable } from "./unstorable.ts";

export interface SqliteConnection extends Connection {
  /** Is to be told before each transaction, and before each change outside of one. */
  readonly beforeTransaction: () => void;
  /** Is to be told before a transaction that has changed something is committed. */
  readonly beforeCommit: () => void;
  /** Watches the file; absent for data in memory. */
  readonly guard?: FileGuard | undefined;
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
/** To bring the tables up to date is one, also where nothing is to be done. */
const transactionsAtOpening = 1;

/** What a log holds before it is written into the file, in pages. */
const mostInLog = 1000;

/** From this size on a file has a log from the first change on: to read all of it after each takes longer. */
const largeFile = 16 * 1024 * 1024;

/**
 * @param path a file, or `:memory:`
 * @param guard watches the file; nobody does where absent
 * @throws DataInUse where another process, or this one, has the file open; Problem where it is damaged
 */
export async function openSqlite(path: string, guard?: FileGuard): Promise<SqliteConnection> {
  const { DatabaseSync } = await loadEngine();
  let connection: Connection<EngineStatement> | undefined;
  try {
    guard?.inspectLog(() => requireFree(new DatabaseSync(path, { readOnly: true }), path));
    connection = new DatabaseSync(path);
    take(connection, path);
    // The guard says when a log is written into the file.
    if (guard) connection.exec("pragma wal_autocheckpoint = 0");
    guard?.inspect(connection, modeOf(connection) === "wal");
  } catch (error) {
    connection?.close();
    guard?.end();
    throw isBusy(error) ? new DataInUse(path) : error;
  }
  const open = connection;
  const worthALog =
    guard && statSync(path).size > largeFile ? transactionsAtOpening + 1 : transactionsWorthALog;
  let transactions = 0;
  return {
    guard,
    beforeTransaction() {
      if (path === ":memory:") return;
      if (++transactions === worthALog) {
        open.exec("pragma journal_mode = WAL");
        readBack(open, "journal_mode", "wal");
        guard?.beganLog();
      }
      // Not as SQLite does it by itself, so that the checksums are there before the pages are.
      if (guard && guard.framesInLog() >= mostInLog && guard.fold()) {
        open.exec("pragma wal_checkpoint(RESTART)");
        guard.folded();
      }
    },
    beforeCommit() {
      const round = guard?.nextRound();
      if (round !== undefined) open.exec(`pragma user_version = ${round}`);
    },
    prepare: (sql) => alike(open.prepare(sql)),
    exec: (sql) => open.exec(sql),
    close: () => closeWhole(open, guard),
  };
}

/** Sees to it that the file is this connection's alone, and that it behaves as it must. */
function take(connection: Connection, path: string): void {
  for (const [name, [wanted, effective]] of Object.entries(pragmas)) {
    connection.exec(`pragma ${name} = ${wanted}`);
    // Data in memory has no file to lock.
    if (path !== ":memory:" || name !== "locking_mode") readBack(connection, name, effective);
  }
  // Whoever was killed has left the log that it had; it then serves on.
  readBack(connection, "journal_mode", ...(path === ":memory:" ? ["memory"] : ["delete", "wal"]));
  // A read alone would take the lock later; from here on it is held until the connection closes.
  connection.exec("begin exclusive; commit");
}

/** @throws an error where another connection has the file; nothing is changed, also not by the closing */
function requireFree(connection: Connection, path: string): void {
  try {
    connection.exec("select 1 from sqlite_master");
  } catch (error) {
    // What it cannot read is told of by whoever looks at the pages.
    if (isBusy(error)) throw error;
  } finally {
    connection.close();
    rmSync(`${path}-shm`, { force: true });
  }
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
      // Spread: SQLite takes 32 766 values at most.
      return statement.run(...values);
    },
  };
}

/**
 * Leaves one whole file behind, unlocked. A close alone would do neither at once: one of the two
 * engines keeps a closed file open for as long as any prepared statement is in memory.
 */
function closeWhole(connection: Connection, guard: FileGuard | undefined): void {
  try {
    guard?.fold();
    // A damaged file stays as it is, and as it is known to be.
    if (!guard?.damage()) {
      connection.exec("pragma journal_mode = DELETE");
      // Before the lock is let go: what comes after may be another process's.
      guard?.folded();
    }
    connection.exec("pragma locking_mode = NORMAL");
    // The lock is let go at the end of the next read.
    connection.exec("select 1 from sqlite_master");
  } finally {
    connection.close();
    guard?.end();
  }
}

function modeOf(connection: Connection): unknown {
  const [row] = connection.prepare("pragma journal_mode").all();
  return Object.values(row ?? {})[0];
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
