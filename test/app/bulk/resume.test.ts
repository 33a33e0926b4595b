import { open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { BulkItem } from "../../../src/app/bulk/items.ts";
import type { BulkJournal } from "../../../src/app/bulk/journal.ts";
import type { JournalEntry } from "../../../src/app/bulk/journal-text.ts";
import { sortItems } from "../../../src/app/bulk/resume.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";
import { listLines, openMany } from "./many.ts";

type Way = "done" | "reset" | "500" | "501" | "404" | "409" | "401";

/** Responds to each item as its last word names; `made` contains the executed changes. */
async function faulty(ways: (name: string) => Way) {
  const made: string[] = [];
  const server = await serve(({ method, url, body }, response) => {
    if (method === "GET") return answerJson(response, 200, { id: "S", title: "Guide" });
    const [, id = ""] = /\/spaces\/([^/]+)/.exec(url) ?? [];
    const name = id === "" ? JSON.parse(body).title : id;
    const way = ways(name);
    if (way === "done" || way === "reset") made.push(name);
    if (way === "reset") return response.socket?.destroy();
    if (way === "done") return answerJson(response, 200, { id: `id-${name}`, title: name });
    return answerJson(response, Number(way), { error: { code: Number(way), message: "No." } });
  });
  return { ...server, made };
}

const [S1, S2, S3, S4] = ["S1", "S2", "S3", "S4"].map((name) => name.padEnd(20, "0"));
const two = `${S1} ${S2}`;
const three = `${two} ${S3}`;
const stdin = "title\nA\nB\nC\nD\n";
const create = "space create --from - --format ndjson";

function statuses(stdout: string): unknown[] {
  return listLines(stdout).map(({ status }) => status);
}

test("items with an unknown result are not repeated, and --resume repeats failed ones", async () => {
  const ways: Record<string, Way> = { B: "reset", C: "409", D: "500" };
  const server = await faulty((name) => ways[name] ?? "done");
  const { run, journals } = openMany(server.url);
  const first = await run(create, { stdin });
  expect(first.code).toBe(9);
  expect(statuses(first.stdout)).toEqual(["done", "unknown", "failed", "unknown"]);
  const [journal = ""] = journals();
  expect(first.stderr).toContain("1 of 4 items is done, 1 failed, 2 have an unknown outcome.");
  expect(first.stderr).toContain(`--resume ${journal}`);

  ways.C = "done";
  const second = await run(`${create} --resume ${journal}`, { stdin });
  expect(second.code).toBe(9);
  expect(server.made).toEqual(["A", "B", "C"]);
  const rows = listLines(second.stdout);
  expect(rows.map(({ status, id }) => [status, id])).toEqual([
    ["skipped", "id-A"],
    ["unknown", undefined],
    ["unknown", undefined],
    ["done", "id-C"],
  ]);
  expect(rows[1]).toMatchObject({ hint: "tome api GET /orgs/O1000000000000000000/spaces" });

  // B exists, so its row is removed.
  ways.D = "done";
  const left = stdin.replace("B\n", "");
  const third = await run(`${create} --resume ${journal} --retry-unknown`, { stdin: left });
  expect(third.code).toBe(0);
  expect(server.made).toEqual(["A", "B", "C", "D"]);
  expect(journals()).toEqual([]);
});

test("the same items are not started again if that could repeat a write", async () => {
  const ways: Record<string, Way> = { B: "reset" };
  const server = await faulty((name) => ways[name] ?? "done");
  const { run } = openMany(server.url);
  await run(create, { stdin });
  const again = await run(create, { stdin });
  expect(again.code).toBe(2);
  expect(again.stderr).toContain("A new run may repeat 4 of them");
  expect(server.made).toHaveLength(4);
  const named = join(temporaryFolder(), "mine.ndjson");
  expect((await run(`${create} --journal ${named}`, { stdin })).code).toBe(9);
  expect(server.made).toHaveLength(8);
});

test("items can be started again if a repetition has no effect, or nothing was done", async () => {
  const ways: Record<string, Way> = { S2000000000000000000: "500" };
  const server = await faulty((name) => ways[name] ?? "done");
  const { run, journals } = openMany(server.url);
  expect((await run(`space delete ${two} --yes`)).code).toBe(9);
  ways.S2000000000000000000 = "done";
  expect((await run(`space delete ${two} --yes`)).code).toBe(0);
  expect(journals()).toEqual([]);
});

test.each([
  ["404", "404", 5],
  ["501", "501", 1],
  ["404", "409", 1],
  ["500", "500", 9],
  ["404", "done", 9],
] as const)("items that end with %s and %s end the command with %i", async (one, other, code) => {
  const server = await faulty((name) => (name === S1 ? one : other));
  const { run, journals } = openMany(server.url);
  const ran = await run(`space restore ${two} --format ndjson`);
  expect(ran.code).toBe(code);
  // If nothing was done, there is nothing to resume.
  expect(journals()).toHaveLength(code === 9 ? 1 : 0);
});

test("a rejected token ends the run, as does a failure with --stop-on-error", async () => {
  const server = await faulty((name) => (name === "S2000000000000000000" ? "401" : "done"));
  const { run } = openMany(server.url);
  const ran = await run(`space restore ${three} ${S4} --concurrency 1`);
  expect(ran.code).toBe(9);
  expect(ran.stderr).toContain(
    "2 were not started. The run stopped early: the platform rejected the",
  );
  expect(server.seen).toHaveLength(2);

  const strict = await faulty((name) => (name === S1 ? "404" : "done"));
  const other = openMany(strict.url);
  const line = `space restore ${three} --concurrency 1`;
  expect((await other.run(`${line} --stop-on-error`)).code).toBe(5);
  expect(strict.seen).toHaveLength(1);
  expect((await other.run(line)).code).toBe(9);
  expect(strict.seen).toHaveLength(4);
});

test("an unreachable platform ends the run after a few items", async () => {
  const { run } = openMany("http://127.0.0.1:1");
  const ids = Array.from({ length: 40 }, (_, index) => `S${String(index).padStart(19, "0")}`).join(
    " ",
  );
  const { code, stderr } = await run(`space restore ${ids} --concurrency 1 --retries 0`);
  expect(code).toBe(7);
  expect(stderr).toContain("0 of 40 items are done, 5 failed, 35 were not started.");
});

slowTest("after a 429 all items wait until the time of the platform, and none fails", async () => {
  let refusals = 0;
  const times: number[] = [];
  const server = await serve(({ url }, response) => {
    times.push(performance.now());
    if (refusals++ > 0) return answerJson(response, 200, { id: url, title: "T" });
    return answerJson(
      response,
      429,
      { error: { code: 429, message: "No." } },
      { "retry-after": "1" },
    );
  });
  const { run } = openMany(server.url);
  const ran = await run(`space restore ${three} --concurrency 1 --retries 0 --format ndjson`);
  expect(ran.code).toBe(0);
  expect(statuses(ran.stdout)).toEqual(["done", "done", "done"]);
  const [refused = 0, next = 0] = times;
  expect(next - refused).toBeGreaterThan(1000);
});

test("a journal is private, contains no request values, and stays if it was named", async () => {
  const server = await faulty(() => "done");
  const { run } = openMany(server.url);
  const path = join(temporaryFolder(), "journal.ndjson");
  const { code } = await run(`space update --from - --journal ${path}`, {
    stdin: `space,title\n${S1},Sesame\n${S2},Sesame two\n`,
  });
  expect(code).toBe(0);
  const text = await readFile(path, "utf8");
  expect(text).not.toContain("Sesame");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const [header, ...entries] = listLines(text);
  expect(header).toMatchObject({ journal: "tome", command: "space update", items: 2 });
  expect(entries.map(({ item, is }) => `${item} ${is}`).sort()).toEqual([
    "1 done",
    "1 sending",
    "2 done",
    "2 sending",
  ]);
  expect((await run(`space update ${two} --title T --journal ${path}`)).stderr).toContain(
    "already exists",
  );
});

test("the id of an invite, which is a secret, is not in the journal", async () => {
  const server = await serve(({ method }, response) =>
    method === "DELETE"
      ? response.writeHead(204).end()
      : answerJson(response, 201, { id: "hush1" }),
  );
  const { run } = openMany(server.url);
  for (const [name, line] of [
    ["a", "org invite delete hush1 hush2 --yes"],
    ["b", "org invite create --role read"],
  ]) {
    const path = join(temporaryFolder(), `${name}.ndjson`);
    expect((await run(`${line} --journal ${path}`)).code).toBe(0);
    expect(await readFile(path, "utf8")).not.toContain("hush");
  }
});

test("an entry is synced to disk before its request and after it", async () => {
  const steps: string[] = [];
  const probe = await open(join(temporaryFolder(), "probe"), "w");
  const handles = Object.getPrototypeOf(probe);
  await probe.close();
  const spy = vi.spyOn(handles, "datasync").mockImplementation(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    steps.push("synced");
  });
  try {
    const server = await serve((_seen, response) => {
      steps.push("sent");
      answerJson(response, 200, { id: "S", title: "T" });
    });
    const { run } = openMany(server.url);
    expect((await run(`space restore ${two} --concurrency 1`)).code).toBe(0);
  } finally {
    spy.mockRestore();
  }
  // The header, then each item before and after.
  expect(steps).toEqual(["synced", "synced", "sent", "synced", "synced", "sent", "synced"]);
});

