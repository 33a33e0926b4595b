import { execFileSync } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { crc32 } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { sample, slowTest, slowTests } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { buildProgram, type Ended, root, start } from "./built.ts";

beforeAll(buildProgram);

interface Ran extends Ended {
  /** The number of chunks loaded from the cache. */
  readonly taken: number;
}

const command = ["config", "list"];

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
    TOME_CONFIG_DIR: settingsFor(caches),
    ...env,
  });
  return { ...ended, taken: Number(readFileSync(report, "utf8")) };
}

/** Next to the caches; a new name, as from `temporaryFolder`. */
const settingsFor = (caches: string) => `${caches}-settings`;

const folderIn = (caches: string) => join(caches, "tome", "compiled");

function filesIn(caches: string): string[] {
  return readdirSync(folderIn(caches)).map((name) => join(folderIn(caches), name));
}

let uncached: Promise<Ended> | undefined;

/** The output of the command without a cache. */
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

slowTest("the second command uses code compiled by the first, from private files", async () => {
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

const damages: readonly [string, (bytes: Buffer) => Buffer][] = [
  ["with a flipped bit", (bytes) => flipped(bytes, bytes.length >> 1)],
  ["with a flipped bit at its end", (bytes) => flipped(bytes, bytes.length - 1)],
  ["with a flipped bit in its code", (bytes) => flipped(bytes, 0)],
  ["cut short", (bytes) => bytes.subarray(0, bytes.length >> 1)],
  ["of zeros", (bytes) => Buffer.alloc(bytes.length)],
  ["empty", () => Buffer.alloc(0)],
  ["of something else", () => Buffer.from("not what was compiled")],
];

test.each(sample(damages, 1))(
  "a file %s is ignored silently and created again",
  async (_, damage) => {
    const caches = temporaryFolder();
    await run(caches);
    const files = filesIn(caches);
    for (const file of files) writeFileSync(file, damage(readFileSync(file)));
    expect(await run(caches)).toEqual({ ...(await expected()), taken: 0 });
    expect(await run(caches)).toMatchObject({ taken: files.length });
  },
);

slowTest("code compiled by the same Node with other flags is not used", async () => {
  const caches = temporaryFolder();
  await run(caches, {}, ["--no-opt"]);
  expect(await run(caches)).toEqual({ ...(await expected()), taken: 0 });
});

slowTest("files that were not used for a month are removed", async () => {
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

slowTest("commands work without a cache folder", async () => {
  const caches = temporaryFolder();
  writeFileSync(join(caches, "tome"), "a file in its place");
  expect(await run(caches)).toEqual({ ...(await expected()), taken: 0 });
});

test.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
  "commands work with a read-only cache folder",
  async () => {
    const caches = temporaryFolder();
    mkdirSync(folderIn(caches), { recursive: true });
    chmodSync(folderIn(caches), 0o500);
    expect(await run(caches)).toEqual({ ...(await expected()), taken: 0 });
  },
);

test.skipIf(process.platform === "win32")(
  "a folder that others can write to is neither read nor written",
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

test.skipIf(process.platform === "win32")("a link in place of the folder is not read", async () => {
  const [own, caches] = [temporaryFolder(), temporaryFolder()];
  await run(own);
  mkdirSync(join(caches, "tome"));
  symlinkSync(folderIn(own), folderIn(caches));
  expect(await run(caches)).toEqual({ ...(await expected()), taken: 0 });
});

slowTest("disabling Node's compile cache disables this cache", async () => {
  const caches = temporaryFolder();
  await run(caches, { NODE_DISABLE_COMPILE_CACHE: "1" });
  expect(existsSync(folderIn(caches))).toBe(false);
});

describe("a file that another program put into the cache", () => {
  const codeBytes = 32;

  function authenticated(key: Buffer, file: string, data: Buffer): Buffer {
    const code = createHmac("sha256", key)
      .update(`${basename(file)}\0`)
      .update(data)
      .digest();
    return Buffer.concat([code, data]);
  }

  /** Code that V8 accepts for a chunk: it only compares the length of the source, and its flags. */
  function compileInstead(file: string, marker: string): Buffer {
    const [chunk = ""] = /^.*\.js(?=\.v\d)/.exec(basename(file)) ?? [];
    const text = readFileSync(join(root, "dist", chunk), "latin1");
    const length = `(function (exports, require, module, __filename, __dirname) { ${text}\n})`
      .length;
    const evil = `(function (exports, require) { require("node:fs").writeFileSync(${JSON.stringify(marker)}, "") })`;
    expect(evil.length).toBeLessThan(length);
    // Code that never ran is compiled lazily, and would be compiled from the real source.
    const compiler = `
      const script = new (require("node:vm").Script)(${JSON.stringify(evil)}.padEnd(${length}));
      script.runInThisContext()({}, () => ({ writeFileSync: () => {} }));
      process.stdout.write(script.createCachedData());`;
    // This process has other flags than the program.
    return execFileSync(process.execPath, ["-e", compiler]);
  }

  const plants: [string, (file: string, data: Buffer) => Buffer][] = [
    ["as it is", (_, data) => data],
    [
      "with a checksum",
      (_, data) => {
        const sum = Buffer.alloc(4);
        sum.writeUInt32LE(crc32(data));
        return Buffer.concat([data, sum]);
      },
    ],
    ["with zeros for the code", (_, data) => Buffer.concat([Buffer.alloc(codeBytes), data])],
    [
      "with the code of the file it replaces",
      (file, data) => Buffer.concat([readFileSync(file).subarray(0, codeBytes), data]),
    ],
    ["with another key", (file, data) => authenticated(randomBytes(32), file, data)],
    ["with an empty key", (file, data) => authenticated(Buffer.alloc(0), file, data)],
  ];

  test.each(sample(plants, 1))("is not executed: code %s", async (_, plant) => {
    const caches = temporaryFolder();
    await run(caches);
    const marker = join(temporaryFolder(), "executed");
    for (const file of filesIn(caches))
      writeFileSync(file, plant(file, compileInstead(file, marker)));
    expect(await run(caches)).toEqual({ ...(await expected()), taken: 0 });
    expect(existsSync(marker)).toBe(false);
  });

  slowTest("would be executed if the user's key were known", async () => {
    const caches = temporaryFolder();
    await run(caches);
    const key = readFileSync(join(settingsFor(caches), "cache.key"));
    const marker = join(temporaryFolder(), "executed");
    for (const file of filesIn(caches)) {
      writeFileSync(file, authenticated(key, file, compileInstead(file, marker)));
    }
    await run(caches);
    expect(existsSync(marker)).toBe(true);
  });

  slowTest("is not loaded under another name", async () => {
    const caches = temporaryFolder();
    await run(caches);
    const [first = "", second = "", ...others] = filesIn(caches);
    copyFileSync(first, second);
    expect(await run(caches)).toMatchObject({ ...(await expected()), taken: others.length + 1 });
  });
});

describe.skipIf(process.platform === "win32")("the key of the cache", () => {
  slowTest("is private and outside the cache folder", async () => {
    const caches = temporaryFolder();
    await run(caches);
    const path = join(settingsFor(caches), "cache.key");
    expect([statSync(path).mode & 0o777, statSync(path).size]).toEqual([0o600, 32]);
    const inside = { TOME_CONFIG_DIR: join(caches, "settings") };
    expect(await run(caches, inside)).toEqual({ ...(await expected()), taken: 0 });
    expect(existsSync(inside.TOME_CONFIG_DIR)).toBe(false);
  });

  const damages: readonly [string, (key: string) => void][] = [
    ["others can read it", (key) => chmodSync(key, 0o644)],
    ["it is cut short", (key) => writeFileSync(key, "")],
    ["its folder is writable by others", (key) => chmodSync(join(key, ".."), 0o777)],
    ["its folder is in a work tree", (key) => mkdirSync(join(key, "..", ".git"))],
  ];

  test.each(sample(damages, 1))("is not used if %s", async (_, damage) => {
    const caches = temporaryFolder();
    await run(caches);
    damage(join(settingsFor(caches), "cache.key"));
    const { stdout } = await expected();
    expect(await run(caches)).toMatchObject({ stdout, exitCode: 0, taken: 0 });
  });

  slowTest("of each settings directory has its own cached code", async () => {
    const caches = temporaryFolder();
    const other = { TOME_CONFIG_DIR: temporaryFolder() };
    const first = await run(caches);
    const own = filesIn(caches);
    expect(await run(caches, other)).toEqual(first);
    expect(filesIn(caches)).toHaveLength(2 * own.length);
    const taken = own.length;
    expect([await run(caches), await run(caches, other)]).toMatchObject([{ taken }, { taken }]);
  });

  slowTest("is not read through a link", async () => {
    const caches = temporaryFolder();
    await run(caches);
    const path = join(settingsFor(caches), "cache.key");
    renameSync(path, `${path}.moved`);
    symlinkSync(`${path}.moved`, path);
    expect(await run(caches)).toEqual({ ...(await expected()), taken: 0 });
  });
});

describe("a cache folder in a work tree", () => {
  slowTests.each<[string, (top: string) => void]>([
    ["with a repository", (top) => mkdirSync(join(top, ".git"))],
    ["of a linked worktree", (top) => writeFileSync(join(top, ".git"), "gitdir: /elsewhere\n")],
  ])("is not used: %s", async (_, make) => {
    const top = temporaryFolder();
    make(top);
    const caches = join(top, "build", "cache");
    expect(await run(caches)).toEqual({ ...(await expected()), taken: 0 });
    expect(existsSync(caches)).toBe(false);
  });

  test.skipIf(process.platform === "win32")("is not used through a link", async () => {
    const [top, elsewhere] = [temporaryFolder(), temporaryFolder()];
    mkdirSync(join(top, ".git"));
    mkdirSync(join(top, "cache"));
    const caches = join(elsewhere, "cache");
    symlinkSync(join(top, "cache"), caches);
    expect(await run(caches)).toEqual({ ...(await expected()), taken: 0 });
    expect(readdirSync(join(top, "cache"))).toEqual([]);
  });

  test.skipIf(process.platform === "win32")(
    "is not used below a folder that others can write to",
    async () => {
      const shared = temporaryFolder();
      chmodSync(shared, 0o777);
      const caches = join(shared, "cache");
      expect(await run(caches)).toEqual({ ...(await expected()), taken: 0 });
      expect(existsSync(caches)).toBe(false);
    },
  );
});

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 0x40;
  return changed;
}
