import { expect, test } from "vitest";
import { createMetrics } from "../../../../src/service/server/metrics/metrics.ts";
import { serve } from "../../../support/platforms/served.ts";

/** The lines of the text, each checked by the format's own grammar. */
function listSamples(text: string): Map<string, number> {
  expect(text.endsWith("\n")).toBe(true);
  const samples = new Map<string, number>();
  const types = new Map<string, string>();
  for (const line of text.slice(0, -1).split("\n")) {
    const [, comment, name = "", rest = ""] = /^# (HELP|TYPE) (\w+) (.+)$/.exec(line) ?? [];
    if (comment === "TYPE") {
      expect(types.has(name)).toBe(false);
      types.set(name, rest);
    }
    if (comment !== undefined) continue;
    const label = '[a-zA-Z_]\\w*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"';
    const sample = new RegExp(`^([a-zA-Z_:][\\w:]*)(\\{${label}(?:,${label})*\\})? (\\S+)$`).exec(
      line,
    );
    expect([line, sample === null]).toEqual([line, false]);
    const [, series = "", labels = "", value = ""] = sample ?? [];
    const family = types.has(series) ? series : series.replace(/_(bucket|sum|count)$/, "");
    expect([line, types.has(family)]).toEqual([line, true]);
    expect(samples.has(series + labels)).toBe(false);
    samples.set(series + labels, Number(value));
    expect([line, Number.isFinite(Number(value))]).toEqual([line, true]);
  }
  return samples;
}

test("metrics contain requests by operation and status, durations, jobs, connections and memory", async () => {
  const { send, service } = await serve({ version: '1"2\\3' });
  await send("GET /v1/user");
  await send("GET /v1/user");
  await send("POST /v1/orgs", { json: {} });
  await send("GET /v1/anything");
  await send("GET /healthz");
  const later = new Date(Date.now() + 60_000);
  const job = { kind: "purge-space", payload: {}, at: later };
  await service.jobs.enqueue(service.db, job);
  await service.instrumentation.setFaults({ seed: 1, rules: [{ fault: "drop" }] });
  await send("GET /v1/user").catch(() => undefined);
  const { body, headers, status } = await send("GET /metrics", { admin: true });
  expect([status, headers["content-type"]]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  const samples = listSamples(body);
  const user = "getAuthenticatedUser";
  const requests = (operation: string, method: string, end: string) =>
    samples.get(`tome_requests_total{operation="${operation}",method="${method}",status="${end}"}`);
  expect(requests(user, "GET", "200")).toBe(2);
  expect(requests("createOrganization", "POST", "400")).toBe(1);
  expect(requests("none", "GET", "404")).toBe(1);
  expect(requests("healthz", "GET", "200")).toBe(1);
  expect(requests(user, "GET", "dropped")).toBe(1);
  expect(samples.get(`tome_faults_total{operation="${user}",fault="drop"}`)).toBe(1);
  expect(samples.get(`tome_request_duration_seconds_count{operation="${user}"}`)).toBe(3);
  expect(samples.get(`tome_request_duration_seconds_bucket{operation="${user}",le="+Inf"}`)).toBe(
    3,
  );
  expect(samples.get('tome_jobs{kind="purge-space",state="waiting"}')).toBe(1);
  for (const name of [
    "tome_database_bytes",
    "tome_connections_open",
    "process_resident_memory_bytes",
    "process_cpu_seconds_total",
    "process_start_time_seconds",
  ]) {
    expect([name, samples.get(name)]).toEqual([name, expect.any(Number)]);
    expect(samples.get(name)).toBeGreaterThan(0);
  }
  const delay = (quantile: string) =>
    samples.get(`tome_event_loop_delay_seconds{quantile="${quantile}"}`);
  expect(["0.5", "0.99", "1"].map(delay)).toEqual(Array(3).fill(expect.any(Number)));
  expect(samples.get("tome_long_work_waiting")).toBe(0);
  expect(body).toContain('version="1\\"2\\\\3"');
});

test("metrics require the admin token, unless they are public", async () => {
  const closed = await serve();
  expect((await closed.send("GET /metrics", { headers: { authorization: "" } })).status).toBe(401);
  expect((await closed.send("GET /metrics")).status).toBe(401);
  expect((await closed.send("POST /metrics", { admin: true })).status).toBe(405);
  const open = await serve({ openMetrics: true });
  expect((await open.send("GET /metrics", { headers: { authorization: "" } })).status).toBe(200);
  const foreign = { authorization: "", origin: "http://evil.example" };
  expect((await open.send("GET /metrics", { headers: foreign })).status).toBe(403);
});

test("durations are counted in every bucket above them", () => {
  const metrics = createMetrics();
  const entry = { id: "", at: "", method: "GET", path: "/", status: 200, user: null };
  for (const milliseconds of [0.5, 1, 30, 20_000]) {
    metrics.add({ ...entry, operation: "x", slow: null, fault: null, message: null, milliseconds });
  }
  const samples = listSamples(metrics.text([]));
  const below = (le: string) =>
    samples.get(`tome_request_duration_seconds_bucket{operation="x",le="${le}"}`);
  expect(["0.001", "0.025", "0.05", "10", "+Inf"].map(below)).toEqual([2, 2, 3, 3, 4]);
  expect(samples.get('tome_request_duration_seconds_sum{operation="x"}')).toBeCloseTo(20.0315);
});
