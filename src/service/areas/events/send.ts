/**
 * Sends the events of one integration to its tunnel: in their order, each until it is taken or given
 * up. An event may arrive twice where the platform ended between its answer and the note of it; its
 * id is the same then, so a receiver that heeds it has each effect once.
 */
import { sql } from "kysely";
import type { Queries } from "../../database/tables.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { LongJob, LongJobCall } from "../../jobs/job.ts";
import { type Attempt, attemptOn } from "./attempt.ts";
import { sendingOf } from "./record.ts";
import type { IntegrationFeedTable } from "./tables.ts";
import { line } from "./trace.ts";

/** After so long a job makes way for others, in milliseconds. */
const turn = 5000;
const [second, minute, hour] = [1000, 60 * 1000, 60 * 60 * 1000];
/** A tunnel that cannot be reached may be back later; an event is kept for it for so long. */
const patienceWithSilence = hour;
/** A tunnel that answers with an error is asked so often for one event, lest it stop all others. */
const patienceWithErrors = 5;
const longestPause = 5 * minute;

export const sendEvents: LongJob = {
  async prepare(payload, call) {
    const job = payload as SendingJob;
    const begun = performance.now();
    const passed = () => performance.now() - begun;
    let pause = 0;
    while (pause === 0 && passed() < turn && !call.signal.aborted) {
      const event = await nextOf(call.db, job);
      if (!event) break;
      const attempt = await attemptOn(event, call);
      // What the end of the platform broke off is begun anew at its next start.
      if (call.signal.aborted) break;
      pause = await settle(call, job, event, attempt, call.time());
    }
    return async ({ db, now, enqueue }) => {
      if (await nextOf(db, job)) {
        await enqueue(sendingOf(job.integration, job.turn, new Date(now.getTime() + pause)));
      } else {
        await updateFeed(db, job, { sending: 0 });
      }
    };
  },
};

interface SendingJob {
  readonly integration: string;
  readonly turn: number;
}

type Waiting = NonNullable<Awaited<ReturnType<typeof nextOf>>>;

/** Absent where nothing waits, or where the tunnel was set anew and another job sends to it. */
function nextOf(db: Queries, { integration, turn }: SendingJob) {
  return (
    db
      .selectFrom("integration_events as event")
      .innerJoin("integration_feeds as feed", "feed.integration", "event.integration")
      .select(["event.id", "event.integration", "event.payload", "event.attempts"])
      .select(["event.trace", "event.created_at", "feed.tunnel_url", "feed.failures"])
      .where("event.integration", "=", integration)
      .where("feed.turn", "=", turn)
      // As a literal, so that the index of what waits is used.
      .where("event.delivery", "=", sql.lit("waiting"))
      .orderBy("event.number")
      .limit(1)
      .executeTakeFirst()
  );
}

/** Notes how an attempt went. @returns how long to wait before the next one, in milliseconds */
async function settle(
  { db }: LongJobCall,
  job: SendingJob,
  event: Waiting,
  attempt: Attempt,
  now: Date,
): Promise<number> {
  const attempts = event.attempts + 1;
  const { outcome } = attempt;
  const over = isOver(event, attempt, attempts, now);
  // A tunnel that is silent is left alone for a while, whichever event is next.
  const failures = outcome === "silence" || !over ? event.failures + 1 : 0;
  const pause = failures === 0 ? 0 : Math.min(second * 2 ** (failures - 1), longestPause);
  const trace = [
    ...JSON.parse(event.trace),
    line(now, levels[outcome], `Attempt ${attempts}: ${attempt.report}`),
  ];
  if (!over) trace.push(line(now, "debug", `The next attempt is in ${pause / second} s.`));
  else if (outcome !== "taken") trace.push(line(now, "error", "Given up; it is not sent again."));
  await inTransaction(db, async (transaction) => {
    await transaction
      .updateTable("integration_events")
      .set({
        delivery: !over ? "waiting" : outcome === "taken" ? "taken" : "failed",
        attempts,
        trace: JSON.stringify(trace),
      })
      .where("id", "=", event.id)
      // Another job may have sent it meanwhile, to a tunnel that was set anew.
      .where("attempts", "=", event.attempts)
      .execute();
    await updateFeed(transaction, job, { failures });
  });
  return pause;
}

const levels = { taken: "info", refused: "warn", error: "warn", silence: "warn" } as const;

function isOver(event: Waiting, { outcome }: Attempt, attempts: number, now: Date): boolean {
  if (outcome === "error") return attempts >= patienceWithErrors;
  const age = now.getTime() - Date.parse(event.created_at);
  return outcome !== "silence" || age >= patienceWithSilence;
}

async function updateFeed(
  db: Queries,
  { integration, turn }: SendingJob,
  change: Partial<IntegrationFeedTable>,
): Promise<void> {
  await db
    .updateTable("integration_feeds")
    .set(change)
    .where("integration", "=", integration)
    .where("turn", "=", turn)
    .execute();
}
