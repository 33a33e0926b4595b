/** Work that outlives a request: kept in the database, done once each, retried if it fails. */
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { isShared } from "../database/dialect.ts";
import type { Queries } from "../database/tables.ts";
import { afterCommit } from "../database/transaction.ts";
import type { Outside } from "../engines/outside.ts";
import type { SecretBox } from "../engines/secret-box.ts";
import type { Job, JobCall, JobKind, JobRequest } from "./job.ts";
import { createLeases } from "./leases.ts";
import { createPermissions, type PrincipalDirectory } from "./permissions.ts";
import { getConcurrencyKey, type Principal, parsePrincipal, platform } from "./principal.ts";
import { rewind } from "./rewind.ts";
import { createRuns } from "./runs.ts";
import { createSlots, defaultSlots, type SlotHolder } from "./slots.ts";

export interface Jobs {
  /** Puts a job in the queue, in the transaction of `db`. */
  readonly enqueue: (db: Queries, job: JobRequest) => Promise<void>;
  /** Whether there may be something to do; if not, `runDue` does nothing. */
  readonly areDue: () => boolean;
  /**
   * Does what is due, the longest due first; of what takes long it is only the start.
   * @returns how many were done, started, or failed for now
   */
  readonly runDue: () => Promise<number>;
  /**
   * The same for a request, which then sees what the jobs have done. It waits for their end only while
   * nothing else keeps them running, or the clock is moved; else for a moment.
   */
  readonly runBeforeRequest: () => Promise<void>;
  /** Says that a timer runs what is due, so that requests need not wait for it. @returns what ends that */
  readonly keepRunning: () => () => void;
  /** Does all that is due to its end, and the jobs that result from it. */
  readonly finish: () => Promise<void>;
  /** Starts nothing more, and aborts what takes long. */
  readonly stop: () => Promise<void>;
  /** When to look again: when the next job is due, or soon if other processes may add some; undefined if none waits. */
  readonly nextAt: () => Promise<Date | undefined>;
  /** Calls the listener when an earlier job may have come. @returns what removes the listener */
  readonly onEnqueue: (listener: () => void) => () => void;
  /** Discards its knowledge of the queue, after the clock or the data was changed. */
  readonly reload: () => void;
}

interface Settings {
  readonly db: Queries;
  readonly now: () => Date;
  /** How far that was moved from the real time on purpose; 0 if absent. */
  readonly offset?: (() => number) | undefined;
  readonly newId: () => string;
  readonly kinds: Readonly<Record<string, JobKind>>;
  /** Resolves the principals of jobs when they run; absent, only jobs of the platform itself run. */
  readonly principals?: PrincipalDirectory | undefined;
  /** How many jobs that take long run at a time; 4 if absent. */
  readonly slots?: number | undefined;
  readonly outside: Outside;
  readonly secretBox: SecretBox;
  /** How long a job stays leased to a process that no longer renews its lease, in milliseconds. */
  readonly lease?: number | undefined;
  /** Receives each failed attempt. */
  readonly log: (message: string, error: unknown) => void;
}

/** How often jobs of other processes are looked for, in milliseconds. */
const lookout = 2000;
/** How long after the beginning of a round of jobs requests wait for its end, in milliseconds. */
const patience = 50;
/** Something may be due already. */
const unknown = Number.NEGATIVE_INFINITY;

