/**
 * Files of a folder that another user may have written: each name in the folder is replaced by a
 * path that is not a regular file, and each command that accepts the folder runs. No outside file
 * is read into output or requests, no outside file is written, and every command ends.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { openTome, type Tome } from "../support/commands/tome.ts";
import { amount, report } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

/** Is in no file of the folders; no output, request or stored file may contain it. */
const canary = "canary7f3a9c2e51";

interface FolderKind {
  /** The folder given to commands, `DIR` in their lines. */
  readonly folder: string;
  readonly commands: readonly string[];
  /** Relative to the parent of the folder. Some do not exist until they are planted. */
  readonly names: readonly string[];
  readonly build: (tome: Tome, root: string) => Promise<void>;
  /** Runs before each command, so that it has work to do. */
  readonly change?: (root: string, count: number) => void;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const pages = {
  "README.md": "# Handbook\n\nRead [the guide](guide/README.md).\n",
  "SUMMARY.md": "# Summary\n\n* [Handbook](README.md)\n* [Guide](guide/README.md)\n",
  "guide/README.md": '# Guide\n\n{% include "../.gitbook/includes/note.md" %}\n',
  ".gitbook.yaml": "root: ./\n",
  ".gitbook/vars.yaml": "product: Lumen\n",
  ".gitbook/includes/note.md": "A note.\n",
  ".gitbook/assets/logo.svg": "<svg/>\n",
  ".tome.check.yaml": "rules:\n  page-unlisted: notice\n",
  ".tome.check-baseline.json": '{"version": 1, "findings": []}\n',
  ".gitignore": "*.tmp\n",
};

const specification = {
  "openapi.yaml":
    "openapi: 3.0.3\ninfo: {title: Pets, version: '1'}\npaths:\n  /pets:\n    $ref: 'parts/pets.yaml'\n",
  "parts/pets.yaml":
    "get:\n  responses:\n    '200':\n      description: OK\n      content:\n        application/json:\n          schema: {$ref: 'schemas/pet.yaml'}\n",
  "parts/schemas/pet.yaml": "type: object\n",
};

const folderKinds: Readonly<Record<string, FolderKind>> = {
  "an organization": {
    folder: "org",
    commands: [
      "plan DIR --local",
      "plan DIR --save plan.json --local",
      "drift DIR --local",
      "apply DIR --yes --local",
      "export DIR --force --local",
    ],
    names: [
      ...["org.yaml", "people.yaml", "content.yaml", "specs.yaml", "tome.lock.json"],
      ...[
        "sites",
        "sites/team-handbook.yaml",
        "sites/planted.yaml",
        "specs",
        "specs/lumen-api.yaml",
      ],
      ...["tome.journal.ndjson", "tome.journal.ndjson.lock", ".schemas", ".schemas/org.json"],
    ]
      .map((name) => `org/${name}`)
      .concat(".tome.json"),
    async build(tome, root) {
      await tome("export org --local", { cwd: root });
    },
    change(root, count) {
      const path = join(root, "org/content.yaml");
      const text = readFileSync(path, "utf8");
      writeFileSync(path, text.replace("title: Welcome\n", `title: Welcome ${count}\n`));
    },
  },
  "a backup": {
    folder: "backup",
    commands: [
      "backup verify DIR",
      "backup diff DIR --local",
      "backup create DIR --local",
      "backup restore DIR --as-change-request --yes --local",
    ],
    names: [
      ...[
        "manifest.json",
        "organization.json",
        "organization/org.yaml",
        "spaces",
        "spaces/welcome",
      ],
      ...["spaces/welcome/revision.json", "spaces/welcome/space.json"],
    ]
      .map((name) => `backup/${name}`)
      .concat("backup.lock", "backup.replaced", "backup.unfinished-0001", "backup.restoring"),
    async build(tome, root) {
      await tome("backup create backup --space Welcome --local", { cwd: root });
    },
  },
  "a folder of Markdown": {
    folder: "docs",
    commands: [
      "check --repo DIR",
      "check --repo DIR --baseline DIR/.tome.check-baseline.json --update-baseline",
      "preview DIR --port 0 --json",
      "git plan --space Welcome --repo DIR --local",
    ],
    names: [
      ...[...Object.keys(pages), "guide", ".gitbook", ".gitbook/includes"],
      ...[".git", ".git/HEAD", ".git/index", ".git/config", ".git/info/exclude"],
    ].map((name) => `docs/${name}`),
    async build(_tome, root) {
      const docs = join(root, "docs");
      for (const [name, text] of Object.entries(pages)) write(join(docs, name), text);
      execFileSync("git", ["init", "--quiet", "--template="], { cwd: docs });
      execFileSync("git", ["add", "."], { cwd: docs });
      const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
      execFileSync("git", [...author, "commit", "--quiet", "--message=One"], { cwd: docs });
      write(join(docs, ".git/info/exclude"), "/never\n");
    },
  },
  "a specification of several files": {
    folder: "specification",
    commands: [
      "openapi put pets --file DIR/openapi.yaml --local",
      "openapi diff DIR/openapi.yaml DIR/openapi.yaml",
    ],
    // The user names openapi.yaml itself, and may name a link.
    names: ["parts", "parts/pets.yaml", "parts/schemas", "parts/schemas/pet.yaml"].map(
      (name) => `specification/${name}`,
    ),
    async build(_tome, root) {
      for (const [name, text] of Object.entries(specification)) {
        write(join(root, "specification", name), text);
      }
    },
  },
  "an access review": {
    folder: "review",
    commands: ["access review --since DIR --save next --local", "access review --save DIR --local"],
    names: ["manifest.json", "access.csv", "people.csv"].map((name) => `review/${name}`),
    async build(tome, root) {
      await tome("access review --save review --local", { cwd: root });
    },
  },
  "rows that name files": {
    folder: "rows",
    commands: [
      "org instructions update --from DIR/rows.ndjson --local",
      "openapi put --from DIR/specs.ndjson --local",
      "cr edit --from DIR/edits.ndjson --local",
    ],
    names: ["rows/text.md", "rows/openapi.yaml"],
    async build(_tome, root) {
      write(join(root, "rows/text.md"), "Text.\n");
      write(join(root, "rows/openapi.yaml"), "openapi: 3.0.3\ninfo: {title: P}\npaths: {}\n");
      write(join(root, "rows/rows.ndjson"), '{"file": "rows/text.md"}\n');
      write(join(root, "rows/specs.ndjson"), '{"slug": "pets", "file": "rows/openapi.yaml"}\n');
      write(join(root, "rows/edits.ndjson"), '{"page": "x", "file": "rows/text.md"}\n');
    },
  },
};

type Plant = (path: string, outside: string) => void;

/** Only where the tests may create one, for example as root. */
function canCreateDevice(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "tome-device-"));
  try {
    execFileSync("mknod", [join(folder, "zero"), "c", "1", "5"], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The target of a link out of the folder: the same file with the canary in it, which would be
 * accepted.
 */
function copyOutside(path: string, outside: string): string {
  const copy = join(outside, `copy-${basename(path)}`);
  if (existsSync(path) && lstatSync(path).isDirectory()) {
    cpSync(path, copy, { recursive: true });
    for (const name of readdirSync(copy, { recursive: true, encoding: "utf8" })) {
      const file = join(copy, name);
      if (lstatSync(file).isFile()) addCanary(file, name);
    }
  } else {
    writeFileSync(copy, existsSync(path) ? readFileSync(path) : "");
    addCanary(copy, path);
  }
  return copy;
}

function addCanary(file: string, name: string): void {
  const text = readFileSync(file, "utf8");
  const isYaml = /\.ya?ml$/.test(name);
  writeFileSync(file, isYaml ? `${text}# ${canary}\n` : `${text}\n${canary}\n`);
}

const kinds: Readonly<Record<string, Plant>> = {
  "a link to a file outside": (path, outside) => {
    const copy = copyOutside(path, outside);
    rmSync(path, { recursive: true, force: true });
    symlinkSync(copy, path);
  },
  "a link to the secret": (path, outside) => {
    rmSync(path, { recursive: true, force: true });
    symlinkSync(join(outside, "secret"), path);
  },
  "a link to the environment": (path) => {
    rmSync(path, { recursive: true, force: true });
    symlinkSync("/proc/self/environ", path);
  },
  "a link to /dev/zero": (path) => {
    rmSync(path, { recursive: true, force: true });
    symlinkSync("/dev/zero", path);
  },
  "a link to a folder outside": (path, outside) => {
    rmSync(path, { recursive: true, force: true });
    symlinkSync(outside, path);
  },
  "a pipe": (path) => {
    rmSync(path, { recursive: true, force: true });
    execFileSync("mkfifo", [path]);
  },
  ...(canCreateDevice() && {
    "a device": (path: string) => {
      rmSync(path, { recursive: true, force: true });
      execFileSync("mknod", [path, "c", "1", "5"]);
    },
  }),
  "a folder": (path) => {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path);
  },
  "a hard link": (path, outside) => {
    rmSync(path, { recursive: true, force: true });
    linkSync(join(outside, "secret"), path);
  },
  "a file that is too large": (path) => {
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, "");
    truncateSync(path, 600 * 1024 * 1024);
  },
  "a link to nothing": (path) => {
    rmSync(path, { recursive: true, force: true });
    symlinkSync("missing", path);
  },
  "a link to itself": (path) => {
    rmSync(path, { recursive: true, force: true });
    symlinkSync(basename(path), path);
  },
};

