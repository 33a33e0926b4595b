import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { BulkCommand, BulkItem } from "../../../src/app/bulk/items.ts";
import type { BulkJournal } from "../../../src/app/bulk/journal.ts";
import { openPace } from "../../../src/app/bulk/pace.ts";
import { sendAll } from "../../../src/app/bulk/send-all.ts";
import { integer } from "../../../src/commands/fields.ts";
import { custom } from "../../../src/commands/verb.ts";
import { ApiError, type Finding } from "../../../src/errors.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";
import { listLines, openMany } from "./many.ts";

const ids = [1, 2, 3, 4].map((number) => `S${number}000000000000000000`);
const [failed = "", unknown = "", pending = ""] = ids;

/** Refuses, breaks, accepts and performs the updates of four spaces. */
function serveResults() {
  return serve(({ method, url }, response) => {
    const id = url.split("/").at(-1) ?? "";
    const status = { [failed]: 400, [unknown]: 500, [pending]: 202 }[id] ?? 200;
    if (method === "GET" || status === 200) return answerJson(response, 200, { id, title: id });
    if (status === 202) return answerJson(response, 202, {});
    return answerJson(response, status, { error: { code: status, message: `No: ${status}` } });
  });
}

test("each item that is not done is a finding, with its line or name", async () => {
  const { run } = openMany((await serveResults()).url);
  const folder = temporaryFolder();
  const file = join(folder, "rows.csv");
  writeFileSync(file, ["id", ...ids].join("\n"));
  const output = join(folder, "out.ndjson");
  writeFileSync(output, "");
  const env = { TOME_OUTPUT_FILE: output };
  const flags = ["--emoji", "x", "--concurrency", "1", "--retries", "0"];
  const ofFile = await run(["space", "update", "--from", file, ...flags], { env });
  const typed = await run(["space", "update", ...ids, ...flags], { env });
  const stdin = ["id", ...ids].join("\n");
  const piped = await run(["space", "update", "--from", "-", ...flags], { env, stdin });
  expect([ofFile.code, typed.code, piped.code]).toEqual([9, 9, 9]);
  const findings = listLines(readFileSync(output, "utf8")).filter(({ type }) => type === "finding");
  const kinds = [
    { rule: "item-failed", level: "error" },
    { rule: "item-unknown", level: "error" },
    { rule: "item-pending", level: "warning" },
  ];
  expect(findings).toMatchObject([
    ...kinds.map((kind, at) => ({ ...kind, place: { file, line: at + 2 } })),
    ...kinds.map((kind, at) => ({ ...kind, place: { name: ids[at] } })),
    ...kinds.map((kind, at) => ({ ...kind, place: { name: `standard input:${at + 2}` } })),
  ]);
  expect(ofFile.stderr).toContain(
    "1 of 4 items is done, 1 failed, 1 has an unknown outcome, 1 is pending.",
  );
});

interface SendParts {
  /** Milliseconds until the next item may start. */
  readonly wait?: number;
  /** The path of the journal. */
  readonly journal?: string;
  /** The number of listeners that each item adds. */
  readonly waiting?: number;
}

/** Runs items that end with these errors, or are done. */
async function send(
  errors: readonly (Error | undefined)[],
  { wait = 0, journal = "j.ndjson", waiting = 0 }: SendParts = {},
) {
  const events: string[] = [];
  const say = (text: string) => void events.push(text);
  const state = "/state";
  const verb = custom({
    summary: "Test",
    fields: { number: integer("Number of the item") },
    isWrite: true,
    load:
      async () =>
      async (_context, { number }) => {
        const error = errors[number - 1];
        if (error !== undefined) throw error;
        return { done: "Done.", record: { id: `N${number}` } };
      },
  });
  const items = errors.map((_, at) =>
    createPartial<BulkItem>({
      ...{ number: at + 1, at: `item ${at + 1}` },
      assembled: { input: { number: at + 1 }, extra: {}, fromProject: [], named: [], files: [] },
    }),
  );
  const context = {
    env: { XDG_STATE_HOME: state },
    choice: {},
    settings: {},
    describeProjectParents: () => "",
    interrupted: () => new Promise<void>(() => {}),
    terminal: {
      outIsTerminal: false,
      progress(text: string) {
        say(text);
        return { update: say, stop: () => say("stopped") };
      },
      warn: say,
      note: say,
    },
  };
  const bulk = createPartial<BulkCommand>({
    ...{ line: "test", verb, typed: { shared: new Map() }, context },
    onFindings: (findings: readonly Finding[]) => {
      for (const { rule } of findings) say(rule);
    },
    endAccepted: async () => {},
  });
  const tally = await sendAll(bulk, {
    plan: {
      concurrency: 1,
      pace: {
        ...openPace(1),
        wait: () => wait,
        async turn(signal) {
          for (let at = 0; at < waiting; at++) signal.addEventListener("abort", () => {});
          return true;
        },
      },
      client: async () => createPartial({}),
    },
    count: items.length,
    sorted: { remaining: items, done: [], pending: [], unknown: [] },
    keys: new Map(),
    journal: createPartial<BulkJournal>({
      path: journal,
      note: async () => {},
      close: async () => say("closed"),
      remove: async () => say("removed"),
    }),
    titles: new Map(),
    push: () => {},
  });
  return { events, tally };
}

const refused = new ApiError(404, "Not found.");
const bar = (full: number) => `${"█".repeat(full)}${"░".repeat(24 - full)}`;

test("any number of items can wait for an interruption, without a warning of Node", async () => {
  const warnings: string[] = [];
  const collect = ({ name }: Error) => void warnings.push(name);
  process.on("warning", collect);
  await send([undefined], { waiting: 64 });
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", collect);
  expect(warnings).toEqual([]);
});

test("the progress is not updated after the last item", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const { events } = await send([undefined]);
    const count = events.length;
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(10_000);
    expect(events).toHaveLength(count);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  [0, ""],
  [999, ""],
  [1000, ", waiting 1 s for the rate limit"],
  [61_200, ", waiting 62 s for the rate limit"],
])("the progress counts ended and failed items during a pause of %d ms", async (wait, pause) => {
  const { events, tally } = await send([undefined, refused, undefined], { wait });
  expect(events).toEqual([
    "0/3",
    `${bar(8)} 1/3${pause}`,
    "item-failed",
    `${bar(16)} 2/3, 1 failed${pause}`,
    `${bar(24)} 3/3, 1 failed${pause}`,
    "stopped",
    "closed",
  ]);
  expect(tally).toMatchObject({ count: 3, done: 2, unknown: 0, pending: 0, interrupted: false });
  expect(tally.failures.map(([{ at }]) => at)).toEqual(["item 2"]);
});

test.each<[errors: (Error | undefined)[], journal: string, end: string]>([
  [[undefined], "/state/tome/bulk/j.ndjson", "removed"],
  // Nothing was done, so that the same command can be repeated.
  [[refused], "/state/tome/bulk/j.ndjson", "removed"],
  [[undefined, refused], "/state/tome/bulk/j.ndjson", "closed"],
  [[undefined], "/home/j.ndjson", "closed"],
])(
  "a journal that no next run needs is removed unless it was named: %#",
  async (errors, journal, end) => {
    const { events } = await send(errors, { journal });
    expect(events.at(-1)).toBe(end);
  },
);
