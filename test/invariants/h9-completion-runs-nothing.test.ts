/**
 * H9: completion executes nothing for any names of resources: in bash, zsh and fish, no canary
 * runs.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askBash } from "../app/completion/bash-words.ts";
import { fishWords } from "../app/completion/fish-words.ts";
import { getContent, type Home, openHome, processesIn, tracing } from "../app/completion/home.ts";
import { payloads, writeHostileFile } from "../app/completion/hostile.ts";
import { askZsh } from "../app/completion/zsh-words.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { openTome } from "../support/commands/tome.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;
const names = amount({ short: 8, full: 300 });

/** Possible names of resources: each payload as a title, as part of an id, and as both. */
const things = Array.from({ length: names }, (_, index) => {
  const payload = `${payloads[Math.floor(index / 3) % payloads.length]}${index}`;
  const isOfId = index % 3 !== 0;
  return {
    object: "space",
    id: isOfId ? `${payload}` : `id-${index}`,
    title: index % 3 === 1 ? "A title" : payload,
    organization: "O1",
  };
});

/** An id, or a prefix of one in the same word. */
const harmless = /^[\w.=:-]+$/;
const typeable = /^[\w.][\w.-]*$/;
const offered = things.map(({ id }) => id).filter((id) => typeable.test(id));

/**
 * The positions where each shell shows or inserts cached values; the last words may have been
 * pasted.
 */
const lines = [
  "tome space get ",
  "tome space get id-",
  "tome space get id-0",
  "tome page list --space ",
  "tome page list --space=",
  "tome space move id-0 --before ",
  "tome space list --org ",
];

/** A home folder whose cache was filled by a real command from a malicious platform. */
async function openHostileHome(): Promise<{ home: Home; env: Record<string, string> }> {
  const home = openHome();
  const { url } = await serve((_request, response) =>
    answerJson(response, 200, { items: things, count: things.length }),
  );
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "secret-canary", TOME_ORG: "O1" };
  const { code } = await openTome()("space list --limit 1000 --json", {
    env: { ...home.env, ...env },
  });
  expect(code).toBe(0);
  return { home, env };
}

function getCache(home: Home, env: Record<string, string>): string {
  const host = `http_${new URL(env.TOME_BASE_URL ?? "").host.replace(":", "_")}`;
  return join(home.path, "cache", "tome", "ids", "default", host, "space");
}

type Ask = (
  home: Home,
  asked: readonly string[],
  options: { readonly env: Record<string, string>; readonly under?: readonly string[] },
) => (readonly string[])[];

const shells: readonly (readonly [name: string, script: string, ask: Ask])[] = [
  [
    "bash",
    "completions/tome.bash",
    (home, asked, options) =>
      [9, 37, 63].flatMap((type) =>
        askBash(home, asked, { ...options, type }).map(({ words }) =>
          type === 37 ? words : words.map(withoutTitle),
        ),
      ),
  ],
  ["zsh", "/zsh/lines", askZsh],
  ["fish", "completions/tome.fish", fishWords],
];

/**
 * A list in bash has the title two spaces after the id; a menu, which fills the line, has no
 * titles.
 */
function withoutTitle(word: string): string {
  return word.split("  ")[0] ?? "";
}

for (const [name, script, ask] of shells) {
  slowTest(`${name}: no name is executed, and each id is suggested`, async ({ skip }) => {
    skip(!has(name), `This machine has no ${name}.`);
    await tryShell(name, script, ask);
  });
}

async function tryShell(name: string, script: string, ask: Ask): Promise<void> {
  const { home, env } = await openHostileHome();
  const before = getContent(home);
  const hasStrace = has("strace");
  const trace = join(home.path, "trace");
  const under = hasStrace ? tracing(trace) : [];
  const answers = ask(home, lines, { env, under });
  const [obeyed, processes] = [countFaults(), countFaults()];
  expect(answers).not.toHaveLength(0);
  for (let index = 0; index < answers.length; index += lines.length) {
    expect([...(answers[index] ?? [])].sort()).toEqual([...offered].sort());
  }
  expect(answers.flat().filter((word) => !harmless.test(word))).toEqual([]);
  // A cache written by another program, in which nothing was sanitized.
  writeHostileFile(getCache(home, env));
  const raw = ask(home, lines, { env }).flat();
  expect(raw).toContain("id-298");
  expect(raw.filter((word) => !harmless.test(word))).toEqual([]);
  if (hasStrace) expect(processes.add(processesIn(trace, script))).toEqual([]);
  const typed = payloads.filter((word) => word !== "" && !/\p{Cc}/u.test(word));
  const pasted = typed.flatMap((word) => {
    const bare =
      name === "bash" ? word.replace("touch canary", ">canary").replaceAll(" ", "") : word;
    return [`tome space get ${bare}`, `tome ${bare} `, `tome page list --space ${bare} --page `];
  });
  ask(home, pasted, { env });
  expect(getContent(home)).toEqual(before);
  expect(obeyed.add(existsSync(join(home.path, "canary")))).toBe(false);
  const effects = `${obeyed.total()} obeyed, ${processes.total()} processes`;
  report("H9", `${name}: ${names} names on ${lines.length} lines, ${effects}`);
}

test("cached ids are private and contain no secret", async () => {
  const { home, env } = await openHostileHome();
  const file = getCache(home, env);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const text = readFileSync(file, "utf8");
  expect(text).not.toContain("secret-canary");
  const rows = text.trimEnd().split("\n");
  expect(rows).toHaveLength(offered.length);
  for (const row of rows) expect(row).toMatch(/^[\w.][\w.-]*\t\P{Cc}*\tO1$/u);
});
