import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { compress, createTar, createZip } from "../../scripts/packaging/archives.mjs";
import type { InstalledFile } from "../../scripts/packaging/installation.mjs";
import { root } from "../bin/built.ts";
import { sample, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { filesBelow } from "../support/machine/packed.ts";
import { generateFiles, release } from "./files.ts";

const { date } = release;
const random = randomFrom();
const cases = sample(
  Array.from({ length: 8 }, () => generateFiles(random)),
  2,
);
const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;

/** Contents and modes of the files that tar extracts, by path. */
function extract(archive: Uint8Array): readonly InstalledFile[] {
  const folder = temporaryFolder();
  const target = join(folder, "target");
  mkdirSync(target);
  writeFileSync(join(folder, "archive"), archive);
  execFileSync("tar", ["-xf", join(folder, "archive"), "-C", target]);
  return filesBelow(target).map((file) => ({
    path: file.slice(target.length + "/top/".length),
    bytes: new Uint8Array(readFileSync(file)),
    isProgram: (statSync(file).mode & 0o111) !== 0,
  }));
}

const byPath = (files: readonly InstalledFile[]) => new Map(files.map((one) => [one.path, one]));

test.for(["gzip", "xz"] as const)(
  "tar extracts the packed files from %s, and packing again gives the same bytes",
  async (compression, { skip }) => {
    for (const program of ["tar", compression]) {
      skip(!has(program), `This machine has no ${program}.`);
    }
    for (const files of cases) {
      const pack = async () => compress(await createTar(files, date, "top/"), compression);
      const archive = await pack();
      expect(Buffer.compare(await pack(), archive), `seed ${random.seed}`).toBe(0);
      expect(byPath(extract(archive)), `seed ${random.seed}`).toEqual(byPath(files));
    }
  },
);

slowTest("a zip contains the packed files, and has the same bytes in every time zone", () => {
  for (const files of cases) {
    const contents = unzipSync(createZip(files, date, "top/"));
    const packed = Object.fromEntries(files.map(({ path, bytes }) => [`top/${path}`, bytes]));
    expect(contents, `seed ${random.seed}`).toEqual(packed);
  }
  const program = `
    import { createZip } from "./scripts/packaging/archives.mjs";
    const file = { path: "a", bytes: Buffer.from("b"), isProgram: false };
    process.stdout.write(createZip([file], new Date(${date.getTime()}), "top/"));`;
  const zips = ["Asia/Kathmandu", "America/St_Johns", "UTC"].map((zone) =>
    execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: root,
      env: { ...process.env, TZ: zone },
    }).toString("hex"),
  );
  expect(new Set(zips).size).toBe(1);
});
