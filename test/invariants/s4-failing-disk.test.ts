import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { databaseFile } from "../../src/service/database/open.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { failing, untraceable } from "../support/machine/system-calls.ts";
import { openDatabase } from "../support/platforms/database.ts";
import { openTestPlatform } from "../support/platforms/platform.ts";
import { addSample } from "../support/platforms/sample.ts";
import { compileServe, type Serve, type Served } from "../support/platforms/serving.ts";

const faults = amount({ short: 1, full: 60 });
const damages = amount({ short: 3, full: 40 });
const listSpaces = async ({ ask }: Served) => {
  const { items } = (await ask("GET /v1/orgs")).body as { items: { id: string }[] };
  return `/v1/orgs/${items[0]?.id}/spaces`;
};
const getMessage = (body: unknown) => (body as { error: { message: string } }).error.message;

const isRefusal = (status: number) => status === 503 || status === 507;
const isRefusalOrAnswer = (status: number) => status === 200 || isRefusal(status);

/** Writes until a write fails. @returns the acknowledged titles, and the refusal */
async function writeUntilFailure(served: Served, path: string) {
  const answered: string[] = [];
  for (let index = 0; index < 2000; index++) {
    const title = `space ${index}`;
    const { status, body } = await served.ask(`POST ${path}`, { title });
    if (status !== 201) return { answered, status, message: getMessage(body) };
    answered.push(title);
  }
  throw new Error("No write failed.");
}

/** The data after a restart without failures. */
async function titlesIn(folder: string): Promise<Set<string>> {
  const db = await openDatabase(folder);
  try {
    const { rows } = await sql`pragma integrity_check`.execute(db);
    expect(rows).toEqual([{ integrity_check: "ok" }]);
    expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([]);
    const spaces = await db.selectFrom("spaces").select("title").execute();
    return new Set(spaces.map(({ title }) => title));
  } finally {
    await db.destroy();
  }
}

/** Data that is initially valid. */
async function begun(serve: Serve): Promise<string> {
  const folder = join(temporaryFolder(), "data");
  const served = await serve(folder);
  served.process.signal("SIGTERM");
  await served.process.ended();
  return folder;
}

slowTest(
  "a failed or full disk loses no acknowledged write, and the error explains how to recover",
  async ({ skip }) => {
    const reason = untraceable();
    skip(reason !== undefined, reason);
    const serve = await compileServe();
    const random = randomFrom();
    let kept = 0;
    const lost = countFaults();
    for (let index = 0; index < faults; index++) {
      const folder = await begun(serve);
      const call = random.pick(["pwrite64", "fsync"]);
      const error = index % 2 === 0 ? "EIO" : "ENOSPC";
      const from = (call === "fsync" ? 12 : 60) + random.below(60);
      const told = `seed ${random.seed}, ${call} fails with ${error} from ${from} on`;
      const served = await serve(folder, { through: failing(call, error, from) });
      const path = await listSpaces(served);
      const { answered, status, message } = await writeUntilFailure(served, path);
      expect([told, status]).toEqual([told, expect.toSatisfy(isRefusal)]);
      expect(message).toMatch(
        /disk .* Earlier changes are saved\. (Check the disk|Free some space), then/,
      );
      // After a change that could not be rolled back, the data waits for its disk.
      const read = await served.ask(`GET ${path}`);
      expect([told, read.status]).toEqual([told, expect.toSatisfy(isRefusalOrAnswer)]);
      await served.kill();
      const there = await titlesIn(folder);
      expect([told, lost.add(answered.filter((title) => !there.has(title)))]).toEqual([told, []]);
      kept += answered.length;
    }
    report("S4", `${faults} failing disks, ${kept} answered writes, ${lost.total()} lost`);
  },
);

slowTest("a full disk accepts writes again when space is freed", async ({ skip }) => {
  const folder = join(temporaryFolder(), "data");
  mkdirSync(folder);
  const mounted = mount(folder, "size=2m");
  skip(!mounted, "Only root can mount a small disk.");
  const served = await (await compileServe())(folder);
  const path = await listSpaces(served);
  const { answered, status, message } = await writeUntilFailure(served, path);
  expect([status, message]).toEqual([507, expect.stringContaining("Free some space, then retry")]);
  mount(folder, "remount,size=20m");
  expect((await served.ask(`POST ${path}`, { title: "after" })).status).toBe(201);
  await served.kill();
  const there = await titlesIn(folder);
  const lost = [...answered, "after"].filter((title) => !there.has(title));
  expect(lost).toEqual([]);
  const writes = `${answered.length} answered writes, ${lost.length} lost`;
  report("S4", `a full disk, ${writes}, writing again after it`);
});

test("a disk that is full or read-only from the start is reported with its file", async ({
  skip,
}) => {
  const dataFolder = temporaryFolder();
  const folders = ["full", "read-only"].map((name) => join(dataFolder, name));
  for (const folder of folders) mkdirSync(folder);
  const [full = "", readOnly = ""] = folders;
  skip(!mount(full, "size=40k,mode=700"), "Only root can mount a small disk.");
  mount(readOnly, "ro,mode=700");
  await expect(openDatabase(full)).rejects.toThrow(/disk with .*tome\.sqlite is full/);
  await expect(openDatabase(readOnly)).rejects.toThrow(
    /has no permission to read or write .*tome\.sqlite/,
  );
});

slowTest("a damaged or partially copied file is refused or read, and not changed", async () => {
  const source = join(temporaryFolder(), "data");
  const first = await openTestPlatform({ folder: source });
  await addSample(first.service);
  await first.service.close();
  const whole = readFileSync(join(source, databaseFile));
  const random = randomFrom();
  const pages = whole.length / 4096;
  const counts = { refused: 0, served: 0 };
  for (let index = 0; index < damages; index++) {
    const folder = join(temporaryFolder(), "data");
    mkdirSync(folder, { mode: 0o700 });
    copyFileSync(join(source, "token"), join(folder, "token"));
    const file = join(folder, databaseFile);
    const isHalf = index % 3 === 0;
    const damaged = Buffer.from(
      isHalf ? whole.subarray(0, 4096 * (1 + random.below(pages - 1))) : whole,
    );
    if (!isHalf) damaged.fill(random.below(256), 4096 * (1 + random.below(pages - 1)));
    writeFileSync(file, damaged, { mode: 0o600 });
    const told = `seed ${random.seed}, damage ${index}`;
    const opened = await openTestPlatform({ folder }).catch((error: Error) => error);
    if (opened instanceof Error) {
      expect([told, opened.message]).toEqual([
        told,
        expect.stringMatching(/is damaged: .* leaves it unchanged.*tome local import/),
      ]);
      expect([told, readFileSync(file).equals(damaged)]).toEqual([told, true]);
      counts.refused += 1;
      continue;
    }
    counts.served += 1;
    for (const path of ["/v1/orgs", "/v1/user"]) {
      const answer = await opened.ask(`GET ${path}`);
      if (answer.status === 200) continue;
      expect([told, answer.status, getMessage(answer.body)]).toEqual([
        told,
        503,
        expect.stringContaining("tome local import"),
      ]);
    }
    // If it cannot be closed properly, the file is recovered from its log.
    await opened.service.close().catch(() => undefined);
  }
  expect(counts.refused).toBeGreaterThan(0);
  report(
    "S4",
    `${damages} damaged files: ${counts.refused} refused, ${counts.served} answered from`,
  );
});

/** @returns whether it worked */
function mount(folder: string, options: string): boolean {
  const remounts = options.startsWith("remount");
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]);
  if (status === 0 && !remounts) {
    onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
  }
  return status === 0;
}