test("a journal of other items, another command or another platform is refused", async () => {
  const ways: Record<string, Way> = { C: "500" };
  const server = await faulty((name) => ways[name] ?? "done");
  const { run, journals } = openMany(server.url);
  await run(create, { stdin });
  const [journal = ""] = journals();
  const before = await readFile(journal, "utf8");
  const others: [string, string, string, Record<string, string>?][] = [
    [create, "title\nA\nB changed\nC\nD\n", "1 completed items that are missing from this run (2)"],
    [
      "collection create --from -",
      stdin,
      "belongs to tome space create, not tome collection create",
    ],
    [
      create,
      stdin,
      `belongs to the platform ${server.url}`,
      { TOME_BASE_URL: "http://127.0.0.1:2" },
    ],
  ];
  for (const [line, items, said, env = {}] of others) {
    const ran = await run(`${line} --resume ${journal}`, { stdin: items, env });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(said);
  }
  expect(await readFile(journal, "utf8")).toBe(before);
  expect(server.made).toEqual(["A", "B", "D"]);
});

test("a truncated last line is ignored, and other damage is refused", async () => {
  const server = await faulty(() => "done");
  const { run } = openMany(server.url);
  const path = join(temporaryFolder(), "journal.ndjson");
  await run(`${create} --journal ${path}`, { stdin });
  const text = await readFile(path, "utf8");
  const lines = text.split("\n");
  await writeFile(path, text.slice(0, -20));
  const resumed = await run(`${create} --resume ${path}`, { stdin });
  expect(statuses(resumed.stdout)).toEqual(["skipped", "skipped", "skipped", "unknown"]);
  // A new entry starts on a new line.
  expect((await run(`${create} --resume ${path} --retry-unknown`, { stdin })).code).toBe(0);
  expect((await run(`${create} --resume ${path}`, { stdin })).code).toBe(0);
  await writeFile(path, [...lines.slice(0, 2), "{", ...lines.slice(3)].join("\n"));
  expect((await run(`${create} --resume ${path}`, { stdin })).stderr).toContain(
    "Line 3 of the journal",
  );
  await rm(path);
  expect((await run(`${create} --resume ${path}`, { stdin })).stderr).toContain("does not exist");
  expect(server.made).toHaveLength(5);
});

