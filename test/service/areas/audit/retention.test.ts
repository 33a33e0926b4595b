import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writeEvent } from "../../../../src/service/areas/audit/record.ts";
import {
  removalKind,
  removeOldEvents,
  scheduleRemoval,
} from "../../../../src/service/areas/audit/retention.ts";
import type { CoreTables } from "../../../../src/service/database/tables.ts";
import type { JobRequest } from "../../../../src/service/jobs/job.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

const day = 24 * 60 * 60 * 1000;
const days = 10;

let workspace: Workspace;
let organization: string;
let other: string;
beforeAll(async () => {
  workspace = await openWorkspace();
  organization = await workspace.organization();
  other = await workspace.organization("Other");
});

let requests: JobRequest[] = [];
beforeEach(async () => {
  requests = [];
  await workspace.db.deleteFrom("audit_events").execute();
  await workspace.db.deleteFrom("jobs").execute();
});

const call = () => ({
  db: workspace.db,
  now: workspace.now,
  enqueue: async (job: JobRequest) => void requests.push(job),
});

const getTime = (milliseconds: number) => new Date(workspace.now.getTime() + milliseconds);

async function addEvent(age: number, organization_id = organization) {
  let count = 0;
  await writeEvent(
    { db: workspace.db, now: getTime(-age), newId: () => `id${count++}` },
    {
      ...{ organization_id, action: "try", actor_type: "system", actor_id: "platform" },
      ...{ actor_label: null, target_type: "space", target_id: String(age), target_label: null },
      ...{ content: {}, origin: { requestId: "R1" } },
    },
  );
}

async function listEvents() {
  const rows = await workspace.db
    .selectFrom("audit_events")
    .select(["organization_id", "target_id"])
    .execute();
  return rows
    .map((row) => `${row.organization_id === organization ? "own" : "other"} ${row.target_id}`)
    .toSorted();
}

const until = () => getTime(-days * day).toISOString();

describe("the removal of old events", () => {
  test.each([
    ["without an event", [], false],
    ["with an event at the end of the period", [days * day], false],
    ["with an older event", [day, days * day + 1], true],
  ])("is enqueued for a day later: %s", async (_, ages, isEnqueued) => {
    await addEvent(20 * day, other);
    for (const age of ages) await addEvent(age);
    await scheduleRemoval(call(), organization, days);
    const payload = { organization, until: until() };
    expect(requests).toEqual(isEnqueued ? [{ kind: removalKind, payload, at: getTime(day) }] : []);
  });

  test.each<[string, Partial<CoreTables["jobs"]>, boolean]>([
    ["waits", {}, false],
    ["failed", { state: "failed" }, true],
    ["is of another kind", { kind: "other" }, true],
    ["is of another organization", { payload: '{"organization":"other"}' }, true],
  ])("is enqueued unless it waits already: a job that %s", async (_, change, isEnqueued) => {
    await addEvent(20 * day);
    const now = workspace.now.toISOString();
    await workspace.db
      .insertInto("jobs")
      .values({
        ...{ id: "J1", kind: removalKind, payload: JSON.stringify({ organization, until: now }) },
        ...{ run_at: now, attempts: 0, state: "waiting", last_error: null, created_at: now },
        ...{ leased_by: null, leased_until: null, principal: null, organization_id: null },
        concurrency_key: "",
        ...change,
      })
      .execute();
    await scheduleRemoval(call(), organization, days);
    expect(requests.length).toBe(isEnqueued ? 1 : 0);
  });

  test.each([
    [
      "the time of the request is earlier",
      -1,
      ["other 1296000000", "own 864000000", "own 864000001"],
    ],
    ["both times are equal", 0, ["other 1296000000", "own 864000000"]],
    ["the time of the request is later", 1, ["other 1296000000", "own 864000000"]],
  ])("removes events before the earlier one of two times: %s", async (_, shift, expected) => {
    await addEvent(days * day);
    await addEvent(days * day + 1);
    await addEvent(15 * day, other);
    const end = new Date(Date.parse(until()) + shift).toISOString();
    await removeOldEvents(days)({ organization, until: end }, call());
    expect(await listEvents()).toEqual(expected);
    expect(requests).toEqual([]);
  });

  test("continues a minute later with the oldest of the rest, if it reached the limit", async () => {
    for (const age of [21, 24, 22, 23]) await addEvent(age * day);
    const removal = { organization, until: until() };
    const remaining: number[] = [];
    for (let round = 0; round < 3; round++) {
      await removeOldEvents(days, 2)(removal, call());
      remaining.push((await listEvents()).length);
      if (round === 0) {
        expect(await listEvents()).toEqual([`own ${21 * day}`, `own ${22 * day}`]);
      }
    }
    const next = { kind: removalKind, payload: removal, at: getTime(60_000) };
    expect([remaining, requests]).toEqual([
      [2, 0, 0],
      [next, next],
    ]);
  });
});
