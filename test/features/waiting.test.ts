import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Context, JsonObject } from "../../src/context.ts";
import * as spaceContract from "../../src/contract/space.ts";
import { ApiError, IncompleteError } from "../../src/errors.ts";
import { start as startImport } from "../../src/features/content/import.ts";
import { run as runTranslation } from "../../src/features/content/translation-run.ts";
import { synchronizeConnected } from "../../src/features/git/connect.ts";
import { exportRepository, importRepository } from "../../src/features/git/sync.ts";
import { put } from "../../src/features/openapi/put.ts";
import { readAll } from "../../src/features/read-all.ts";
import { syncConnection } from "../../src/features/sites/context-sync.ts";
import { fixFinding } from "../../src/features/sites/finding-fix.ts";
import { runStyleGuide } from "../../src/features/sites/style-guide-run.ts";
import {
  computePause,
  createBeginningCheck,
  longestBeginning,
  observePauses,
  type PollingClient,
  pause,
  startWork,
  type WaitFlags,
  waitFor,
} from "../../src/features/waiting.ts";
import { openScriptedContext } from "../support/commands/scripted-context.ts";
import { openTome } from "../support/commands/tome.ts";
import { slowTest, slowTests } from "../support/generators/amount.ts";
import { answerJson, serve } from "../support/network/loopback.ts";
import { Acceptance, openScriptedClient, Reply } from "../support/network/scripted-client.ts";

slowTest("waiting ends at the limit, with 8 and a command to check again", async () => {
  const looks: string[] = [];
  const { url } = await serve(({ method }, response) => {
    looks.push(method);
    const state = { object: "openapi-spec", slug: "pets", processingState: "pending" };
    answerJson(response, 200, state);
  });
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "secret", TOME_ORG: "O1000000000000000000" };
  const line = "openapi put pets --url https://example.com/pets.yaml --wait --wait-limit 1";
  const { code, stderr } = await openTome()(line, { env });
  expect(code).toBe(8);
  expect(stderr).toContain("Processing pets is still in progress after 1 second.");
  expect(stderr).toContain("hint: tome openapi get pets --org O1000000000000000000");
  // One before, and then with a backoff.
  expect(looks.filter((method) => method === "GET").length).toBeLessThanOrEqual(7);
});

/** A command that starts work and can wait for its end. */
interface WaitingCommand {
  readonly run: (context: Context, flags: WaitFlags) => Promise<unknown>;
  /** The request that starts the work. */
  readonly line: string;
  /** The body of its response. */
  readonly value?: JsonObject;
  /** The responses to the other requests; the last one is repeated. */
  readonly states: readonly unknown[];
  /** The result of the command. */
  readonly done: string;
}

const site = { organizationId: "O1", siteId: "D1" };
const repository = {
  spaceId: "S1",
  url: "https://git.example.com/docs.git",
  ref: "refs/heads/main",
};
const installed = { id: "I1", provider: "github", providerConfiguration: { branch: "main" } };
const translated = { stats: { latestPages: 1, latestWords: 2 }, result: { space: "S2" } };

const commands: Readonly<Record<string, WaitingCommand>> = {
  "site finding fix": {
    run: (context, flags) => fixFinding(context, { ...site, siteFindingId: "F1", ...flags }),
    line: "POST /orgs/O1/sites/D1/findings/F1/change-requests",
    states: [{ items: [] }, { items: [{ id: "R1", number: 1, space: "S1" }] }],
    done: "Generated change request 1 of space S1 for the finding F1.",
  },
  "site context connection sync": {
    run: (context, flags) =>
      syncConnection(context, { ...site, siteContextConnectionId: "C1", ...flags }),
    line: "POST /orgs/O1/sites/D1/context-connections/C1/sync",
    states: [
      { status: "succeeded", records: 1 },
      { status: "succeeded", records: 2 },
    ],
    done: "Synchronized the context connection C1; it has 2 records.",
  },
  "translation run": {
    run: (context, flags) =>
      runTranslation(context, { organizationId: "O1", translationId: "T1", ...flags }),
    line: "POST /orgs/O1/translations/T1/run",
    states: [
      { status: "completed", stats: { latestPages: 9 } },
      { status: "completed", ...translated },
    ],
    done: "Translated 1 page (2 words) into the space S2.",
  },
  "openapi put": {
    run: (context, flags) =>
      put(context, {
        organizationId: "O1",
        specSlug: "pets",
        url: "https://x.example/p",
        ...flags,
      }),
    line: "PUT /orgs/O1/openapi/pets",
    states: [
      404,
      404,
      { processingState: "progress" },
      { processingState: "complete", lastVersion: "V1" },
    ],
    done: "Stored and processed pets; the new version is V1.",
  },
  "import start": {
    run: (context, flags) =>
      startImport(context, {
        organizationId: "O1",
        target: { space: "S1" },
        website: "https://x.example",
        ...flags,
      }),
    line: "POST /org/O1/imports",
    value: { id: "I1" },
    states: [{ id: "I1", status: "completed" }],
    done: "Imported 0 pages from https://x.example.",
  },
  "site style-guide run": {
    run: (context, flags) => runStyleGuide(context, { ...site, spaces: ["S1"], ...flags }),
    line: "POST /orgs/O1/sites/D1/styleguide/runs",
    value: { run: { id: "Y1" }, changeRequests: [{ id: "R1", space: "S1" }] },
    states: [{ id: "R1", number: 1, styleguide: { changedPages: 3 } }],
    done: "Checked 1 space; 3 pages were changed.",
  },
  "git import": {
    run: (context, flags) => importRepository(context, { ...repository, ...flags }, []),
    line: "POST /spaces/S1/git/import",
    states: [{}, { state: "success", commit: "abc" }],
    done: "Completed the import at commit abc.",
  },
  "git export": {
    run: (context, flags) => exportRepository(context, { ...repository, ...flags }),
    line: "POST /spaces/S1/git/export",
    states: [{}, { state: "success", commit: "abc" }],
    done: "Completed the export at commit abc.",
  },
  "git sync": {
    run: (context, flags) => synchronizeConnected(context, { spaceId: "S1", ...flags }),
    line: "PATCH /git/installations/I1",
    states: [
      { installationId: "I1" },
      installed,
      { operation: {} },
      { operation: { startedAt: "2026-01-01", state: "success", direction: "export" } },
    ],
    done: "Completed the export.",
  },
};

