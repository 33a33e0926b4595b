import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { readFact } from "../../../src/service/database/facts.ts";
import type { Queries } from "../../../src/service/database/tables.ts";
import { buildProgram } from "../../bin/built.ts";
import { countFaults } from "../../support/commands/fault-count.ts";
import { amount, report } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { type BuiltServe, startServe } from "../../support/platforms/built-serve.ts";
import { openPostgres, schemaVersion } from "../../support/platforms/database.ts";
import { bareDatabase, freshDatabase } from "../../support/platforms/postgres/databases.ts";

const processes = 3;
const writersOfEach = 3;
const kills = amount({ short: 1, full: 20 });
/** The minimum number of acknowledged writes between two kills. */
const between = 60;

beforeAll(buildProgram);

interface Kept {
  readonly spaces: Set<string>;
  readonly numbers: number[];
  readonly conversations: Set<string>;
  /** The number of requests with an error of the platform. */
  faults: string[];
}

async function ask(serving: BuiltServe, what: string, value?: object): Promise<Response> {
  const [method = "", path = ""] = what.split(" ");
  return fetch(serving.url + path, {
    method,
    headers: {
      authorization: `Bearer ${serving.token}`,
      "content-type": "application/json",
      connection: "close",
    },
    ...(value && { body: JSON.stringify(value) }),
  });
}

test("three processes share a database while they are killed in turn: no acknowledged write is lost, no job runs twice", async () => {
  const database = await freshDatabase();
  const db = await openPostgres(database, () => {});
  onTestFinished(() => db.destroy());
  const home = temporaryFolder();
  const start = () => startServe(home, ["--port", "0", "--database", database.url]);
  const serving = await Promise.all(Array.from({ length: processes }, start));
  const [first] = serving;
  if (!first) throw new Error("There are three.");
  const { items } = (await (await ask(first, "GET /v1/orgs")).json()) as {
    items: [{ id: string }];
  };
  const organization = items[0].id;
  const made = await ask(first, `POST /v1/orgs/${organization}/spaces`, { title: "Shared" });
  const { id: shared } = (await made.json()) as { id: string };

  const kept: Kept = { spaces: new Set(), numbers: [], conversations: new Set(), faults: [] };
  let answered = 0;
  let ending = false;
  const write = async (writer: number) => {
    for (let count = 0; !ending; count++) {
      const at = serving[writer % processes];
      const name = `writer ${writer} number ${count}`;
      if (at) await one(at, name, count).catch(() => pause(20));
    }
  };
  const one = async (at: BuiltServe, name: string, count: number) => {
    const kind = count % 3;
    const response =
      kind === 0
        ? await ask(at, `POST /v1/orgs/${organization}/spaces`, { title: name })
        : kind === 1
          ? await ask(at, `POST /v1/spaces/${shared}/change-requests`, { subject: name })
          : await ask(at, `POST /v1/orgs/${organization}/conversations`, conversation(name));
    const text = await response.text();
    if (!response.ok) {
      kept.faults.push(`${response.status} ${text}`);
      return;
    }
    answered++;
    if (kind === 0) kept.spaces.add(name);
    else if (kind === 1) kept.numbers.push((JSON.parse(text) as { number: number }).number);
    else kept.conversations.add(name);
  };

  const writers = Array.from({ length: processes * writersOfEach }, (_, writer) => write(writer));
  for (let kill = 0; kill < kills; kill++) {
    const wanted = answered + between;
    while (answered < wanted) await pause(20);
    const victim = kill % processes;
    const killed = serving[victim];
    killed?.child.kill("SIGKILL");
    await killed?.ended;
    serving[victim] = await start();
  }
  const wanted = answered + between;
  while (answered < wanted) await pause(20);
  ending = true;
  await Promise.all(writers);
  await waitForJobs(db);

  expect(kept.faults).toEqual([]);
  const titles = (await db.selectFrom("spaces").select("title").execute()).map((row) => row.title);
  const counts = new Map<string, number>();
  for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
  const lost = countFaults();
  expect(lost.add([...kept.spaces].filter((name) => counts.get(name) !== 1))).toEqual([]);

  const numbers = await db
    .selectFrom("change_requests")
    .select("number")
    .where("space_id", "=", shared)
    .orderBy("number")
    .execute();
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1));
  expect(new Set(kept.numbers).size).toBe(kept.numbers.length);
  expect(kept.numbers.filter((number) => number > numbers.length)).toEqual([]);

  // The job creates one issue of each conversation, and one more if it runs twice.
  const issues = await db
    .selectFrom("conversation_issues")
    .select("conversation_id")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .groupBy("conversation_id")
    .execute();
  const twice = issues.filter(({ count }) => count !== 1);
  expect(twice).toEqual([]);
  const sorted = new Set(issues.map((row) => row.conversation_id));
  expect(lost.add([...kept.conversations].filter((name) => !sorted.has(name)))).toEqual([]);
  const { rows } = await sql<{ issues: number }>`
    select sum(issues) as issues from conversation_clusters`.execute(db);
  expect(rows[0]?.issues).toBe(issues.length);

  report(
    "S1",
    `${processes} processes on one PostgreSQL, ${kills} killed, ${answered} writes acknowledged: ${lost.total()} lost, ${twice.length} of ${issues.length} jobs' effects twice`,
  );
}, 900_000);

function conversation(name: string) {
  return {
    id: name,
    metadata: { url: "https://example.com", attributes: {}, createdAt: "2026-01-01T00:00:00.000Z" },
    parts: [{ type: "message", role: "user", body: `How do I rotate the key of ${name}?` }],
  };
}

/** Waits until every job was executed, including those of killed processes. */
async function waitForJobs(db: Queries): Promise<void> {
  for (;;) {
    const waiting = await db
      .selectFrom("jobs")
      .select("kind")
      .where("state", "=", "waiting")
      .limit(1)
      .execute();
    const left = await db
      .selectFrom("conversations")
      .select("id")
      .where("processed_at", "is", null)
      .limit(1)
      .execute();
    if (waiting.length + left.length === 0) return;
    await pause(100);
  }
}

test("processes that start on a database without tables create them once, in any order", async () => {
  const database = await bareDatabase();
  const all = await Promise.all([1, 2, 3, 4].map(() => openPostgres(database, () => {})));
  onTestFinished(async () => void (await Promise.all(all.map((db) => db.destroy()))));
  for (const db of all) {
    expect(await readFact(db, "schema-version")).toBe(String(schemaVersion));
  }
});
