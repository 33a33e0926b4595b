/**
 * X1: reading, importing, previewing or checking a folder starts no program that the folder names.
 * Every Git setting that names a command is tried in every location where a folder can contain
 * settings.
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { openTome, type Tome } from "../support/commands/tome.ts";
import { longTest, report, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { serve } from "../support/platforms/served.ts";

/**
 * From Git's manual: each setting whose value is, or contains, a command; `CMD` is its placeholder.
 */
const commandSettings = `
alias.ls-files !CMD
alias.status !CMD
bisect.command CMD
browser.b.cmd CMD
core.alternateRefsCommand CMD
core.askPass CMD
core.editor CMD
core.fsmonitor CMD
core.gitProxy CMD
core.pager CMD
core.sshCommand CMD
credential.helper !CMD
diff.d.command CMD
diff.d.textconv CMD
diff.external CMD
difftool.t.cmd CMD
filter.f.clean CMD
filter.f.process CMD
filter.f.smudge CMD
gc.recentObjectsHook CMD
gpg.openpgp.program CMD
gpg.program CMD
gpg.ssh.defaultKeyCommand CMD
gpg.ssh.program CMD
gpg.x509.program CMD
guitool.g.cmd CMD
help.browser CMD
imap.tunnel CMD
instaweb.browser CMD
instaweb.httpd CMD
interactive.diffFilter CMD
man.m.cmd CMD
merge.m.driver CMD
mergetool.t.cmd CMD
notes.rewriteRef CMD
pack.packSizeLimit 1
pager.ls-files CMD
pager.status CMD
remote.origin.receivepack CMD
remote.origin.uploadpack CMD
remote.origin.url ext::CMD
remote.origin.vcs CMD
sendemail.ccCmd CMD
sendemail.sendmailCmd CMD
sendemail.toCmd CMD
sequence.editor CMD
submodule.s.update !CMD
tar.zip.command CMD
trailer.t.cmd CMD
trailer.t.command CMD
uploadpack.packObjectsHook CMD
url.ext::CMD.insteadOf file://
web.browser CMD
`
  .trim()
  .split("\n")
  .map((line) => line.split(/ (.*)/, 2))
  .map(([name = "", value = ""]) => ({ name, value }));

const hooks = [
  ...["applypatch-msg", "fsmonitor-watchman", "post-checkout", "post-index-change", "post-merge"],
  ...["post-receive", "post-update", "pre-auto-gc", "pre-commit", "pre-push", "pre-receive"],
  ...["proc-receive", "push-to-checkout", "reference-transaction", "update", "post-rewrite"],
];

interface Trap {
  /** Exists as soon as the command has run. */
  readonly canary: string;
  readonly command: string;
}

function setTrap(): Trap {
  const folder = temporaryFolder();
  const [canary, command] = [join(folder, "executed"), join(folder, "command")];
  writeFileSync(command, `#!/bin/sh\necho "$0 $*" >> '${canary}'\n`);
  chmodSync(command, 0o755);
  return { canary, command };
}

type Setting = (typeof commandSettings)[number];

/** The text of a configuration file; the section of a name is everything before its last dot. */
function formatConfiguration(settings: readonly Setting[], { command }: Trap): string {
  return settings
    .map(({ name, value }) => {
      const [section = "", key = ""] = [name.replace(/\.[^.]*$/, ""), name.replace(/^.*\./, "")];
      const [head, ...rest] = section.split(".");
      const title =
        rest.length === 0 ? head : `${head} "${rest.join(".").replace("CMD", command)}"`;
      return `[${title}]\n\t${key} = "${value.replace("CMD", command)}"\n`;
    })
    .join("");
}

const files = {
  "README.md": "# Handbook\n\nRead [the guide](guide.md).\n",
  "guide.md": "# Guide\n\nText.\n",
  "SUMMARY.md": "# Summary\n\n* [Handbook](README.md)\n* [Guide](guide.md)\n",
  ".gitattributes": "* filter=f diff=d merge=m\n",
  ".gitmodules": '[submodule "s"]\n\tpath = s\n\turl = ./s\n\tupdate = !false\n',
};

function write(folder: string, name: string, content: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const plain = {
  PATH: process.env.PATH ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
};

function git(cwd: string, ...args: string[]): void {
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  execFileSync("git", [...author, ...args], { cwd, env: plain, stdio: "pipe" });
}

/** A checkout with one commit and no hostile setting yet. */
function createCheckout(folder: string): void {
  checkout ??= createFirstCheckout();
  cpSync(checkout, folder, { recursive: true });
}

/** Created once, because copying it takes a tenth of the time. */
let checkout: string | undefined;

function createFirstCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), "tome-checkout-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  git(folder, "init", "--quiet", "--initial-branch=main", "--template=");
  for (const [name, text] of Object.entries(files)) write(folder, name, text);
  git(folder, "add", ".");
  git(folder, "commit", "--quiet", "--message=One");
  git(folder, "branch", "exported");
  return folder;
}

