/** Sends requests and rolls back their transactions, so that each request starts with the same data. */
import { sql } from "kysely";
import type { Headers, Transport, WireRequest } from "../../../src/contract/wire.ts";
import { createId } from "../../../src/service/core/ids.ts";
import { isShared } from "../../../src/service/database/sqlite/dialect.ts";
import type { Queries } from "../../../src/service/database/tables.ts";
import { openOutside } from "../../../src/service/engines/network/egress.ts";
import { openSecretBox } from "../../../src/service/engines/secret-box.ts";
import { routeModules } from "../../../src/service/server/areas.ts";
import { createTransport } from "../../../src/service/server/pipeline/pipeline.ts";
import { createRouter } from "../../../src/service/server/pipeline/router.ts";
import type { Service } from "../../../src/service/service.ts";

/** Thrown at the end of every request, so that its transaction is rolled back. */
class Undone extends Error {}

export interface Undoing {
  readonly status: number;
  readonly body: string;
  readonly headers: Headers;
  /** Whether the request succeeded and changed data other than its audit record. */
  readonly changed: boolean;
  /**
   * Whether any row changed, except activity timestamps. Only set if the comparison is enabled.
   */
  readonly altered: boolean | undefined;
  /** The recorded audit events, by organization. */
  readonly audited: readonly string[];
}

interface UndoingOptions {
  /** Whether to compare the rows of all tables, which is slow. */
  readonly compares?: boolean;
  /** The number of times that each request is sent. The result is that of the last. */
  readonly times?: number;
}

/** @returns a function that sends requests and rolls back their changes */
export function undoing(
  service: Service,
  { compares = false, times = 1 }: UndoingOptions = {},
): (request: WireRequest) => Promise<Undoing> {
  const rollBack = openRollback(service);
  // The first of several requests adds events that are rolled back.
  const readEarlier = times === 1 ? openAuditReader() : readOccurrences;
  return (request) =>
    rollBack(async (transaction, transport) => {
      for (let time = 1; time < times; time++) await transport(request);
      const known = await readEarlier(transaction);
      const rowsBefore = compares ? await readRows(transaction) : "";
      const before = await written(transaction);
      const { status, body, headers } = await transport(request);
      const after = await written(transaction);
      const rowsAfter = compares ? await readRows(transaction) : "";
      const isWritten = after !== before;
      const all = isWritten
        ? await transaction.selectFrom("audit_events").select(auditColumns).execute()
        : [];
      const audited = all.filter(({ id, occurrences }) => known.get(id) !== occurrences);
      return {
        status,
        headers,
        body: typeof body === "string" ? body : "",
        altered: compares ? rowsBefore !== rowsAfter : undefined,
        changed: status < 300 && after - audited.length > before,
        audited: audited.map(({ organization_id }) => organization_id),
      };
    });
}

const auditColumns = ["id", "occurrences", "organization_id"] as const;

/** How often each audit event occurred. */
async function readOccurrences(db: Queries): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom("audit_events").select(auditColumns).execute();
  return new Map(rows.map(({ id, occurrences }) => [id, occurrences]));
}

/**
 * @returns the same for data to which events are only added; reads them again if there are more,
 * because usually all requests begin with the same data
 */
function openAuditReader(): typeof readOccurrences {
  let last: { readonly state: string; readonly known: ReadonlyMap<string, number> } | undefined;
  return async (db) => {
    const { count, sum } = await db
      .selectFrom("audit_events")
      .select((eb) => [eb.fn.countAll().as("count"), eb.fn.sum("occurrences").as("sum")])
      .executeTakeFirstOrThrow();
    const state = `${count} ${sum}`;
    if (last?.state !== state) last = { state, known: await readOccurrences(db) };
    return last.known;
  };
}

/** @returns a function that sends requests, rolls back their changes, and returns the status codes */
export function undoingQuickly(service: Service): (request: WireRequest) => Promise<number> {
  const rollBack = openRollback(service);
  return (request) => rollBack(async (_, transport) => (await transport(request)).status);
}

type RolledBack<Result> = (transaction: Queries, transport: Transport) => Promise<Result>;

/** @returns a function that runs others in a transaction, which is rolled back */
function openRollback(service: Service): <Result>(run: RolledBack<Result>) => Promise<Result> {
  const { db, jobs, bodyLimit } = service;
  const router = createRouter([{ prefix: "/v1", access: "user", modules: routeModules }]);
  const outside = openOutside();
  const secretBox = openSecretBox(undefined);
  return async (run) => {
    let returned: { readonly result: Awaited<ReturnType<typeof run>> } | undefined;
    const done = db.transaction().execute(async (transaction) => {
      const transport = createTransport({
        db: within(transaction),
        router,
        // These requests would wait for the end of the transaction.
        jobs: { ...jobs, areDue: () => false },
        outside,
        secretBox,
        now: service.clock.now,
        newId: createId,
        bodyLimit,
        auditDays: 365,
        log(message, error) {
          throw new Error(message, { cause: error });
        },
      });
      returned = { result: await run(transaction, transport) };
      throw new Undone();
    });
    await done.catch((error) => {
      if (!(error instanceof Undone)) throw error;
    });
    if (!returned) throw new Error("There was no answer.");
    return returned.result;
  };
}

/** Derived data and activity timestamps. */
const notedTables = new Set(["audit_events", "integration_events", "facts", "used_once"]);
const notedColumns = new Set(["updated_at", "updated_by", "edited_at", "touched_at"]);
for (const name of ["last_seen_at", "last_event", "sending", "failures", "turn"]) {
  notedColumns.add(name);
}

/** All compared rows as one text. */
async function readRows(db: Queries): Promise<string> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name).sort();
  const texts: string[] = [];
  for (const name of tables) {
    if (notedTables.has(name) || name.startsWith("search_")) continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      db,
    );
    const counted = rows.filter((row) => name !== "jobs" || row.kind !== "send-events");
    const shown = counted.map((row) =>
      JSON.stringify(Object.entries(row).filter(([column]) => !notedColumns.has(column))),
    );
    texts.push(name, ...shown.sort());
  }
  return texts.join("\n");
}

/** A counter of written rows, which increases during the transaction. */
async function written(db: Queries): Promise<number> {
  const counted = isShared(db)
    ? sql<{
        count: number;
      }>`select sum(n_tup_ins + n_tup_upd + n_tup_del) as count from pg_stat_xact_user_tables`
    : sql<{ count: number }>`select total_changes() as count`;
  const { rows } = await counted.execute(db);
  return rows[0]?.count ?? 0;
}

/** Queries that use the current transaction instead of starting a new one. */
function within(transaction: Queries): Queries {
  const inner = {
    execute: <T>(work: (db: Queries) => Promise<T>) => work(transaction),
    // The isolation level is already set.
    setIsolationLevel: () => inner,
    setAccessMode: () => inner,
  };
  return new Proxy(transaction, {
    get(target, name) {
      if (name === "transaction") return () => inner;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