test("one process at a time can use a journal, and a dead process holds no lock", async () => {
  const server = await faulty(() => "done");
  const { run } = openMany(server.url);
  const path = join(temporaryFolder(), "journal.ndjson");
  await run(`${create} --journal ${path}`, { stdin });
  await writeFile(`${path}.lock`, `${process.ppid} `);
  const locked = await run(`${create} --resume ${path}`, { stdin });
  expect(locked.stderr).toContain(`The process ${process.ppid} is using ${path}`);
  for (const dead of ["4194305 1", `${process.pid} 1`]) {
    await writeFile(`${path}.lock`, dead);
    expect((await run(`${create} --resume ${path}`, { stdin })).code).toBe(0);
  }
});

slowTest(
  "an interrupt ends the run after the items in progress, with 130 and a journal to resume",
  async () => {
    let interrupt = () => {};
    const interrupted = new Promise<void>((resolve) => {
      interrupt = resolve;
    });
    const server = await serve(({ url }, response) => {
      if (url.includes("S2000000000000000000")) interrupt();
      setTimeout(() => answerJson(response, 200, { id: url.split("/").at(-2), title: "T" }), 20);
    });
    const { run, journals } = openMany(server.url);
    const line = `space restore ${three} ${S4} --concurrency 1 --format ndjson`;
    const ran = await run(line, { interrupted: () => interrupted });
    expect(ran.code).toBe(130);
    expect(statuses(ran.stdout)).toEqual(["done", "done"]);
    expect(ran.stderr).toContain("Interrupted: 2 of 4 items are done, 2 were not started.");
    const again = await run(`${line} --resume ${journals()[0]}`);
    expect(again.code).toBe(0);
    expect(server.seen).toHaveLength(4);
  },
);

