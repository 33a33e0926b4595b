import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as integration from "../../../../src/contract/integration.ts";
import * as event from "../../../../src/contract/integration-event.ts";
import * as installation from "../../../../src/contract/integration-installation.ts";
import { slowTest, slowTests } from "../../../support/generators/amount.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { closedPort, type ReceivedRequest, serve } from "../../../support/network/loopback.ts";
import {
  getPart,
  integrationName,
  listRevisions,
  openTunnelled,
} from "../../../support/organizations/tunnel.ts";
import { openTestService } from "../../../support/platforms/postgres/databases.ts";

const minute = 60 * 1000;

function answering(...statuses: number[]) {
  return (_seen: ReceivedRequest, response: ServerResponse, before: number) => {
    response.writeHead(statuses[before] ?? 200).end("told by the tunnel");
  };
}

test("a tunnel gets new events in order, once each, with payload and id", async () => {
  const { workspace, admin, installed, spaceId, change, tunnel, statuses, lines, jobs } =
    await openTunnelled();
  const { url, seen } = await serve(answering());
  await tunnel(`${url}/hook?key=1`);
  for (const revision of ["R1", "R2", "R3"]) await change(revision);
  await jobs.finish();
  await change("R4");
  await jobs.finish();
  expect(listRevisions(seen)).toEqual(["R1", "R2", "R3", "R4"]);
  const { items } = await workspace.ok(admin, event.list, { integrationName, limit: 1 });
  const id = items[0]?.id;
  expect(seen[3]).toMatchObject({ method: "POST", url: "/hook?key=1" });
  expect(seen[3]?.headers).toMatchObject({
    "content-type": expect.stringMatching(/^multipart\/form-data; boundary=/),
    "idempotency-key": id,
    "x-event-id": id,
    "x-event-type": "space_content_updated",
    "x-event-attempt": "1",
    "x-integration": integrationName,
  });
  expect(seen[3] && getPart(seen[3], "event")).toEqual({
    eventId: id,
    type: "space_content_updated",
    installationId: installed.id,
    spaceId,
    revisionId: "R4",
  });
  expect(await statuses()).toEqual([
    "installation_setup success",
    "R1 success",
    "R2 success",
    "R3 success",
    "R4 success",
  ]);
  expect((await lines("R4")).map(({ level, message }) => [level, message])).toEqual([
    ["debug", "Recorded; waiting to be sent to the tunnel."],
    ["info", expect.stringMatching(/^Attempt 1: the tunnel responded with 200 in \d+ ms\.$/)],
  ]);
  expect((await lines("R4")).every((line) => !JSON.stringify(line).includes("key=1"))).toBe(true);
});

