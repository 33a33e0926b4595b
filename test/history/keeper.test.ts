/** The entries of writes, with a platform and a store that the tests choose. */
import { describe, expect, test } from "vitest";
import { openClient } from "../../src/client/client.ts";
import { AcceptedError } from "../../src/client/response-status.ts";
import * as space from "../../src/contract/space.ts";
import * as webhook from "../../src/contract/webhook.ts";
import { NetworkError } from "../../src/errors.ts";
import { openKeeper } from "../../src/history/keeper.ts";
import { manualClock } from "../support/network/client.ts";

type Lines = Readonly<Record<string, unknown>>;

interface Options {
  /** Bodies, statuses or errors by request. */
  readonly responses?: Lines;
  readonly many?: boolean;
  readonly client?: string;
  /** The error of the second line of an entry. */
  readonly endError?: unknown;
}

function open({ responses = {}, many = false, client, endError }: Options = {}) {
  const lines: Record<string, unknown>[] = [];
  const events: string[] = [];
  const warnings: string[] = [];
  const keeper = openKeeper({
    store: {
      folder: "/history",
      isPossible: async () => true,
      key: async () => "key",
      entries: async () => [],
      append: async (line, isSynced) => {
        if (!isSynced && endError !== undefined) throw endError;
        events.push(`append ${isSynced}`);
        lines.push({ ...line });
      },
    },
    profile: "work",
    origin: "http://127.0.0.1:4000",
    command: "space update",
    ...(client !== undefined && { client }),
    warn: (text) => void warnings.push(text),
  });
  const api = openClient({
    baseUrl: "http://127.0.0.1:4000",
    token: undefined,
    userAgent: "tome/test",
    retries: 0,
    clock: manualClock(),
    log: keeper.log(many),
    transport: async ({ method, url }) => {
      const { pathname, search } = new URL(url);
      const line = `${method} ${pathname.replace(/^\/v1/, "")}${search}`;
      events.push(line);
      const value = responses[line] ?? (method === "GET" ? 404 : {});
      if (value instanceof Error) throw value;
      const isStatus = typeof value === "number";
      const isError = isStatus && value >= 400;
      const error = { code: value, message: `Answered with ${String(value)}.` };
      return {
        status: isStatus ? value : 200,
        headers: { "content-type": "application/json", "x-request-id": "Q1" },
        body: JSON.stringify(isError ? { error } : isStatus ? {} : value),
      };
    },
  });
  const run = (work: Promise<unknown>) => work.catch((error: unknown) => error);
  return { api, keeper, lines, events, warnings, run };
}

const guide = { id: "S1", title: "Guide", organization: "O1" };
const read = "GET /spaces/S1";
const patch = "PATCH /spaces/S1";
const rename = { spaceId: "S1", title: "New" };