test.each([
  [1, "(1)"],
  [5, "(1, 2, 3, 4, 5)"],
  [6, "(1, 2, 3, 4, 5 and others)"],
])("of %d missing items, the journal names the first five", (count, listed) => {
  const before = new Map(
    Array.from({ length: count }, (_, at): [string, JournalEntry] => [
      `key ${at}`,
      { item: at + 1, key: `key ${at}`, is: "done" },
    ]),
  );
  // An item that failed can be missing.
  before.set("failed", { item: 99, key: "failed", is: "failed" });
  const journal = createPartial<BulkJournal>({ path: "j.ndjson", before });
  expect(() => sortItems([], new Map(), journal, false)).toThrow(
    `The journal j.ndjson lists ${count} completed items that are missing from this run ${listed}. Nothing was sent.`,
  );
});

test.each<[is: JournalEntry["is"] | undefined, part: string, retried: string]>([
  [undefined, "remaining", "remaining"],
  ["failed", "remaining", "remaining"],
  ["waiting", "remaining", "remaining"],
  ["sending", "unknown", "remaining"],
  ["unknown", "unknown", "remaining"],
  ["done", "done", "done"],
  ["pending", "pending", "pending"],
])("an item with the state %s is %s, and with --retry-unknown %s", (is, part, retried) => {
  const item = createPartial<BulkItem>({ number: 1 });
  const before = new Map<string, JournalEntry>(
    is === undefined ? [] : [["key", { item: 1, key: "key", is }]],
  );
  const journal = createPartial<BulkJournal>({ path: "j.ndjson", before });
  for (const [retriesUnknown, expected] of [
    [false, part],
    [true, retried],
  ] as const) {
    const sorted = sortItems([item], new Map([[item, "key"]]), journal, retriesUnknown);
    const parts = Object.entries(sorted).filter(([, members]) => members.length > 0);
    expect(parts.map(([name]) => name)).toEqual([expected]);
  }
});