describe.each(Object.entries(commands))("%s, accepted with 202,", (_, command) => {
  function open() {
    const states = [...command.states];
    return openScriptedContext({
      yes: true,
      answer: ({ line }) => {
        if (line.startsWith("GET ")) return states.length > 1 ? states.shift() : states[0];
        return new Acceptance(command.value);
      },
      more: { settings: { local: false }, env: {}, cwd: "/" },
    });
  }

  slowTest("waits for the end with --wait", async () => {
    const { context } = open();
    expect(await command.run(context, { wait: true })).toMatchObject({ done: command.done });
  });

  test("is pending without --wait", async () => {
    const { context, sent } = open();
    await expect(command.run(context, {})).rejects.toMatchObject({
      how: "pending",
      value: command.value,
      message: expect.stringMatching(/^The platform accepted the (POST|PUT|PATCH), but /),
    });
    expect([sent.at(-1)].flat()[0]).toBe(command.line);
  });
});

test.each(["site context connection sync", "translation run", "openapi put"])(
  "%s finds a new result after a 202 with one request",
  async (name) => {
    const { run, states } = commands[name] ?? raise();
    const [before, after] = [states[0], states.at(-1)];
    let isStarted = false;
    const { context, sent } = openScriptedContext({
      answer({ line }) {
        if (line.startsWith("GET ")) return isStarted ? after : before;
        isStarted = true;
        return new Acceptance();
      },
      more: { settings: { local: false }, env: {} },
    });
    await run(context, { wait: true });
    const lines = sent.map((request) => String([request].flat()[0]).split(" ")[0]);
    expect(lines.slice(0, 3)).toEqual(["GET", expect.stringMatching(/^P/), "GET"]);
    expect(lines.slice(3).filter((method) => method !== "GET")).toEqual([]);
    expect(lines.length).toBe(3);
  },
);

test.each<[string, JsonObject]>([
  ["site context connection sync", { status: "succeeded", records: 1 }],
  ["translation run", { status: "completed", ...translated }],
  ["openapi put", { processingState: "complete", lastVersion: "V1" }],
])(
  "%s with --wait is pending after a 202 as long as its result is the earlier one",
  async (name, state) => {
    const { context } = openScriptedContext({
      answer: ({ line }) => (line.startsWith("GET ") ? state : new Acceptance()),
      more: { settings: { local: false }, env: {} },
    });
    const { run } = commands[name] ?? raise();
    await expect(run(context, { wait: true, waitLimit: 0 })).rejects.toMatchObject({
      how: "pending",
      message: expect.stringContaining("still in progress after 0 seconds"),
    });
  },
);

function raise(): never {
  throw new Error("There is no such command.");
}

describe("accepted work may not have begun", () => {
  const state = { status: "succeeded", records: 1 };
  const next = { status: "succeeded", records: 2 };

  test.each<readonly [string, boolean, JsonObject | undefined, JsonObject, boolean]>([
    ["while the state is the same", true, state, { ...state }, true],
    ["unless it was completed instead of accepted", false, state, { ...state }, false],
    ["unless the state differs from that before the request", true, state, next, false],
    ["unless the resource did not exist before the request", true, undefined, state, false],
  ])("%s", (_, isAccepted, before, resource, expected) => {
    expect(createBeginningCheck({ isAccepted }, before)(resource)).toBe(expected);
  });

  test("for some seconds, because it may change nothing", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const mayBegin = createBeginningCheck({ isAccepted: true }, state);
    vi.advanceTimersByTime(longestBeginning - 1);
    expect(mayBegin(state)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(mayBegin(state)).toBe(false);
  });
});

