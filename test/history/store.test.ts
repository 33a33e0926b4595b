import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SentRecord } from "../../src/history/history-entry.ts";
import { openStore } from "../../src/history/store.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

function sent(number: number, more: Partial<SentRecord> = {}): SentRecord {
  return {
    entry: `abcdefgh.${number}`,
    group: "abcdefgh",
    at: "2026-03-02T08:00:00.000Z",
    profile: "default",
    origin: "https://api.example.com",
    command: "space update",
    method: "PATCH",
    path: "/v1/spaces/S1",
    target: { field: "spaceId", id: "S1" },
    input: { spaceId: "S1", title: "New" },
    ...more,
  };
}

test("a write without an end is unknown, and its end is appended", async () => {
  const folder = join(temporaryFolder(), "tome", "history");
  const store = openStore(folder);
  await store.append(sent(1), true);
  await store.append(sent(2), true);
  await store.append(
    { entry: "abcdefgh.1", ended: "2026-03-02T08:00:01.000Z", outcome: "done", status: 200 },
    false,
  );
  expect(await openStore(folder).entries()).toEqual([
    { ...sent(1), outcome: "done", ended: "2026-03-02T08:00:01.000Z", status: 200 },
    { ...sent(2), outcome: "unknown" },
  ]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(folder))
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

test("lines of several concurrent programs are all stored", async () => {
  const folder = join(temporaryFolder(), "history");
  const stores = Array.from({ length: 8 }, () => openStore(folder));
  await Promise.all(
    stores.flatMap((store, program) =>
      Array.from({ length: 20 }, (_, number) => store.append(sent(program * 100 + number), true)),
    ),
  );
  expect(await openStore(folder).entries()).toHaveLength(160);
  const keys = await Promise.all(stores.map((store) => store.key()));
  expect(new Set(keys).size).toBe(1);
});

test("a truncated line hides no other", async () => {
  const folder = temporaryFolder();
  const store = openStore(folder);
  await store.append(sent(1), true);
  const [name = ""] = readdirSync(folder);
  appendFileSync(join(folder, name), '{"entry":"abcdefgh.2","gro');
  await store.append(sent(3), true);
  expect((await store.entries()).map(({ entry }) => entry)).toEqual(["abcdefgh.1", "abcdefgh.3"]);
});

test("the oldest entries are deleted after 90 days and above 64 MiB", async () => {
  const folder = temporaryFolder();
  const write = (day: string, bytes: number) => {
    const file = join(folder, `${day}.0001.ndjson`);
    writeFileSync(file, "\n");
    // Not written, because only the size counts.
    truncateSync(file, bytes);
  };
  write("2026-01-01", 10);
  write("2026-04-01", 40 * 1024 * 1024);
  write("2026-04-02", 40 * 1024 * 1024);
  write("2026-04-03", 10 * 1024 * 1024);
  await openStore(folder, () => new Date("2026-04-10T00:00:00Z")).append(sent(1), true);
  expect(readdirSync(folder).sort()).toEqual([
    "2026-04-02.0001.ndjson",
    "2026-04-03.0001.ndjson",
    "2026-04-10.0001.ndjson",
  ]);
});

slowTest("a full file is followed by the next, even after the first ones are deleted", async () => {
  const folder = temporaryFolder();
  const now = () => new Date("2026-04-10T00:00:00Z");
  writeFileSync(join(folder, "2026-04-10.0007.ndjson"), `${" ".repeat(5 * 1024 * 1024)}\n`);
  await openStore(folder, now).append(sent(1), true);
  await openStore(folder, now).append(sent(2), true);
  expect(readdirSync(folder).sort()).toEqual(["2026-04-10.0007.ndjson", "2026-04-10.0008.ndjson"]);
  const kept = await openStore(folder).entries();
  expect(kept.map(({ entry }) => entry)).toEqual(["abcdefgh.1", "abcdefgh.2"]);
});

test("a folder that is a link, or is not writable, is refused, and nothing is sent", async () => {
  const home = temporaryFolder();
  mkdirSync(join(home, "elsewhere"));
  symlinkSync(join(home, "elsewhere"), join(home, "history"));
  await expect(openStore(join(home, "history")).append(sent(1), true)).rejects.toThrow(
    "is not a folder that you own",
  );
  writeFileSync(join(home, "file"), "");
  await expect(openStore(join(home, "file", "history")).append(sent(1), true)).rejects.toThrow(
    "TOME_HISTORY=off",
  );
  expect(existsSync(join(home, "elsewhere", "key"))).toBe(false);
});

slowTest("an empty key file, left by a process that was killed, is replaced", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "key"), "");
  const [one, other] = [openStore(folder), openStore(folder)];
  const key = await one.key();
  expect(key).toMatch(/^[\da-f]{64}$/);
  expect(readFileSync(join(folder, "key"), "utf8")).toBe(key);
  expect(await other.key()).toBe(key);
});