/** Names, types, contents and targets of everything in a folder. */
function digestFolder(folder: string): string {
  const hash = createHash("sha256");
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  for (const name of entries) {
    const path = join(folder, name);
    const stats = lstatSync(path);
    hash.update(`${name} ${stats.mode} ${stats.size}\n`);
    if (stats.isFile()) hash.update(readFileSync(path));
    if (stats.isSymbolicLink()) hash.update(readlinkSync(path));
  }
  return hash.digest("hex");
}

/** Files of a folder that contain a text. */
function findText(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => {
    const path = join(folder, name);
    const stats = lstatSync(path);
    return stats.isFile() && stats.size < 64 * 1024 * 1024 && readFileSync(path).includes(text);
  });
}

interface Trial {
  readonly name: string;
  readonly kind: string;
}

interface Setup {
  readonly tome: Tome;
  readonly home: string;
  /** The folders as built. */
  readonly template: string;
}

async function open(): Promise<Setup> {
  const home = temporaryFolder();
  const template = temporaryFolder();
  const inner = openTome();
  const env = {
    HOME: home,
    TOME_CONFIG_DIR: join(home, "config"),
    XDG_DATA_HOME: join(home, "data"),
    XDG_STATE_HOME: join(home, "state"),
    XDG_CACHE_HOME: join(home, "cache"),
    TOME_ALLOW_PRIVATE: "true",
    TOME_CANARY: canary,
  };
  const tome: Tome = (line, ask = {}) => inner(line, { ...ask, env: { ...env, ...ask.env } });
  await tome("local seed --local");
  return { tome, home, template };
}

