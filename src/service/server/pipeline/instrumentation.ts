/** Middleware around the pipeline: metrics, the request journal and fault injection. */
import { setTimeout as pause } from "node:timers/promises";
import type { Endpoint } from "../../../contract/endpoint.ts";
import type { WireRequest, WireResponse } from "../../../contract/wire.ts";
import { NetworkError } from "../../../errors.ts";
import { getUptime } from "../../core/clock.ts";
import type { Faults } from "../faults/inject.ts";
import type { FaultPlan } from "../faults/plan.ts";
import type { EventLoopDelay } from "../metrics/event-loop.ts";
import { createJournal, type RequestJournal } from "../metrics/journal.ts";
import { createMetrics, type Metrics } from "../metrics/metrics.ts";
import { findNearMisses } from "../metrics/near-misses.ts";
import { getRecordedPath, type RequestRecord, toRecord } from "../metrics/request-record.ts";
import type { Middleware, RequestContext } from "./request-context.ts";

export interface InstrumentationOptions {
  /** All operations; loading them takes time. */
  readonly endpoints: () => Promise<readonly Endpoint[]>;
  /** The time of the platform. */
  readonly now: () => Date;
  /** The real time in milliseconds since 1970. */
  readonly realTime: () => number;
  /** Receives every completed request. */
  readonly onRequest?: ((entry: RequestRecord) => void) | undefined;
  /** Receives its failures, which do not affect the response. */
  readonly log: (message: string, error: unknown) => void;
}

export interface Instrumentation {
  readonly middleware: Middleware;
  /** Records a request that the server refused before it reached the platform. */
  readonly refused: (request: {
    readonly id: string;
    readonly method: string;
    /** The decoded segments of its path; none if it is not in normal form. */
    readonly parts: readonly string[];
    readonly status: number;
    /** The reason. */
    readonly message: string;
  }) => void;
  readonly journal: RequestJournal;
  readonly metrics: Metrics;
  /** The names of the operations that a fault plan may contain. */
  readonly operations: () => Promise<readonly string[]>;
  readonly faults: () => Faults | undefined;
  /** Starts a fault plan; undefined ends fault injection. */
  readonly setFaults: (plan: FaultPlan | undefined) => Promise<void>;
  /** The number of open connections, if the platform listens. */
  readonly connections: { count: () => Promise<number> };
  /** The delays of the event loop since the last read, if the platform listens. */
  readonly eventLoop: { read: () => EventLoopDelay | undefined };
  /** Ends requests that a fault plan delays. */
  readonly close: () => void;
}

/** Faults are not injected into requests of admins and probes, and the journal does not record them. */
function isBeside({ match }: RequestContext): boolean {
  if (match === undefined) return false;
  if ("route" in match) return match.route.access === "admin";
  return "publicRoute" in match ? match.publicRoute.isProbe === true : match.access === "admin";
}

export function createInstrumentation(options: InstrumentationOptions): Instrumentation {
  const { endpoints, now } = options;
  const journal = createJournal();
  const metrics = createMetrics();
  const closing = new AbortController();
  let faults: Faults | undefined;

  const middleware: Middleware = async (request, context, answer) => {
    const startTime = getUptime();
    const isExcluded = isBeside(context);
    let status: number | null = null;
    try {
      const pending =
        faults && !isExcluded ? await withFaults(faults)(request, context, answer) : answer();
      const response = await pending;
      status = response.status;
      return response;
    } finally {
      const entry = recordRequest(context, status, getUptime() - startTime);
      if (context.refused !== undefined) await recordRefusal(context, entry);
      else if (!isExcluded) journal.add(entry, []);
    }
  };

  function recordRequest(
    context: RequestContext,
    status: number | null,
    milliseconds: number,
  ): RequestRecord {
    const entry = toRecord(context, { status, milliseconds, at: now() });
    metrics.add(entry);
    try {
      options.onRequest?.(entry);
    } catch (error) {
      options.log("Recording a request failed.", error);
    }
    return entry;
  }

  /** Only a refused request can have near misses. */
  async function recordRefusal(context: RequestContext, entry: RequestRecord): Promise<void> {
    if (!isBeside(context)) journal.add(entry, await findNearMisses(context, endpoints));
  }

  function withFaults(plan: Faults) {
    return async (
      request: WireRequest,
      context: RequestContext,
      answer: () => Promise<WireResponse>,
    ): Promise<WireResponse> => {
      const { method } = request;
      const { parts } = context;
      const operation = context.endpoint?.operation;
      const { delay, strike, until, names } = plan.decide({
        method,
        parts,
        path: getRecordedPath(context),
        operation,
      });
      if (names !== "") context.fault = names;
      if (delay > 0) await wait(delay);
      if (strike === undefined) return answer();
      const { buildFaultyResponse, happensAfterWork } = await import(
        "../faults/fault-responses.ts"
      );
      const whole = happensAfterWork(strike) ? await answer() : undefined;
      const time = options.realTime();
      const faulty = await buildFaultyResponse(strike, whole, until ?? time, time);
      return { ...faulty, headers: { ...faulty.headers, "x-request-id": context.id } };
    };
  }

  /** A delay does not keep the process from exiting. */
  async function wait(milliseconds: number): Promise<void> {
    const { signal } = closing;
    await pause(milliseconds, undefined, { signal, ref: false }).catch(() => {
      throw new NetworkError("The platform stopped while the request was delayed.", {
        arrived: "no",
      });
    });
  }

  return {
    middleware,
    refused({ status, message, ...request }) {
      const context = { ...request, refused: { status, message } };
      void recordRefusal(context, recordRequest(context, status, 0));
    },
    journal,
    metrics,
    operations: async () => (await endpoints()).map(({ operation }) => operation),
    faults: () => faults,
    async setFaults(plan) {
      if (plan === undefined) faults = undefined;
      else faults = (await import("../faults/inject.ts")).createFaults(plan, options.realTime);
    },
    connections: { count: async () => 0 },
    eventLoop: { read: () => undefined },
    close: () => closing.abort(),
  };
}
