import { expect, test } from "vitest";
import { openOutside } from "../../../src/service/engines/network/egress.ts";
import { openSecretBox } from "../../../src/service/engines/secret-box.ts";
import { createJobs, type Jobs } from "../../../src/service/jobs/jobs.ts";
import { keepRunning } from "../../../src/service/jobs/timer.ts";
import { platformKinds } from "../../support/platforms/job-kinds.ts";
import { openTestDatabase } from "../../support/platforms/postgres/databases.ts";

test("a job that is enqueued while the timer reads the queue runs at once", async () => {
  const db = await openTestDatabase();
  let run = () => {};
  const ran = new Promise<string>((resolve) => {
    run = () => resolve("ran");
  });
  let ids = 0;
  const jobs = createJobs({
    db,
    now: () => new Date(),
    newId: () => `job${++ids}`,
    kinds: platformKinds({ note: async () => run() }),
    outside: openOutside(),
    secretBox: openSecretBox(undefined),
    log: () => {},
  });
  let isFirst = true;
  const interrupted: Jobs = {
    ...jobs,
    async nextAt() {
      const next = await jobs.nextAt();
      // The query has its result, and the timer does not know it yet.
      if (isFirst) await jobs.enqueue(db, { kind: "note", payload: null });
      isFirst = false;
      return next;
    },
  };
  const stop = keepRunning(
    interrupted,
    () => new Date(),
    () => {},
  );
  expect(await ran).toBe("ran");
  await stop();
  await jobs.stop();
});
