/** Starts the embedded platform for tests: in memory, on a port of this machine, gone when it is closed. */
import { openClient } from "../client/client.ts";
import { UsageError } from "../errors.ts";
import type { Listening } from "../service/listen.ts";
import type { FaultRule } from "../service/server/faults/plan.model.ts";
import type { Service } from "../service/service.ts";
import { build, version } from "../version.ts";
import { type Client, withOperations } from "./client.ts";

/** How a platform starts; everything may be left out. */
export interface PlatformOptions {
  /** Whether it begins with the sample workspace of `tome local seed`; empty unless given. */
  readonly seed?: boolean | undefined;
  /**
   * The platform's time at the start; it runs on from there. With `repeatable` it stands still, at
   * 2026-01-01 unless given.
   */
  readonly clock?: Date | string | undefined;
  /** Its port on 127.0.0.1; a free one unless given. */
  readonly port?: number | undefined;
  /** Derives all ids from this number, so that the same requests give the same data and answers. */
  readonly repeatable?: number | undefined;
}

/** A request that the platform received, without any value that was sent. */
export interface ReceivedRequest {
  readonly id: string;
  /** The platform's time of the answer. */
  readonly at: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The name of the operation; null if the request was none. */
  readonly operation: string | null;
  /** The status of the answer; null if the connection was dropped. */
  readonly status: number | null;
  /** The id of the user whose token it was. */
  readonly user: string | null;
  readonly milliseconds: number;
  /** Where the time of a slow request went, in milliseconds; null for all others. */
  readonly slow: {
    /** Before it had the database. */
    readonly prepare: number;
    /** Waiting for the database. */
    readonly wait: number;
    /** With the database. */
    readonly work: number;
  } | null;
  /** The faults that were injected. */
  readonly fault: string | null;
  /** Why it was refused. */
  readonly message: string | null;
  /** What may have been meant by a request for something that does not exist. */
  readonly nearMisses: readonly string[];
}

/** The platform's time. Moving it also carries out the jobs that are due by then. */
export interface PlatformClock {
  now(): Date;
  /** Moves it by a span such as `8d`, `-2h`, `90m` or `1500ms`. */
  advance(span: string): Promise<void>;
  /** Sets it; it runs on from there. */
  set(moment: Date | string): Promise<void>;
  /** Back to the real time. */
  reset(): Promise<void>;
}

/** Fault injection: which requests fail, and how. */
export interface PlatformFaults {
  /**
   * Begins a plan, in place of the one before. The first rule that applies to a request counts.
   * @param seed what chance is drawn from; 1 unless given
   * @throws Problem 400 that names the member at fault
   */
  set(rules: readonly FaultRule[], seed?: number): Promise<void>;
  /** Ends fault injection. */
  clear(): Promise<void>;
}

/** What somebody may do in an organization, from the most to the least. */
export type PlatformRole = "admin" | "create" | "review" | "edit" | "comment" | "read" | "guest";

/** A platform that runs in this process. Its data is in memory, and gone when it is closed. */
export interface Platform extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, for programs under test. */
  readonly baseUrl: string;
  /** A token of the owner. */
  readonly token: string;
  /** The id of the first organization. */
  readonly organization: string;
  /** A client of the owner, which goes to the platform without a network. */
  readonly client: Client;
  readonly clock: PlatformClock;
  readonly faults: PlatformFaults;
  /** A token of somebody with exactly this role in the organization. */
  tokenFor(role: PlatformRole): Promise<string>;
  /** The latest requests, at most 1000, the oldest of them first. */
  requests(): Promise<readonly ReceivedRequest[]>;
  /** Carries out the jobs that are due, such as imports, so that a test need not wait for them. */
  finishJobs(): Promise<void>;
  /** Removes all data, faults and requests, and begins again as at the start. The owner's token stays valid. */
  reset(): Promise<void>;
  /** Answers the requests under way, ends the platform and frees its port. `await using` calls it. */
  close(): Promise<void>;
}

const standing = "2026-01-01T00:00:00Z";
const mostRequests = 1000;

/**
 * Starts a platform. Any number of them can run at once.
 * @throws UsageError for a clock that is no time, and an error of Node if the port is taken
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const { clock, port = 0, repeatable } = options;
  const start = clock === undefined ? undefined : parseMoment(clock);
  const [{ openService }, { listen }] = await Promise.all([
    import("../service/service.ts"),
    import("../service/listen.ts"),
  ]);
  const standsAt = (start ?? new Date(standing)).getTime();
  const service = await openService({
    version,
    build,
    ...(repeatable !== undefined && { repeatable, realTime: () => standsAt }),
  });
  const begin = async () => {
    if (start !== undefined && repeatable === undefined) await service.clock.set(start);
    if (options.seed) await service.admin.seed();
    return (await service.admin.beginning()).organization;
  };
  try {
    const organization = await begin();
    return getPlatform(service, await listen(service, { port }), { organization, begin });
  } catch (error) {
    await service.close();
    throw error;
  }
}

interface Beginning {
  readonly organization: string;
  /** Prepares data that was just made. @returns the id of the organization in it */
  readonly begin: () => Promise<string>;
}

function getPlatform(service: Service, listening: Listening, beginning: Beginning): Platform {
  const { admin, instrumentation, jobs, token } = service;
  let { organization } = beginning;
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= listening.close().then(service.close);
    return closed;
  };
  const client = openClient({
    baseUrl: listening.url,
    token,
    transport: service.transport,
    userAgent: `tome/${version}`,
  });
  return {
    baseUrl: listening.url,
    token,
    get organization() {
      return organization;
    },
    client: withOperations(client),
    clock: getClock(service),
    faults: {
      async set(rules, seed) {
        const { parseFaultPlan: buildPlan } = await import("../service/server/faults/plan.ts");
        const plan = { rules, ...(seed !== undefined && { seed }) };
        await instrumentation.setFaults(await buildPlan(plan, await instrumentation.operations()));
      },
      clear: () => instrumentation.setFaults(undefined),
    },
    tokenFor: async (role) => (await admin.makeToken({ role })).token,
    requests: async () => instrumentation.journal.latest(mostRequests, false),
    finishJobs: () => jobs.finish(),
    async reset() {
      await admin.reset();
      await instrumentation.setFaults(undefined);
      instrumentation.journal.clear();
      organization = await beginning.begin();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function getClock({ clock, jobs }: Service): PlatformClock {
  const carryOutDue = async () => {
    jobs.reload();
    await jobs.runDue();
  };
  return {
    now: clock.now,
    async advance(span) {
      const { parseDuration } = await import("../service/core/clock.ts");
      const milliseconds = parseDuration(span);
      if (milliseconds === undefined) {
        throw new UsageError(`advance takes a span such as 8d, -2h or 90m, not ${span}.`);
      }
      await clock.advance(milliseconds);
      await carryOutDue();
    },
    async set(moment) {
      await clock.set(parseMoment(moment));
      await carryOutDue();
    },
    async reset() {
      await clock.reset();
      await carryOutDue();
    },
  };
}

function parseMoment(given: Date | string): Date {
  const moment = new Date(given);
  if (Number.isNaN(moment.getTime())) {
    throw new UsageError(`The clock takes a time such as 2026-01-31T09:30:00Z, not ${given}.`);
  }
  return moment;
}
