/**
 * Leases: the right of one process to run a long job, which it renews while the job runs. Leases
 * use the real time of the database server, because the platform's clock can be moved and the
 * clocks of machines differ.
 */
import { randomUUID } from "node:crypto";
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import { isShared } from "../database/sqlite/dialect.ts";
import type { CoreTables, Queries } from "../database/tables.ts";

export interface Leases {
  /** The id of this process as the owner of leases. */
  readonly owner: string;
  /** The condition that a job has no lease, or that its lease has expired. */
  readonly isFree: (row: ExpressionBuilder<CoreTables, "jobs">) => Expression<SqlBool>;
  /**
   * @returns undefined if another process was first; otherwise a signal that aborts if the lease is
   * lost
   */
  readonly take: (job: string) => Promise<AbortSignal | undefined>;
  /** Stops renewing the lease; the job has ended, or belongs to another process. */
  readonly drop: (job: string) => void;
  /** Releases the lease, so that other processes need not wait for its expiry. */
  readonly release: (job: string) => Promise<void>;
}

interface LeaseSettings {
  readonly db: Queries;
  /** The validity of a lease after its last renewal, in milliseconds; 15 seconds if absent. */
  readonly length?: number;
  readonly log: (message: string, error: unknown) => void;
}

const usualLength = 15 * 1000;

export function createLeases({ db, length = usualLength, log }: LeaseSettings): Leases {
  const owner = randomUUID();
  const leases = new Map<string, AbortController>();
  let timer: NodeJS.Timeout | undefined;
  let renewedAt = 0;
  const now = () =>
    isShared(db)
      ? sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
      : sql<number>`${Date.now()}`;
  const end = () => sql<number>`${now()} + ${sql.lit(length)}`;

  const isFree: Leases["isFree"] = (row) =>
    row.or([row("leased_by", "is", null), row("leased_until", "<", now())]);

  function lose(jobs: Iterable<string>): void {
    for (const job of [...jobs]) {
      leases.get(job)?.abort();
      leases.delete(job);
    }
  }

  async function renew(): Promise<void> {
    const before = [...leases.keys()];
    if (before.length === 0) return;
    try {
      const renewed = await db
        .updateTable("jobs")
        .set({ leased_until: end() })
        .where("leased_by", "=", owner)
        .where("id", "in", before)
        .returning("id")
        .execute();
      renewedAt = performance.now();
      const ids = new Set(renewed.map(({ id }) => id));
      lose(before.filter((id) => !ids.has(id)));
    } catch (error) {
      log("Renewing the job leases failed.", error);
      if (performance.now() - renewedAt > length) lose(leases.keys());
    }
  }

  return {
    owner,
    isFree,
    async take(job) {
      const update = await db
        .updateTable("jobs")
        .set((row) => ({
          leased_by: owner,
          leased_until: end(),
          // The previous owner was killed while the job ran, perhaps because of the job.
          attempts: sql<number>`case when ${row.ref("leased_by")} is null then attempts else attempts + 1 end`,
        }))
        .where("id", "=", job)
        .where("state", "=", "waiting")
        .where(isFree)
        .executeTakeFirst();
      if (update.numUpdatedRows === 0n) return undefined;
      const loss = new AbortController();
      if (leases.size === 0) renewedAt = performance.now();
      leases.set(job, loss);
      timer ??= setInterval(() => void renew(), length / 3).unref();
      return loss.signal;
    },
    drop(job) {
      leases.delete(job);
      if (leases.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    async release(job) {
      await releaseLease(db, owner, job);
    },
  };
}

async function releaseLease(db: Queries, owner: string, job: string): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ leased_by: null, leased_until: null })
    .where("leased_by", "=", owner)
    .where("id", "=", job)
    .execute();
}

/**
 * Releases all leases, if no other process can be running. If their owners were killed, it counts
 * as an attempt, so that a job that crashes the platform is not started forever.
 */
export async function releaseLeases(db: Queries, wereKilled: boolean): Promise<void> {
  await db
    .updateTable("jobs")
    .set((row) => ({
      leased_by: null,
      leased_until: null,
      attempts: row("attempts", "+", Number(wereKilled)),
    }))
    .where("leased_by", "is not", null)
    .execute();
}
