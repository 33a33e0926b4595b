import { describe, expect, test } from "vitest";
import type { Transport } from "../../../src/contract/wire.ts";
import { NetworkError } from "../../../src/errors.ts";
import { followEvents } from "../../../src/features/integrations/follow-events.ts";
import type { JsonObject } from "../../../src/json/values.ts";
import type { Terminal } from "../../../src/terminal/terminal.ts";
import { slowTests } from "../../support/generators/amount.ts";
import { getClient } from "../../support/network/client.ts";

interface Event {
  readonly status: string;
  readonly failure?: string;
  readonly logs: readonly string[];
}

const demo = { integrationName: "demo", shortestPause: 5 };

/** Follows the lines of one event until it has ended, or an error. */
async function follow(event: Event | NetworkError | number) {
  const ending = new AbortController();
  const notes: string[] = [];
  const transport: Transport = async ({ url }) => {
    const headers = { "content-type": "application/json" };
    if (typeof event === "number") return { status: event, headers, body: "{}" };
    if (event instanceof Error) throw event;
    const { status, failure, logs } = event;
    const value = url.includes("/events/E1")
      ? {
          event: { id: "E1", createdAt: "2026-01-01T00:00:00Z", status, failure, payload: {} },
          trace: { logs: logs.map((message) => ({ message, level: "info" })) },
        }
      : { items: [{ id: "E1" }] };
    return { status: 200, headers, body: JSON.stringify(value) };
  };
  const client = getClient("https://api.example.com", { transport, retries: 0 });
  const terminal: Partial<Terminal> = {
    note(text) {
      notes.push(text);
      ending.abort();
    },
  };
  const context = { terminal: terminal as Terminal };
  const options = { ...demo, earlier: 1, signal: ending.signal };
  const lines: JsonObject[] = [];
  for await (const some of followEvents(context, client, options)) {
    for (const line of some) lines.push(line);
    ending.abort();
  }
  return { lines: lines.map(({ level, message }) => `${level}: ${message}`), notes };
}

describe("the lines of an ended event", () => {
  test.each([
    ["success", undefined, ["Sent.", "Done."], ["info: Sent.", "info: Done."]],
    ["success", undefined, [], ["info: Delivered."]],
    ["failure", "No answer.", [], ["error: No answer."]],
    ["failure", "No answer.", ["Sent."], ["info: Sent.", "error: No answer."]],
    // The reason is not repeated if the log has it.
    ["failure", "No answer.", ["Sent.", "No answer."], ["info: Sent.", "info: No answer."]],
    ["failure", "No answer.", ["No answer.", "Sent."], ["info: No answer.", "info: Sent."]],
  ])(
    "with the status %s, the reason %s and the log %j",
    async (status, failure, logs, expected) => {
      const event = { status, logs, ...(failure !== undefined && { failure }) };
      expect((await follow(event)).lines).toEqual(expected);
    },
  );
});

describe("an error", () => {
  test.each([429, 500, 503, new NetworkError("No connection.", { arrived: "no" })])(
    "that can pass ends nothing: %s",
    async (error) => {
      expect((await follow(error)).notes).toEqual([expect.stringMatching(/ Retrying\.$/)]);
    },
  );

  test.each([400, 401, 403, 404])("that remains ends the command: %d", async (status) => {
    await expect(follow(status)).rejects.toMatchObject({ status });
  });
});

/** Follows an integration whose lists and events differ from request to request. */
async function followRounds(
  {
    lists,
    events,
    earlier = 10,
  }: {
    /** The pages of each list, newest first; a number is an error. The last list is repeated. */
    readonly lists: readonly (number | readonly (readonly string[])[])[];
    /** The states of each event, one for each request. The last one is repeated. */
    readonly events: Readonly<Record<string, readonly object[]>>;
    readonly earlier?: number;
  },
  isEnd: (lines: readonly string[]) => boolean,
) {
  const ending = new AbortController();
  const notes: string[] = [];
  const sent: string[] = [];
  const rounds = [...lists];
  const states = new Map(Object.entries(events).map(([id, each]) => [id, [...each]]));
  const headers = { "content-type": "application/json" };
  const transport: Transport = async ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    sent.push(pathname.replace("/v1/integrations/demo/", ""));
    const id = /events\/(\w+)$/.exec(pathname)?.[1];
    if (id !== undefined) {
      const each = states.get(id) ?? [];
      const value = each.length > 1 ? each.shift() : each[0];
      return { status: 200, headers, body: JSON.stringify(value) };
    }
    const at = Number(searchParams.get("page") ?? 0);
    const round = rounds[0];
    if (typeof round === "number") {
      rounds.shift();
      return { status: round, headers, body: "{}" };
    }
    const hasNext = at + 1 < (round?.length ?? 0);
    if (!hasNext && rounds.length > 1) rounds.shift();
    const items = (round?.[at] ?? []).map((one) => ({ id: one }));
    const next = hasNext ? { next: { page: String(at + 1) } } : {};
    return { status: 200, headers, body: JSON.stringify({ items: [{}, ...items], ...next }) };
  };
  const client = getClient("https://api.example.com", { transport, retries: 0 });
  const terminal: Partial<Terminal> = { note: (text) => void notes.push(text) };
  const context = { terminal: terminal as Terminal };
  const options = { ...demo, earlier, signal: ending.signal };
  const lines: JsonObject[] = [];
  const batches: number[] = [];
  for await (const some of followEvents(context, client, options)) {
    batches.push(some.length);
    lines.push(...some);
    if (isEnd(lines.map(({ message }) => String(message)))) ending.abort();
  }
  return { lines, batches, notes, sent };
}

