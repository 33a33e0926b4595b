/**
 * Who does a job that takes long: one process, for a while that it prolongs as long as it lives.
 * The time of the leases is the real one of the database's machine: the platform's can be moved,
 * and the clocks of several machines differ.
 */
import { randomUUID } from "node:crypto";
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import { isShared } from "../database/dialect.ts";
import type { Queries, Tables } from "../database/tables.ts";

export interface Leases {
  /** Who holds the leases of this process. */
  readonly owner: string;
  /** The condition that nobody does a job, or that whoever did lets it lie. */
  readonly isFree: (row: ExpressionBuilder<Tables, "jobs">) => Expression<SqlBool>;
  /** @returns undefined where another process was first; aborted where the lease is lost */
  readonly take: (job: string) => Promise<AbortSignal | undefined>;
  /** Prolongs it no more; the job is done, or is no longer ours. */
  readonly drop: (job: string) => void;
  /** Gives it back, so that others need not wait for its end. */
  readonly letGo: (job: string) => Promise<void>;
}

interface Settings {
  readonly db: Queries;
  /** How long a lease holds after its holder was last heard of, in milliseconds. */
  readonly length: number;
  readonly log: (message: string, error: unknown) => void;
}

export function createLeases({ db, length, log }: Settings): Leases {
  const owner = randomUUID();
  const held = new Map<string, AbortController>();
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
      held.get(job)?.abort();
      held.delete(job);
    }
  }

  async function renew(): Promise<void> {
    const before = [...held.keys()];
    if (before.length === 0) return;
    try {
      const kept = await db
        .updateTable("jobs")
        .set({ leased_until: end() })
        .where("leased_by", "=", owner)
        .where("id", "in", before)
        .returning("id")
        .execute();
      renewedAt = performance.now();
      const ids = new Set(kept.map(({ id }) => id));
      lose(before.filter((id) => !ids.has(id)));
    } catch (error) {
      log("The leases of jobs could not be prolonged.", error);
      if (performance.now() - renewedAt > length) lose(held.keys());
    }
  }

  return {
    owner,
    isFree,
    async take(job) {
      const taken = await db
        .updateTable("jobs")
        .set({ leased_by: owner, leased_until: end() })
        .where("id", "=", job)
        .where("state", "=", "waiting")
        .where(isFree)
        .executeTakeFirst();
      if (taken.numUpdatedRows === 0n) return undefined;
      const loss = new AbortController();
      if (held.size === 0) renewedAt = performance.now();
      held.set(job, loss);
      timer ??= setInterval(() => void renew(), length / 3).unref();
      return loss.signal;
    },
    drop(job) {
      held.delete(job);
      if (held.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    async letGo(job) {
      await releaseLeases(db, owner, job);
    },
  };
}

/** Ends leases: those of one holder on one job, or all, where no other process can be at work. */
export async function releaseLeases(db: Queries, owner?: string, job?: string): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ leased_by: null, leased_until: null })
    .where("leased_by", "is not", null)
    .$if(owner !== undefined, (query) => query.where("leased_by", "=", owner ?? ""))
    .$if(job !== undefined, (query) => query.where("id", "=", job ?? ""))
    .execute();
}
