/**
 * On a Node without SQLite, the bundled one is unpacked once, to a folder that only its user can
 * write.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { buildProgram, start } from "./built.ts";

beforeAll(buildProgram);

const hasOwn = process.getBuiltinModule("node:sqlite") !== undefined;

describe.skipIf(hasOwn)("a Node without SQLite", () => {
  /** Runs a command on the local platform, with the temporary and cache folders in a folder. */
  async function list(home: string) {
    const temporary = join(home, "temporary");
    mkdirSync(temporary, { recursive: true });
    const env = { HOME: home, XDG_CACHE_HOME: "", TMPDIR: temporary };
    const ended = await start(["org", "list", "--local", "--format", "id"], [], env);
    expect([ended.exitCode, ended.stderr]).toEqual([0, ""]);
    expect(ended.stdout).toMatch(/^\w{20}\n$/);
    expect(readdirSync(temporary)).toEqual([]);
  }

  const getCache = (home: string) => join(home, ".cache", "tome", "sqlite");

  let unpacked: string;

  beforeAll(async () => {
    unpacked = temporaryFolder();
    await list(unpacked);
  });

  /** A home folder with the unpacked binary. */
  function openHome() {
    const home = temporaryFolder();
    cpSync(unpacked, home, { recursive: true });
    const [name = "", ...others] = readdirSync(getCache(home));
    expect(others).toEqual([]);
    return { home, file: join(getCache(home), name) };
  }

  slowTest("unpacks the binary once, and replaces a truncated one", async () => {
    const { home, file } = openHome();
    const whole = readFileSync(file);
    truncateSync(file, 1000);
    await list(home);
    expect(readFileSync(file).equals(whole)).toBe(true);
  });

  slowTest("a planted file of the same size is replaced, and not loaded", async () => {
    const { home, file } = openHome();
    const whole = readFileSync(file);
    const planted = Buffer.from(whole);
    // In the code of the library: it would load, and behave differently.
    planted.fill(0xcc, planted.length >> 1, (planted.length >> 1) + 4096);
    writeFileSync(file, planted);
    await list(home);
    expect(readFileSync(file).equals(whole)).toBe(true);
  });

  test("a link in its place is replaced, and its target is unchanged", async () => {
    const { home, file } = openHome();
    const target = join(home, "target");
    renameSync(file, target);
    symlinkSync(target, file);
    await list(home);
    expect(lstatSync(file).isFile()).toBe(true);
  });

  slowTest("it is not stored in a work tree", async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, ".git"));
    await list(home);
    expect(existsSync(getCache(home))).toBe(false);
  });

  slowTest(
    "it is neither stored in a folder that others can write to, nor loaded from there",
    async () => {
      const { home, file } = openHome();
      writeFileSync(file, Buffer.alloc(readFileSync(file).length));
      chmodSync(getCache(home), 0o777);
      await list(home);
    },
  );

  slowTest("it works without a writable folder", async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, ".cache"), "");
    await list(home);
  });
});
