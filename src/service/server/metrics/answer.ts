/** What `/metrics` answers: the figures of the requests, and what is true of the process right now. */
import type { WireResponse } from "../../../contract/wire.ts";
import { databaseBytes } from "../../database/size.ts";
import type { Queries } from "../../database/tables.ts";
import type { Instrumentation } from "../instrumentation.ts";
import { type Gauge, metricsType } from "./metrics.ts";

interface Ground {
  readonly db: Queries;
  readonly instrumentation: Instrumentation;
  readonly about: { readonly version: string; readonly build: string };
}

export async function metricsAnswer(ground: Ground): Promise<WireResponse> {
  return {
    status: 200,
    headers: { "content-type": metricsType, "cache-control": "no-store" },
    body: ground.instrumentation.metrics.text(await gauges(ground)),
  };
}

async function gauges({ db, instrumentation, about }: Ground): Promise<readonly Gauge[]> {
  return [
    {
      name: "tome_jobs",
      help: "Jobs in the queue by kind and state; failed ones were given up.",
      type: "gauge",
      values: await jobs(db),
    },
    single("tome_database_bytes", "Room that the data takes.", await databaseBytes(db)),
    single(
      "tome_connections_open",
      "Connections of callers.",
      await instrumentation.connections.count(),
    ),
    {
      name: "tome_info",
      help: "The program that serves.",
      type: "gauge",
      values: [{ labels: { ...about, node: process.versions.node }, value: 1 }],
    },
    single("process_resident_memory_bytes", "Memory of the process.", process.memoryUsage.rss()),
    {
      ...single("process_cpu_seconds_total", "Time that the process has computed.", seconds()),
      type: "counter",
    },
    single(
      "process_start_time_seconds",
      "When the process started, since 1970.",
      (performance.timeOrigin / 1000) | 0,
    ),
  ];
}

function single(name: string, help: string, value: number): Gauge {
  return { name, help, type: "gauge", values: [{ labels: {}, value }] };
}

function seconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function jobs(db: Queries): Promise<Gauge["values"]> {
  const rows = await db
    .selectFrom("jobs")
    .select(["kind", "state", ({ fn }) => fn.countAll<number | string>().as("count")])
    .groupBy(["kind", "state"])
    .orderBy("kind")
    .orderBy("state")
    .execute();
  return rows.map(({ kind, state, count }) => ({ labels: { kind, state }, value: Number(count) }));
}
