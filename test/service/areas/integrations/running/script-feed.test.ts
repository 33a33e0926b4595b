/** Feeds of integrations whose script a platform runs. */
import { expect, test } from "vitest";
import * as integration from "../../../../../src/contract/integration.ts";
import { scriptUrl } from "../../../../../src/service/areas/integration-events/tables.ts";
import {
  attachScript,
  attachScripts,
  detachScripts,
  hasInstalledScript,
} from "../../../../../src/service/areas/integrations/running/script-feed.ts";
import type { JobRequest } from "../../../../../src/service/jobs/job.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { openIntegrations } from "../../../../support/organizations/integrations.ts";

const tunnelUrl = "https://tunnel.example.com";

async function start() {
  const { workspace, org, admin, publish } = await openIntegrations();
  const { db } = workspace;
  const names = ["first", "second", "tunneled"];
  for (const integrationName of names) await publish({ integrationName });
  await workspace.ok(admin, integration.dev, {
    integrationName: "tunneled",
    tunnelUrl,
    all: false,
  });
  const jobs: JobRequest[] = [];
  const enqueue = async (job: JobRequest) => void jobs.push(job);
  const read = async () => {
    const rows = await db
      .selectFrom("integration_feeds")
      .selectAll()
      .orderBy("integration")
      .execute();
    return rows.map((row) => [row.integration, row.tunnel_url, row.sending, row.turn]);
  };
  const wait = async (name: string, delivery: "waiting" | "taken") => {
    await db
      .insertInto("integration_events")
      .values({
        ...{ id: `${name}-${delivery}`, integration: name, number: 1, installation_id: "" },
        ...{
          organization_id: org,
          payload: "{}",
          delivery,
          attempts: 0,
          reason: null,
          trace: "[]",
        },
        created_at: workspace.now.toISOString(),
      })
      .execute();
  };
  return { workspace, db, org, admin, jobs, enqueue, read, wait, publish };
}

test("a script takes the place of a missing tunnel, and receives the waiting events", async () => {
  const { db, org, admin, jobs, enqueue, read, wait } = await start();
  await wait("first", "waiting");
  await wait("second", "taken");
  const before = await read();
  await attachScript({ db, enqueue }, "unknown");
  expect(await read()).toEqual(before);
  for (const name of ["first", "second", "tunneled"]) await attachScript({ db, enqueue }, name);
  const [, , tunneled] = before;
  expect(await read()).toEqual([
    ["first", scriptUrl, 1, Number(before[0]?.[3]) + 1],
    ["second", scriptUrl, 0, Number(before[1]?.[3]) + 1],
    tunneled,
  ]);
  const principal = { kind: "user", user: admin };
  expect(jobs).toEqual([
    {
      ...{ kind: "send-events", principal, organization: org },
      payload: { integration: "first", turn: Number(before[0]?.[3]) + 1 },
    },
  ]);
  const [row] = await db
    .selectFrom("integration_feeds")
    .selectAll()
    .orderBy("integration")
    .execute();
  expect(row).toMatchObject({
    ...{ tunnel_principal: JSON.stringify(principal), tunnel_base: "", tunnel_all: 1, failures: 0 },
  });
  // A new version begins again, after failures of the former one.
  await db.updateTable("integration_feeds").set({ failures: 3 }).execute();
  await attachScript({ db, enqueue }, "first");
  expect((await read())[0]).toEqual(["first", scriptUrl, 1, Number(before[0]?.[3]) + 2]);
  expect(jobs).toHaveLength(2);
  const failures = await db.selectFrom("integration_feeds").select("failures").execute();
  expect(failures.map((one) => one.failures).toSorted()).toEqual([0, 3, 3]);
});

slowTest(
  "all scripts start and stop with a platform that runs them, and tunnels remain",
  async () => {
    const { db, jobs, enqueue, read, wait } = await start();
    await wait("second", "waiting");
    await attachScripts(db, async (queries, job) => {
      expect(queries).toBe(db);
      await enqueue(job);
    });
    const urls = async () => (await read()).map(([name, url]) => [name, url]);
    expect(await urls()).toEqual([
      ["first", scriptUrl],
      ["second", scriptUrl],
      ["tunneled", tunnelUrl],
    ]);
    expect(jobs.map(({ payload }) => payload)).toEqual([
      { integration: "second", turn: expect.any(Number) },
    ]);
    await attachScripts(db, async (_, job) => enqueue(job));
    expect(jobs).toHaveLength(1);
    await detachScripts(db);
    expect(await urls()).toEqual([
      ["first", null],
      ["second", null],
      ["tunneled", tunnelUrl],
    ]);
  },
);

test("events run a script only if an integration with a script is installed", async () => {
  const { workspace, db, org, admin } = await start();
  expect(await hasInstalledScript(db)).toBe(false);
  const installed = { integrationName: "first", organization: org };
  await workspace.ok(admin, integration.install, installed);
  expect(await hasInstalledScript(db)).toBe(true);
  await db
    .updateTable("integration_versions")
    .set({ script: null })
    .where("integration", "=", "first")
    .execute();
  expect(await hasInstalledScript(db)).toBe(false);
});
