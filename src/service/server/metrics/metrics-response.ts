/** Response of `/metrics`: request metrics, and gauges of the process and its data. */
import { sql } from "kysely";
import type { WireResponse } from "../../../contract/wire.ts";
import { isShared } from "../../database/sqlite/dialect.ts";
import type { Queries } from "../../database/tables.ts";
import { countWaiting } from "../../engines/threads/worker-pool.ts";
import type { Instrumentation } from "../pipeline/instrumentation.ts";
import { type Gauge, metricsType } from "./metrics.ts";

interface MetricsSources {
  readonly db: Queries;
  readonly instrumentation: Instrumentation;
  readonly about: { readonly version: string; readonly build: string };
}

export async function buildMetricsResponse(sources: MetricsSources): Promise<WireResponse> {
  return {
    status: 200,
    headers: { "content-type": metricsType, "cache-control": "no-store" },
    body: sources.instrumentation.metrics.text(await listGauges(sources)),
  };
}

async function listGauges({
  db,
  instrumentation,
  about,
}: MetricsSources): Promise<readonly Gauge[]> {
  return [
    {
      name: "tome_jobs",
      help: "Jobs in the queue by kind and state; failed jobs are not retried.",
      type: "gauge",
      values: await countJobs(db),
    },
    {
      name: "tome_integration_events",
      help: "Stored integration events by delivery state; expired events were not delivered.",
      type: "gauge",
      values: await countEvents(db),
    },
    createSingleGauge("tome_database_bytes", "Size of the data.", await queryDatabaseSize(db)),
    createSingleGauge(
      "tome_connections_open",
      "Open client connections.",
      await instrumentation.connections.count(),
    ),
    ...listEventLoopGauges(instrumentation),
    createSingleGauge(
      "tome_long_work_waiting",
      "Work items that wait for a worker thread.",
      countWaiting(),
    ),
    {
      name: "tome_info",
      help: "Version of the server.",
      type: "gauge",
      values: [{ labels: { ...about, node: process.versions.node }, value: 1 }],
    },
    createSingleGauge(
      "process_resident_memory_bytes",
      "Memory of the process.",
      process.memoryUsage.rss(),
    ),
    {
      ...createSingleGauge(
        "process_cpu_seconds_total",
        "CPU time of the process.",
        getProcessorSeconds(),
      ),
      type: "counter",
    },
    createSingleGauge(
      "process_start_time_seconds",
      "Start time of the process since 1970.",
      (performance.timeOrigin / 1000) | 0,
    ),
  ];
}

function listEventLoopGauges(instrumentation: Instrumentation): readonly Gauge[] {
  const delay = instrumentation.eventLoop.read();
  if (delay === undefined) return [];
  const quantiles = { "0.5": delay.median, "0.99": delay.p99, "1": delay.most };
  return [
    {
      name: "tome_event_loop_delay_seconds",
      help: "Delay of the event loop since the last scrape.",
      type: "gauge",
      values: Object.entries(quantiles).map(([quantile, value]) => ({
        labels: { quantile },
        value,
      })),
    },
  ];
}

function createSingleGauge(name: string, help: string, value: number): Gauge {
  return { name, help, type: "gauge", values: [{ labels: {}, value }] };
}

function getProcessorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function countJobs(db: Queries): Promise<Gauge["values"]> {
  const rows = await db
    .selectFrom("jobs")
    .select(["kind", "state", ({ fn }) => fn.countAll<number | string>().as("count")])
    .groupBy(["kind", "state"])
    .orderBy("kind")
    .orderBy("state")
    .execute();
  return rows.map(({ kind, state, count }) => ({ labels: { kind, state }, value: Number(count) }));
}

async function countEvents(db: Queries): Promise<Gauge["values"]> {
  const rows = await db
    .selectFrom("integration_events")
    .select(["delivery", ({ fn }) => fn.countAll<number | string>().as("count")])
    .groupBy("delivery")
    .orderBy("delivery")
    .execute();
  return rows.map(({ delivery, count }) => ({ labels: { delivery }, value: Number(count) }));
}

/** The size of the data in bytes, also for an in-memory database. */
async function queryDatabaseSize(db: Queries): Promise<number> {
  const question = isShared(db)
    ? sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`
    : sql<{
        bytes: number | string;
      }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
  const { rows } = await question.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}
