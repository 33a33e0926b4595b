import { expect, it } from "vitest";
import { createMetrics } from "../../../../src/service/server/metrics/metrics.ts";
import type { RequestRecord } from "../../../../src/service/server/metrics/request-record.ts";

const record: RequestRecord = {
  id: "r1",
  at: "2026-01-01T00:00:00.000Z",
  method: "GET",
  path: "/v1/user",
  operation: "getUser",
  status: 200,
  user: null,
  milliseconds: 1,
  slow: null,
  fault: null,
  message: null,
};

it("counts requests, faults and durations in the format of Prometheus", () => {
  const metrics = createMetrics();
  metrics.add(record);
  metrics.add({ ...record, milliseconds: 2.5 });
  metrics.add({ ...record, milliseconds: 10_000.5 });
  metrics.add({ ...record, method: "HEAD", status: 404 });
  metrics.add({ ...record, operation: null, status: null, fault: "delay, drop", milliseconds: 20 });
  metrics.add({ ...record, operation: null, status: null, fault: "drop", milliseconds: 30 });
  const text = metrics.text([
    {
      name: "tome_jobs",
      help: "Jobs by kind.",
      type: "gauge",
      values: [
        { labels: {}, value: 0 },
        { labels: { kind: 'a"b\\c\nd', state: "due" }, value: 2 },
      ],
    },
  ]);
  expect(text.split("\n")).toEqual([
    "# HELP tome_requests_total Requests by operation and status.",
    "# TYPE tome_requests_total counter",
    'tome_requests_total{operation="getUser",method="GET",status="200"} 3',
    'tome_requests_total{operation="getUser",method="HEAD",status="404"} 1',
    'tome_requests_total{operation="none",method="GET",status="dropped"} 2',
    "# HELP tome_faults_total Injected faults.",
    "# TYPE tome_faults_total counter",
    'tome_faults_total{operation="none",fault="delay"} 1',
    'tome_faults_total{operation="none",fault="drop"} 2',
    "# HELP tome_request_duration_seconds Request duration.",
    "# TYPE tome_request_duration_seconds histogram",
    'tome_request_duration_seconds_bucket{operation="getUser",le="0.001"} 2',
    'tome_request_duration_seconds_bucket{operation="getUser",le="0.0025"} 3',
    'tome_request_duration_seconds_bucket{operation="getUser",le="0.005"} 3',
    'tome_request_duration_seconds_bucket{operation="getUser",le="0.01"} 3',
    'tome_request_duration_seconds_bucket{operation="getUser",le="0.025"} 3',
    'tome_request_duration_seconds_bucket{operation="getUser",le="0.05"} 3',
    'tome_request_duration_seconds_bucket{operation="getUser",le="0.1"} 3',
    'tome_request_duration_seconds_bucket{operation="getUser",le="0.25"} 3',
    'tome_request_duration_seconds_bucket{operation="getUser",le="0.5"} 3',
    'tome_request_duration_seconds_bucket{operation="getUser",le="1"} 3',
    'tome_request_duration_seconds_bucket{operation="getUser",le="2.5"} 3',
    'tome_request_duration_seconds_bucket{operation="getUser",le="5"} 3',
    'tome_request_duration_seconds_bucket{operation="getUser",le="10"} 3',
    'tome_request_duration_seconds_bucket{operation="getUser",le="+Inf"} 4',
    'tome_request_duration_seconds_sum{operation="getUser"} 10.005',
    'tome_request_duration_seconds_count{operation="getUser"} 4',
    'tome_request_duration_seconds_bucket{operation="none",le="0.001"} 0',
    'tome_request_duration_seconds_bucket{operation="none",le="0.0025"} 0',
    'tome_request_duration_seconds_bucket{operation="none",le="0.005"} 0',
    'tome_request_duration_seconds_bucket{operation="none",le="0.01"} 0',
    'tome_request_duration_seconds_bucket{operation="none",le="0.025"} 1',
    'tome_request_duration_seconds_bucket{operation="none",le="0.05"} 2',
    'tome_request_duration_seconds_bucket{operation="none",le="0.1"} 2',
    'tome_request_duration_seconds_bucket{operation="none",le="0.25"} 2',
    'tome_request_duration_seconds_bucket{operation="none",le="0.5"} 2',
    'tome_request_duration_seconds_bucket{operation="none",le="1"} 2',
    'tome_request_duration_seconds_bucket{operation="none",le="2.5"} 2',
    'tome_request_duration_seconds_bucket{operation="none",le="5"} 2',
    'tome_request_duration_seconds_bucket{operation="none",le="10"} 2',
    'tome_request_duration_seconds_bucket{operation="none",le="+Inf"} 2',
    'tome_request_duration_seconds_sum{operation="none"} 0.05',
    'tome_request_duration_seconds_count{operation="none"} 2',
    "# HELP tome_jobs Jobs by kind.",
    "# TYPE tome_jobs gauge",
    "tome_jobs 0",
    'tome_jobs{kind="a\\"b\\\\c\\nd",state="due"} 2',
    "",
  ]);
});

it("has headings without requests", () => {
  expect(createMetrics().text([])).toBe(
    "# HELP tome_requests_total Requests by operation and status.\n# TYPE tome_requests_total counter\n# HELP tome_faults_total Injected faults.\n# TYPE tome_faults_total counter\n# HELP tome_request_duration_seconds Request duration.\n# TYPE tome_request_duration_seconds histogram\n",
  );
});