const delivered = (id: string, ...logs: readonly string[]) => ({
  event: { id, createdAt: "2026-01-01T00:00:00Z", status: "success", payload: { type: "fetch" } },
  trace: { logs: logs.map((message) => ({ message })) },
});
const waiting = (id: string, ...logs: readonly string[]) => {
  const { event, trace } = delivered(id, ...logs);
  return { event: { ...event, status: "pending" }, trace };
};

describe("the events of an integration", () => {
  test("begin with the last earlier ones, the oldest first, and continue with new ones", async () => {
    const { lines, sent } = await followRounds(
      {
        earlier: 2,
        lists: [[["E3", "E2", "E1"]], [["E5", "E4", "E3", "E2", "E1"]]],
        events: Object.fromEntries(
          ["E1", "E2", "E3", "E4", "E5"].map((id) => [id, [delivered(id, `from ${id}`)]]),
        ),
      },
      (messages) => messages.includes("from E5"),
    );
    expect(lines.map(({ message }) => message)).toEqual([
      "from E2",
      "from E3",
      "from E4",
      "from E5",
    ]);
    expect(lines[0]).toEqual({
      timestamp: "2026-01-01T00:00:00Z",
      level: "info",
      type: "fetch",
      event: "E2",
      message: "from E2",
    });
    expect(sent).toEqual(["events", "events/E2", "events/E3", "events", "events/E4", "events/E5"]);
  });

  test("begin with the first page of the list, however many pages it has", async () => {
    const { lines, sent } = await followRounds(
      {
        earlier: 10,
        lists: [[["E3", "E2"], ["E1"]]],
        events: { E2: [delivered("E2", "two")], E3: [delivered("E3", "three")] },
      },
      (messages) => messages.includes("three"),
    );
    expect(lines.map(({ message }) => message)).toEqual(["two", "three"]);
    expect(sent).toEqual(["events", "events/E2", "events/E3"]);
  });

  test("that are not delivered are read again, and their new lines are shown once", async () => {
    const { batches, lines, sent } = await followRounds(
      {
        lists: [[["E1"]]],
        events: {
          E1: [waiting("E1", "a"), waiting("E1", "a", "b"), delivered("E1", "a", "b", "c")],
        },
      },
      (messages) => messages.includes("c"),
    );
    expect([batches, lines.map(({ message }) => message)]).toEqual([
      [1, 1, 1],
      ["a", "b", "c"],
    ]);
    expect(sent).toHaveLength(6);
  });

  test("have lines without a trace, a type, a time and a message", async () => {
    const end = { timestamp: "2026-02-01", level: "warn", message: "b" };
    const { lines } = await followRounds(
      {
        lists: [[["E2", "E1"]]],
        events: {
          E1: [{ event: { status: "failed", failure: "Broken." }, trace: { logs: [{}, end] } }],
          E2: [{ event: { status: "success" } }],
        },
      },
      (messages) => messages.includes("Delivered."),
    );
    const none = { type: null, event: null };
    expect(lines).toEqual([
      { timestamp: null, level: "info", ...none, message: "" },
      { ...end, ...none },
      { timestamp: "2026-02-01", level: "error", ...none, message: "Broken." },
      { timestamp: null, level: "info", ...none, message: "Delivered." },
    ]);
  });

  test("continue after temporary errors, which are noted once", async () => {
    const { notes, lines } = await followRounds(
      { lists: [503, 503, [["E1"]]], events: { E1: [delivered("E1", "a")] } },
      (messages) => messages.includes("a"),
    );
    expect(lines).toHaveLength(1);
    expect(notes).toEqual([expect.stringMatching(/ Retrying\.$/), "The platform responds again."]);
  });

  slowTests.each([
    [500, 500, []],
    [550, 500, ["More than 500 new events; older ones are omitted."]],
  ])("of %i new events are read page by page, at most 500", async (count, shown, expected) => {
    const ids = Array.from({ length: count }, (_, index) => `N${count - index}`);
    const pages = Array.from({ length: count / 50 }, (_, page) =>
      ids.slice(page * 50, page * 50 + 50),
    );
    // The last page also has a known event.
    const last = [...(pages.at(-1) ?? []), "E1"];
    const { lines, notes } = await followRounds(
      {
        earlier: 0,
        lists: [[["E1"]], [...pages.slice(0, -1), last]],
        events: Object.fromEntries(ids.map((id) => [id, [delivered(id, id)]])),
      },
      (messages) => messages.includes(`N${count}`),
    );
    expect([lines.length, lines[0]?.message, lines.at(-1)?.message]).toEqual([
      shown,
      `N${count - shown + 1}`,
      `N${count}`,
    ]);
    expect(notes).toEqual(expected);
  });
});