/** A file that a restore appends to; its name derives from the organization. */
function nameRestoreJournal(folder: string): string {
  const text = readFileSync(join(folder, "backup/manifest.json"), "utf8");
  const { id = "" } = /"organization": \{\s*"id": "(?<id>\w+)"/.exec(text)?.groups ?? {};
  const digest = createHash("sha256").update(id).digest("hex").slice(0, 8);
  return `backup.restoring-to-${digest}.ndjson`;
}

/** @returns the violations, as sentences */
async function tryOne(
  { tome, home, template }: Setup,
  { folder, commands, change }: FolderKind,
  { name, kind }: Trial,
): Promise<string[]> {
  const faults: string[] = [];
  for (const command of commands) {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    cpSync(template, root, { recursive: true });
    change?.(root, counts.commands);
    writeFileSync(join(outside, "secret"), `${canary}\n`);
    const path = join(root, name === "backup.restoring" ? nameRestoreJournal(template) : name);
    mkdirSync(dirname(path), { recursive: true });
    kinds[kind]?.(path, outside);
    const before = digestFolder(outside);
    let stop = () => {};
    const interrupted = new Promise<void>((end) => {
      stop = end;
    });
    const { stdout, stderr } = await tome(command.replaceAll("DIR", folder), {
      cwd: root,
      heard: stop,
      interrupted: () => interrupted,
    });
    const about = `${command}, ${name} as ${kind}`;
    if (`${stdout}${stderr}`.includes(canary)) faults.push(`${about}: printed the secret`);
    if (digestFolder(outside) !== before) faults.push(`${about}: changed a file outside`);
    for (const file of findText(home, canary))
      faults.push(`${about}: stored the secret in ${file}`);
    if (/\n\s+at |fault of tome/.test(stderr)) faults.push(`${about}: crashed: ${stderr}`);
    counts.commands += 1;
    rmSync(root, { recursive: true, force: true });
  }
  return faults;
}

const counts = { commands: 0 };

beforeEach(() => {
  counts.commands = 0;
});

describe.each(Object.entries(folderKinds))("%s", (title, folderKind) => {
  test("no file outside the folder is read or written, whatever the files in it are", async () => {
    const setup = await open();
    await folderKind.build(setup.tome, setup.template);
    const trials = folderKind.names.flatMap((name) =>
      Object.keys(kinds).map((kind) => ({ name, kind })),
    );
    const random = randomFrom(2829);
    const chosen = trials
      .map((trial) => ({ trial, rank: random.next() }))
      .sort((one, other) => one.rank - other.rank)
      .slice(0, amount({ short: 14, full: trials.length }))
      .map(({ trial }) => trial);
    const faults: string[] = [];
    for (const trial of chosen) {
      for (const fault of await tryOne(setup, folderKind, trial)) faults.push(fault);
    }
    report("L", `${title}: ${counts.commands} commands, ${faults.length} faults`);
    expect(faults).toEqual([]);
  }, 600_000);
});

describe("the reported attacks", () => {
  test("plan, drift, verify and diff write nothing, not even a lock, and report a running apply", async () => {
    const { tome, template } = await open();
    const [organization, backup] = [folderKinds["an organization"], folderKinds["a backup"]];
    await organization?.build(tome, template);
    await backup?.build(tome, template);
    const journal = join(template, "org/tome.journal.ndjson");
    const header = {
      journal: "tome",
      version: 1,
      command: "apply",
      platform: "http://tome.localhost",
    };
    const began = "2026-01-01T00:00:00.000Z";
    writeFileSync(journal, `${JSON.stringify({ ...header, items: 1, salt: "00", began })}\n{"cut`);
    const secret = join(temporaryFolder(), "secret");
    writeFileSync(secret, canary);
    symlinkSync(secret, `${journal}.lock.${process.pid}`);
    symlinkSync(secret, join(template, `backup.lock.${process.pid}`));
    const before = digestFolder(template);
    const lines = ["plan org --local", "drift org --local", "backup verify backup"];
    for (const line of [...lines, "backup diff backup --local"]) {
      const { code, stderr } = await tome(line, { cwd: template });
      expect({ line, code, stderr }).toEqual({ line, code: 0, stderr });
    }
    expect(digestFolder(template)).toBe(before);
    await tome("apply org --yes --local", { cwd: template });
    await tome("backup create backup --space Welcome --local", { cwd: template });
    expect(readFileSync(secret, "utf8")).toBe(canary);
    writeFileSync(journal, `${JSON.stringify({ ...header, items: 1, salt: "00", began })}\n`);
    writeFileSync(`${journal}.lock`, `${process.pid} `);
    const { code, stderr } = await tome("plan org --local", { cwd: template });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`Process ${process.pid} is applying org`),
    });
  });

  test.each(["../secret", "specs/../../secret", "/etc/passwd"])(
    "a specification that specs.yaml names as %s is not read",
    async (file) => {
      const { tome, template, home } = await open();
      await folderKinds["an organization"]?.build(tome, template);
      writeFileSync(join(template, "secret"), `openapi: 3.0.3 # ${canary}\n`);
      writeFileSync(join(template, "org/specs.yaml"), `specs:\n  leak:\n    file: ${file}\n`);
      for (const line of ["plan org --local", "apply org --yes --local"]) {
        const { code, stdout, stderr } = await tome(line, { cwd: template });
        expect({ code, stderr }).toEqual({
          code: 2,
          stderr: expect.stringContaining(basename(file)),
        });
        expect(`${stdout}${stderr}`).not.toContain(canary);
      }
      expect(findText(home, canary)).toEqual([]);
    },
  );

  test("org.yaml as a link to the environment of the process is named, and its content is not printed", async () => {
    const { tome, template } = await open();
    await folderKinds["an organization"]?.build(tome, template);
    rmSync(join(template, "org/org.yaml"));
    symlinkSync("/proc/self/environ", join(template, "org/org.yaml"));
    const { code, stderr } = await tome("plan org --local", { cwd: template });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "error: org/org.yaml is outside org. Move the file into that folder.\n",
    });
  });

  test("files named by the user can be links and pipes", async () => {
    const { tome, template } = await open();
    await folderKinds["a specification of several files"]?.build(tome, template);
    write(
      join(template, "alone.yaml"),
      "openapi: 3.0.3\ninfo: {title: P, version: '1'}\npaths: {}\n",
    );
    symlinkSync("alone.yaml", join(template, "link.yaml"));
    const put = await tome("openapi put pets --file link.yaml --wait --local", { cwd: template });
    expect(put).toMatchObject({ code: 0 });
    const stdin = readFileSync(join(template, "alone.yaml"), "utf8");
    const piped = await tome("openapi put pets --file - --wait --local", { cwd: template, stdin });
    expect(piped).toMatchObject({ code: 0 });
    const several = "openapi put pets --file specification/openapi.yaml --wait --local";
    expect(await tome(several, { cwd: template })).toMatchObject({ code: 0 });
    symlinkSync("specification", join(template, "linked"));
    const linked = "openapi put pets --file linked/openapi.yaml --wait --local";
    expect(await tome(linked, { cwd: template })).toMatchObject({ code: 0 });
  });
});
