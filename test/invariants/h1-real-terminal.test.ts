/**
 * The built program on a real terminal, which displays texts of other users and interprets none of
 * them.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { buildProgram, launcher } from "../bin/built.ts";
import { type CommandLine, everyLine, parents } from "../support/commands/command-lines.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report } from "../support/generators/amount.ts";
import { obeyedIn, withoutOwnColors } from "../support/generators/hostile.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { hostilePlatform } from "../support/platforms/hostile-platform.ts";

beforeAll(buildProgram, 120_000);

/**
 * The bytes that a command writes to its terminal, except for the carriage returns of its lines.
 */
async function onTerminal(words: readonly string[], env: NodeJS.ProcessEnv, cwd: string) {
  const quoted = [process.execPath, launcher, ...words].map(
    (word) => `'${word.replaceAll("'", "'\\''")}'`,
  );
  const child = spawn(
    "script",
    ["--quiet", "--return", "--command", quoted.join(" "), "/dev/null"],
    {
      cwd,
      env: { PATH: process.env.PATH, SHELL: "/bin/sh", TERM: "xterm-256color", ...env },
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const [shown] = await Promise.all([text(child.stdout), once(child, "close")]);
  return withoutOwnColors(shown).replaceAll("\r\n", "\n");
}

/** Commands that print data and never prompt. */
const isShowVerb = ({ verb }: CommandLine) => verb.kind === "query";

test("no control character reaches a real terminal, in responses and errors", async ({ skip }) => {
  const hasTerminal = spawnSync("script", ["--version"]).status === 0;
  skip(!hasTerminal, "This machine has no real terminal (script).");
  const random = randomFrom();
  const platform = await hostilePlatform(random);
  const folder = temporaryFolder();
  const lines = (await everyLine(folder)).filter(isShowVerb);
  const env = {
    ...parents,
    HOME: folder,
    TOME_CONFIG_DIR: folder,
    TOME_BASE_URL: platform.url,
    TOME_TOKEN: "token",
  };
  const count = amount({ short: 3, full: 4 * lines.length });
  const obeyed = countFaults();
  for (let index = 0; index < count; index++) {
    const line = random.pick(lines);
    platform.refuse(index % 4 === 3);
    const shown = await onTerminal([...line.args, "--retries", "0"], env, folder);
    expect(shown, line.words).not.toBe("");
    expect(obeyed.add(obeyedIn(shown)), `tome ${line.words}, TOME_SEED=${random.seed}`).toEqual([]);
  }
  const characters = `${obeyed.total()} control characters of others`;
  report("H1", `${count} commands in a real terminal, ${characters}`);
}, 3_600_000);
