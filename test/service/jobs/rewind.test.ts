import { expect, test } from "vitest";
import type { Queries } from "../../../src/service/database/tables.ts";
import { openOutside } from "../../../src/service/engines/network/egress.ts";
import { openSecretBox } from "../../../src/service/engines/secret-box.ts";
import type { ShortJob } from "../../../src/service/jobs/job.ts";
import { createJobs } from "../../../src/service/jobs/jobs.ts";
import { platformKinds } from "../../support/platforms/job-kinds.ts";
import { openTestDatabase } from "../../support/platforms/postgres/databases.ts";

const minute = 60 * 1000;

async function start(kinds: Record<string, ShortJob> = {}, existing?: Queries, offset?: number) {
  const db = existing ?? (await openTestDatabase());
  const time = { now: Date.parse("2026-01-01T00:00:00.000Z") };
  const noted: unknown[] = [];
  const told: string[] = [];
  let ids = 0;
  const jobs = createJobs({
    db,
    now: () => new Date(time.now),
    offset: offset === undefined ? undefined : () => offset,
    newId: () => `job${++ids}`,
    kinds: platformKinds({ note: async (payload) => void noted.push(payload), ...kinds }),
    outside: openOutside(),
    secretBox: openSecretBox(undefined),
    log: (message) => told.push(message),
  });
  const pass = (milliseconds: number) => {
    time.now += milliseconds;
  };
  return { db, jobs, pass, noted, told };
}

test("jobs with times ahead of the clock run after the next start, and are reported once", async () => {
  const first = await start();
  first.pass(5 * 24 * 60 * minute);
  await first.jobs.enqueue(first.db, { kind: "note", payload: "a" });
  const next = await start({}, first.db);
  expect(await next.jobs.runDue()).toBe(1);
  expect(next.noted).toEqual(["a"]);
  await next.jobs.runDue();
  expect(next.told).toEqual([expect.stringContaining("The clock is 5.0 days behind the data")]);
});

test("a clock that was set back on purpose is not reported", async () => {
  const first = await start();
  first.pass(5 * 24 * 60 * minute);
  await first.jobs.enqueue(first.db, { kind: "note", payload: "a" });
  const next = await start({}, first.db, -minute);
  await next.jobs.runDue();
  expect([next.noted, next.told]).toEqual([["a"], []]);
});

test("a clock set back while jobs wait does not extend their wait", async () => {
  let broken = true;
  const { db, jobs, pass, noted } = await start({
    async halting(payload) {
      if (broken) throw new Error("not yet");
      noted.push(payload);
    },
  });
  await jobs.enqueue(db, { kind: "halting", payload: "again" });
  await jobs.enqueue(db, { kind: "note", payload: "at once" });
  pass(1000 * 24 * 60 * minute);
  await jobs.runDue();
  broken = false;
  await jobs.enqueue(db, { kind: "note", payload: "left" });
  pass(-1000 * 24 * 60 * minute);
  await jobs.runDue();
  expect(noted).toEqual(["at once", "left"]);
  pass(minute);
  await jobs.runDue();
  expect(noted).toEqual(["at once", "left", "again"]);
});
