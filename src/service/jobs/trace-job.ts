/**
 * Spans of jobs. A job that is due soon continues the trace of the request or job that enqueued it; a
 * later job begins a trace with a link to it, so that repeated jobs do not extend a trace forever. The
 * payload contains the header `traceparent`, which earlier programs ignore.
 */
import { findActiveSpan, runSpan, type Tracing } from "../engines/tracing/spans.ts";
import type { Job } from "./job.ts";

const parentMember = "traceparent";
const linkMember = "linkedTraceparent";
/** In milliseconds. */
const soon = 60_000;

/**
 * Adds the active span to the payload of a job.
 * @param delay the time until the job is due, in milliseconds
 */
export function addTrace(payload: unknown, delay: number): unknown {
  const traceparent = findActiveSpan()?.traceparent;
  const isObject = typeof payload === "object" && payload !== null && !Array.isArray(payload);
  if (traceparent === undefined || !isObject) return payload;
  return { ...payload, [delay <= soon ? parentMember : linkMember]: traceparent };
}

/** Runs an attempt of a job in a separate span. */
export function traceJob<Result>(
  tracing: Tracing | undefined,
  job: Job,
  work: () => Promise<Result>,
): Promise<Result> {
  if (tracing === undefined) return work();
  const payload: unknown = JSON.parse(job.payload);
  const traceparent = readMember(payload, parentMember);
  const span = tracing.start(
    {
      name: `job ${job.kind}`,
      kind: "consumer",
      attributes: {
        "tome.job.kind": job.kind,
        "tome.job.id": job.id,
        "tome.job.attempt": job.attempts + 1,
      },
    },
    {
      ...(traceparent !== undefined && { parent: { traceparent } }),
      link: readMember(payload, linkMember),
    },
  );
  return runSpan(span, work);
}

function readMember(payload: unknown, name: string): string | undefined {
  if (typeof payload !== "object" || payload === null) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(payload, name)?.value;
  return typeof value === "string" ? value : undefined;
}