export function createJobs(settings: Settings): Jobs {
  const { db, now, offset = () => 0, newId, log, lease, kinds } = settings;
  const shared = isShared(db);
  const leases = createLeases({ db, log, ...(lease !== undefined && { length: lease }) });
  const listeners = new Set<() => void>();
  /** Nothing is due before this time, in milliseconds since 1970. */
  let idleUntil = unknown;
  /** The latest time that the clock has shown to this process. */
  let latestTime = unknown;
  let running: Promise<number> | undefined;
  let runningSince = 0;
  let isKeptRunning = false;
  const stopping = new AbortController();
  /** The jobs that take long, by their ids. */
  const underWay = new Map<string, Promise<void>>();
  const slots = createSlots(settings.slots ?? defaultSlots);
  const findKind = (name: string) => (Object.hasOwn(kinds, name) ? kinds[name] : undefined);

  /** @throws an error for work in the name of nobody, which would run without anyone's permission */
  function findPrincipal({ kind, principal, organization }: JobRequest): Principal {
    if (findKind(kind)?.principal !== "requester") return platform;
    if (principal && principal.kind !== "platform" && organization !== undefined) return principal;
    throw new Error(`A job of the kind ${kind} needs a requester and an organization.`);
  }

  async function enqueue(queries: Queries, job: JobRequest): Promise<void> {
    const principal = findPrincipal(job);
    const at = now();
    const due = job.at ?? at;
    const payload = JSON.stringify(job.payload);
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
        created_at: at.toISOString(),
        leased_by: null,
        leased_until: null,
        principal: JSON.stringify(principal),
        organization_id: job.organization ?? null,
        concurrency_key: getConcurrencyKey(principal),
      })
      .execute();
    // Before that, the queue as others see it does not hold the job.
    afterCommit(queries, () => {
      idleUntil = Math.min(idleUntil, due.getTime());
      for (const listener of listeners) listener();
    });
  }

  const permissions = createPermissions(settings.principals, now);
  const runs = createRuns({
    ...{ db, leases, callOn, permissions, now, log },
    stopping: stopping.signal,
  });
  const longKinds = Object.entries(kinds)
    .filter(([, { work }]) => typeof work === "object")
    .map(([name]) => name);

  /** @param passed those to leave out, besides those that run */
  function selectWaiting(passed: Iterable<string>) {
    const left = [...underWay.keys(), ...passed];
    return db
      .selectFrom("jobs")
      .where("state", "=", "waiting")
      .where(leases.isFree)
      .$if(left.length > 0, (query) => query.where("id", "not in", left));
  }

  /** The next one that takes no slot, which may be due later. */
  function findShort(passed: Iterable<string>) {
    return selectWaiting(passed)
      .selectAll()
      .$if(longKinds.length > 0, (query) => query.where("kind", "not in", longKinds))
      .orderBy("run_at")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
  }

  /** The next one that takes a slot: of those whose turn it is if some are due, else the first to be due. */
  async function findLong(passed: Iterable<string>) {
    if (longKinds.length === 0 || slots.areTaken()) return undefined;
    const groups = await selectWaiting(passed)
      .select(["organization_id", "concurrency_key"])
      .select(({ fn }) => fn.min("run_at").as("run_at"))
      .where("kind", "in", longKinds)
      .groupBy(["organization_id", "concurrency_key"])
      .execute();
    const group = slots.choose(groups, now().toISOString());
    if (!group) return undefined;
    return selectWaiting(passed)
      .selectAll()
      .where("kind", "in", longKinds)
      .where("organization_id", group.organization_id === null ? "is" : "=", group.organization_id)
      .where("concurrency_key", "=", group.concurrency_key)
      .orderBy("run_at")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
  }

  /** The next one that may start. @param passed those to leave out */
  async function findNext(passed: Iterable<string> = []) {
    const [short, long] = [await findShort(passed), await findLong(passed)];
    if (!short || !long) return short ?? long;
    return long.run_at <= short.run_at ? long : short;
  }

  async function runAll(): Promise<number> {
    /** What another process does at this moment. */
    const elsewhere = new Set<string>();
    if (idleUntil === unknown) await rewindJobs();
    for (let done = 0; ; ) {
      // A job enqueued while the queue is read makes this earlier again.
      idleUntil = shared ? now().getTime() + lookout : Number.POSITIVE_INFINITY;
      const job = await findNext(elsewhere);
      if (!job || job.run_at > now().toISOString()) {
        if (job) idleUntil = Math.min(idleUntil, Date.parse(job.run_at));
        return done;
      }
      const kind = findKind(job.kind);
      const isLong = typeof kind?.work === "object";
      // SQLite answers at once, so without this no request would get a turn between what enqueued the
      // job, it, and the next one. A long job takes its own.
      if (!isLong) await turn();
      const isOurs = isLong ? await start(job, kind) : await runs.short(job, kind);
      if (isOurs) done++;
      else elsewhere.add(job.id);
    }
  }

  /** Makes sure that no job waits for a time that a wrong clock has set. */
  async function rewindJobs(): Promise<void> {
    const warning = await rewind(db, now());
    if (warning !== undefined && offset() === 0) log(warning, undefined);
  }

  /** @returns whether it was started here; false if another process was first */
  async function start(job: Job & SlotHolder, kind: JobKind): Promise<boolean> {
    const work = await runs.long(job, kind);
    if (!work) return false;
    const giveBack = slots.take(job);
    const whole = work.end.finally(() => {
      underWay.delete(job.id);
      giveBack();
      reload();
    });
    underWay.set(job.id, whole);
    return true;
  }

  function callOn(queries: Queries, job: Job): JobCall {
    const own = {
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
      enqueue: (request) => enqueue(queries, { ...own, ...request }),
      outside: settings.outside,
      secretBox: settings.secretBox,
    };
  }

  function areDue(): boolean {
    const at = now().getTime();
    // The clock was put back.
    if (at < latestTime) idleUntil = unknown;
    latestTime = at;
    return running !== undefined || (!stopping.signal.aborted && at >= idleUntil);
  }

  async function runDue(): Promise<number> {
    if (running) return running;
    if (!areDue()) return 0;
    runningSince = performance.now();
    running = runAll()
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
    const left = runningSince + patience - performance.now();
    if (left <= 0) return void round.catch(() => undefined);
    await Promise.race([round, wait(left, undefined, { ref: false })]);
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
      return () => {
        isKeptRunning = false;
      };
    },
    async finish() {
      while ((await runDue()) > 0 || underWay.size > 0) await Promise.all(underWay.values());
    },
    async stop() {
      stopping.abort();
      await running?.catch(() => undefined);
      await Promise.all(underWay.values());
    },
    async nextAt() {
      const job = await findNext();
      const soon = shared ? now().getTime() + lookout : Number.POSITIVE_INFINITY;
      const at = Math.min(job ? Date.parse(job.run_at) : Number.POSITIVE_INFINITY, soon);
      return Number.isFinite(at) ? new Date(at) : undefined;
    },
    onEnqueue(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reload,
  };
}
