/** A local platform for tests: in memory, on a port of this machine, and deleted when it is closed. */
import { openClient } from "../client/client.ts";
import { UsageError } from "../errors.ts";
import type { ListeningPlatform } from "../service/listen.ts";
import type { FaultRule } from "../service/server/faults/plan.model.ts";
import type { Service } from "../service/service.ts";
import { build, version } from "../version.ts";
import { type Client, withOperations } from "./client.ts";

/** Options of a platform; all are optional. */
export interface PlatformOptions {
  /** Whether it starts with the sample workspace of `tome local seed`; by default it is empty. */
  readonly seed?: boolean | undefined;
  /**
   * The initial time of the platform, which advances from there. With `repeatable` it does not
   * advance, and is 2026-01-01 by default.
   */
  readonly clock?: Date | string | undefined;
  /** Its port on 127.0.0.1; by default a free one. */
  readonly port?: number | undefined;
  /**
   * Derives all ids from this number, so that the same requests produce the same data and
   * responses.
   */
  readonly repeatable?: number | undefined;
  /** Whether it runs the scripts of integrations, which requires the package miniflare. */
  readonly integrations?: boolean | undefined;
}

/** A request that the platform received, without any value that was sent. */
export interface ReceivedRequest {
  readonly id: string;
  /** The platform's time of the response. */
  readonly at: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The name of the operation; null for an unknown request. */
  readonly operation: string | null;
  /** The status of the response; null if the connection was dropped. */
  readonly status: number | null;
  /** The id of the user of the token. */
  readonly user: string | null;
  readonly milliseconds: number;
  /** The duration of the phases of a slow request, in milliseconds; null for all others. */
  readonly slow: {
    /** Before it had access to the database. */
    readonly prepare: number;
    /** Waiting for the database. */
    readonly wait: number;
    /** Using the database. */
    readonly work: number;
  } | null;
  /** The injected faults. */
  readonly fault: string | null;
  /** The reason for a refusal. */
  readonly message: string | null;
  /** A suggestion for a request with an unknown path. */
  readonly nearMisses: readonly string[];
}

/** The platform's time. Advancing it also executes the jobs that become due. */
export interface PlatformClock {
  now(): Date;
  /** Advances it by a duration such as `8d`, `-2h`, `90m` or `1500ms`. */
  advance(span: string): Promise<void>;
  /** Sets the time, which advances from there. */
  set(moment: Date | string): Promise<void>;
  /** Returns to the real time. */
  reset(): Promise<void>;
}

/** Fault injection: the requests that fail, and their errors. */
export interface PlatformFaults {
  /**
   * Starts a fault plan, which replaces the previous one. The first rule that matches a request
   * applies.
   * @param seed for the random numbers; default 1
   * @throws ApiError 400 that names the invalid field
   */
  set(rules: readonly FaultRule[], seed?: number): Promise<void>;
  /** Ends fault injection. */
  clear(): Promise<void>;
}

/** The roles in an organization, from the highest to the lowest. */
export type PlatformRole = "admin" | "create" | "review" | "edit" | "comment" | "read" | "guest";

/** A platform that runs in this process. Its data is in memory and is deleted when it is closed. */
export interface Platform extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, for programs under test. */
  readonly baseUrl: string;
  /** A token of the owner. */
  readonly token: string;
  /** The id of the first organization. */
  readonly organization: string;
  /** A client of the owner, which reaches the platform without a network. */
  readonly client: Client;
  readonly clock: PlatformClock;
  readonly faults: PlatformFaults;
  /** A token of a user with exactly this role in the organization. */
  tokenFor(role: PlatformRole): Promise<string>;
  /** The latest requests, up to 1000, the oldest first. */
  requests(): Promise<readonly ReceivedRequest[]>;
  /** Executes the jobs that are due, such as imports, so that a test need not wait for them. */
  finishJobs(): Promise<void>;
  /** Removes all data, faults and requests, and starts over. The owner's token stays valid. */
  reset(): Promise<void>;
  /**
   * Completes the requests in progress, stops the platform and frees its port. `await using` calls
   * it.
   */
  close(): Promise<void>;
}

const standing = "2026-01-01T00:00:00Z";
const mostRequests = 1000;

/**
 * Starts a platform. Several can run at once.
 * @throws UsageError for an invalid clock, and an error of Node if the port is in use
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
    integrations: options.integrations,
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

interface PlatformStart {
  readonly organization: string;
  /**
   * Prepares new data.
   * @returns the id of the organization in it
   */
  readonly begin: () => Promise<string>;
}

function getPlatform(
  service: Service,
  listening: ListeningPlatform,
  beginning: PlatformStart,
): Platform {
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
        throw new UsageError(`advance requires a duration such as 8d, -2h or 90m, not ${span}.`);
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
    throw new UsageError(`The clock must be a time such as 2026-01-31T09:30:00Z, not ${given}.`);
  }
  return moment;
}
