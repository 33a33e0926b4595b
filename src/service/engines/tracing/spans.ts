/**
 * Spans of traces: timed parts of the work of a request or job. Without tracing there is no active
 * span, and the functions only call the work; the packages that record spans are not loaded.
 */
import type { Headers } from "../../../contract/wire.ts";

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanDescription {
  readonly name: string;
  /** `client` for requests to other machines and the database. */
  readonly kind: "server" | "client" | "consumer";
  /** Never secrets, values of queries, paths, bodies or other content. */
  readonly attributes?: SpanAttributes | undefined;
}

export interface TraceSpan {
  readonly startChild: (description: SpanDescription) => TraceSpan;
  readonly setAttributes: (attributes: SpanAttributes) => void;
  readonly fail: (type: string) => void;
  readonly end: () => void;
  /** Runs work during which this span is the active one. */
  readonly run: <Result>(work: () => Result) => Result;
  /** The span as a `traceparent` header; undefined if it is not valid. */
  readonly traceparent: string | undefined;
}

/** The spans that a new span continues or refers to. */
export interface SpanOrigin {
  /** The headers `traceparent` and `tracestate` of the caller, whose decision to record is untrusted. */
  readonly caller?: Headers | undefined;
  /** The header `traceparent` of a span of the platform. */
  readonly parent?: Headers | undefined;
  /** The `traceparent` of a span in another trace that caused this one. */
  readonly link?: string | undefined;
}

export interface Tracing {
  /** Starts the first span of a request or job. */
  readonly start: (description: SpanDescription, origin: SpanOrigin) => TraceSpan;
  /** Sends the remaining spans, for at most two seconds. */
  readonly close: () => Promise<void>;
}

/** The active span of asynchronous work. */
export interface SpanStorage {
  readonly getStore: () => TraceSpan | undefined;
  readonly exit: <Result>(work: () => Result) => Result;
}

/** Process-wide: queries and requests know neither the platform nor their cause. */
let storage: SpanStorage | undefined;

/** Called when tracing begins. */
export function useSpanStorage(spans: SpanStorage): void {
  storage = spans;
}

/** @returns undefined without tracing, and outside of requests and jobs */
export function findActiveSpan(): TraceSpan | undefined {
  return storage?.getStore();
}

/** Runs work that does not belong to the active span, although it starts there. */
export function runOutsideSpan<Result>(work: () => Result): Result {
  return storage === undefined ? work() : storage.exit(work);
}

/** Runs work as the active span, and ends the span; an error marks it as failed. */
export async function runSpan<Result>(
  span: TraceSpan,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await span.run(work);
  } catch (error) {
    span.fail(getErrorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** The class of an error; its message may have content. */
export function getErrorType(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
