/** Opens the single connection to the SQLite file, which also locks the data for this process. */
import { rmSync, statSync } from "node:fs";
import { refuseUnstorable } from "../unstorable.ts";
import {
  type EngineConnection,
  type EngineStatement,
  loadEngine,
  type Statement,
  toRows,
} from "./engine.ts";
import type { FileGuard } from "./file-guard.ts";

export interface SqliteConnection extends EngineConnection {
  /** Called before each transaction, and before each change outside a transaction. */
  readonly beforeTransaction: () => void;
  /** Called before the commit of a transaction that has changed data. */
  readonly beforeCommit: () => void;
  /** Watches the file; absent for in-memory data. */
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
 * The settings of the connection. Each is read back, because SQLite ignores an unknown or refused
 * pragma without an error. Exclusive locking excludes other processes until this one ends, in any
 * way. It also limits the data to one connection, which is why versions between 3.7.0 and 3.51.2
 * are safe here: their WAL-reset bug needs a second connection.
 */
const pragmas = {
  locking_mode: ["EXCLUSIVE", "exclusive"],
  synchronous: ["FULL", 2],
  foreign_keys: ["ON", 1],
  // Without it, macOS acknowledges a commit before it is on the disk.
  fullfsync: ["ON", 1],
  trusted_schema: ["OFF", 0],
} as const;

/**
 * A commit waits for the disk once with a write-ahead log, and four times with a rollback journal,
 * but starting and ending a log takes nine waits. So a command with few changes never starts a log.
 */
const transactionsWorthALog = 4;
/** The migration at opening counts as one, even if there is nothing to do. */
const transactionsAtOpening = 1;

/** The maximum number of pages in the log before a checkpoint. */
const mostInLog = 1000;

/**
 * A file of at least this size gets a log at its first change, because reading all of it after each
 * change takes longer.
 */
const largeFile = 16 * 1024 * 1024;

/**
 * @param path a file, or `:memory:`
 * @param guard detects damage of the file; absent for none
 * @throws DataInUse if another process, or this one, has the file open; ApiError if it is damaged
 */
export async function openSqlite(path: string, guard?: FileGuard): Promise<SqliteConnection> {
  const { DatabaseSync } = await loadEngine();
  let connection: EngineConnection<EngineStatement> | undefined;
  try {
    guard?.inspectLog(() => requireFree(new DatabaseSync(path, { readOnly: true }), path));
    connection = new DatabaseSync(path);
    lockAndConfigure(connection, path);
    // The guard decides when a checkpoint runs.
    if (guard) connection.exec("pragma wal_autocheckpoint = 0");
    guard?.inspect(connection, readJournalMode(connection) === "wal");
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
      // Not left to SQLite, so that the checksums are written before the pages.
      if (guard && guard.framesInLog() >= mostInLog && guard.fold()) {
        open.exec("pragma wal_checkpoint(RESTART)");
        guard.folded();
      }
    },
    beforeCommit() {
      const round = guard?.nextRound();
      if (round !== undefined) open.exec(`pragma user_version = ${round}`);
    },
    prepare: (sql) => normalizeStatement(open.prepare(sql)),
    exec: (sql) => open.exec(sql),
    close: () => closeAndUnlock(open, guard),
  };
}

/** Locks the file for this connection and applies its settings. */
function lockAndConfigure(connection: EngineConnection, path: string): void {
  for (const [name, [value, effective]] of Object.entries(pragmas)) {
    connection.exec(`pragma ${name} = ${value}`);
    // In-memory data has no file to lock.
    if (path !== ":memory:" || name !== "locking_mode") readBack(connection, name, effective);
  }
  // A killed process leaves its log behind, which is used again.
  readBack(connection, "journal_mode", ...(path === ":memory:" ? ["memory"] : ["delete", "wal"]));
  // Takes the lock now instead of at the first write; it is kept until the connection closes.
  connection.exec("begin exclusive; commit");
}

/** @throws Error if another connection has the file open; changes nothing, not even when it closes */
function requireFree(connection: EngineConnection, path: string): void {
  try {
    connection.exec("select 1 from sqlite_master");
  } catch (error) {
    // An unreadable file is reported by the check of its pages.
    if (isBusy(error)) throw error;
  } finally {
    connection.close();
    rmSync(`${path}-shm`, { force: true });
  }
}

/** Makes a statement behave the same in every version of both engines. */
function normalizeStatement(statement: EngineStatement): Statement {
  // Full-text search has row ids beyond 2^53, and newer versions throw if a number cannot represent
  // the last one.
  if (statement.columns().length === 0) statement.setReadBigInts(true);
  const rows = toRows(statement);
  return {
    columns: () => statement.columns(),
    all(...values) {
      refuseUnstorable(values);
      return rows(values);
    },
    run(...values) {
      refuseUnstorable(values);
      // Spread: SQLite accepts at most 32,766 values.
      return statement.run(...values);
    },
  };
}

/**
 * Leaves a single complete file, unlocked. Closing alone does neither at once: one of the engines
 * keeps a closed file open while any prepared statement is in memory.
 */
function closeAndUnlock(connection: EngineConnection, guard: FileGuard | undefined): void {
  try {
    guard?.fold();
    // A damaged file stays unchanged, with its checksums.
    if (!guard?.damage()) {
      connection.exec("pragma journal_mode = DELETE");
      // Before the lock is released: afterwards, another process may write.
      guard?.folded();
    }
    connection.exec("pragma locking_mode = NORMAL");
    // The lock is released at the end of the next read.
    connection.exec("select 1 from sqlite_master");
  } finally {
    connection.close();
    guard?.end();
  }
}

function readJournalMode(connection: EngineConnection): unknown {
  const [row] = connection.prepare("pragma journal_mode").all();
  return Object.values(row ?? {})[0];
}

function readBack(
  connection: EngineConnection,
  name: string,
  ...expected: readonly unknown[]
): void {
  const [row] = connection.prepare(`pragma ${name}`).all();
  const effective = Object.values(row ?? {})[0];
  if (!expected.includes(effective)) {
    throw new Error(
      `SQLite refused the setting ${name}: the value is ${effective}, not ${expected.join(" or ")}.`,
    );
  }
}

/** The primary result code, which both engines report: SQLITE_BUSY or SQLITE_LOCKED. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !("errcode" in error)) return false;
  const code = Number(error.errcode) & 0xff;
  return code === 5 || code === 6;
}