describe("the pauses between polls", () => {
  /** The times of all polls of ten minutes, in milliseconds. */
  const times = [0];
  for (let time = 0; time < 600_000; times.push(time)) {
    time += computePause(times.length, undefined);
  }

  test("find the end of work within its duration, and within ten seconds", () => {
    for (const [at, time] of times.entries()) {
      // The work ended right after the previous poll.
      const duration = times[at - 1] ?? 0;
      expect(time - duration).toBeLessThanOrEqual(Math.min(duration + 50, 10_000));
    }
  });

  test("are few in ten minutes", () => {
    expect(times.length).toBe(68);
  });

  test.each([
    [1, 0.5],
    [1, 30],
    [20, 2],
  ])("are those of the platform after poll %i, if it asks for %i s", (polls, seconds) => {
    expect(computePause(polls, seconds)).toBe(seconds * 1000);
  });

  test.each([1, 5, 20])(
    "are the usual ones after poll %i if the platform asks for none",
    (polls) => {
      expect(computePause(polls, 0)).toBe(computePause(polls, undefined));
    },
  );
});

describe("a platform that asks to wait for an hour is polled only at the limit", () => {
  const sendPoll = {
    call: (client: PollingClient) => client.call(spaceContract.get, { spaceId: "S1" }),
    list: (client: PollingClient) => readAll(client, spaceContract.list, { organizationId: "O1" }),
    "call before others": async (client: PollingClient) => {
      await client.call(spaceContract.get, { spaceId: "S1" });
      await client.call(spaceContract.get, { spaceId: "S2" });
    },
  };

  async function count(
    retryAfter: { ofStart?: number; ofPolls?: number },
    poll: keyof typeof sendPoll = "call",
  ) {
    let polls = 0;
    const headers = { "retry-after": String(retryAfter.ofPolls ?? "") };
    const { client } = openScriptedClient(({ line }) =>
      line.endsWith("/S2") ? {} : new Reply({ items: [] }, headers),
    );
    const start = { retryAfter: retryAfter.ofStart };
    const wait = { client, what: "The import", hint: "tome import get", waitLimit: 0.12, start };
    const terminal = { progress: () => ({ update() {}, stop() {} }) };
    const waiting = waitFor({ terminal }, wait, async (polling) => {
      polls++;
      await sendPoll[poll](polling);
      return undefined;
    });
    await expect(waiting).rejects.toMatchObject({ how: "pending" });
    return polls;
  }

  slowTest("in the response to the request", async () => {
    expect(await count({ ofStart: 3600, ofPolls: 0 })).toBe(1);
  });

  slowTests.each(["call", "list", "call before others"] as const)(
    "in the response to a poll: %s",
    async (poll) => {
      expect(await count({ ofPolls: 3600 }, poll)).toBe(2);
    },
  );
});

test.each([
  ["200", (value: JsonObject) => new Reply(value, { "retry-after": "7" }), false],
  ["202", (value: JsonObject) => new Acceptance(value, { "retry-after": "7" }), true],
])(
  "a response with %s to the start of work contains the time to wait",
  async (_, reply, isAccepted) => {
    const value = { id: "S1" };
    const { client } = openScriptedClient(() => reply(value));
    const request = client.call(spaceContract.get, { spaceId: "S1" });
    expect(await startWork(request, { wait: true })).toEqual({ value, isAccepted, retryAfter: 7 });
  },
);

test.each([
  ["a refusal", new ApiError(409, "Conflict.")],
  ["an unknown result", new IncompleteError("unknown", "Unknown.")],
  ["a partial result", Object.assign(new IncompleteError("partial", "Some."), { value: {} })],
  ["a pending result without a response", new IncompleteError("pending", "Pending.")],
  ["another error", new Error("Other.")],
])("%s of the request that starts work is an error, also with --wait", async (_, error) => {
  for (const wait of [true, false]) {
    await expect(startWork(Promise.reject(error), { wait })).rejects.toBe(error);
  }
});

test.each<readonly [string, WaitingCommand["run"]]>(
  ["import start", "site style-guide run"].flatMap((name) => {
    const command = commands[name];
    return command === undefined ? [] : [[name, command.run] as const];
  }),
)("%s --wait is pending if the response does not identify the work", async (_, run) => {
  const { context } = openScriptedContext({ answer: () => new Acceptance() });
  await expect(run(context, { wait: true })).rejects.toMatchObject({ how: "pending" });
});

test("the longest pause that the responses ask for counts, and only once", async () => {
  const pauses = ["2", "7", "3"];
  const { client } = openScriptedClient(
    () => new Reply({ items: [] }, { "retry-after": pauses.shift() ?? "" }),
  );
  const polling = observePauses(client);
  for (let count = 0; count < 3; count++) {
    await polling.client.call(spaceContract.get, { spaceId: "S1" });
  }
  expect(polling.takeRetryAfter()).toBe(7);
  expect(polling.takeRetryAfter()).toBeUndefined();
  await readAll(polling.client, spaceContract.list, { organizationId: "O1" });
  expect(polling.takeRetryAfter()).toBeUndefined();
});

test("an abort ends a pause", async () => {
  const ending = new AbortController();
  const pausing = pause(3_600_000, ending.signal);
  ending.abort();
  expect(await pausing).toBeUndefined();
  expect(await pause(3_600_000, ending.signal)).toBeUndefined();
});
