/** Attempts to send events: their results in the list of events, and the pauses between them. */
import { beforeEach, describe, expect, test } from "vitest";
import { sendEventsAs } from "../../../../src/service/areas/integration-events/send.ts";
import {
  type IntegrationEventTable,
  type IntegrationFeedTable,
  scriptUrl,
} from "../../../../src/service/areas/integration-events/tables.ts";
import { FetchFailure } from "../../../../src/service/engines/network/fetch-failure.ts";
import type { ScriptOutcome } from "../../../../src/service/engines/scripts/script-messages.ts";
import type { JobRequest } from "../../../../src/service/jobs/job.ts";
import { openIntegrations } from "../../../support/organizations/integrations.ts";

const { workspace, org, publish } = await openIntegrations();
const { db } = workspace;
for (const integrationName of ["checker", "other"]) await publish({ integrationName });
const start = new Date("2026-03-02T08:00:00.000Z");
const [second, minute, hour] = [1000, 60_000, 3_600_000];

interface Attempt {
  /** The response of the tunnel, or the error of the request. */
  readonly answer?: { readonly status: number; readonly body?: string } | Error;
  readonly outcome?: ScriptOutcome | undefined;
  readonly feed?: Partial<IntegrationFeedTable>;
  readonly event?: Partial<IntegrationEventTable>;
  readonly turn?: number;
  readonly events?: number;
  /** During the attempt. */
  readonly meanwhile?: () => Promise<unknown>;
  readonly signal?: AbortSignal;
}

beforeEach(async () => {
  await db.deleteFrom("integration_events").execute();
});

/** Runs the job that sends the waiting events of the integration `checker`. */
async function send({ answer = { status: 200 }, turn = 7, events = 1, ...one }: Attempt) {
  const cleared = {
    tunnel_url: "https://tunnel.example.com/hook",
    tunnel_base: "http://base",
    failures: 0,
  };
  await db
    .updateTable("integration_feeds")
    .set({ ...cleared, sending: 1, turn: 7, ...one.feed })
    .execute();
  for (let number = 1; number <= events; number++) {
    for (const integration of ["checker", "other"]) {
      await db
        .insertInto("integration_events")
        .values({
          ...{ id: `${integration}-${number}`, integration, number, installation_id: "" },
          ...{ organization_id: org, delivery: "waiting", attempts: 0, reason: null, trace: "[]" },
          payload: JSON.stringify({ type: "task", task: { number } }),
          created_at: start.toISOString(),
          ...(number === 1 && integration === "checker" && one.event),
        })
        .execute();
    }
  }
  const [jobs, requests]: [JobRequest[], object[]] = [[], []];
  let permissions = 0;
  const call = {
    ...{ db, now: start, time: () => start, signal: one.signal ?? new AbortController().signal },
    requirePermission: async () => void permissions++,
    enqueue: async (job: JobRequest) => void jobs.push(job),
    outside: {
      fetch: async (request: object) => {
        requests.push(request);
        await one.meanwhile?.();
        if (answer instanceof Error) throw answer;
        return { status: answer.status, body: Buffer.from(answer.body ?? "") };
      },
    },
  };
  const job = sendEventsAs(
    async (event) => ({ type: "text/plain", body: `${event.base} ${event.payload}` }),
    async () => one.outcome,
  );
  const end = await job.prepare({ integration: "checker", turn }, call as never);
  if (typeof end === "function") await end(call as never);
  const read = (integration: string) =>
    db
      .selectFrom("integration_events")
      .select(["delivery", "attempts", "reason", "trace"])
      .where("integration", "=", integration)
      .orderBy("number")
      .execute();
  const feeds = await db
    .selectFrom("integration_feeds")
    .select(["integration", "sending", "failures"])
    .orderBy("integration")
    .execute();
  const rows = await read("checker");
  // The events of another integration wait for its own job.
  for (const row of await read("other"))
    expect(row).toMatchObject({ delivery: "waiting", attempts: 0 });
  expect(feeds[1]).toEqual({ integration: "other", sending: 1, failures: one.feed?.failures ?? 0 });
  return {
    ...{ jobs, requests, permissions, rows, sending: feeds[0]?.sending },
    failures: feeds[0]?.failures,
    trace: JSON.parse(rows[0]?.trace ?? "[]").map(
      ({ level, message }: Record<string, string>) => `${level} ${message}`,
    ),
  };
}

const explained = {
  error: "The integration returned an error 5 times.",
  silence: "The tunnel of the integration could not be reached for an hour.",
  refused: "The integration rejected it.",
};
const abandoned = "error Failed; it is not sent again.";
const old = { created_at: new Date(start.getTime() - hour).toISOString() };
const almostOld = { created_at: new Date(start.getTime() - hour + 1).toISOString() };

