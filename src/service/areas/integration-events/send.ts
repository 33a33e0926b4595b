/**
 * Sends the events of an integration to its tunnel in order, each until it is accepted or
 * abandoned. An event is delivered twice if the platform ends after the response and before storing
 * it; both deliveries have the same id.
 */
import { sql } from "kysely";
import type { TraceLine } from "../../../contract/integration-event.model.ts";
import type { Queries } from "../../database/tables.ts";
import { inTransaction } from "../../database/transaction.ts";
import { FetchFailure } from "../../engines/network/fetch-failure.ts";
import type { ScriptOutcome } from "../../engines/scripts/script-messages.ts";
import type { LongJob, LongJobCall } from "../../jobs/job.ts";
import type { PlatformEvent } from "./event.ts";
import { isStillListening, traceLine } from "./record.ts";
import { type IntegrationFeedTable, scriptUrl } from "./tables.ts";

/** The time after which a job yields to others, in milliseconds. */
const timeSlice = 5000;
const [second, minute, hour] = [1000, 60 * 1000, 60 * 60 * 1000];
/** The maximum wait of an event for an unreachable tunnel, in milliseconds. */
const patienceWithSilence = hour;
/** The number of attempts with error responses before the next event is sent. */
const patienceWithErrors = 5;
const longestPause = 5 * minute;

/**
 * @param write creates the request for an event, in the format of integrations
 * @param run runs an event in the published script
 */
export function sendEventsAs(write: WriteEvent, run: RunEvent): LongJob {
  return {
    async prepare(payload, call) {
      const job = payload as SendingJob;
      const start = performance.now();
      const elapsed = () => performance.now() - start;
      let pause = 0;
      while (pause === 0 && elapsed() < timeSlice && !call.signal.aborted) {
        const event = await selectNextEvent(call.db, job);
        if (!event) break;
        await call.requirePermission();
        const attempt = await attemptToSend(event, call, { write, run });
        // An attempt that the end of the platform interrupts is repeated at the next start.
        if (call.signal.aborted) break;
        pause = await storeAttempt(call, job, event, attempt, call.time());
      }
      return async ({ db, now, enqueue }) => {
        if (await selectNextEvent(db, job)) {
          const nextTime = new Date(now.getTime() + pause);
          await enqueue({ kind: "send-events", payload: job, at: nextTime });
        } else {
          await updateFeed(db, job, { sending: 0 });
        }
      };
    },
  };
}

/** An event to send: its payload, and the platform's data and URL. */
export interface EventToWrite {
  readonly integration: string;
  readonly installation_id: string;
  /** JSON. */
  readonly payload: string;
  /** The base URL of this platform for the user who set the tunnel. */
  readonly base: string;
}

export type WriteEvent = (
  event: EventToWrite,
  call: LongJobCall,
) => Promise<{ readonly type: string; readonly body: string }>;

/** @returns undefined if this platform does not run scripts */
export type RunEvent = (
  event: Pick<EventToWrite, "integration" | "installation_id" | "payload">,
  call: LongJobCall,
) => Promise<ScriptOutcome | undefined>;

interface SendingJob {
  readonly integration: string;
  readonly turn: number;
}

type WaitingEvent = NonNullable<Awaited<ReturnType<typeof selectNextEvent>>>;

/** Absent if no event is waiting, or if the tunnel was set again, for which there is another job. */
function selectNextEvent(db: Queries, { integration, turn }: SendingJob) {
  return (
    db
      .selectFrom("integration_events as event")
      .innerJoin("integration_feeds as feed", "feed.integration", "event.integration")
      .select(["event.id", "event.integration", "event.payload", "event.attempts"])
      .select(["event.installation_id", "event.trace", "event.created_at"])
      .select(["feed.tunnel_url", "feed.tunnel_base", "feed.failures"])
      .where("event.integration", "=", integration)
      .where("feed.turn", "=", turn)
      // A literal, so that the index of waiting events is used.
      .where("event.delivery", "=", sql.lit("waiting"))
      .orderBy("event.number")
      .limit(1)
      .executeTakeFirst()
  );
}

/**
 * Stores the result of an attempt.
 * @returns the pause before the next one, in milliseconds
 */
async function storeAttempt(
  { db }: LongJobCall,
  job: SendingJob,
  event: WaitingEvent,
  attempt: DeliveryAttempt,
  now: Date,
): Promise<number> {
  const attempts = event.attempts + 1;
  const { outcome } = attempt;
  const isEnded = isOver(event, attempt, attempts, now);
  // An unreachable tunnel gets a pause, regardless of the next event.
  const failures = outcome === "silence" || !isEnded ? event.failures + 1 : 0;
  const pause = failures === 0 ? 0 : Math.min(second * 2 ** (failures - 1), longestPause);
  const trace = [
    ...JSON.parse(event.trace),
    ...(attempt.logs ?? []),
    traceLine(now, levels[outcome], `Attempt ${attempts}: ${attempt.report}`),
  ];
  if (!isEnded) trace.push(traceLine(now, "debug", `The next attempt is in ${pause / second} s.`));
  else if (outcome !== "taken")
    trace.push(traceLine(now, "error", "Failed; it is not sent again."));
  await inTransaction(db, async (transaction) => {
    await transaction
      .updateTable("integration_events")
      .set({
        delivery: !isEnded ? "waiting" : outcome === "taken" ? "taken" : "failed",
        attempts,
        reason: isEnded && outcome !== "taken" ? (attempt.reason ?? explainOutcome(outcome)) : null,
        trace: JSON.stringify(trace),
      })
      .where("id", "=", event.id)
      // It may have expired in the meantime.
      .where("delivery", "=", "waiting")
      // Another job may have sent it in the meantime, after the tunnel was set again.
      .where("attempts", "=", event.attempts)
      .execute();
    await updateFeed(transaction, job, { failures });
  });
  return pause;
}

