import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { buildProgram, type Ended, start } from "./built.ts";

beforeAll(buildProgram);

interface Ran extends Ended {
  /** How many chunks were taken as compiled before. */
  readonly taken: number;
}

const command = ["completion", "bash"];

/** Runs a command with this cache folder. */
async function run(
  caches: string,
  env: NodeJS.ProcessEnv = {},
  options: readonly string[] = [],
): Promise<Ran> {
  const folder = temporaryFolder();
  const report = join(folder, "taken");
  const hook = join(folder, "hook.cjs");
  writeFileSync(
    hook,
    `const vm = require("node:vm");
     let taken = 0;
     vm.Script = class extends vm.Script {
       constructor(text, options) {
         super(text, options);
         if (this.cachedDataRejected === false) taken++;
       }
     };
     process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(report)}, String(taken)));`,
  );
  const ended = await start(command, [...options, "--require", hook], {
    XDG_CACHE_HOME: caches,
    TOME_CONFIG_DIR: join(folder, "settings"),
    ...env,
  });
  return { ...ended, taken: Number(readFileSync(report, "utf8")) };
}

const folderIn = (caches: string) => join(caches, "tome", "compiled");

function filesIn(caches: string): string[] {
  return readdirSync(folderIn(caches)).map((name) => join(folderIn(caches), name));
}

let uncached: Promise<Ended> | undefined;

/** What the command prints if nothing is cached. */
function expected(): Promise<Ended> {
  uncached ??= runUncached();
  return uncached;
}

async function runUncached(): Promise<Ended> {
  const { taken, ...ended } = await run(temporaryFolder(), { NODE_DISABLE_COMPILE_CACHE: "1" });
  expect({ taken, stderr: ended.stderr, exitCode: ended.exitCode }).toEqual({
    taken: 0,
    stderr: "",
    exitCode: 0,
  });
  return ended;
}

test("The second command takes what was compiled for the first, from files that only the user can read", async () => {
  const caches = temporaryFolder();
  const first = await run(caches);
  const files = filesIn(caches);
  const second = await run(caches);
  expect(first).toEqual({ ...(await expected()), taken: 0 });
  expect(files.length).toBeGreaterThan(0);
  expect(second).toEqual({ ...first, taken: files.length });
  expect(filesIn(caches)).toEqual(files);
  if (process.platform === "win32") return;
  expect(statSync(folderIn(caches)).mode & 0o777).toBe(0o700);
  expect(files.map((file) => statSync(file).mode & 0o777)).toEqual(files.map(() => 0o600));
});

test.each<[string, (bytes: Buffer) => Buffer]>([
  ["with a flipped bit", (bytes) => flipped(bytes, bytes.length >> 1)],
  ["with a flipped bit in its sum", (bytes) => flipped(bytes, bytes.length - 1)],
  ["cut short", (bytes) => bytes.subarray(0, bytes.length >> 1)],
  ["of zeros", (bytes) => Buffer.alloc(bytes.length)],
  ["empty", () => Buffer.alloc(0)],
  ["of something else", () => Buffer.from("not what was compiled")],
])("A file %s is ignored quietly and made anew", async (_, damage) => {
  const caches = temporaryFolder();
  await run(caches);
  const files = filesIn(caches);
  for (const file of files) writeFileSync(file, damage(readFileSync(file)));
  expect(await run(caches)).toEqual({ ...(await expected()), taken: 0 });
  expect(await run(caches)).toMatchObject({ taken: files.length });
});

test("What the same Node compiled under other flags is not taken", async () => {
  const caches = temporaryFolder();
  await run(caches, {}, ["--no-opt"]);
  expect(await run(caches)).toEqual({ ...(await expected()), taken: 0 });
});

test("What nothing has used for a month is removed", async () => {
  const caches = temporaryFolder();
  await run(caches);
  const [used = "", ...others] = filesIn(caches);
  const old = join(folderIn(caches), "gone-12345678.js.v20.0.0-x64");
  writeFileSync(old, "old");
  const month = Date.now() / 1000 - 31 * 24 * 60 * 60;
  utimesSync(old, month, month);
  writeFileSync(used, "");
  await run(caches);
  expect(filesIn(caches).sort()).toEqual([used, ...others].sort());
});

test("Where there can be no folder, the command does its work all the same", async () => {
  const caches = temporaryFolder();
  writeFileSync(join(caches, "tome"), "a file in its place");
  expect(await run(caches)).toEqual({ ...(await expected()), taken: 0 });
});

test.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
  "Where the folder cannot be written, the command does its work all the same",
  async () => {
    const caches = temporaryFolder();
    mkdirSync(folderIn(caches), { recursive: true });
    chmodSync(folderIn(caches), 0o500);
    expect(await run(caches)).toEqual({ ...(await expected()), taken: 0 });
  },
);

test.skipIf(process.platform === "win32")(
  "Nothing is taken from a folder that others can write, nor put there",
  async () => {
    const own = temporaryFolder();
    await run(own);
    chmodSync(folderIn(own), 0o770);
    const [first = ""] = filesIn(own);
    writeFileSync(first, "");
    expect(await run(own)).toEqual({ ...(await expected()), taken: 0 });
    expect(readFileSync(first, "utf8")).toBe("");
  },
);

test.skipIf(process.platform === "win32")(
  "Nothing is taken from a link in place of the folder",
  async () => {
    const [own, caches] = [temporaryFolder(), temporaryFolder()];
    await run(own);
    mkdirSync(join(caches, "tome"));
    symlinkSync(folderIn(own), folderIn(caches));
    expect(await run(caches)).toEqual({ ...(await expected()), taken: 0 });
  },
);

test("Who wants Node to keep nothing compiled gets no folder", async () => {
  const caches = temporaryFolder();
  await run(caches, { NODE_DISABLE_COMPILE_CACHE: "1" });
  expect(existsSync(folderIn(caches))).toBe(false);
});

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 0x40;
  return changed;
}
