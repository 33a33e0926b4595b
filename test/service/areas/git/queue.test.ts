/** The queue of a space: its order, its jobs and its progress. */
import { beforeAll, expect, test } from "vitest";
import { storePlan } from "../../../../src/service/areas/git/plans.ts";
import {
  findNextOperation,
  findProgress,
  getPhases,
  isSyncQueued,
  queueOperation,
  requestSynchronizing,
  storeProgress,
} from "../../../../src/service/areas/git/queue.ts";
import type { Requester } from "../../../../src/service/jobs/principal.ts";
import { createGitRows, openGitPlatform } from "../../../support/git/git-rows.ts";

let platform: Awaited<ReturnType<typeof openGitPlatform>>;
let ada: string;
let bob: string;

beforeAll(async () => {
  platform = await openGitPlatform();
  ada = await platform.workspace.person();
  bob = await platform.workspace.person();
  return () => platform.workspace.service.close();
});

async function start() {
  const rows = await createGitRows(platform);
  const { call, db, jobs, organizationId, request, spaceId: id } = rows;
  const queue = (
    caller: string,
    changes: object = {},
    options: { readonly password?: string; readonly principal?: Requester } = {},
  ) => {
    const { password, principal } = options;
    return queueOperation(
      { ...call, caller, principal },
      {
        ...{ space: { id, organization_id: organizationId }, kind: "import" },
        request: { ...request, ...changes },
        credentials: password === undefined ? undefined : { username: "ada", password },
      },
    );
  };
  return { id, db, queue, jobs, secretBox: call.secretBox, organizationId, request };
}

test("the operations of a space run one after the other, and one job is enqueued for them", async () => {
  const { id, db, queue, jobs, secretBox, organizationId, request } = await start();
  // Other spaces have queues of their own.
  const elsewhere = await start();
  await elsewhere.queue(ada);
  expect(await isSyncQueued(db, id)).toBe(false);
  expect(await findNextOperation(db, id)).toBeUndefined();
  expect(await findProgress(db, id)).toBeUndefined();
  const plan = await queue(ada, { plan: true }, { password: "secret" });
  expect(await isSyncQueued(db, id)).toBe(false);
  const sync = await queue(bob);
  expect(await isSyncQueued(db, id)).toBe(true);
  expect([plan.number, sync.number]).toEqual([1, 2]);
  const user = (name: string) => ({ kind: "user", user: name });
  const job = { kind: "synchronize-git", payload: { spaceId: id }, organization: organizationId };
  expect(jobs).toEqual([{ ...job, principal: user(ada) }]);
  expect(requestSynchronizing(sync)).toEqual({ ...job, principal: user(bob) });
  const { organization: _, ...earlier } = job;
  expect(requestSynchronizing({ ...sync, principal: null })).toEqual({
    ...{ ...earlier, principal: user(bob) },
  });
  expect(await findNextOperation(db, id)).toEqual({
    ...{ row: plan, sync: undefined, request: { ...request, plan: true } },
  });
  const purpose = `git operation ${plan.id}`;
  expect(JSON.parse(await secretBox.open(plan.credentials ?? "", purpose))).toEqual({
    ...{ username: "ada", password: "secret" },
  });
  expect(sync.credentials).toBeNull();
  await storeProgress(db, sync, { phase: "push" });
  expect(await findProgress(db, id)).toBeUndefined();
  await storePlan(db, plan, { state: "success" });
  expect((await findNextOperation(db, id))?.row.id).toBe(sync.id);
  expect(await findProgress(db, id)).toEqual({ phase: "push" });
  expect((await queue(ada)).number).toBe(3);
  expect(jobs).toHaveLength(1);
});

test("the next operation is the one with the lowest number, and has its progress", async () => {
  const { id, db, queue } = await start();
  const [first, second] = [await queue(ada), await queue(bob)];
  await db.updateTable("git_operations").set({ number: 3 }).where("id", "=", first.id).execute();
  const next = await findNextOperation(db, id);
  expect(next?.row.id).toBe(second.id);
  if (next) await getPhases(next, { db }).tell({ phase: "read", done: 1, total: 2 });
  expect(await findProgress(db, id)).toEqual({ phase: "read", done: 1, total: 2 });
  expect((await queue(ada)).number).toBe(4);
});

test.each<Requester>([
  { kind: "user", user: "ada", token: { store: "tokens", hash: "h1" } },
  { kind: "integration", integration: "sync", user: "ada" },
])("an operation runs on behalf of its principal %j", async (principal) => {
  const { queue, jobs, organizationId } = await start();
  const row = await queue(ada, {}, { principal });
  expect(jobs).toMatchObject([{ principal, organization: organizationId }]);
  expect(requestSynchronizing(row)).toEqual(jobs[0]);
});
