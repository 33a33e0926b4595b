import { describe, expect, test } from "vitest";
import { endRun, requestRun } from "../../../../src/service/areas/translations/requests.ts";
import { createTranslationRow } from "../../../../src/service/areas/translations/rows.ts";
import type { TranslationTable } from "../../../../src/service/areas/translations/tables.ts";
import type { JobRequest } from "../../../../src/service/jobs/job.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

const byUser = (user: string) => ({ kind: "user", user }) as const;

async function start() {
  const workspace = await openWorkspace();
  const { db, now } = workspace;
  const org = await workspace.organization();
  const user = await workspace.person();
  const jobs: JobRequest[] = [];
  const enqueue = async (job: JobRequest) => void jobs.push(job);
  for (const id of ["T1", "T2"]) {
    const row = createTranslationRow({
      ...{ id, organization_id: org, source_space: id, source_language: "en" },
      ...{ language: "fr", created_by: user, instructions: { nodes: [] } as never, now },
    });
    await db.insertInto("translations").values(row).execute();
  }
  const read = (id = "T1") =>
    db.selectFrom("translations").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const set = (columns: Partial<TranslationTable>) =>
    db.updateTable("translations").set(columns).execute();
  const request = async (caller: string, principal?: object) =>
    requestRun({ db, caller, enqueue, ...(principal && { principal }) } as never, await read());
  const end = (asked: number, error: string | null = null, id = "T1") =>
    endRun({ db, enqueue } as never, id, { asked, error });
  const show = async (id = "T1") => {
    const { asked, requests, status, error } = await read(id);
    return [asked, JSON.parse(requests), status, error];
  };
  const job = (asked: number, requester: string) => ({
    ...{ kind: "run-translation", payload: { translationId: "T1", asked } },
    ...{ principal: byUser(requester), organization: org },
  });
  return { db, jobs, job, read, set, request, end, show };
}

describe("a requested run", () => {
  test("is queued once, with one request for each user", async () => {
    const { job, jobs, request, show } = await start();
    await request("ada");
    const first = { asked: 1, principal: byUser("ada") };
    expect([await show(), jobs]).toEqual([[1, [first], "pending", null], [job(1, "ada")]]);
    await request("bob");
    const second = { asked: 2, principal: byUser("bob") };
    expect(await show()).toEqual([2, [first, second], "pending", null]);
    await request("ada");
    const third = { asked: 3, principal: byUser("ada") };
    expect(await show()).toEqual([3, [second, third], "pending", null]);
    expect(jobs).toHaveLength(1);
    expect(await show("T2")).toEqual([0, [], "pending", null]);
  });

  test("has the principal of the request", async () => {
    const { jobs, request } = await start();
    const principal = { kind: "token", user: "ada", token: "t" };
    await request("ada", principal);
    expect(jobs[0]?.principal).toEqual(principal);
  });

  test.each([
    ["running", ["running", "Broken."], 0],
    ["pending", ["pending", "Broken."], 0],
    ["completed", ["pending", null], 1],
  ] as const)("after one that is %s", async (status, expected, queued) => {
    const { job, jobs, request, set, show } = await start();
    await set({ asked: 4, status, error: "Broken." });
    await request("ada");
    const requests = [{ asked: 5, principal: byUser("ada") }];
    expect(await show()).toEqual([5, requests, ...expected]);
    expect(jobs).toEqual(queued === 1 ? [job(5, "ada")] : []);
    expect(await show("T2")).toEqual([4, [], status, "Broken."]);
  });
});

describe("the end of a run", () => {
  test.each([
    [3, null, "completed", []],
    [2, "Broken.", "pending", [3]],
    [1, null, "pending", [2, 3]],
  ] as const)("for the requests up to %i", async (asked, error, status, remaining) => {
    const { job, jobs, request, end, show } = await start();
    for (const user of ["ada", "bob", "eve"]) await request(user);
    jobs.length = 0;
    await end(asked, error);
    const users = ["", "ada", "bob", "eve"];
    const left = remaining.map((at) => ({ asked: at, principal: byUser(users[at] ?? "") }));
    expect(await show()).toEqual([3, left, status, error]);
    const [next] = remaining;
    expect(jobs).toEqual(next === undefined ? [] : [job(next, users[next] ?? "")]);
    expect(await show("T2")).toEqual([0, [], "pending", null]);
  });

  test("of a deleted translation does nothing", async () => {
    const { jobs, end, show } = await start();
    await end(0, "Broken.", "unknown");
    expect([jobs, await show()]).toEqual([[], [0, [], "pending", null]]);
  });
});