describe("an entry", () => {
  test("is stored before the write, with the state before it, and ends with its outcome", async () => {
    const { api, lines, events } = open({
      responses: { [read]: guide, [patch]: { ...guide, title: "New" } },
      client: "agent/1",
    });
    await api.call(space.update, rename);
    expect(events).toEqual([read, "append true", patch, "append false"]);
    const [sent, ended] = lines;
    expect(sent).toEqual({
      entry: expect.stringMatching(/^[2-9a-hjkmnp-z]{8}\.1$/),
      group: expect.stringMatching(/^[2-9a-hjkmnp-z]{8}$/),
      at: expect.stringMatching(/^\d{4}-/),
      profile: "work",
      origin: "http://127.0.0.1:4000",
      command: "space update",
      client: "agent/1",
      operation: "updateSpaceById",
      method: "PATCH",
      path: "/v1/spaces/S1",
      target: { field: "spaceId", id: "S1", title: "Guide" },
      input: { spaceId: "S1", title: "New" },
      before: { title: "Guide" },
    });
    expect(ended).toEqual({
      entry: sent?.entry,
      ended: expect.stringMatching(/^\d{4}-/),
      outcome: "done",
      status: 200,
      requestId: "Q1",
      after: { title: "New" },
    });
    await api.call(space.update, rename);
    expect(String(lines[2]?.entry)).toBe(`${String(sent?.group)}.2`);
  });

  test("of an undo names the undone entry, and later ones do not", async () => {
    const { api, keeper, lines, run } = open({ responses: { [read]: guide } });
    await keeper.undoing("e.1", () => api.call(space.update, rename));
    await run(keeper.undoing("e.2", () => Promise.reject(new Error("failed"))));
    await api.call(space.update, rename);
    expect(lines.filter(({ at }) => at !== undefined).map(({ undoes }) => undoes)).toEqual([
      "e.1",
      undefined,
    ]);
    expect(lines[0]).not.toHaveProperty("client");
  });

  test("without a state says why it could not be read", async () => {
    for (const [answer, unread] of [
      [403, "Answered with 403."],
      [new NetworkError("No route.", { arrived: "no" }), "No route."],
    ] as const) {
      const { api, lines } = open({ responses: { [read]: answer } });
      await api.call(space.update, rename);
      expect(lines[0]).toMatchObject({ unread, target: { field: "spaceId", id: "S1" } });
      expect(lines[0]).not.toHaveProperty("before");
    }
  });

  test("is not stored, and the write not sent, while the platform limits requests", async () => {
    const { api, lines, events, run } = open({ responses: { [read]: 429 } });
    expect(await run(api.call(space.update, rename))).toMatchObject({ status: 429 });
    expect([lines, events.includes(patch)]).toEqual([[], false]);
  });

  test.each<readonly [unknown, object]>([
    [400, { outcome: "refused", status: 400, because: "Answered with 400." }],
    [409, { outcome: "refused", status: 409 }],
    [499, { outcome: "refused", status: 499 }],
    [500, { outcome: "unknown", status: 500 }],
    [501, { outcome: "refused", status: 501 }],
    [502, { outcome: "unknown", status: 502 }],
    [202, { outcome: "pending", status: 202 }],
    [206, { outcome: "unknown", status: 206 }],
    [
      new NetworkError("No route.", { arrived: "no" }),
      { outcome: "refused", because: "No route." },
    ],
    [
      new NetworkError("Lost.", { arrived: "perhaps" }),
      {
        outcome: "unknown",
        because: "Lost. The PATCH may have succeeded. Check before you retry it.",
      },
    ],
  ])("ends after %s with %j", async (answer, expected) => {
    const { api, lines, run } = open({ responses: { [read]: guide, [patch]: answer } });
    await run(api.call(space.update, rename));
    expect(lines[1]).toMatchObject(expected);
    expect(lines[1]).toHaveProperty("because");
    if (answer instanceof Error) expect(lines[1]).not.toHaveProperty("status");
    else expect(lines[1]).toMatchObject({ requestId: "Q1" });
  });

  test("that cannot end leaves a warning, and the write succeeds", async () => {
    for (const [endError, text] of [
      [new Error("No space left."), "No space left."],
      ["text", "The history cannot be written."],
    ] as const) {
      const { api, lines, warnings } = open({ responses: { [read]: guide }, endError });
      await api.call(space.update, rename);
      expect(warnings).toEqual([
        `${text} The entry ${String(lines[0]?.entry)} has an unknown outcome.`,
      ]);
    }
  });

  test("has digests in place of secrets", async () => {
    const { api, lines } = open();
    const secret = "whsec_secret-of-a-webhook-000000000000";
    await api
      .call(webhook.create, {
        organizationId: "O1",
        url: "https://h.example",
        secret,
      } as never)
      .catch(() => {});
    expect(JSON.stringify(lines)).not.toContain(secret);
    expect(lines[0]).toMatchObject({ target: { field: "organizationId", id: "O1" } });
  });
});

