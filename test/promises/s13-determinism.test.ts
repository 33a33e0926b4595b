import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Endpoint, methodOf } from "../../src/contract/endpoint.ts";
import type { Headers, WireResponse } from "../../src/contract/wire.ts";
import { openService, type Service } from "../../src/service/service.ts";
import type { FaultPlan } from "../../src/service/stage/fault-plan.ts";
import { stateOf } from "../../src/service/stage/state.ts";
import { buildProgram } from "../bin/built.ts";
import { amount, report } from "../support/amount.ts";
import { startServe } from "../support/built-serve.ts";
import { temporaryFolder } from "../support/folder.ts";
import { inputsOf, requestFor } from "../support/requests.ts";
import { endpoints, keepMade } from "../support/stage.ts";

const base = "http://127.0.0.1:4000";
const realTime = () => Date.parse("2026-01-01T00:00:00Z");
/** What differs though nothing else does: names of requests, and secrets that are shown once. */
const drawn = ["x-request-id", "date"];

interface Walked {
  readonly calls: number;
  /** Every answer, as text. */
  readonly answers: readonly string[];
  readonly state: string;
  readonly faults: string;
}

/** Makes the same calls each time: every operation, some with what the calls before have made. */
async function walk(seed: number, plan: FaultPlan | undefined): Promise<Walked> {
  const service = await openService({ repeatable: seed, realTime });
  onTestFinished(() => service.close());
  // As while it is served: jobs run when they happen to.
  const timer = setInterval(
    () => void service.jobs.runDue().catch(() => {}),
    1 + Math.random() * 5,
  );
  await service.admin.seed();
  await service.jobs.finish();
  const ids = await known(service);
  if (plan) await service.stage.setFaults(plan);
  const answers: string[] = [];
  const gentle = endpoints.filter((endpoint) => methodOf(endpoint) !== "DELETE");
  // What is made in the first round is there for the second, and deleted at the end.
  for (const endpoint of [...gentle, ...endpoints]) {
    for (const input of await inputsOf(endpoint, { ids, word: `Word ${seed}` })) {
      const request = requestFor(endpoint, input, { base, token: service.token });
      const answer = await service.transport(request).catch((error: Error) => error);
      if (!(answer instanceof Error)) keepWhole(ids, endpoint, answer);
      answers.push(`${endpoint.operation} ${await told(answer)}`);
      await service.jobs.finish();
    }
  }
  clearInterval(timer);
  const { digest } = stateOf(await service.admin.export());
  const faults = JSON.stringify(service.stage.faults()?.shown().log ?? []);
  return { calls: answers.length, answers, state: digest, faults };
}

/** A fault may have spoilt what came back. */
function keepWhole(ids: Map<string, string>, endpoint: Endpoint, answer: WireResponse): void {
  try {
    keepMade(ids, endpoint, answer);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
}

/** One of everything that the sample has. */
async function known({ db }: Service): Promise<Map<string, string>> {
  const first = async (
    table: "organizations" | "collections" | "spaces" | "sites" | "teams" | "change_requests",
  ) => {
    const row = await db.selectFrom(table).select("id").orderBy("id").executeTakeFirst();
    return row?.id ?? "";
  };
  return new Map([
    ["org", await first("organizations")],
    ["/orgs", await first("organizations")],
    ["collection", await first("collections")],
    ["space", await first("spaces")],
    ["site", await first("sites")],
    ["team", await first("teams")],
    ["cr", await first("change_requests")],
  ]);
}

async function told(answer: WireResponse | Error): Promise<string> {
  if (answer instanceof Error) return answer.message;
  const { status, headers, body } = answer;
  const kept: Headers = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !drawn.includes(name)),
  );
  const text = typeof body === "string" ? body : Buffer.concat(await all(body)).toString("latin1");
  return JSON.stringify([status, kept, withoutSecrets(text)]);
}

async function all(body: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch {
    // Where a fault breaks it off, what came before that counts.
  }
  return chunks;
}

/** Signed addresses and tokens are signed with keys of the installation. */
function withoutSecrets(text: string): string {
  return text
    .replace(/_download\/[\w-]+/g, "_download/…")
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "…");
}

const plan: FaultPlan = {
  seed: 5,
  rules: [
    { fault: "error", status: 503, probability: 0.2 },
    { fault: "drop", when: "after", probability: 0.1 },
    { fault: "malformed", match: "GET /v1/**", probability: 0.3, after: 3, count: 10 },
    { fault: "truncate", probability: 0.05 },
  ],
};

test("The same seed, clock and calls give the same answers, the same data and the same faults", async () => {
  const seeds = Array.from({ length: amount({ short: 1, full: 5 }) }, (_, at) => at + 1);
  let calls = 0;
  for (const seed of seeds) {
    for (const faults of amount({ short: 1, full: 2 }) === 2 ? [undefined, plan] : [plan]) {
      const [one, other] = [await walk(seed, faults), await walk(seed, faults)];
      calls += one.calls;
      expect(other.answers).toEqual(one.answers);
      expect([other.state, other.faults]).toEqual([one.state, one.faults]);
      expect(JSON.parse(one.faults).length > 20).toBe(faults !== undefined);
    }
  }
  report(
    "S13",
    `${calls} calls made twice, answers, data and ${plan.rules.length} rules of faults equal`,
  );
});

test("Platforms that start at once on any port do not meet, and each tells where it is", async () => {
  buildProgram();
  const many = amount({ short: 3, full: 20 });
  const served = await Promise.all(
    Array.from({ length: many }, async (_, at) => {
      const home = temporaryFolder();
      const file = join(home, "ready.json");
      const flags = ["--port", "0", "--memory", "--ready-file", file];
      const serving = await startServe(home, flags);
      const ready = JSON.parse(readFileSync(file, "utf8")) as { url: string; token: string };
      expect(ready).toMatchObject({
        url: serving.url,
        token: serving.token,
        pid: serving.child.pid,
      });
      const headers = {
        authorization: `Bearer ${ready.token}`,
        "content-type": "application/json",
      };
      const body = JSON.stringify({ title: `Platform ${at}` });
      const made = await fetch(`${ready.url}/v1/orgs`, { method: "POST", headers, body });
      expect(made.status).toBe(201);
      return { serving, headers, file, at };
    }),
  );
  expect(new Set(served.map(({ serving }) => serving.url)).size).toBe(many);
  for (const { serving, headers, at, file } of served) {
    const listed = await fetch(`${serving.url}/v1/orgs`, { headers });
    const { items } = (await listed.json()) as { items: { title: string }[] };
    expect(items.map(({ title }) => title).sort()).toEqual(["My organization", `Platform ${at}`]);
    const other = served[(at + 1) % many];
    const foreign = await fetch(`${serving.url}/v1/orgs`, { headers: other?.headers ?? {} });
    expect(foreign.status).toBe(401);
    serving.child.kill("SIGTERM");
    expect((await serving.ended).code).toBe(0);
    expect(existsSync(file)).toBe(false);
  }
  const starts: number[] = [];
  for (let count = 0; count < amount({ short: 1, full: 40 }); count++) {
    const serving = await startServe(temporaryFolder(), ["--port", "0", "--memory"]);
    starts.push(serving.startedIn);
    serving.child.kill("SIGKILL");
    await serving.ended;
  }
  const p95 = starts.sort((one, other) => one - other)[Math.floor(starts.length * 0.95)] ?? 0;
  report("S13", `${many} at once did not meet; from start to serving, p95 ${Math.round(p95)} ms`);
});
