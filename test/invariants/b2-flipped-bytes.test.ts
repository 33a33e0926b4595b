/** Verification of a backup names the damaged files. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { amount, report } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { openBackupPlatform } from "../support/platforms/backup-platform.ts";

const count = amount({ short: 2, all: 20, full: 1000 });

test("any changed byte of a backup is reported with the name of its file", async () => {
  const random = randomFrom();
  const platform = await openBackupPlatform();
  const folder = join(temporaryFolder(), "backup");
  await platform.json(`backup create ${folder}`);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const manifest = join(folder, "manifest.json");
  for (let at = 0; at < count; at++) {
    // Every fifth byte of the manifest, which no other file verifies.
    const path = at % 5 === 0 ? manifest : random.pick(files);
    const whole = readFileSync(path);
    const byte = random.below(whole.length);
    const damaged = Buffer.from(whole);
    damaged[byte] = (whole[byte] ?? 0) ^ (1 << random.below(8));
    writeFileSync(path, damaged);
    const { code, stdout } = await platform.run(`backup verify ${folder} --json status,file`);
    const file = path.slice(folder.length + 1);
    expect([random.seed, byte, code, JSON.parse(stdout)]).toEqual([
      ...[random.seed, byte, 10],
      [{ status: "damaged", file }],
    ]);
    writeFileSync(path, whole);
  }
  expect((await platform.run(`backup verify ${folder}`)).code).toBe(0);
  report("B2", `${count} of ${count} changed bytes named`);
}, 7_200_000);
