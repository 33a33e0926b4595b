import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { buildProgram, launcher } from "../bin/built.ts";
import { openTome } from "../support/commands/tome.ts";
import { report, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

const isPosix = process.platform !== "win32";
let files = 0;
let folders = 0;
let states = 0;

afterAll(() => {
  report(
    "T6",
    `${files} files and ${folders} folders made under umask 000, none open to others; ${states} states of modes, links and owners repaired or refused`,
  );
});

/** The program as started by a shell without a umask. */
async function runOpenly(words: readonly string[], home: string, stdin = "") {
  const child = spawn(
    "sh",
    ["-c", 'umask 000; exec "$@"', "sh", process.execPath, launcher, ...words],
    {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home, TOME_TOKEN_STORE: "file" },
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  child.stdin.end(stdin);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  expect({ words, code, stderr }).toMatchObject({ words, code: 0 });
  expect({ words, open: openIn(home) }).toEqual({ words, open: [] });
  // A file that would need a correction was not created correctly.
  expect(stderr).not.toContain("was open to other users");
  return stdout;
}

/** Access of other users, checked after every command, because the next one would correct it. */
function openIn(home: string): string[] {
  const found = readdirSync(home, { recursive: true, encoding: "utf8" }).map((name) => ({
    name,
    state: lstatSync(join(home, name)),
  }));
  folders = found.filter(({ state }) => state.isDirectory()).length;
  files = found.length - folders;
  return found
    .filter(({ state }) => (state.mode & 0o077) !== 0)
    .map(({ name, state }) => `${name} ${(state.mode & 0o777).toString(8)}`);
}

slowTest("under umask 000 all files of tome are private", async ({ skip }) => {
  skip(!isPosix, "Windows has no umask.");
  buildProgram();
  const { url } = await serve((_request, response) => {
    answerJson(response, 200, { object: "user", id: "U1", displayName: "Ada" });
  });
  const home = temporaryFolder();
  await runOpenly(
    ["auth", "login", "--with-token", "--profile", "work", "--base-url", url],
    home,
    "t",
  );
  await runOpenly(["config", "set", "org", "O1", "--profile", "work"], home);
  await runOpenly(["whoami", "--profile", "work"], home);
  await runOpenly(["local", "seed"], home);
  await runOpenly(["space", "list", "--local"], home);
  await runOpenly(["local", "export", "backup.json"], home);
  const files = [".config/tome/settings.json", ".config/tome/tokens.json", "backup.json"];
  expect(files.filter((name) => !existsSync(join(home, name)))).toEqual([]);
});

interface SettingsSetup {
  readonly folder: string;
  readonly elsewhere: string;
  readonly run: (line: string, stdin?: string) => ReturnType<ReturnType<typeof openTome>>;
}

/** A settings folder with a profile and a token in it. */
async function openSettings(): Promise<SettingsSetup> {
  states += 1;
  const home = temporaryFolder();
  const folder = join(home, "config");
  const tome = openTome();
  const run: SettingsSetup["run"] = (line, stdin = "") =>
    tome(line, { stdin, env: { TOME_CONFIG_DIR: folder }, cwd: home });
  await run("auth login --with-token --offline --profile work", "the-token");
  return { folder, elsewhere: join(home, "elsewhere"), run };
}

const getMode = (path: string) => statSync(path).mode & 0o777;
const names = ["settings.json", "tokens.json"];

test.runIf(isPosix).each(["604", "640", "644", "660", "666", "777"])(
  "files with mode %s are corrected, with a note",
  async (mode) => {
    for (const name of names) {
      const { folder, run } = await openSettings();
      chmodSync(join(folder, name), Number.parseInt(mode, 8));
      const { code, stderr } = await run("auth status --offline --profile work");
      expect(code).toBe(0);
      expect(stderr).toContain(
        `${join(folder, name)} was accessible to other users. Its mode was changed to 600.`,
      );
      expect(getMode(join(folder, name))).toBe(0o600);
    }
  },
);

test.runIf(isPosix).each(["701", "750", "755", "777"])(
  "a folder with mode %s is corrected, with a note",
  async (mode) => {
    const { folder, run } = await openSettings();
    chmodSync(folder, Number.parseInt(mode, 8));
    const { code, stderr } = await run("auth status --offline --profile work");
    expect(code).toBe(0);
    expect(stderr).toContain(
      `${folder} was accessible to other users. Its mode was changed to 700.`,
    );
    expect(getMode(folder)).toBe(0o700);
  },
);

/** The commands that read and that write the settings. */
const lines = [
  "auth status --offline --profile work",
  "config set org O2 --profile work",
  "auth login --with-token --offline --profile work",
  "auth logout --profile work",
  "auth list",
];

/** @param name of the file with the problem; the folder itself if empty */
async function expectRefusal({ run }: SettingsSetup, name: string, reason: string): Promise<void> {
  for (const line of lines) {
    if (name === "tokens.json" && line.startsWith("config ")) continue;
    const { code, stdout, stderr } = await run(line, "other-token");
    expect({ line, code, stdout }).toEqual({ line, code: 2, stdout: "" });
    expect(stderr).toContain(reason);
    expect(stderr).not.toMatch(/the-token|other-token/);
  }
}

test.runIf(isPosix)(
  "a file or folder that is a link is refused, and its target is unchanged",
  async () => {
    for (const name of [...names, ""]) {
      const setup = await openSettings();
      const path = join(setup.folder, name);
      renameSync(path, setup.elsewhere);
      symlinkSync(setup.elsewhere, path);
      const linked = name === "" ? join(setup.elsewhere, "settings.json") : setup.elsewhere;
      const before = readFileSync(linked, "utf8");
      await expectRefusal(setup, name, "is a symbolic link");
      expect(readFileSync(linked, "utf8")).toBe(before);
    }
  },
);

test.runIf(isPosix)("a dangling link is refused, and its target is not created", async () => {
  for (const name of names) {
    const setup = await openSettings();
    renameSync(join(setup.folder, name), `${setup.elsewhere}.old`);
    symlinkSync(setup.elsewhere, join(setup.folder, name));
    await expectRefusal(setup, name, "is a symbolic link");
    expect(existsSync(setup.elsewhere)).toBe(false);
  }
});

test.runIf(process.getuid?.() === 0)("a file or folder of another user is refused", async () => {
  for (const name of [...names, ""]) {
    const setup = await openSettings();
    chownSync(join(setup.folder, name), 4321, 4321);
    await expectRefusal(setup, name, "belongs to another user (4321)");
  }
});

test.runIf(isPosix)(
  "a path that is not a file is refused, and a pipe does not block the command",
  async () => {
    const setup = await openSettings();
    const path = join(setup.folder, "settings.json");
    renameSync(path, setup.elsewhere);
    execFileSync("mkfifo", ["-m", "600", path]);
    await expectRefusal(setup, "settings.json", "is not a file");
  },
);

test.runIf(isPosix)("a world-writable folder is refused, and keeps its mode", async () => {
  const setup = await openSettings();
  chmodSync(setup.folder, 0o1777);
  await expectRefusal(setup, "", "is accessible to other users");
  expect(getMode(setup.folder)).toBe(0o777);
});