/** For the admins of the installing organization, who do not learn the URL of the tunnel. */
function explainOutcome(outcome: Exclude<DeliveryAttempt["outcome"], "taken">): string {
  if (outcome === "silence")
    return "The tunnel of the integration could not be reached for an hour.";
  if (outcome === "error") return `The integration returned an error ${patienceWithErrors} times.`;
  return "The integration rejected it.";
}

const levels = { taken: "info", refused: "warn", error: "warn", silence: "warn" } as const;

function isOver(
  event: WaitingEvent,
  { outcome }: DeliveryAttempt,
  attempts: number,
  now: Date,
): boolean {
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

interface DeliveryAttempt {
  /**
   * `taken`: accepted by the tunnel; `refused`: permanently refused by the tunnel or by a check of
   * the platform; `error`: an error response, and `silence`: no response, which are both retried.
   */
  readonly outcome: "taken" | "refused" | "error" | "silence";
  readonly report: string;
  /** The console of the script. */
  readonly logs?: readonly TraceLine[];
  /** The reason of a failure, instead of the usual one. */
  readonly reason?: string;
}

/** The timeout of an attempt, in milliseconds. */
const patience = 10_000;
const largestAnswer = 256 * 1024;
/** The maximum number of characters of an error body in the trace. */
const longestExcerpt = 200;

const noLongerInstalled =
  "canceled: the integration was uninstalled, or removed from the space, before the event was sent.";

/** Never throws: every failure is an outcome. */
async function attemptToSend(
  event: WaitingEvent,
  call: LongJobCall,
  { write, run }: { readonly write: WriteEvent; readonly run: RunEvent },
): Promise<DeliveryAttempt> {
  const { tunnel_url: url, tunnel_base: base } = event;
  if (url === null) return { outcome: "refused", report: "there is no tunnel." };
  if (base === null) {
    return {
      outcome: "silence",
      report: "the tunnel was set by an earlier version. Set it again.",
    };
  }
  const payload: PlatformEvent = JSON.parse(event.payload);
  const { type } = payload;
  if (!(await isStillListening(call.db, event.installation_id, payload))) {
    return { outcome: "refused", report: noLongerInstalled };
  }
  const start = call.time().getTime();
  // Measured with the platform's clock, which can be frozen for reproducible runs.
  const took = () => `in ${Math.max(0, call.time().getTime() - start)} ms`;
  try {
    if (url === scriptUrl) return readOutcome(await run(event, call), took, call.time());
    const written = await write({ ...event, base }, call);
    const { status, body } = await call.outside.fetch({
      url,
      method: "POST",
      headers: {
        "content-type": written.type,
        "idempotency-key": event.id,
        "x-event-id": event.id,
        "x-event-type": type,
        "x-event-attempt": String(event.attempts + 1),
        "x-integration": event.integration,
      },
      body: written.body,
      continuesTrace: true,
      largest: largestAnswer,
      patience,
      signal: call.signal,
    });
    return readAnswer(status, Buffer.from(body).toString("utf8"), took());
  } catch (error) {
    const report = error instanceof Error ? error.message : String(error);
    const isRefused = error instanceof FetchFailure && error.reason === "refused";
    return { outcome: isRefused ? "refused" : "silence", report };
  }
}

function readOutcome(
  outcome: ScriptOutcome | undefined,
  took: () => string,
  now: Date,
): DeliveryAttempt {
  if (outcome === undefined) {
    return {
      outcome: "silence",
      report: "this process does not run integrations. Start it with --run-integrations.",
    };
  }
  const logs = outcome.logs.map(({ level, message }) => traceLine(now, level, message));
  const { response, failure } = outcome;
  if (response) {
    const text = Buffer.from(response.body).toString("utf8");
    return { ...readAnswer(response.status, text, took(), "script"), logs };
  }
  const { message } = failure;
  if (failure.reason === "busy") return { outcome: "silence", report: message, logs };
  return { outcome: "refused", report: message, reason: message, logs };
}

function readAnswer(
  status: number,
  text: string,
  took: string,
  receiver: "tunnel" | "script" = "tunnel",
): DeliveryAttempt {
  if (status >= 200 && status < 300) {
    return { outcome: "taken", report: `the ${receiver} responded with ${status} ${took}.` };
  }
  // The runtime of integrations responds with this status if there is no handler for the event.
  if (status === 406) {
    return {
      outcome: "taken",
      report: `the ${receiver} responded with 406 ${took}: the integration does not handle such events.`,
    };
  }
  if (status >= 300 && status < 400) {
    return {
      outcome: "refused",
      report: `the ${receiver} responded with ${status} ${took}. Redirects are not followed; use the target URL.`,
    };
  }
  const excerpt = text.trim().slice(0, longestExcerpt);
  const report = `the ${receiver} responded with ${status} ${took}${excerpt === "" ? "." : `: ${excerpt}`}`;
  const passing = status >= 500 || status === 408 || status === 425 || status === 429;
  return { outcome: passing ? "error" : "refused", report };
}
