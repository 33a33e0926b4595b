/**
 * X2: work that outlives its request runs with the current permission of its requester. Each kind
 * of job is requested, its requester loses the permission in every possible way, and then it runs:
 * once while it waits in the queue, once while a remote server delays it.
 */
import { describe, expect, test } from "vitest";
import { listJobKinds } from "../../src/service/server/areas.ts";
import { amount, report, sample } from "../support/generators/amount.ts";
import {
  type Loss,
  losses,
  openWorld,
  type WorkCase,
  workCases,
} from "../support/requests/requested-work.ts";

type Moment = "while it waits" | "while it runs";

interface Case {
  readonly work: WorkCase;
  readonly loss: Loss;
  readonly moment: Moment;
}

const isWhole = amount({ short: 0, full: 1 }) > 0;

/** The short run combines each loss and each kind with one of the moments in turn. */
const cases: readonly Case[] = workCases.flatMap((work) =>
  work.losses.flatMap((loss, index): Case[] => {
    const waits: Case = { work, loss, moment: "while it waits" };
    const runs: Case = { work, loss, moment: "while it runs" };
    if (!work.hasRemote) return [waits];
    if (isWhole) return [waits, runs];
    return index % 2 === 0 ? [waits] : [runs];
  }),
);

/** @returns how often the work took effect after the loss, and its reported result */
async function runWithout({ work, loss, moment }: { work: WorkCase; loss?: Loss; moment: Moment }) {
  const world = await openWorld();
  const { remote, blocker, jobs, db, org } = world;
  if (moment === "while it waits") await world.block();
  else remote.hold();
  const requested = await work.request(world);
  if (moment === "while it runs") {
    await jobs.runDue();
    await remote.arrived;
  }
  if (moment === "while it waits") await world.postpone();
  const before = await requested.executed();
  const askedBefore = remote.asked.length;
  if (loss) await losses[loss](world);
  remote.release();
  blocker.release();
  if (moment === "while it waits") await world.resume();
  await jobs.finish();
  const events = await db
    .selectFrom("audit_events")
    .selectAll()
    .where("action", "=", "cancelJob")
    .execute();
  return {
    executed: (await requested.executed()) - before,
    asked: remote.asked.slice(askedBefore),
    reported: await requested.reported(),
    events: events.map(({ organization_id, actor_type, payload }) => ({
      isOwn: organization_id === org && actor_type === "system",
      job: JSON.parse(payload).job,
    })),
    left: await db.selectFrom("jobs").select("kind").where("kind", "=", work.job).execute(),
  };
}

/** A transfer deletes the imports and translations of the space, with their results. */
function isEndedByTransfer({ work, loss }: Case): boolean {
  return loss === "space transferred" && ["run-import", "run-translation"].includes(work.job);
}

/** An event has only its own status: admins see the tunnel, and publishers each event. */
function isToldByEvent({ work, loss }: Case): boolean {
  const ofEvent: readonly Loss[] = [
    "space transferred",
    "space deleted",
    "installation narrowed",
    "installation uninstalled",
    "scopes narrowed",
  ];
  return work.job === "send-events" && ofEvent.includes(loss);
}

describe("the kinds of jobs", () => {
  const kinds = Object.entries(listJobKinds({}));

  test("every kind with a requester is tested here", () => {
    const requested = kinds.filter(([, kind]) => kind.principal === "requester");
    // Its loss of permission: test/service/areas/git/connections/problems.test.ts.
    const tried = new Set([...workCases.map(({ job }) => job), "check-git-connection"]);
    expect(requested.map(([name]) => name).toSorted()).toEqual([...tried].toSorted());
  });

  test("only maintenance jobs run as the platform, each kind with a reason", () => {
    const reasons = kinds.flatMap(([name, kind]) =>
      kind.principal === "platform" ? [[name, kind.reason]] : [],
    );
    expect(reasons.map(([name]) => name).toSorted()).toEqual([
      "check-domain",
      "purge-space",
      "queue-integration-task",
      "remove-audit-events",
      "remove-unused-objects",
      "sort-issues",
    ]);
    for (const [, reason] of reasons) expect(reason).toMatch(/^\S.{30,}\.$/);
  });

  test("every way to lose a permission is tested with some kind", () => {
    const tried = new Set<string>(cases.map(({ loss }) => loss));
    expect(Object.keys(losses).filter((loss) => !tried.has(loss))).toEqual([]);
  });
});

describe("with the permission", () => {
  const controls = workCases.flatMap((work) => [
    [work.title, "while it waits", work] as const,
    ...(work.hasRemote ? [[work.title, "while it runs", work] as const] : []),
  ]);

  test.each(sample(controls, 2))("%s takes effect, held up %s", async (_title, moment, work) => {
    const { executed, events } = await runWithout({ work, moment });
    expect(executed).toBeGreaterThan(0);
    expect(events).toEqual([]);
  });
});

describe("without the permission", () => {
  const tried = sample(cases, 6);
  let executed = 0;
  let reported = 0;

  test.each(tried.map((one) => [one.work.title, one.loss, one.moment, one] as const))(
    "%s does not take effect: %s %s",
    async (_title, _loss, moment, one) => {
      const found = await runWithout(one);
      executed += found.executed;
      expect(found.executed).toBe(0);
      expect(found.left).toEqual([]);
      // Nothing was sent, not even a first request.
      if (moment === "while it waits" && !isToldByEvent(one)) expect(found.asked).toEqual([]);
      if (isEndedByTransfer(one)) {
        // The transfer itself is in the audit log, and its confirmation names the jobs that it
        // ends.
        expect(found.reported).toBe("");
        for (const event of found.events) expect(event).toEqual({ isOwn: true, job: one.work.job });
        reported++;
        return;
      }
      expect(found.reported).toMatch(/cancell?ed/i);
      if (!isToldByEvent(one)) expect(found.events).toEqual([{ isOwn: true, job: one.work.job }]);
      reported++;
    },
  );

  test("every cancellation is reported", () => {
    report("X2", `${tried.length} losses, ${executed} executed, ${reported} reported`);
    expect({ executed, reported }).toEqual({ executed: 0, reported: tried.length });
  });
});
