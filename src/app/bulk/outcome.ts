/**
 * Outcome of an item, derived from the end of its command: done, failed, pending, unknown or turned
 * away.
 */
import { AcceptedError } from "../../client/response-status.ts";
import type { ApiClient, JsonObject, Result } from "../../context.ts";
import { getMethod } from "../../contract/endpoint.ts";
import type { Headers, Transport } from "../../contract/wire.ts";
import {
  ApiError,
  type Finding,
  IncompleteError,
  MissingTokenError,
  NetworkError,
  UsageError,
} from "../../errors.ts";
import { buildReport, type ErrorReport } from "../output/report.ts";

export type ItemOutcome =
  | {
      readonly is: "done";
      readonly record: JsonObject;
      readonly findings: readonly Finding[];
    }
  /** It may have been done at least in part; it was not done; or it goes on. */
  | {
      readonly is: "unknown" | "failed" | "pending";
      readonly report: ErrorReport;
      readonly error: unknown;
    }
  /** The server rejected it unread, for lack of capacity. */
  | { readonly is: "turned away"; readonly report: ErrorReport; readonly error: unknown };

/** A 429 from the server: the item waits, like all others. */
function createRateLimitError(): ApiError {
  return new ApiError(429, "The rate limit of the platform is exceeded (status 429).");
}

/** A client that records whether it may have changed something. */
export interface WatchedClient {
  readonly client: ApiClient;
  /** Its requests that the platform only accepted (202). */
  readonly accepted: readonly AcceptedError[];
  /** Whether one of its requests may have changed something so far. */
  readonly changed: () => boolean;
}

/** Wraps a client to record whether one of its requests may have changed something. */
export function watchClient(client: ApiClient): WatchedClient {
  let changed = false;
  const accepted: AcceptedError[] = [];
  async function watch<T>(writes: boolean, send: () => Promise<T>): Promise<T> {
    try {
      const answer = await send();
      changed ||= writes;
      return answer;
    } catch (error) {
      changed ||= writes && mayHaveChanged(error);
      if (error instanceof AcceptedError) accepted.push(error);
      throw error;
    }
  }
  return {
    changed: () => changed,
    accepted,
    client: {
      ...client,
      call: (endpoint, input) =>
        watch(getMethod(endpoint) !== "GET", () => client.call(endpoint, input)),
      send: (request) =>
        watch(!["GET", "HEAD", "OPTIONS"].includes(request.method), () => client.send(request)),
    },
  };
}

/** Certain only for a request that was rejected unread or refused by a rule. */
function mayHaveChanged(error: unknown): boolean {
  if (error instanceof ApiError) {
    const { status } = error;
    return status < 400 || (status >= 500 && status !== 501);
  }
  if (error instanceof NetworkError) return error.arrived === "perhaps";
  return !(error instanceof UsageError || error instanceof MissingTokenError);
}

/**
 * A transport that reports every response.
 * @param turnsAway a 429 ends the attempt at once, so that the item's wait can be interrupted
 */
export function observeAnswers(
  wire: Transport,
  onAnswer: (status: number, headers: Headers) => void,
  turnsAway: boolean,
): Transport {
  return async (request) => {
    const answer = await wire(request);
    onAnswer(answer.status, answer.headers);
    if (answer.status !== 429 || !turnsAway) return answer;
    await drain(answer.body);
    throw createRateLimitError();
  };
}

/** Frees the connection for the next request. */
async function drain(body: string | AsyncIterable<Uint8Array>): Promise<void> {
  if (typeof body === "string") return;
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > 65_536) return;
    }
  } catch {
    // Only the status matters.
  }
}

/** The outcome of a result; a list is read to its end. */
export async function toOutcome(result: Result): Promise<ItemOutcome> {
  if (result === undefined) return createDoneOutcome({}, []);
  if ("text" in result || "view" in result) return createDoneOutcome({}, [], result.unsettled);
  if ("texts" in result) {
    for await (const _ of result.texts);
    return createDoneOutcome({}, []);
  }
  if ("list" in result) {
    let count = 0;
    for await (const rows of result.list) count += rows.length;
    return createDoneOutcome({ count }, result.findings?.() ?? [], result.unsettled?.());
  }
  if ("value" in result) return createDoneOutcome({ value: result.value }, [], result.unsettled);
  return createDoneOutcome(result.record, result.findings ?? [], result.unsettled);
}

function createDoneOutcome(
  record: JsonObject,
  findings: readonly Finding[],
  unsettled?: IncompleteError | undefined,
): ItemOutcome {
  if (unsettled === undefined) return { is: "done", record, findings };
  const { how, message, hint } = unsettled;
  return toFailedOutcome(
    new IncompleteError(how, message, hint, [...findings, ...unsettled.findings]),
    true,
  );
}

/** @param changed whether a request of the item may have changed something */
export function toFailedOutcome(error: unknown, changed: boolean): ItemOutcome {
  const report = buildReport(error);
  if (error instanceof IncompleteError) {
    const { how } = error;
    const is =
      how === "pending" ? how : how === "unknown" || how === "partial" ? "unknown" : "failed";
    return { is, report, error };
  }
  // A conflict means that nothing was changed.
  if (error instanceof ApiError && error.status === 409) return { is: "failed", report, error };
  if (changed) return { is: "unknown", report, error };
  if (error instanceof ApiError && error.status === 429) {
    return { is: "turned away", report, error };
  }
  return { is: "failed", report, error };
}