function plantHooks(gitFolder: string, { command }: Trap): void {
  for (const name of hooks) {
    write(gitFolder, `hooks/${name}`, `#!/bin/sh\nexec '${command}'\n`);
    chmodSync(join(gitFolder, "hooks", name), 0o755);
  }
}

/** Appends to the existing configuration. */
function append(folder: string, name: string, settings: readonly Setting[], trap: Trap): void {
  const before = readFileSync(join(folder, name), "utf8");
  write(folder, name, `${before}${formatConfiguration(settings, trap)}`);
}

interface Target {
  readonly cwd: string;
  /** Relative to cwd. */
  readonly folder: string;
}

type SettingsLocation = (root: string, settings: readonly Setting[], trap: Trap) => Target;

const bareHead = "ref: refs/heads/main\n";

/** Each way in which a folder can contain settings. */
const locations: Readonly<Record<string, SettingsLocation>> = {
  "the repository's own configuration"(root, settings, trap) {
    createCheckout(join(root, "docs"));
    append(join(root, "docs"), ".git/config", settings, trap);
    plantHooks(join(root, "docs/.git"), trap);
    return { cwd: root, folder: "docs" };
  },
  "an included file"(root, settings, trap) {
    createCheckout(join(root, "docs"));
    write(join(root, "docs"), "settings", formatConfiguration(settings, trap));
    git(join(root, "docs"), "config", "include.path", "../settings");
    return { cwd: root, folder: "docs" };
  },
  "the configuration of a worktree"(root, settings, trap) {
    createCheckout(join(root, "main"));
    git(join(root, "main"), "worktree", "add", "--quiet", "-b", "other", "../docs");
    git(join(root, "main"), "config", "extensions.worktreeConfig", "true");
    write(
      join(root, "main"),
      ".git/worktrees/docs/config.worktree",
      formatConfiguration(settings, trap),
    );
    return { cwd: join(root, "docs"), folder: "." };
  },
  "a subfolder that looks like a bare repository, as the argument"(root, settings, trap) {
    createCheckout(join(root, "docs"));
    plantBare(join(root, "docs/bare"), settings, trap);
    return { cwd: join(root, "docs"), folder: "bare" };
  },
  "a subfolder that looks like a bare repository, as the working directory"(root, settings, trap) {
    createCheckout(join(root, "docs"));
    plantBare(join(root, "docs/bare"), settings, trap);
    return { cwd: join(root, "docs/bare"), folder: "." };
  },
  "a subfolder that looks like a bare repository, below the argument"(root, settings, trap) {
    createCheckout(join(root, "docs"));
    plantBare(join(root, "docs/bare"), settings, trap);
    return { cwd: root, folder: "docs" };
  },
  "a parent folder"(root, settings, trap) {
    createCheckout(root);
    for (const name of ["README.md", "guide.md", "SUMMARY.md"]) {
      cpSync(join(root, name), join(root, "docs", name));
    }
    append(root, ".git/config", settings, trap);
    plantHooks(join(root, ".git"), trap);
    return { cwd: root, folder: "docs" };
  },
  "a folder that a file .git refers to"(root, settings, trap) {
    createCheckout(join(root, "docs"));
    append(join(root, "docs"), ".git/config", settings, trap);
    plantHooks(join(root, "docs/.git"), trap);
    renameSync(join(root, "docs/.git"), join(root, "docs/settings"));
    write(root, "docs/.git", "gitdir: settings\n");
    return { cwd: root, folder: "docs" };
  },
  "a submodule"(root, settings, trap) {
    createCheckout(join(root, "docs"));
    createCheckout(join(root, "docs/s"));
    append(join(root, "docs/s"), ".git/config", settings, trap);
    plantHooks(join(root, "docs/s/.git"), trap);
    git(join(root, "docs"), "add", "s");
    git(join(root, "docs"), "commit", "--quiet", "--message=Two");
    return { cwd: root, folder: "docs" };
  },
};

function plantBare(folder: string, settings: readonly Setting[], trap: Trap): void {
  for (const name of ["objects", "refs/heads"]) mkdirSync(join(folder, name), { recursive: true });
  write(folder, "HEAD", bareHead);
  write(folder, "README.md", "# Bare\n");
  const worktree = "[core]\n\tbare = false\n\tworktree = .\n";
  write(folder, "config", `${worktree}${formatConfiguration(settings, trap)}`);
  plantHooks(folder, trap);
}

