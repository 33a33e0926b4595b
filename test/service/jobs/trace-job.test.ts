import { AsyncLocalStorage } from "node:async_hooks";
import { beforeEach, expect, it } from "vitest";
import { type TraceSpan, useSpanStorage } from "../../../src/service/engines/tracing/spans.ts";
import type { Job } from "../../../src/service/jobs/job.ts";
import { addTrace, traceJob } from "../../../src/service/jobs/trace-job.ts";

const storage = new AsyncLocalStorage<TraceSpan>();
let events: unknown[] = [];

beforeEach(() => {
  useSpanStorage(storage);
  events = [];
});

const span: TraceSpan = {
  traceparent: "00-a-b-01",
  startChild: () => span,
  setAttributes: () => undefined,
  fail: (type) => void events.push(`failed ${type}`),
  end: () => void events.push("ended"),
  run: (work) => storage.run(span, work),
};

it.each([
  ["a job that is due now", { id: 1 }, 0, { id: 1, traceparent: "00-a-b-01" }],
  ["a job that is due within a minute", { id: 1 }, 60_000, { id: 1, traceparent: "00-a-b-01" }],
  ["a later job", { id: 1 }, 60_001, { id: 1, linkedTraceparent: "00-a-b-01" }],
  ["a job with a list", [1], 0, [1]],
  ["a job with a text", "a", 0, "a"],
  ["a job without a payload", null, 0, null],
])("%s has the active span in its payload", (_, payload, delay, traced) => {
  expect(span.run(() => addTrace(payload, delay))).toEqual(traced);
  expect(addTrace(payload, delay)).toBe(payload);
});

it("a span without a header is not added", () => {
  const invalid: TraceSpan = { ...span, traceparent: undefined };
  expect(storage.run(invalid, () => addTrace({ id: 1 }, 0))).toEqual({ id: 1 });
});

const tracing = {
  start: (...description: unknown[]) => {
    events.push(...description);
    return span;
  },
  close: async () => {},
};

/** Only these columns are part of a span. */
const createJob = (payload: unknown) =>
  ({ id: "j1", kind: "purge-space", attempts: 1, payload: JSON.stringify(payload) }) as Job;

it.each([
  [
    "its request",
    { traceparent: "00-c-d-01" },
    [
      {
        name: "job purge-space",
        kind: "consumer",
        attributes: { "tome.job.kind": "purge-space", "tome.job.id": "j1", "tome.job.attempt": 2 },
      },
      { parent: { traceparent: "00-c-d-01" } },
      "ended",
    ],
  ],
  [
    "a link to its request",
    { linkedTraceparent: "00-c-d-01" },
    [
      {
        name: "job purge-space",
        kind: "consumer",
        attributes: { "tome.job.kind": "purge-space", "tome.job.id": "j1", "tome.job.attempt": 2 },
      },
      { link: "00-c-d-01" },
      "ended",
    ],
  ],
  [
    "no trace",
    { traceparent: 7 },
    [
      {
        name: "job purge-space",
        kind: "consumer",
        attributes: { "tome.job.kind": "purge-space", "tome.job.id": "j1", "tome.job.attempt": 2 },
      },
      {},
      "ended",
    ],
  ],
  [
    "no payload",
    null,
    [
      {
        name: "job purge-space",
        kind: "consumer",
        attributes: { "tome.job.kind": "purge-space", "tome.job.id": "j1", "tome.job.attempt": 2 },
      },
      {},
      "ended",
    ],
  ],
])("an attempt continues %s", async (_, payload, spans) => {
  expect(await traceJob(tracing, createJob(payload), async () => "done")).toBe("done");
  expect(events).toEqual(spans);
});

it("a failed attempt marks its span, and without tracing there is none", async () => {
  const fail = () => Promise.reject(new TypeError("secret"));
  await expect(traceJob(tracing, createJob({}), fail)).rejects.toThrow("secret");
  expect(events.slice(2)).toEqual(["failed TypeError", "ended"]);
  events = [];
  await expect(traceJob(undefined, createJob({}), fail)).rejects.toThrow("secret");
  expect(events).toEqual([]);
});
