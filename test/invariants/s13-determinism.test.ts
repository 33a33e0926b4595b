import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FaultPlan } from "../../src/service/server/faults/plan.ts";
import { buildProgram } from "../bin/built.ts";
import { amount, report } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { compileTo, startProcess } from "../support/machine/other-process.ts";
import { allSystems, elsewhere, type System } from "../support/machine/systems.ts";
import { startServe } from "../support/platforms/built-serve.ts";
import { type Path, type Walked, walk } from "../support/requests/walk.ts";

/** Walks on another system. */
const walking = `
import { writeFileSync } from "node:fs";
import { walk } from "support/requests/walk.ts";
const [file, umask, path] = process.argv.slice(2);
process.umask(Number(umask));
writeFileSync(file, JSON.stringify(await walk(JSON.parse(path))));
process.exit();
`;

const plan: FaultPlan = {
  seed: 5,
  rules: [
    { fault: "error", status: 503, probability: 0.2 },
    { fault: "drop", when: "after", probability: 0.1 },
    { fault: "malformed", match: "GET /v1/**", probability: 0.3, after: 3, count: 10 },
    { fault: "truncate", probability: 0.05 },
  ],
};
/** Seeds, with faults and without. */
const rounds: readonly (readonly [number, FaultPlan | undefined])[] = [
  [1, plan],
  ...[1, 2, 3, 4].map((seed) => [seed, undefined] as const),
  [5, plan],
];

test("the same seed, clock and requests give the same responses, data and faults", async () => {
  const isFull = amount({ short: 0, full: 1 }) === 1;
  const program = await compileTo(temporaryFolder(), walking);
  const home = temporaryFolder();
  const { there, absent } = isFull ? allSystems(home) : { there: [elsewhere(home)], absent: [] };
  const chance = amount({ short: 10, full: 600 });
  let calls = 0;
  let first: Path | undefined;
  for (const [seed, plan] of isFull ? rounds : rounds.slice(0, 1)) {
    const path = { seed, plan, chance };
    first ??= path;
    const one = await walk(path);
    calls += one.answers.length;
    expect(JSON.parse(one.faults).length > 20).toBe(plan !== undefined);
    // Again in this process, with other data in memory.
    if (isFull) expect(listDifferences(await walk(path), one)).toEqual([]);
    for (const system of there) {
      // Emulation takes minutes.
      if (system.isSlow && path !== first) continue;
      const other = await walkOn(system, program, path);
      expect([system.name, listDifferences(other, one)]).toEqual([system.name, []]);
    }
  }
  const left = absent.length > 0 ? `; left out: ${absent.join(", ")}` : "";
  const names = there.map(({ name }) => name).join("; ");
  report(
    "S13",
    `${calls} calls, answers, data and faults equal on ${there.length + 1} systems (this one; ${names})${left}`,
  );
});

/** The first different response and row, and whether the faults differ. */
function listDifferences(walked: Walked, other: Walked): unknown[] {
  const pairs = [
    ["answer", walked.answers, other.answers],
    ...Object.keys(other.rows).map((name) => [name, walked.rows[name], other.rows[name]] as const),
    ["state", [walked.state], [other.state]],
    ["faults", [walked.faults], [other.faults]],
  ] as const;
  return pairs.flatMap(([name, ones = [], others = []]) => {
    const at = others.findIndex(
      (one, index) => JSON.stringify(one) !== JSON.stringify(ones[index]),
    );
    const where = at < 0 && ones.length > others.length ? others.length : at;
    return where < 0 ? [] : [[name, where, excerpt(ones[where]), excerpt(others[where])]];
  });
}

function excerpt(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 1000);
}

async function walkOn(system: System, program: string, path: Path): Promise<Walked> {
  const own = temporaryFolder();
  const file = join(own, "walked.json");
  const told = JSON.stringify({ ...path, folder: join(own, "data") } satisfies Path);
  const words = [...system.command, program, file, String(system.umask), told];
  const child = startProcess(words, system.env, system.cwd);
  expect([system.name, await child.ended()]).toEqual([system.name, 0]);
  return JSON.parse(readFileSync(file, "utf8"));
}

test("platforms started at once on any port do not collide, and each reports its URL", async () => {
  buildProgram();
  const many = amount({ short: 2, full: 20 });
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