interface CommandLine {
  /** `DIR` is the folder, `URL` its URL, and `SPACE` a space; `--local` may be omitted. */
  readonly line: string;
  /** Whether it succeeds in every case, which shows that it reads the folder. */
  readonly succeeds?: true;
  /** Whether it starts Git, and so could make it run a program. */
  readonly startsGit?: true;
}

/** Each command that accepts a folder, or a file of one. */
const commandLines: readonly CommandLine[] = [
  { line: "check --repo DIR", succeeds: true, startsGit: true },
  { line: "check --repo DIR --report sarif=report.sarif", succeeds: true, startsGit: true },
  { line: "preview DIR --port 0 --json", succeeds: true, startsGit: true },
  { line: "git plan --space SPACE --repo DIR --local", startsGit: true },
  { line: "git import --space SPACE --url URL --ref main --wait --yes --local", startsGit: true },
  {
    line: "git export --space SPACE --url URL --ref exported --message Export --wait --yes --local",
    startsGit: true,
  },
  { line: "export DIR --force --local", succeeds: true },
  { line: "plan DIR --local", succeeds: true },
  { line: "drift DIR --local", succeeds: true },
  { line: "apply DIR --yes --local", succeeds: true },
  { line: "backup verify DIR" },
  { line: "backup diff DIR --local" },
  { line: "backup create DIR --local" },
  { line: "openapi put pets --file DIR/README.md --local" },
  { line: "local import DIR/README.md --yes" },
];

interface Runs {
  readonly failures: readonly string[];
  /** The lines during which Git was started. */
  readonly starting: readonly string[];
}

/** Where the lines run. */
interface CommandLocation {
  readonly target: Target;
  /** The title or id of a space. */
  readonly space: string;
  /** Selects a platform that is already served; a local one by default. */
  readonly env?: Readonly<Record<string, string>>;
  /** @returns the number of starts of Git */
  readonly countGit?: () => number;
}

/** @param lines of commandLines */
async function runEach(
  tome: Tome,
  lines: readonly CommandLine[],
  { target: { cwd, folder }, space, env, countGit = () => 0 }: CommandLocation,
): Promise<Runs> {
  const url = pathToFileURL(join(cwd, folder)).href;
  const failures: string[] = [];
  const starting: string[] = [];
  for (const { line, succeeds } of lines) {
    let stop = () => {};
    const interrupted = new Promise<void>((end) => {
      stop = end;
    });
    const words = line.split(" ").filter((word) => env === undefined || word !== "--local");
    const args = words.map((word) =>
      word === "SPACE" ? space : word.replace("DIR", folder).replace("URL", url),
    );
    const before = countGit();
    const { code, stderr } = await tome(args, {
      cwd,
      env: { TOME_ALLOW_PRIVATE: "true", ...env },
      heard: stop,
      interrupted: () => interrupted,
    });
    if (countGit() > before) starting.push(line);
    if (succeeds && code !== 0) failures.push(`${line}: ${code}: ${stderr}`);
  }
  return { failures, starting };
}

/** Counts the starts of Git by a program of that name, which comes first in PATH. */
function recordGit(): () => number {
  const folder = temporaryFolder();
  const log = join(folder, "starts");
  const path = process.env.PATH ?? "";
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  writeFileSync(log, "");
  writeFileSync(join(folder, "git"), `#!/bin/sh\necho git >> '${log}'\nexec '${real}' "$@"\n`, {
    mode: 0o755,
  });
  process.env.PATH = `${folder}${delimiter}${path}`;
  onTestFinished(() => {
    process.env.PATH = path;
  });
  return () => readFileSync(log, "utf8").length;
}

test("Git itself runs the planted command, so the test can fail", () => {
  const [root, trap] = [temporaryFolder(), setTrap()];
  const target = locations["the repository's own configuration"]?.(root, commandSettings, trap);
  execFileSync("git", ["-C", join(root, target?.folder ?? ""), "ls-files", "--others"], {
    env: plain,
    stdio: "pipe",
  });
  expect(existsSync(trap.canary)).toBe(true);
});

const settingSets = [
  { title: "all settings", settings: commandSettings },
  {
    title: "core.fsmonitor",
    settings: commandSettings.filter(({ name }) => name === "core.fsmonitor"),
  },
];

const gitLines = commandLines.filter(({ startsGit }) => startsGit);

