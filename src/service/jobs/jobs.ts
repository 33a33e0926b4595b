/** The job queue: jobs are stored in the database, run once each, and retried if they fail. */
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { findOwn } from "../../json/own-members.ts";
import { findNotices, type NoticeListener } from "../database/notifications.ts";
import { isShared } from "../database/sqlite/dialect.ts";
import type { Queries } from "../database/tables.ts";
import { inTransaction, runAfterCommit } from "../database/transaction.ts";
import type { Egress } from "../engines/network/egress.ts";
import type { SecretBox } from "../engines/secret-box.ts";
import { runOutsideSpan, type Tracing } from "../engines/tracing/spans.ts";
import type { DeliveryTarget, Job, JobCall, JobKind, JobRequest } from "./job.ts";
import { createLeases } from "./leases.ts";
import { createPermissions, type PrincipalDirectory } from "./permissions.ts";
import { getConcurrencyKey, type Principal, parsePrincipal, platform } from "./principal.ts";
import { createRuns } from "./runs.ts";
import { createSlots, defaultSlots, deliverySlots, type SlotHolder, type Slots } from "./slots.ts";
import { addTrace } from "./trace-job.ts";

export interface Jobs {
  /** Adds a job to the queue, in the transaction of `db`. */
  readonly enqueue: (db: Queries, job: JobRequest) => Promise<void>;
  /** Whether a job may be due; if not, `runDue` does nothing. */
  readonly areDue: () => boolean;
  /**
   * Runs due jobs in the order of their times; long jobs are only started.
   * @returns the number of jobs that were run, started, or rescheduled after a failure
   */
  readonly runDue: () => Promise<number>;
  /**
   * Runs due jobs before a request, which then sees their results. If a timer runs jobs and the
   * clock is not moved, it waits only briefly.
   */
  readonly runBeforeRequest: () => Promise<void>;
  /**
   * Indicates that a timer runs due jobs, so that requests need not wait for them.
   * @returns a function that ends this
   */
  readonly keepRunning: () => () => void;
  /** Runs all due jobs and the jobs that result from them, and waits for their end. */
  readonly finish: () => Promise<void>;
  /** Starts no further jobs, and aborts long jobs. */
  readonly stop: () => Promise<void>;
  /**
   * The time of the next check: when the next job is due, or soon if other processes may add jobs;
   * undefined if the queue is empty.
   */
  readonly nextAt: () => Promise<Date | undefined>;
  /**
   * Calls the listener when a job may be due earlier than known.
   * @returns a function that removes the listener
   */
  readonly onEnqueue: (listener: () => void) => () => void;
  /** Discards cached state of the queue, after the clock or the data was changed. */
  readonly reload: () => void;
}

interface JobQueueSettings {
  readonly db: Queries;
  readonly now: () => Date;
  /** The offset to which the clock was moved on purpose; 0 if absent. */
  readonly offset?: (() => number) | undefined;
  readonly newId: () => string;
  readonly kinds: Readonly<Record<string, JobKind>>;
  /** Resolves the principals of jobs when they run; if absent, only jobs of the platform run. */
  readonly principals?: PrincipalDirectory | undefined;
  /** The number of long jobs that compute at a time; 4 if absent. */
  readonly slots?: number | undefined;
  readonly outside: Egress;
  readonly secretBox: SecretBox;
  /** Whether a newer program shares the database, whose jobs this program does not know. */
  readonly isOutdated?: (() => boolean) | undefined;
  /** The time that a job stays leased to a process that does not renew its lease, in milliseconds. */
  readonly lease?: number | undefined;
  /** Records spans of jobs; absent if tracing is off. */
  readonly tracing?: Tracing | undefined;
  /** Receives each failed attempt. */
  readonly log: (message: string, error: unknown) => void;
}

/** Kinds of long jobs with separate slots. */
interface JobPool {
  readonly kinds: readonly string[];
  readonly slots: Slots;
}