describe("an attempt", () => {
  test("sends the event to the tunnel, with its headers and limits", async () => {
    const event = { attempts: 2, payload: '{"type":"task","task":{}}' };
    const { requests, rows, permissions, jobs, sending, failures } = await send({
      ...{ event, feed: { failures: 3 } },
    });
    expect(requests).toEqual([
      {
        url: "https://tunnel.example.com/hook",
        method: "POST",
        headers: {
          ...{ "content-type": "text/plain", "idempotency-key": "checker-1" },
          ...{ "x-event-id": "checker-1", "x-event-type": "task", "x-event-attempt": "3" },
          "x-integration": "checker",
        },
        body: `http://base ${event.payload}`,
        ...{ continuesTrace: true, largest: 256 * 1024, patience: 10_000 },
        signal: expect.any(AbortSignal),
      },
    ]);
    expect([permissions, jobs, sending, failures]).toEqual([1, [], 0, 0]);
    expect(rows[0]).toMatchObject({ delivery: "taken", attempts: 3, reason: null });
  });

  test.each<[string, Attempt, object, readonly string[], number]>([
    [
      "200",
      {},
      { delivery: "taken" },
      ["info Attempt 1: the tunnel responded with 200 in 0 ms."],
      0,
    ],
    [
      "299",
      { answer: { status: 299, body: "OK" } },
      { delivery: "taken" },
      ["info Attempt 1: the tunnel responded with 299 in 0 ms."],
      0,
    ],
    [
      "406",
      { answer: { status: 406 } },
      { delivery: "taken" },
      [
        "info Attempt 1: the tunnel responded with 406 in 0 ms: the integration does not handle such events.",
      ],
      0,
    ],
    [
      "a redirect",
      { answer: { status: 300 } },
      { delivery: "failed", reason: explained.refused },
      [
        "warn Attempt 1: the tunnel responded with 300 in 0 ms. Redirects are not followed; use the target URL.",
        abandoned,
      ],
      0,
    ],
    [
      "a refusal",
      { answer: { status: 499, body: " No " } },
      { delivery: "failed", reason: explained.refused },
      ["warn Attempt 1: the tunnel responded with 499 in 0 ms: No", abandoned],
      0,
    ],
    ...[408, 425, 429, 500].map(
      (status) =>
        [
          `${status}`,
          { answer: { status } },
          { delivery: "waiting", reason: null },
          [
            `warn Attempt 1: the tunnel responded with ${status} in 0 ms.`,
            "debug The next attempt is in 1 s.",
          ],
          1,
        ] as [string, Attempt, object, string[], number],
    ),
    [
      "a fourth error",
      { answer: { status: 500 }, event: { attempts: 3 }, feed: { failures: 3 } },
      { delivery: "waiting", attempts: 4 },
      [
        "warn Attempt 4: the tunnel responded with 500 in 0 ms.",
        "debug The next attempt is in 8 s.",
      ],
      4,
    ],
    [
      "a fifth error",
      { answer: { status: 500 }, event: { attempts: 4 }, feed: { failures: 4 } },
      { delivery: "failed", attempts: 5, reason: explained.error },
      ["warn Attempt 5: the tunnel responded with 500 in 0 ms.", abandoned],
      0,
    ],
    [
      "an unreachable tunnel",
      { answer: new Error("ECONNREFUSED"), event: almostOld, feed: { failures: 9 } },
      { delivery: "waiting" },
      ["warn Attempt 1: ECONNREFUSED", "debug The next attempt is in 300 s."],
      10,
    ],
    [
      "a tunnel that is unreachable for an hour",
      { answer: new FetchFailure("failed", "No route"), event: old, feed: { failures: 2 } },
      { delivery: "failed", reason: explained.silence },
      ["warn Attempt 1: No route", abandoned],
      3,
    ],
    [
      "a timeout",
      { answer: new FetchFailure("timeout", "Timeout") },
      { delivery: "waiting" },
      ["warn Attempt 1: Timeout", "debug The next attempt is in 1 s."],
      1,
    ],
    [
      "a URL that the platform refuses",
      { answer: new FetchFailure("refused", "Private") },
      { delivery: "failed", reason: explained.refused },
      ["warn Attempt 1: Private", abandoned],
      0,
    ],
    [
      "no tunnel",
      { feed: { tunnel_url: null } },
      { delivery: "failed", reason: explained.refused },
      ["warn Attempt 1: there is no tunnel.", abandoned],
      0,
    ],
    [
      "a tunnel of an earlier version",
      { feed: { tunnel_base: null } },
      { delivery: "waiting" },
      [
        "warn Attempt 1: the tunnel was set by an earlier version. Set it again.",
        "debug The next attempt is in 1 s.",
      ],
      1,
    ],
    [
      "an installation that was removed",
      {
        event: {
          installation_id: "gone",
          payload: '{"type":"installation_setup","installationId":"gone"}',
        },
      },
      { delivery: "failed", reason: explained.refused },
      [
        "warn Attempt 1: canceled: the integration was uninstalled, or removed from the space, before the event was sent.",
        abandoned,
      ],
      0,
    ],
  ])("that ends with %s has this result", async (_, attempt, row, trace, failures) => {
    const result = await send(attempt);
    expect(result.rows[0]).toMatchObject(row);
    expect(result.trace).toEqual(trace);
    expect(result.failures).toBe(failures);
  });

  const logs = [{ level: "info" as const, message: "Console" }];
  const ofScript = { feed: { tunnel_url: scriptUrl } };

  test.each<[string, ScriptOutcome | undefined, object, readonly string[]]>([
    [
      "responds",
      { logs, response: { status: 200, headers: {}, body: Buffer.from("") } },
      { delivery: "taken" },
      ["info Console", "info Attempt 1: the script responded with 200 in 0 ms."],
    ],
    [
      "fails",
      { logs, response: { status: 500, headers: {}, body: Buffer.from("no luck") } },
      { delivery: "waiting" },
      [
        ...["info Console", "warn Attempt 1: the script responded with 500 in 0 ms: no luck"],
        "debug The next attempt is in 1 s.",
      ],
    ],
    [
      "is stopped",
      { logs, failure: { reason: "stopped", message: "Too slow." } },
      { delivery: "failed", reason: "Too slow." },
      ["info Console", "warn Attempt 1: Too slow.", abandoned],
    ],
    [
      "is not started",
      { logs, failure: { reason: "busy", message: "Busy." } },
      { delivery: "waiting" },
      ["info Console", "warn Attempt 1: Busy.", "debug The next attempt is in 1 s."],
    ],
    [
      "does not run in this process",
      undefined,
      { delivery: "waiting" },
      [
        "warn Attempt 1: this process does not run integrations. Start it with --run-integrations.",
        "debug The next attempt is in 1 s.",
      ],
    ],
  ])("of a script that %s has this result", async (_, outcome, row, trace) => {
    const result = await send({ ...ofScript, outcome });
    expect(result.requests).toEqual([]);
    expect(result.rows[0]).toMatchObject(row);
    expect(result.trace).toEqual(trace);
  });

  test("does not change an event that expired or was sent meanwhile", async () => {
    for (const columns of [{ delivery: "expired" as const }, { attempts: 1 }]) {
      await db.deleteFrom("integration_events").execute();
      const meanwhile = () =>
        db
          .updateTable("integration_events")
          .set({ ...columns, reason: "Meanwhile." })
          .where("id", "=", "checker-1")
          .execute();
      const controller = new AbortController();
      const { rows } = await send({
        answer: { status: 400 },
        signal: controller.signal,
        meanwhile: async () => {
          await meanwhile();
          // Another job is responsible for the rest.
          await db
            .updateTable("integration_feeds")
            .set({ turn: 8 })
            .where("integration", "=", "checker")
            .execute();
        },
      });
      expect(rows[0]).toMatchObject({ ...columns, reason: "Meanwhile.", trace: "[]" });
    }
  });

  test("that the end of the platform interrupts does not count", async () => {
    const controller = new AbortController();
    const meanwhile = async () => controller.abort();
    const { rows, jobs } = await send({ meanwhile, signal: controller.signal, events: 2 });
    expect(rows.map(({ attempts, delivery }) => [attempts, delivery])).toEqual([
      [0, "waiting"],
      [0, "waiting"],
    ]);
    expect(jobs).toHaveLength(1);
  });
});

