/** The middleware around the pipeline: metrics, the journal of requests, and fault injection. */
import { setTimeout as pause } from "node:timers/promises";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { WireRequest, WireResponse } from "../../contract/wire.ts";
import { Unreachable } from "../../errors.ts";
import { uptime } from "../core/uptime.ts";
import type { Faults } from "./faults/inject.ts";
import type { FaultPlan } from "./faults/plan.ts";
import { createJournal, type Journal } from "./metrics/journal.ts";
import { createMetrics, type Metrics } from "./metrics/metrics.ts";
import { nearMisses } from "./metrics/near-misses.ts";
import { type Entry, entryOf, pathToKeep } from "./metrics/request-record.ts";
import type { Middleware, RequestContext } from "./request-context.ts";

export interface InstrumentationOptions {
  /** The operations that there are; to tell all of them takes time. */
  readonly endpoints: () => Promise<readonly Endpoint[]>;
  /** The platform's time. */
  readonly now: () => Date;
  /** Milliseconds since 1970, as callers know them. */
  readonly realTime: () => number;
  /** Is told of every request when it is over. */
  readonly onRequest?: ((entry: Entry) => void) | undefined;
}

export interface Instrumentation {
  readonly middleware: Middleware;
  /** Notes what the server refused before the platform saw it. */
  readonly refused: (request: {
    readonly id: string;
    readonly method: string;
    /** The parts of its path, decoded; none if it is not in its plain form. */
    readonly parts: readonly string[];
    readonly status: number;
    /** Why. */
    readonly message: string;
  }) => void;
  readonly journal: Journal;
  readonly metrics: Metrics;
  /** The names of the operations, which a plan of faults may name. */
  readonly operations: () => Promise<readonly string[]>;
  readonly faults: () => Faults | undefined;
  /** Begins a plan anew; no faults any more where absent. */
  readonly setFaults: (plan: FaultPlan | undefined) => Promise<void>;
  /** How many connections are open, where something listens. */
  readonly connections: { count: () => Promise<number> };
  /** Lets go of requests that a plan delays. */
  readonly close: () => void;
}

/** What an administrator asks, and what asks for the health, meets no fault and is not remembered. */
function isBeside({ found }: RequestContext): boolean {
  if (found === undefined) return false;
  if ("route" in found) return found.route.access === "admin";
  return "publicRoute" in found ? found.publicRoute.isProbe === true : found.access === "admin";
}

export function createInstrumentation(options: InstrumentationOptions): Instrumentation {
  const { endpoints, now } = options;
  const journal = createJournal();
  const metrics = createMetrics();
  const closing = new AbortController();
  let faults: Faults | undefined;

  const middleware: Middleware = async (request, context, answer) => {
    const begun = uptime();
    const beside = isBeside(context);
    let status: number | null = null;
    try {
      const given = faults && !beside ? await struck(faults)(request, context, answer) : answer();
      const response = await given;
      status = response.status;
      return response;
    } finally {
      const entry = note(context, status, uptime() - begun);
      if (context.refused !== undefined) await rememberRefused(context, entry);
      else if (!beside) journal.add(entry, []);
    }
  };

  function note(context: RequestContext, status: number | null, milliseconds: number): Entry {
    const entry = entryOf(context, { status, milliseconds, at: now() });
    metrics.add(entry);
    options.onRequest?.(entry);
    return entry;
  }

  /** Nothing else can have missed what it meant. */
  async function rememberRefused(context: RequestContext, entry: Entry): Promise<void> {
    if (!isBeside(context)) journal.add(entry, await nearMisses(context, endpoints));
  }

  function struck(plan: Faults) {
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
        shownPath: pathToKeep(context),
        operation,
      });
      if (names !== "") context.fault = names;
      if (delay > 0) await wait(delay);
      if (strike === undefined) return answer();
      const { struckAnswer, worksFirst } = await import("./faults/answers.ts");
      const whole = worksFirst(strike) ? await answer() : undefined;
      const time = options.realTime();
      const spoilt = await struckAnswer(strike, whole, until ?? time, time);
      return { ...spoilt, headers: { ...spoilt.headers, "x-request-id": context.id } };
    };
  }

  /** Nobody waits for it at the end of the platform. */
  async function wait(milliseconds: number): Promise<void> {
    const { signal } = closing;
    await pause(milliseconds, undefined, { signal, ref: false }).catch(() => {
      throw new Unreachable("The platform ended while the request was delayed.", { arrived: "no" });
    });
  }

  return {
    middleware,
    refused({ status, message, ...asked }) {
      const context = { ...asked, refused: { status, message } };
      void rememberRefused(context, note(context, status, 0));
    },
    journal,
    metrics,
    operations: async () => (await endpoints()).map(({ operation }) => operation),
    faults: () => faults,
    async setFaults(plan) {
      if (plan === undefined) faults = undefined;
      else faults = (await import("./faults/inject.ts")).createFaults(plan, options.realTime);
    },
    connections: { count: async () => 0 },
    close: () => closing.abort(),
  };
}