slowTest("a failed event is sent again, and later ones wait", async () => {
  const { change, tunnel, pass, statuses, lines, jobs } = await openTunnelled();
  const { url, seen } = await serve(answering(500, 503, 200));
  await tunnel(url);
  await change("R1");
  await change("R2");
  await jobs.finish();
  expect(listRevisions(seen)).toEqual(["R1"]);
  expect(await statuses()).toEqual(["installation_setup success", "R1 failed", "R2 failed"]);
  pass(1000);
  await jobs.finish();
  expect(listRevisions(seen)).toEqual(["R1", "R1"]);
  pass(1999);
  await jobs.finish();
  expect(seen).toHaveLength(2);
  pass(1);
  await jobs.finish();
  expect(listRevisions(seen)).toEqual(["R1", "R1", "R1", "R2"]);
  expect(new Set(seen.slice(0, 3).map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  expect(seen.map(({ headers }) => headers["x-event-attempt"])).toEqual(["1", "2", "3", "1"]);
  expect(await statuses()).toEqual(["installation_setup success", "R1 success", "R2 success"]);
  expect((await lines("R1")).map(({ level, message }) => `${level} ${message}`)).toEqual([
    "debug Recorded; waiting to be sent to the tunnel.",
    expect.stringMatching(
      /^warn Attempt 1: the tunnel responded with 500 in \d+ ms: told by the tunnel$/,
    ),
    "debug The next attempt is in 1 s.",
    expect.stringMatching(/^warn Attempt 2: the tunnel responded with 503 /),
    "debug The next attempt is in 2 s.",
    expect.stringMatching(/^info Attempt 3: the tunnel responded with 200 in \d+ ms\.$/),
  ]);
});

slowTest("an event that fails five times is abandoned, and the next one is sent", async () => {
  const { change, tunnel, pass, statuses, lines, jobs } = await openTunnelled();
  const { url, seen } = await serve(answering(500, 500, 500, 500, 500, 200));
  await tunnel(url);
  await change("R1");
  await change("R2");
  for (let attempt = 0; attempt < 5; attempt++) {
    await jobs.finish();
    pass(minute);
  }
  expect(listRevisions(seen)).toEqual(["R1", "R1", "R1", "R1", "R1", "R2"]);
  expect(await statuses()).toEqual(["installation_setup success", "R1 failed", "R2 success"]);
  expect((await lines("R1")).at(-1)).toMatchObject({
    level: "error",
    message: "Failed; it is not sent again.",
  });
});

slowTests.each([400, 404, 301])("an event refused with %d is not sent again", async (status) => {
  const { change, tunnel, pass, statuses, jobs } = await openTunnelled();
  const { url, seen } = await serve(answering(status, 200));
  await tunnel(url);
  await change("R1");
  await change("R2");
  await jobs.finish();
  pass(minute);
  await jobs.finish();
  expect(listRevisions(seen)).toEqual(["R1", "R2"]);
  expect(await statuses()).toEqual(["installation_setup success", "R1 failed", "R2 success"]);
});

slowTests.each([408, 425, 429, 500, 502, 504, 599])(
  "an event refused with %d for a while is sent again before later ones",
  async (status) => {
    const { change, tunnel, pass, statuses, jobs } = await openTunnelled();
    const { url, seen } = await serve(answering(status, 200));
    await tunnel(url);
    await change("R1");
    await change("R2");
    await jobs.finish();
    expect(listRevisions(seen)).toEqual(["R1"]);
    pass(minute);
    await jobs.finish();
    expect(listRevisions(seen)).toEqual(["R1", "R1", "R2"]);
    expect(await statuses()).toEqual(["installation_setup success", "R1 success", "R2 success"]);
  },
);

slowTest(
  "events are kept while a tunnel is unreachable, and sent once it is set again",
  async () => {
    const { change, tunnel, statuses, lines, jobs } = await openTunnelled();
    await tunnel(await closedPort());
    await change("R1");
    await change("R2");
    await jobs.finish();
    expect(await statuses()).toEqual(["installation_setup success", "R1 failed", "R2 failed"]);
    expect((await lines("R1")).at(1)).toMatchObject({
      level: "warn",
      message: expect.stringContaining("ECONNREFUSED"),
    });
    const { url, seen } = await serve(answering());
    await tunnel(url);
    await jobs.finish();
    expect(listRevisions(seen)).toEqual(["R1", "R2"]);
    expect(await statuses()).toEqual(["installation_setup success", "R1 success", "R2 success"]);
  },
);

slowTest("an event in progress at the old tunnel is sent once to the new one", async () => {
  const { change, tunnel, statuses, jobs } = await openTunnelled();
  let [disconnect, arrive, finish] = [() => {}, () => {}, () => {}];
  const reached = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const old = await serve((_seen, response) => {
    disconnect = () => response.destroy();
    arrive();
  });
  await tunnel(old.url);
  await change("R1");
  await change("R2");
  await jobs.runDue();
  await reached;
  const both = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { url, seen } = await serve((_seen, response, before) => {
    response.end();
    if (before === 1) finish();
  });
  await tunnel(url);
  await jobs.runDue();
  await both;
  disconnect();
  await jobs.finish();
  expect(listRevisions(seen)).toEqual(["R1", "R2"]);
  expect(await statuses()).toEqual(["installation_setup success", "R1 success", "R2 success"]);
});

slowTest(
  "a scheduled attempt for the old tunnel is not sent in addition to those for the new one",
  async () => {
    const { change, tunnel, pass, jobs } = await openTunnelled();
    await tunnel(await closedPort());
    await change("R1");
    await jobs.finish();
    let [answer, arrive] = [() => {}, () => {}];
    const reached = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { url, seen } = await serve((_seen, response, before) => {
      if (before > 0) response.end();
      else answer = () => response.end();
      arrive();
    });
    await tunnel(url);
    await jobs.runDue();
    await reached;
    pass(minute);
    await jobs.runDue();
    answer();
    await jobs.finish();
    expect(listRevisions(seen)).toEqual(["R1"]);
  },
);

slowTest(
  "closing the platform does not wait for a tunnel, and an aborted attempt does not count",
  async () => {
    const folder = join(temporaryFolder(), "data");
    const { workspace, change, tunnel, jobs } = await openTunnelled({
      folder,
      allowPrivate: ["127.0.0.1"],
    });
    let arrive = () => {};
    const reached = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { url, seen } = await serve((_seen, response, before) => {
      if (before > 0) response.end();
      arrive();
    });
    await tunnel(url);
    await change("R1");
    await jobs.runDue();
    await reached;
    await workspace.service.close();
    const again = await openTestService({
      folder,
      allowPrivate: ["127.0.0.1"],
      realTime: () => workspace.now.getTime(),
    });
    await again.jobs.finish();
    await again.close();
    expect(listRevisions(seen)).toEqual(["R1", "R1"]);
    expect(seen.map(({ headers }) => headers["x-event-attempt"])).toEqual(["1", "1"]);
    // Less than the timeout of an attempt.
  },
  8000,
);

slowTest(
  "an unreachable tunnel is retried with a backoff, and an event is abandoned after an hour",
  async () => {
    const { change, tunnel, pass, lines, jobs } = await openTunnelled();
    await tunnel(await closedPort());
    await change("R1");
    for (let minutes = 0; minutes <= 70; minutes++) {
      await jobs.finish();
      pass(minute);
    }
    const trace = (await lines("R1")).map(({ message }) => message);
    const pauses = trace.flatMap(
      (message) => /next attempt is in (\d+) s/.exec(message)?.[1] ?? [],
    );
    expect(pauses.slice(0, 10)).toEqual([
      "1",
      "2",
      "4",
      "8",
      "16",
      "32",
      "64",
      "128",
      "256",
      "300",
    ]);
    expect(pauses.length).toBeLessThan(25);
    expect(trace.at(-1)).toBe("Failed; it is not sent again.");
  },
);

slowTest(
  "a request that causes an event does not wait for a tunnel, and no other request does",
  async () => {
    const { workspace, org, admin, installed, tunnel, jobs } = await openTunnelled();
    const waiting: ServerResponse[] = [];
    let arrive = () => {};
    const reached = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { url } = await serve((_seen, response) => {
      waiting.push(response);
      arrive();
    });
    await tunnel(url);
    const asked = { integrationName, installationId: installed.id };
    expect(await workspace.ask(admin, installation.remove, asked)).toMatchObject({ status: 205 });
    await jobs.runDue();
    await reached;
    // The tunnel has received the event and does not respond.
    await workspace.ok(admin, integration.install, { integrationName, organization: org });
    expect(waiting).toHaveLength(1);
    waiting[0]?.end();
  },
);

slowTest("an event without a handler in the integration counts as delivered", async () => {
  const { change, tunnel, statuses, jobs } = await openTunnelled();
  const { url, seen } = await serve(answering(406));
  await tunnel(url);
  await change("R1");
  await jobs.finish();
  expect(listRevisions(seen)).toEqual(["R1"]);
  expect(await statuses()).toEqual(["installation_setup success", "R1 success"]);
});

test("without a tunnel an event is recorded and never sent, not even to a later tunnel", async () => {
  const { change, tunnel, statuses, lines, jobs } = await openTunnelled();
  await change("R1");
  const { url, seen } = await serve(answering());
  await tunnel(url);
  await jobs.finish();
  expect(seen).toEqual([]);
  expect(await statuses()).toEqual(["installation_setup success", "R1 success"]);
  expect((await lines("R1")).map(({ message }) => message)).toEqual([
    "Recorded; not sent, because the integration has no tunnel.",
  ]);
});

slowTests.each([
  [200, "success", undefined, "Attempt 1: the tunnel responded with 200 in 0 ms."],
  [299, "success", undefined, "Attempt 1: the tunnel responded with 299 in 0 ms."],
  [
    300,
    "failed",
    "The integration rejected it.",
    "Attempt 1: the tunnel responded with 300 in 0 ms. Redirects are not followed; use the target URL.",
  ],
  [
    399,
    "failed",
    "The integration rejected it.",
    "Attempt 1: the tunnel responded with 399 in 0 ms. Redirects are not followed; use the target URL.",
  ],
  [
    400,
    "failed",
    "The integration rejected it.",
    `Attempt 1: the tunnel responded with 400 in 0 ms: ${"x".repeat(200)}`,
  ],
  [
    406,
    "success",
    undefined,
    "Attempt 1: the tunnel responded with 406 in 0 ms: the integration does not handle such events.",
  ],
  [
    500,
    "failed",
    undefined,
    `Attempt 1: the tunnel responded with 500 in 0 ms: ${"x".repeat(200)}`,
  ],
])("the response %i of a tunnel is %s", async (status, state, failure, report) => {
  const { workspace, admin, change, tunnel, jobs, lines } = await openTunnelled();
  const { url } = await serve((_seen, response) => {
    response.writeHead(status).end(` ${"x".repeat(300)}`);
  });
  await tunnel(url);
  await change("R1");
  await jobs.finish();
  const { items } = await workspace.ok(admin, event.list, { integrationName });
  const sent = items.find(({ payload }) => payload.revisionId === "R1");
  expect([sent?.status, sent?.failure]).toEqual([state, failure]);
  expect((await lines("R1"))[1]?.message).toBe(report);
});

slowTest("an event of an integration that is no longer installed is not sent", async () => {
  const { workspace, admin, change, tunnel, jobs, installed } = await openTunnelled();
  const { url, seen } = await serve(answering());
  await change("R1");
  await tunnel(await closedPort());
  await change("R2");
  await jobs.finish();
  const { db } = workspace;
  const installationId = installed.id;
  await workspace.ok(admin, installation.remove, { integrationName, installationId });
  await tunnel(url);
  await jobs.finish();
  expect(listRevisions(seen)).not.toContain("R2");
  const { trace, reason, delivery } = await db
    .selectFrom("integration_events")
    .selectAll()
    .where("payload", "like", '%"R2"%')
    .executeTakeFirstOrThrow();
  expect([delivery, reason]).toEqual(["failed", "The integration rejected it."]);
  expect(trace).toContain(
    "canceled: the integration was uninstalled, or removed from the space, before the event was sent.",
  );
});