/** The interval of checks for jobs of other processes, in milliseconds. */
const lookout = 2000;
/** The interval with notices of new jobs; jobs of a process that was killed cause no notice. */
const lookoutWithNotices = 10_000;
/** The channel of notices of new jobs. */
const channel = "tome_jobs";
/** The maximum wait of a request for a round of jobs, in milliseconds from the start of the round. */
const patience = 50;
/** A job may be due already. */
const unknown = Number.NEGATIVE_INFINITY;

export function createJobs(settings: JobQueueSettings): Jobs {
  const { db, now, offset = () => 0, newId, log, lease, kinds } = settings;
  const shared = isShared(db);
  const listenForNotices = findNotices(db);
  let notices: NoticeListener | undefined;
  const closing: Promise<void>[] = [];
  const leases = createLeases({ db, log, ...(lease !== undefined && { length: lease }) });
  const listeners = new Set<() => void>();
  /** No job is due before this time, in milliseconds since 1970. */
  let idleUntil = unknown;
  /** The latest time that this process has read from the clock. */
  let latestTime = unknown;
  let running: Promise<number> | undefined;
  let runningSince = 0;
  let isKeptRunning = false;
  const stopping = new AbortController();
  /** Running long jobs by id. */
  const underWay = new Map<string, Promise<void>>();
  const findKind = (name: string) => findOwn(kinds, name);

  /** @throws Error for a job without a principal, which would run without a permission check */
  function findPrincipal({ kind, principal, organization }: JobRequest): Principal {
    if (findKind(kind)?.principal !== "requester") return platform;
    if (principal && principal.kind !== "platform" && organization !== undefined) return principal;
    throw new Error(`A job of the kind ${kind} requires a requester and an organization.`);
  }

  async function enqueue(queries: Queries, job: JobRequest): Promise<void> {
    const principal = findPrincipal(job);
    const time = now();
    const due = job.at ?? time;
    const delay = due.getTime() - time.getTime();
    const payload = JSON.stringify(addTrace(job.payload, delay));
    await queries
      .insertInto("jobs")
      .values({
        id: newId(),
        kind: job.kind,
        payload,
        run_at: due.toISOString(),
        attempts: 0,
        state: "waiting",
        last_error: null,
        created_at: time.toISOString(),
        leased_by: null,
        leased_until: null,
        principal: JSON.stringify(principal),
        organization_id: job.organization ?? null,
        concurrency_key: getConcurrencyKey(principal),
      })
      // In the same statement; the notice is sent at the commit.
      .$if(listenForNotices !== undefined, (query) =>
        query.returning(sql`pg_notify(${sql.lit(channel)}, '')`.as("notice")),
      )
      .execute();
    // Before the commit, the job is not visible to other queries.
    runAfterCommit(queries, () => {
      idleUntil = Math.min(idleUntil, due.getTime());
      for (const listener of listeners) listener();
    });
  }

  const permissions = createPermissions(settings.principals, now);
  const runs = createRuns({
    ...{ db, leases, callOn, permissions, now, log },
    tracing: settings.tracing,
    stopping: stopping.signal,
  });
  const pools = createPools(kinds, settings.slots);
  const longKinds = pools.flatMap((pool) => pool.kinds);

  /** @param skippedIds jobs to skip, in addition to running jobs */
  function selectWaiting(skippedIds: Iterable<string>) {
    const excludedIds = [...underWay.keys(), ...skippedIds];
    return db
      .selectFrom("jobs")
      .where("state", "=", "waiting")
      .where(leases.isFree)
      .$if(excludedIds.length > 0, (query) => query.where("id", "not in", excludedIds));
  }

  /** The next job that needs no slot, which may be due later. */
  function findShort(skippedIds: Iterable<string>) {
    return selectWaiting(skippedIds)
      .selectAll()
      .$if(longKinds.length > 0, (query) => query.where("kind", "not in", longKinds))
      .orderBy("run_at")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
  }

  /**
   * The next job that needs a slot of the pool: the next group in turn among those that are due, or
   * else the first to be due.
   */
  async function findLong({ kinds, slots }: JobPool, skippedIds: Iterable<string>) {
    if (slots.areTaken()) return undefined;
    const groups = await selectWaiting(skippedIds)
      .select(["organization_id", "concurrency_key"])
      .select(({ fn }) => fn.min("run_at").as("run_at"))
      .where("kind", "in", kinds)
      .groupBy(["organization_id", "concurrency_key"])
      .execute();
    const group = slots.choose(groups, now().toISOString());
    if (!group) return undefined;
    return selectWaiting(skippedIds)
      .selectAll()
      .where("kind", "in", kinds)
      .where("organization_id", group.organization_id === null ? "is" : "=", group.organization_id)
      .where("concurrency_key", "=", group.concurrency_key)
      .orderBy("run_at")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
  }

  /**
   * The next job that may start.
   * @param skippedIds jobs to skip
   */
  async function findNext(skippedIds: Iterable<string> = []) {
    let next = await findShort(skippedIds);
    for (const pool of pools) {
      const long = await findLong(pool, skippedIds);
      if (long && (!next || long.run_at <= next.run_at)) next = long;
    }
    return next;
  }

  async function runAll(): Promise<number> {
    /** Jobs that another process is running. */
    const remoteIds = new Set<string>();
    if (idleUntil === unknown) await rewindJobs();
    for (let count = 0; ; ) {
      // A job that is enqueued while the queue is read makes this earlier again.
      idleUntil = nextLookout();
      const job = await findNext(remoteIds);
      if (!job || job.run_at > now().toISOString()) {
        if (job) idleUntil = Math.min(idleUntil, Date.parse(job.run_at));
        return count;
      }
      const kind = findKind(job.kind);
      if (kind === undefined && settings.isOutdated?.()) {
        remoteIds.add(job.id);
        continue;
      }
      const isLong = typeof kind?.work === "object";
      // SQLite responds synchronously, so without this no request would be processed between jobs.
      // A long job yields by itself.
      if (!isLong) await turn();
      const isOurs = isLong ? await start(job, kind) : await runs.short(job, kind);
      if (isOurs) count++;
      else remoteIds.add(job.id);
    }
  }

  /** Corrects the times of jobs that were enqueued with a wrong clock. */
  async function rewindJobs(): Promise<void> {
    const warning = await rewind(db, now());
    if (warning !== undefined && offset() === 0) log(warning, undefined);
  }

  /** @returns whether the job was started; false if another process was first */
  async function start(job: Job & SlotHolder, kind: JobKind): Promise<boolean> {
    const work = await runs.long(job, kind);
    if (!work) return false;
    const giveBack = pools.find(({ kinds }) => kinds.includes(job.kind))?.slots.take(job);
    const whole = work.end.finally(() => {
      underWay.delete(job.id);
      giveBack?.();
      reload();
    });
    underWay.set(job.id, whole);
    return true;
  }

  function callOn(queries: Queries, job: Job): JobCall {
    const context = {
      principal: parsePrincipal(job.principal),
      ...(job.organization_id !== null && { organization: job.organization_id }),
    };
    return {
      db: queries,
      now: now(),
      time: now,
      clockIsMoved: offset() !== 0,
      warn: (message) => log(message, undefined),
      newId,
      enqueue: (request) => enqueue(queries, { ...context, ...request }),
      outside: settings.outside,
      secretBox: settings.secretBox,
    };
  }

  function areDue(): boolean {
    const time = now().getTime();
    // The clock was set back.
    if (time < latestTime) idleUntil = unknown;
    latestTime = time;
    return running !== undefined || (!stopping.signal.aborted && time >= idleUntil);
  }

  async function runDue(): Promise<number> {
    if (running) return running;
    if (!areDue()) return 0;
    runningSince = performance.now();
    // A request that happens to start the round is not the cause of the jobs.
    running = runOutsideSpan(runAll)
      .catch((error) => {
        idleUntil = unknown;
        throw error;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  async function runBeforeRequest(): Promise<void> {
    const round = runDue();
    if (!isKeptRunning || offset() !== 0) return void (await round);
    const remaining = runningSince + patience - performance.now();
    if (remaining <= 0) return void round.catch(() => undefined);
    await Promise.race([round, wait(remaining, undefined, { ref: false })]);
  }

  /** The time of the next check for jobs of other processes. */
  function nextLookout(): number {
    if (!shared) return Number.POSITIVE_INFINITY;
    return now().getTime() + (notices?.isConnected() ? lookoutWithNotices : lookout);
  }

  /** Another process has added a job. */
  function wake(): void {
    idleUntil = Math.min(idleUntil, now().getTime());
    for (const listener of listeners) listener();
  }

  function reload(): void {
    idleUntil = unknown;
    for (const listener of listeners) listener();
  }

  return {
    enqueue,
    areDue,
    runDue,
    runBeforeRequest,
    keepRunning() {
      isKeptRunning = true;
      notices = listenForNotices?.(channel, wake);
      return () => {
        isKeptRunning = false;
        if (notices) closing.push(notices.close());
        notices = undefined;
      };
    },
    async finish() {
      do {
        await runDue();
        await Promise.all(underWay.values());
        // A job that ended during the round has made room for one that waited for its slot.
      } while (areDue());
    },
    async stop() {
      stopping.abort();
      await running?.catch(() => undefined);
      await Promise.all([...underWay.values(), ...closing]);
    },
    async nextAt() {
      const job = await findNext();
      const soon = nextLookout();
      const nextTime = Math.min(job ? Date.parse(job.run_at) : Number.POSITIVE_INFINITY, soon);
      return Number.isFinite(nextTime) ? new Date(nextTime) : undefined;
    },
    onEnqueue(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reload,
  };
}

/** @param slots the number of jobs that compute at a time */
function createPools(kinds: JobQueueSettings["kinds"], slots = defaultSlots): JobPool[] {
  const namesByTarget = new Map<DeliveryTarget | undefined, string[]>();
  for (const [name, { work }] of Object.entries(kinds)) {
    if (typeof work !== "object") continue;
    const names = namesByTarget.get(work.delivery) ?? [];
    namesByTarget.set(work.delivery, [...names, name]);
  }
  return [...namesByTarget].map(([target, names]) => ({
    kinds: names,
    slots: createSlots(target === undefined ? slots : deliverySlots),
  }));
}

/** The clocks of machines, and adjustments of a clock, differ by less. */
const tolerance = 60 * 1000;

const day = 24 * 60 * 60 * 1000;

/**
 * Treats all jobs enqueued after this time as enqueued now, with their original delay, and all
 * spaces deleted after it as deleted now.
 * @returns a warning for the operator; undefined if nothing has a later time
 */
async function rewind(db: Queries, now: Date): Promise<string | undefined> {
  const later = new Date(now.getTime() + tolerance).toISOString();
  // Read first, so that opening unaffected data writes nothing.
  const early = await db
    .selectFrom("jobs")
    .select(["id", "run_at", "created_at"])
    .where("state", "=", "waiting")
    .where("created_at", ">", later)
    .orderBy("created_at", "desc")
    .execute();
  const [latest] = early;
  if (latest === undefined) return undefined;
  const time = now.toISOString();
  await inTransaction(db, async (transaction) => {
    for (const { id, run_at, created_at } of early) {
      const wait = Date.parse(run_at) - Date.parse(created_at);
      await transaction
        .updateTable("jobs")
        .set({ created_at: time, run_at: new Date(now.getTime() + wait).toISOString() })
        .where("id", "=", id)
        .where("created_at", "=", created_at)
        .execute();
    }
    await transaction
      .updateTable("spaces")
      .set({ deleted_at: time })
      .where("deleted_at", ">", later)
      .execute();
  });
  const daysBehind = ((Date.parse(latest.created_at) - now.getTime()) / day).toFixed(1);
  return `The clock is ${daysBehind} days behind the data. Queued jobs are rescheduled relative to the current time. Check the clock.`;
}
