/** Asks a platform as usual, and then undoes whatever that did: each request meets the same data. */
import { sql } from "kysely";
import type { WireRequest } from "../../src/contract/wire.ts";
import { newId } from "../../src/service/core/ids.ts";
import { isShared } from "../../src/service/database/dialect.ts";
import type { Queries } from "../../src/service/database/tables.ts";
import { openOutside } from "../../src/service/engines/outside.ts";
import { openSecretBox } from "../../src/service/engines/secret-box.ts";
import { routeModules } from "../../src/service/server/areas.ts";
import { createTransport } from "../../src/service/server/pipeline.ts";
import { createRouter } from "../../src/service/server/router.ts";
import type { Service } from "../../src/service/service.ts";

/** Thrown at the end of every request, so that its transaction is rolled back. */
class Undone extends Error {}

export interface Undoing {
  readonly status: number;
  readonly body: string;
  /** Whether it succeeded and wrote something, beside the record of that. */
  readonly changed: boolean;
  /** The audit events that it left, by their organizations. */
  readonly audited: readonly string[];
}

/** @returns asks the service's data, and leaves it as it is */
export function undoing(service: Service): (request: WireRequest) => Promise<Undoing> {
  const { db, jobs, bodyLimit } = service;
  const router = createRouter([{ prefix: "/v1", access: "user", modules: routeModules }]);
  const outside = openOutside();
  const secretBox = openSecretBox(undefined);
  return async (request) => {
    let asked: Undoing | undefined;
    const earlier = await db.selectFrom("audit_events").select("id").execute();
    const known = new Set(earlier.map(({ id }) => id));
    const done = db.transaction().execute(async (transaction) => {
      const transport = createTransport({
        db: within(transaction),
        router,
        // Those would wait for the transaction to end.
        jobs: { ...jobs, areDue: () => false },
        outside,
        secretBox,
        now: service.clock.now,
        newId,
        bodyLimit,
        log(message, error) {
          throw new Error(message, { cause: error });
        },
      });
      const before = await written(transaction);
      const { status, body } = await transport(request);
      const after = await written(transaction);
      const all = await transaction.selectFrom("audit_events").selectAll().execute();
      const audited = all.filter(({ id }) => !known.has(id));
      asked = {
        status,
        body: typeof body === "string" ? body : "",
        changed: status < 300 && after - audited.length > before,
        audited: audited.map(({ organization_id }) => organization_id),
      };
      throw new Undone();
    });
    await done.catch((error) => {
      if (!(error instanceof Undone)) throw error;
    });
    if (!asked) throw new Error("There was no answer.");
    return asked;
  };
}

/** How many rows were written, at least since the transaction began. */
async function written(db: Queries): Promise<number> {
  const counted = isShared(db)
    ? sql<{
        count: number;
      }>`select sum(n_tup_ins + n_tup_upd + n_tup_del) as count from pg_stat_xact_user_tables`
    : sql<{ count: number }>`select total_changes() as count`;
  const { rows } = await counted.execute(db);
  return rows[0]?.count ?? 0;
}

/** The same queries, in which a transaction is the one that is under way. */
function within(transaction: Queries): Queries {
  const inner = {
    execute: <T>(work: (db: Queries) => Promise<T>) => work(transaction),
    // The isolation level was set when the transaction began.
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