describe("the job", () => {
  test("sends all waiting events in order, and ends", async () => {
    const { requests, rows, jobs, sending, permissions } = await send({ events: 3 });
    const ids = requests.map((request) => (request as { headers: Record<string, string> }).headers);
    expect(ids.map((headers) => headers["x-event-id"])).toEqual([
      "checker-1",
      "checker-2",
      "checker-3",
    ]);
    expect(rows.map(({ delivery }) => delivery)).toEqual(["taken", "taken", "taken"]);
    expect([jobs, sending, permissions]).toEqual([[], 0, 3]);
  });

  test.each([
    [{ answer: { status: 500 } }, second],
    [{ answer: { status: 500 }, feed: { failures: 5 } }, 32 * second],
    [{ answer: new Error("Silence"), feed: { failures: 12 } }, 5 * minute],
    // The next event waits as well.
    [{ answer: new Error("Silence"), event: old }, second],
  ])("pauses after the failure %j", async (attempt, pause) => {
    const { jobs, sending, rows, requests } = await send({ ...attempt, events: 2 });
    expect(jobs).toEqual([
      {
        kind: "send-events",
        payload: { integration: "checker", turn: 7 },
        at: new Date(start.getTime() + pause),
      },
    ]);
    expect([sending, requests.length, rows[1]?.attempts]).toEqual([1, 1, 0]);
  });

  test("for an earlier tunnel ends without sending", async () => {
    const { requests, rows, jobs, sending, permissions } = await send({ turn: 6 });
    expect([requests, jobs, sending, permissions]).toEqual([[], [], 1, 0]);
    expect(rows[0]).toMatchObject({ delivery: "waiting", attempts: 0 });
  });
});
