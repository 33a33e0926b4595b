/** Counts requests and how long they take, in the text that Prometheus reads. */
import type { Entry } from "./request-record.ts";

/** What is looked up when somebody asks, each with its labels. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly type: "gauge" | "counter";
  readonly values: readonly { readonly labels: Labels; readonly value: number }[];
}

type Labels = Readonly<Record<string, string>>;

export interface Metrics {
  readonly add: (entry: Entry) => void;
  /** @param gauges what is true at this moment */
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
      // Names of the contract alone: what callers make up would be a series each.
      const name = operation ?? "none";
      const end = status === null ? "dropped" : String(status);
      countUp(requests, `${name} ${method} ${end}`, { operation: name, method, status: end });
      for (const one of fault?.split(", ") ?? []) {
        countUp(faults, `${name} ${one}`, { operation: name, fault: one });
      }
      let held = durations.get(name);
      if (held === undefined) {
        held = { buckets: bounds.map(() => 0), sum: 0, count: 0 };
        durations.set(name, held);
      }
      const seconds = milliseconds / 1000;
      held.sum += seconds;
      held.count++;
      const at = bounds.findIndex((bound) => seconds <= bound);
      if (at !== -1) held.buckets[at] = (held.buckets[at] ?? 0) + 1;
    },
    text: (gauges) =>
      [
        ...series({
          name: "tome_requests_total",
          help: "Requests by operation and status.",
          type: "counter",
          values: [...requests.values()],
        }),
        ...series({
          name: "tome_faults_total",
          help: "Faults that the plan of faults had for requests.",
          type: "counter",
          values: [...faults.values()],
        }),
        ...histogram(durations),
        ...gauges.flatMap(series),
        "",
      ].join("\n"),
  };
}

function countUp(
  counted: Map<string, { labels: Labels; value: number }>,
  key: string,
  labels: Labels,
): void {
  const held = counted.get(key);
  if (held) held.value++;
  else counted.set(key, { labels, value: 1 });
}

function series({ name, help, type, values }: Gauge): readonly string[] {
  return [
    ...heading(name, help, type),
    ...values.map(({ labels, value }) => `${name}${written(labels)} ${value}`),
  ];
}

function histogram(durations: ReadonlyMap<string, Durations>): readonly string[] {
  const name = "tome_request_duration_seconds";
  const lines = [...heading(name, "How long requests took.", "histogram")];
  for (const [operation, { buckets, sum, count }] of durations) {
    let below = 0;
    for (const [index, bound] of bounds.entries()) {
      below += buckets[index] ?? 0;
      lines.push(`${name}_bucket${written({ operation, le: String(bound) })} ${below}`);
    }
    lines.push(`${name}_bucket${written({ operation, le: "+Inf" })} ${count}`);
    lines.push(`${name}_sum${written({ operation })} ${sum}`);
    lines.push(`${name}_count${written({ operation })} ${count}`);
  }
  return lines;
}

function heading(name: string, help: string, type: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
