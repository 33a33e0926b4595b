import { beforeAll, expect, test } from "vitest";
import * as space from "../../../../src/contract/space.ts";
import { findPlan, presentPlan, storePlan } from "../../../../src/service/areas/git/plans.ts";
import { queueOperation, storeProgress } from "../../../../src/service/areas/git/queue.ts";
import type { GitOperationTable } from "../../../../src/service/areas/git/tables.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { openSecretBox } from "../../../../src/service/engines/secret-box.ts";
import type { JobRequest } from "../../../../src/service/jobs/job.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

let workspace: Workspace;
let organizationId: string;
let admin: string;
let ada: string;
let bob: string;

beforeAll(async () => {
  workspace = await openWorkspace();
  organizationId = await workspace.organization();
  admin = await workspace.member(organizationId, "admin");
  ada = await workspace.person();
  bob = await workspace.person();
  return () => workspace.service.close();
});

const request = {
  ...{ url: "https://git.example.com/docs.git", ref: "refs/heads/main", directory: "" },
  ...{ force: false, standalone: false },
};

async function start() {
  const { id } = await workspace.ok(admin, space.create, { organizationId });
  const { db, now } = workspace;
  const jobs: JobRequest[] = [];
  const secretBox = openSecretBox(undefined);
  const queue = (caller: string, changes: object = {}, credentials?: { password: string }) =>
    queueOperation(
      {
        ...{ db, now, caller, newId: createId, secretBox },
        enqueue: async (job) => void jobs.push(job),
      },
      {
        ...{ space: { id, organization_id: organizationId }, kind: "import" as const },
        request: { ...request, ...changes },
        credentials: credentials && { username: "ada", ...credentials },
      },
    );
  return { id, db, queue, jobs, secretBox };
}

const findIds = async (spaceId: string) => {
  const rows = await workspace.db
    .selectFrom("git_operations")
    .select("id")
    .where("space_id", "=", spaceId)
    .orderBy("number")
    .execute();
  return rows.map(({ id }) => id);
};

test("a plan is pending with its progress, and then has its result", async () => {
  const { id, db, queue } = await start();
  const other = await start();
  const row = await queue(ada, { plan: true });
  const sync = await queue(ada);
  const base = {
    ...{ object: "git-plan", id: row.id, direction: "import" },
    createdAt: workspace.now.toISOString(),
  };
  expect(await findPlan(db, id, row.id)).toEqual({ ...base, state: "pending" });
  await storeProgress(db, row, { phase: "read", done: 1, total: 2 });
  const pending = { ...base, state: "pending", progress: { phase: "read", done: 1, total: 2 } };
  expect(await findPlan(db, id, row.id)).toEqual(pending);
  const missing = (spaceId: string, plan: string) => ({
    ...{ status: 404, field: "gitPlanId" },
    message: `Space ${spaceId} has no plan ${plan}. It may have been deleted; create a new plan.`,
  });
  await expect(findPlan(db, other.id, row.id)).rejects.toMatchObject(missing(other.id, row.id));
  await expect(findPlan(db, id, sync.id)).rejects.toMatchObject(missing(id, sync.id));
  await storePlan(db, row, { state: "skipped", error: "No branch." });
  expect(await findPlan(db, id, row.id)).toEqual({
    ...{ ...base, state: "failure", error: "No branch." },
  });
  const stored = await db
    .selectFrom("git_operations")
    .select(["id", "credentials", "progress", "outcome"])
    .where("space_id", "=", id)
    .orderBy("number")
    .execute();
  expect(stored).toEqual([
    {
      ...{ id: row.id, credentials: null, progress: null },
      outcome: JSON.stringify({ state: "failure", error: "No branch." }),
    },
    { id: sync.id, credentials: null, progress: null, outcome: null },
  ]);
  const outcome = '{"state":"success"}';
  expect(presentPlan({ ...row, outcome })).toEqual({ ...base, state: "success" });
  const second = await queue(ada, { plan: true });
  await storePlan(db, second, { state: "success" });
  expect(await findPlan(db, id, second.id)).toMatchObject({ state: "success" });
});

test("the 20 newest plans of a user in a space are kept", async () => {
  const { id, db, queue } = await start();
  const elsewhere = await start();
  const inOther = await elsewhere.queue(ada, { plan: true });
  await storePlan(db, inOther, { state: "success" });
  const others = [await queue(bob, { plan: true }), await queue(ada, { plan: true })];
  await storePlan(db, others[0] as GitOperationTable, { state: "success" });
  const ids: string[] = [];
  for (let number = 0; number < 22; number++) {
    const row = await queue(ada, { plan: true });
    ids.push(row.id);
    await storePlan(db, row, { state: "success" });
    expect(await findIds(id)).toEqual([...others.map((one) => one.id), ...ids.slice(-20)]);
  }
  expect(await findIds(elsewhere.id)).toEqual([inOther.id]);
});
