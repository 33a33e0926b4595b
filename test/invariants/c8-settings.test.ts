import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";
import { compile } from "../settings/compiled.ts";
import { openTome } from "../support/commands/tome.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

const writers = amount({ short: 3, full: 50 });
const writes = amount({ short: 10, full: 200 });
const kills = amount({ short: 1, full: 25 });
const found: string[] = [];

afterAll(() => report("C8", found.join("; ")));

/** Sets a setting, stores a token, and reports each completed write. */
const program = `
import { updateProfile } from "settings/profiles.ts";
import { createTokenStore } from "settings/token-store.ts";
const [path = "", name = "", count = ""] = process.argv.slice(2);
const folder = { path, warn: (text: string) => console.log("warned", text) };
for (let turn = 1; turn <= Number(count); turn += 1) {
  await updateProfile(folder, name, { org: "O" + turn }, "/");
  await createTokenStore(folder, name, {}).set("https://a.example", "token-" + turn, "file");
  console.log(String(turn));
}
`;

interface Documents {
  readonly profiles: Readonly<Record<string, { readonly org?: string }>>;
  readonly tokens: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Throws if a file is not a complete JSON document. */
function read(folder: string): Documents {
  const document = (name: string) => {
    const path = join(folder, name);
    return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  };
  return { profiles: document("settings.json").profiles ?? {}, tokens: document("tokens.json") };
}

/**
 * Makes the lock of a killed process old, if it had one, so that the others need not wait until it is. A
 * living process has the lock for milliseconds.
 */
async function ageAbandonedLock(lock: string): Promise<void> {
  const first = statSync(lock, { throwIfNoEntry: false });
  for (let reads = 0; reads < 40; reads++) {
    const { ino, ctimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? {};
    if (first === undefined || ino !== first.ino || ctimeMs !== first.ctimeMs) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  utimesSync(lock, 0, 0);
}

slowTest(
  "concurrent writers, some of them killed, lose no changes, and the files are always complete",
  async () => {
    const random = randomFrom();
    const home = temporaryFolder();
    const folder = join(home, "config");
    // They start with the stale lock of a killed process.
    const lock = join(folder, "settings.lock");
    mkdirSync(lock, { recursive: true, mode: 0o700 });
    utimesSync(lock, 0, 0);
    const outer = temporaryFolder();
    await compile(outer, program);
    const file = join(outer, "out", "program.mjs");
    const names = Array.from({ length: writers }, (_, index) => `writer-${index}`);
    const doomed = new Set<string>();
    while (doomed.size < kills) doomed.add(random.pick(names));
    const done = new Map<string, number>(names.map((name) => [name, 0]));
    let reads = 0;
    let isRunning = true;
    const reading = (async () => {
      while (isRunning) {
        read(folder);
        reads += 1;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    })();
    await Promise.all(
      names.map(async (name) => {
        const child = spawn(process.execPath, [file, folder, name, String(writes)], {
          stdio: ["ignore", "pipe", "inherit"],
        });
        const end = doomed.has(name) ? 1 + random.below(writes - 1) : undefined;
        createInterface(child.stdout).on("line", (line) => {
          const turn = Number(line);
          expect({ name, line, isCount: turn > 0 }).toEqual({ name, line, isCount: true });
          done.set(name, turn);
          // During the next write, at any point of it.
          if (turn === end) setTimeout(() => child.kill("SIGKILL"), random.below(20));
        });
        const [code] = await once(child, "close");
        if (end !== undefined) await ageAbandonedLock(lock);
        if (end === undefined) expect({ name, code }).toEqual({ name, code: 0 });
      }),
    );
    isRunning = false;
    await reading;
    const { profiles, tokens } = read(folder);
    for (const [name, turns] of done) {
      const org = Number(profiles[name]?.org?.slice(1));
      const token = Number(tokens[name]?.["https://a.example"]?.slice("token-".length));
      // Reported writes are present; one more write may have completed before its process was killed.
      const isKept = (turn: number) => turn === turns || (doomed.has(name) && turn === turns + 1);
      expect({ seed: random.seed, name, turns, org, isKept: isKept(org) }).toMatchObject({
        isKept: true,
      });
      expect({ seed: random.seed, name, turns, token, isKept: isKept(token) }).toMatchObject({
        isKept: true,
      });
    }
    const tome = openTome();
    const env = { TOME_CONFIG_DIR: folder };
    expect((await tome("config set site S1 --profile writer-0", { env })).code).toBe(0);
    expect(Object.keys(read(folder).profiles).sort()).toEqual([...names].sort());
    const total = [...done.values()].reduce((sum, turns) => sum + 2 * turns, 0);
    found.push(
      `${writers} processes, ${total} writes, ${kills} processes killed, ${reads} reads, 0 lost, 0 broken`,
    );
  },
  1_800_000,
);

test("a settings file damaged at any byte is set aside, and every command still works", async () => {
  const random = randomFrom();
  const tries = amount({ short: 2, full: 300 });
  const whole = JSON.stringify({ profile: "work", profiles: { work: { org: "O1" } } }, null, 2);
  const lines = [
    "config list",
    "config set org O2",
    "auth list",
    "auth switch local",
    "auth logout",
  ];
  for (let turn = 0; turn < tries; turn += 1) {
    const cut = 1 + random.below(whole.length - 2);
    const broken = random.pick([
      whole.slice(0, cut),
      `${whole.slice(0, cut)}\0\0\0\0`,
      whole.slice(cut),
      `${whole}${whole}`,
      "",
      "[]",
      '{"profiles": []}',
      '{"profiles": {"work": "O1"}}',
    ]);
    const folder = join(temporaryFolder(), "config");
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(folder, "settings.json"), broken, { mode: 0o600 });
    const env = { TOME_CONFIG_DIR: folder };
    const line = random.pick(lines);
    const { code, stderr } = await openTome()(line, { env });
    const asides = readdirSync(folder).filter((name) => name.startsWith("settings.json.corrupt-"));
    expect({ seed: random.seed, line, broken, code, asides }).toEqual({
      seed: random.seed,
      line,
      broken,
      code: 0,
      asides: [expect.any(String)],
    });
    expect(readFileSync(join(folder, String(asides[0])), "utf8")).toBe(broken);
    expect(stderr).toContain(`It was renamed to ${join(folder, String(asides[0]))}`);
    expect((await openTome()("config list", { env })).stderr).toBe("");
  }
  found.push(`${tries} broken files set aside`);
});