describe("a request that was written by hand", () => {
  test.each<readonly [string, string, unknown, object]>([
    [
      "POST",
      "/unknown",
      { a: 1 },
      { input: { a: 1 }, target: { field: "path", id: "/v1/unknown" } },
    ],
    ["POST", "/unknown", [1], { input: { body: [1] } }],
    ["POST", "/unknown", undefined, { input: {} }],
    [
      "PATCH",
      "/spaces/S1",
      { title: "New" },
      {
        operation: "updateSpaceById",
        before: { title: "Guide" },
        target: { field: "spaceId", id: "S1" },
      },
    ],
  ])("%s %s with %j has an entry", async (method, path, body, expected) => {
    const { api, lines } = open({ responses: { [read]: guide } });
    await api.send({
      method,
      path,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    } as never);
    expect(lines[0]).toMatchObject(expected);
  });
});

describe("many writes", () => {
  const list = "GET /orgs/O1/spaces?limit=1000";
  const spaces = ["S1", "S2", "S3"].map((id) => ({ ...guide, id, title: id }));
  const responses: Lines = {
    ...Object.fromEntries(spaces.map((one) => [`GET /spaces/${one.id}`, one])),
    [list]: { items: spaces },
  };
  const update = async (opened: ReturnType<typeof open>, ...ids: readonly string[]) => {
    for (const spaceId of ids) await opened.api.call(space.update, { spaceId, title: "New" });
    return opened.events.filter((line) => line.startsWith("GET"));
  };

  test("read their targets from a list after the first one, and again after a write", async () => {
    const opened = open({ many: true, responses });
    expect(await update(opened, "S1", "S2", "S3", "S2")).toEqual([
      "GET /spaces/S1",
      list,
      "GET /spaces/S2",
    ]);
    expect(opened.lines.filter(({ before }) => before).map(({ before }) => before)).toEqual([
      { title: "S1" },
      { title: "S2" },
      { title: "S3" },
      { title: "S2" },
    ]);
  });

  test("whose list is refused read them one by one", async () => {
    const opened = open({ many: true, responses: { ...responses, [list]: 403 } });
    expect(await update(opened, "S1", "S2", "S3")).toEqual([
      "GET /spaces/S1",
      list,
      "GET /spaces/S2",
      "GET /spaces/S3",
    ]);
    expect(opened.lines.filter(({ before }) => before).map(({ before }) => before)).toEqual([
      { title: "S1" },
      { title: "S2" },
      { title: "S3" },
    ]);
  });

  test("read them one by one without that", async () => {
    expect(await update(open({ responses }), "S1", "S2")).toEqual([
      "GET /spaces/S1",
      "GET /spaces/S2",
    ]);
  });
});

test.each<
  readonly [
    string,
    (error: AcceptedError) => AcceptedError[] | undefined,
    string | undefined,
    object[],
  ]
>([
  ["is done if the command waited for all", () => undefined, undefined, [{ outcome: "done" }]],
  ["is done if the command waited for it", (error) => [error], undefined, [{ outcome: "done" }]],
  ["stays pending if the command waited for others only", () => [], undefined, []],
  [
    "has failed if its work did",
    (error) => [error],
    "The import failed: it is empty.",
    [{ outcome: "failed", because: "The import failed: it is empty." }],
  ],
])("an accepted write %s", async (_, select, failure, expected) => {
  const { api, keeper, lines, run } = open({ responses: { [read]: guide, [patch]: 202 } });
  const error = await run(api.call(space.update, rename));
  if (!(error instanceof AcceptedError)) throw error;
  const end = { errors: select(error), failure };
  await keeper.endAccepted(end);
  await keeper.endAccepted(end);
  const ends = lines.filter((line) => "outcome" in line);
  expect(ends).toMatchObject([{ outcome: "pending" }, ...expected]);
  expect(ends.every(({ entry, status }) => entry === lines[0]?.entry && status === 202)).toBe(true);
});
