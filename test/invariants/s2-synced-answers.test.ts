import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { databaseFile } from "../../src/service/database/open.ts";
import { sumsSuffix } from "../../src/service/database/sqlite/file-guard.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report } from "../support/generators/amount.ts";
import { type Random, randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import {
  readCalls,
  type SystemCall,
  tracing,
  untraceable,
} from "../support/machine/system-calls.ts";
import { openDatabase } from "../support/platforms/database.ts";
import { compileServe, type Served } from "../support/platforms/serving.ts";

const writes = amount({ short: 30, full: 1000 });
const cuts = amount({ short: 6, full: 100 });
/** A write in progress at a power failure can end between two of these. */
const sector = 512;
const folderName = "data";
const getTitle = (index: number) => `space ${index}`;
const isSuccess = (call: SystemCall) => call.kind === "answer" && call.status < 300;

test("acknowledged writes are on the disk, and survive a power failure at any moment", async ({
  skip,
}) => {
  const reason = untraceable();
  skip(reason !== undefined, reason);
  const dataFolder = temporaryFolder();
  const folder = join(dataFolder, folderName);
  const serve = await compileServe();
  await end(await serve(folder));
  const before = new Map(
    [databaseFile, databaseFile + sumsSuffix].map((name) => [
      name,
      readFileSync(join(folder, name)),
    ]),
  );
  const log = join(dataFolder, "calls");
  const traced = await serve(folder, { through: tracing(log) });
  const { items } = (await traced.ask("GET /v1/orgs")).body as { items: { id: string }[] };
  for (let index = 0; index < writes; index++) {
    const path = `/v1/orgs/${items[0]?.id}/spaces`;
    expect((await traced.ask(`POST ${path}`, { title: getTitle(index) })).status).toBe(201);
  }
  // The write after the last one shows that its response was recorded.
  await traced.ask("GET /v1/orgs");
  await traced.kill();

  const calls = readCalls(log);
  const answers = calls
    .flatMap((call, index) => (isSuccess(call) ? [index] : []))
    .slice(0, writes + 1);
  // The first response is the one about the organization.
  expect(answers).toHaveLength(writes + 1);
  expect(unsyncedAnswers(calls)).toEqual([]);
  const syncs = calls.slice(answers[0]).filter((call) => call.kind === "sync").length;
  expect(syncs).toBeGreaterThanOrEqual(writes);

  const random = randomFrom();
  const first = answers[0] ?? 0;
  const lost = countFaults();
  for (let round = 0; round < cuts; round++) {
    const cut = first + 1 + random.below(calls.length - first);
    const files = afterPowerCut(before, calls, cut, first, random);
    const answered = answers.filter((index) => index < cut).length - 1;
    const told = `seed ${random.seed}, round ${round}, cut at ${cut}`;
    const absent = await missing(join(dataFolder, `cut-${round}`), files, answered);
    expect([told, lost.add(absent)]).toEqual([told, []]);
  }
  report(
    "S2",
    `${writes} answered writes with ${syncs} syncs before their answers, ${cuts} power cuts, ${lost.total()} lost`,
  );
});

/** After a regular shutdown, everything is in the single file. */
async function end(served: Served): Promise<void> {
  served.process.signal("SIGTERM");
  expect(await served.process.ended()).toBe(0);
}

/** The responses sent while a written block was not on the disk. */
function unsyncedAnswers(calls: readonly SystemCall[]): number[] {
  const open = new Set<string>();
  let hasLog = false;
  return calls.flatMap((call, index) => {
    if (call.kind === "write") {
      const isLog = call.file.endsWith("-wal");
      hasLog ||= isLog;
      // A checkpoint keeps its source in the log until the copy is on the disk. A missing checksum
      // makes the next start check everything, and loses no data.
      const isData = call.file.startsWith(databaseFile) && !call.file.endsWith(sumsSuffix);
      if (isLog || (!hasLog && isData)) open.add(call.file);
    }
    if (call.kind === "sync") open.delete(call.file);
    return isSuccess(call) && open.size > 0 ? [index] : [];
  });
}

/**
 * The files after a power failure: synced data is present, and of the rest any part.
 * @param syncedAtStart everything before this call counts as synced
 */
function afterPowerCut(
  before: ReadonlyMap<string, Buffer>,
  calls: readonly SystemCall[],
  cut: number,
  syncedAtStart: number,
  random: Random,
): Map<string, Buffer> {
  const done = calls.slice(0, cut);
  const synced = new Map<string, number>();
  for (const [index, call] of done.entries()) {
    if (call.kind === "sync") synced.set(call.file, index);
  }
  const files = new Map([...before].map(([name, bytes]) => [name, new Disk(bytes)]));
  for (const [index, call] of done.entries()) {
    if (!("file" in call) || !call.file.startsWith(databaseFile)) continue;
    // The deletion of a file is on the disk with its folder, which SQLite syncs when it creates the
    // log.
    const kept = synced.get(call.kind === "remove" ? folderName : call.file) ?? 0;
    const isSafe = index < Math.max(syncedAtStart, kept);
    if (!isSafe && random.chance(0.5)) continue;
    if (call.kind === "remove") files.delete(call.file);
    if (call.kind !== "truncate" && call.kind !== "write") continue;
    const file = files.get(call.file) ?? new Disk();
    files.set(call.file, file);
    if (call.kind === "truncate") {
      file.resize(call.size);
    } else {
      const sectors = Math.ceil((random.next() * call.data.length) / sector);
      const isWhole = isSafe || random.chance(0.5);
      file.write(isWhole ? call.data : call.data.subarray(0, sectors * sector), call.at);
    }
  }
  return new Map([...files].map(([name, file]) => [name, file.bytes()]));
}

/** A file with spare capacity, because copying it for each write would take most of the time. */
class Disk {
  private capacity: Buffer;
  private size: number;

  constructor(bytes: Uint8Array = new Uint8Array(0)) {
    this.capacity = Buffer.from(bytes);
    this.size = bytes.length;
  }

  resize(size: number): void {
    if (size > this.capacity.length) {
      const wider = Buffer.alloc(size * 2);
      this.bytes().copy(wider);
      this.capacity = wider;
    }
    // A file is extended with zeros, as on a disk.
    if (size < this.size) this.capacity.fill(0, size, this.size);
    this.size = size;
  }

  write(data: Buffer, at: number): void {
    this.resize(Math.max(this.size, at + data.length));
    data.copy(this.capacity, at);
  }

  bytes(): Buffer {
    return this.capacity.subarray(0, this.size);
  }
}

/** Opens the files like a restart. @returns the acknowledged spaces that are missing */
async function missing(
  folder: string,
  files: ReadonlyMap<string, Buffer>,
  answered: number,
): Promise<string[]> {
  mkdirSync(folder);
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  const db = await openDatabase(folder);
  try {
    const { rows: integrity } = await sql`pragma integrity_check`.execute(db);
    expect(integrity).toEqual([{ integrity_check: "ok" }]);
    expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([]);
    const rows = await db.selectFrom("spaces").select("title").execute();
    const there = new Set(rows.map(({ title }) => title));
    return Array.from({ length: answered }, (_, index) => getTitle(index)).filter(
      (title) => !there.has(title),
    );
  } finally {
    await db.destroy();
  }
}