describe.each(Object.entries(locations))("settings in %s", (location, plant) => {
  for (const { title, settings } of settingSets) {
    slowTest(`no command runs a program of the folder: ${title}`, async () => {
      const [root, trap] = [temporaryFolder(), setTrap()];
      const target = plant(root, settings, trap);
      const location = { target, space: "User guide", countGit: recordGit() };
      const tome = openTome({ withSample: true });
      const { failures, starting } = await runEach(tome, commandLines, location);
      expect(failures).toEqual([]);
      expect(existsSync(trap.canary)).toBe(false);
      // The other commands need not be tried with each setting.
      const isKnown = (line: string) => gitLines.some((one) => one.line === line);
      expect(starting.filter((line) => !isKnown(line))).toEqual([]);
      expect(starting).not.toEqual([]);
    });
  }

  longTest("no command that starts Git runs a program of the folder: each setting", async () => {
    const { server, send } = await serve({ allowPrivate: true });
    const [organization] = JSON.parse((await send("GET /v1/orgs")).body).items;
    const env = { TOME_BASE_URL: server.url, TOME_TOKEN: server.token };
    const createSpace = async (title: string): Promise<string> => {
      const created = await send(`POST /v1/orgs/${organization.id}/spaces`, { json: { title } });
      return JSON.parse(created.body).id;
    };
    const plantOne = (setting: Setting) => {
      const [root, trap] = [temporaryFolder(), setTrap()];
      return { target: plant(root, [setting], trap), trap };
    };

    // A platform for all cases takes less time, and starts Git for the same lines.
    const [first = never()] = commandSettings;
    const countGit = recordGit();
    const local = await runEach(openTome({ withSample: true }), gitLines, {
      target: plantOne(first).target,
      space: "User guide",
      countGit,
    });
    const served = await runEach(openTome(), gitLines, {
      target: plantOne(first).target,
      space: await createSpace("First"),
      env,
      countGit,
    });
    expect(served.starting).toEqual(local.starting);

    const [executed, failures]: [string[], string[]] = [[], []];
    const remaining = [...commandSettings];
    const runRemaining = async () => {
      const tome = openTome();
      for (let one = remaining.pop(); one !== undefined; one = remaining.pop()) {
        const { target, trap } = plantOne(one);
        const space = await createSpace(one.name);
        failures.push(...(await runEach(tome, gitLines, { target, space, env })).failures);
        if (existsSync(trap.canary)) executed.push(one.name);
      }
    };
    // Git takes much of the time.
    await Promise.all([runRemaining(), runRemaining(), runRemaining()]);
    expect(failures).toEqual([]);
    expect(executed).toEqual([]);
    const runs = commandSettings.length * gitLines.length;
    report("X1", `${runs} runs with settings in ${location}, ${executed.length} programs executed`);
  });
});

slowTest(
  "a checkout has the same files as in Git: tracked files, even ignored ones, and new ones",
  async () => {
    const root = temporaryFolder();
    const docs = join(root, "docs");
    createCheckout(docs);
    write(docs, ".gitignore", "*.tmp\n");
    write(docs, "tracked.tmp", "tracked although ignored\n");
    write(docs, "sub/new.md", "# New\n");
    write(docs, "sub/ignored.tmp", "");
    write(docs, "excluded.md", "# Excluded\n");
    write(docs, ".git/info/exclude", "/excluded.md\n");
    git(docs, "add", "--force", "tracked.tmp", ".gitignore");
    const { findCheckout, listCheckout } = await import("../../src/programs/checkout.ts");
    const list = async (folder: string) => {
      const checkout = await findCheckout(folder);
      if (checkout === undefined) throw new Error(`${folder} is not in a checkout`);
      return (await listCheckout(checkout, folder))?.sort();
    };
    const expected = [...Object.keys(files), ".gitignore", "sub/new.md", "tracked.tmp"].sort();
    expect(await list(docs)).toEqual(expected);
    expect(await list(join(docs, "sub"))).toEqual(["new.md"]);
    git(docs, "update-index", "--split-index");
    expect(await list(docs)).toEqual(expected);
    git(docs, "worktree", "add", "--quiet", "-b", "other", "../linked");
    expect(await list(join(root, "linked"))).toEqual(Object.keys(files).sort());
  },
);

slowTest("a pipe in place of a Git file does not block a command", async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, "docs/.git"), { recursive: true });
  for (const name of ["HEAD", "commondir"]) {
    execFileSync("mkfifo", [join(root, "docs/.git", name)]);
  }
  write(root, "docs/README.md", "# Handbook\n");
  const { stderr } = await openTome()("check --repo docs", { cwd: root });
  expect(stderr).toContain("1 page");
});

function never(): never {
  throw new Error("There are no settings.");
}
