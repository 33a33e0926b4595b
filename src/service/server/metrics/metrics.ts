/** Request counters and duration histograms in the Prometheus text format. */
import type { RequestRecord } from "./request-record.ts";

/** A value by labels that is read when the metrics are requested. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly type: "gauge" | "counter";
  readonly values: readonly { readonly labels: Labels; readonly value: number }[];
}

type Labels = Readonly<Record<string, string>>;

export interface Metrics {
  readonly add: (entry: RequestRecord) => void;
  /** @param gauges the current values */
  readonly text: (gauges: readonly Gauge[]) => string;
}

/** Upper bounds, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Durations {
  readonly buckets: number[];
  sum: number;
  count: number;
}

export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

export function createMetrics(): Metrics {
  const requests = new Map<string, { labels: Labels; value: number }>();
  const faults = new Map<string, { labels: Labels; value: number }>();
  const durations = new Map<string, Durations>();

  return {
    add({ operation, method, status, fault, milliseconds }) {
      // Only operation names of the contract: otherwise each path would be a separate series.
      const name = operation ?? "none";
      const end = status === null ? "dropped" : String(status);
      countUp(requests, `${name} ${method} ${end}`, { operation: name, method, status: end });
      for (const one of fault?.split(", ") ?? []) {
        countUp(faults, `${name} ${one}`, { operation: name, fault: one });
      }
      let histogram = durations.get(name);
      if (histogram === undefined) {
        histogram = { buckets: bounds.map(() => 0), sum: 0, count: 0 };
        durations.set(name, histogram);
      }
      const seconds = milliseconds / 1000;
      histogram.sum += seconds;
      histogram.count++;
      const bucket = bounds.findIndex((bound) => seconds <= bound);
      if (bucket !== -1) histogram.buckets[bucket] = (histogram.buckets[bucket] ?? 0) + 1;
    },
    text: (gauges) =>
      [
        ...formatSeries({
          name: "tome_requests_total",
          help: "Requests by operation and status.",
          type: "counter",
          values: [...requests.values()],
        }),
        ...formatSeries({
          name: "tome_faults_total",
          help: "Injected faults.",
          type: "counter",
          values: [...faults.values()],
        }),
        ...formatHistogram(durations),
        ...gauges.flatMap(formatSeries),
        "",
      ].join("\n"),
  };
}

function countUp(
  counted: Map<string, { labels: Labels; value: number }>,
  key: string,
  labels: Labels,
): void {
  const counter = counted.get(key);
  if (counter) counter.value++;
  else counted.set(key, { labels, value: 1 });
}

function formatSeries({ name, help, type, values }: Gauge): readonly string[] {
  return [
    ...formatHeading(name, help, type),
    ...values.map(({ labels, value }) => `${name}${formatLabels(labels)} ${value}`),
  ];
}

function formatHistogram(durations: ReadonlyMap<string, Durations>): readonly string[] {
  const name = "tome_request_duration_seconds";
  const lines = [...formatHeading(name, "Request duration.", "histogram")];
  for (const [operation, { buckets, sum, count }] of durations) {
    let below = 0;
    for (const [index, bound] of bounds.entries()) {
      below += buckets[index] ?? 0;
      lines.push(`${name}_bucket${formatLabels({ operation, le: String(bound) })} ${below}`);
    }
    lines.push(`${name}_bucket${formatLabels({ operation, le: "+Inf" })} ${count}`);
    lines.push(`${name}_sum${formatLabels({ operation })} ${sum}`);
    lines.push(`${name}_count${formatLabels({ operation })} ${count}`);
  }
  return lines;
}

function formatHeading(name: string, help: string, type: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function formatLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
