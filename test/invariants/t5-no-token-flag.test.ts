import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFlags } from "../../src/app/parse/global-flags.ts";
import { listParameters } from "../../src/app/parse/parameters.ts";
import { buildProgram, launcher } from "../bin/built.ts";
import { everyVerb } from "../commands/tree.ts";
import { openTome } from "../support/commands/tome.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { openSecretService } from "../support/machine/keyring/secret-service.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

/** Flags about secrets that accept none. */
const harmless: Readonly<Record<string, string>> = {
  "with-token": "says that standard input holds it",
  "page-token": "a place in a list",
  "token-file": "the name of a file that contains it",
  "secret-file": "the name of a file that contains it",
  "api-token-file": "the name of a file that contains it",
  "api-key-file": "the name of a file that contains it",
  "client-secret-file": "the name of a file that contains it",
  "refresh-token-file": "the name of a file that contains it",
  "keep-owner-tokens": "whether an import keeps the tokens of its owner",
  secret: "a name and its value, or the name of a variable that holds it",
};

test("no flag of any command accepts a token", async () => {
  let flags = 0;
  for (const [words, verb] of await everyVerb()) {
    const own = listParameters(verb).filter(({ isArgument }) => !isArgument);
    const names = [
      ...own.map(({ name }) => name),
      ...listFlags(verb, true, true).map(({ long }) => long),
    ];
    flags += names.length;
    const telling = names.filter((name) => /token|secret|passw|credential|api-?key/i.test(name));
    expect({ words, telling: telling.filter((name) => harmless[name] === undefined) }).toEqual({
      words,
      telling: [],
    });
    const withToken = own.find(({ name }) => name === "with-token");
    expect(withToken?.field.kind ?? "boolean").toBe("boolean");
  }
  expect(flags).toBeGreaterThan(2000);
});

test("a token on the command line is refused with the alternatives, and is not printed", async () => {
  const tome = openTome();
  for (const line of [
    "auth login --token canary-token",
    "auth login --token=canary-token",
    "auth login canary-token",
    "auth login --with-token canary-token",
    "auth login --with-token=canary-token",
    "auth login --password canary-token",
    "--token canary-token space list",
    "--token=canary-token whoami",
    "space list --api-key canary-token",
    "auth token canary-token",
  ]) {
    for (const form of ["", " --json"]) {
      const { code, stdout, stderr } = await tome(`${line}${form}`);
      expect({ line, code, stdout }).toEqual({ line, code: 2, stdout: "" });
      expect(stderr).not.toContain("canary-token");
      expect(stderr).toMatch(/with-token/);
    }
  }
});

/** The command lines of all child processes, as other users of the machine can read them. */
function commandLines(): string[] {
  const parents = new Map<string, string>();
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const [, after = ""] = /\) . (\d+)/.exec(readFileSync(`/proc/${id}/stat`, "utf8")) ?? [];
      parents.set(id, after);
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (id: string | undefined): boolean =>
    id !== undefined && (id === String(process.pid) || isOurs(parents.get(id)));
  return [...parents.keys()].filter(isOurs).flatMap((id) => {
    try {
      return [readFileSync(`/proc/${id}/cmdline`, "utf8")];
    } catch {
      return [];
    }
  });
}

slowTest(
  "no process started by a command has the token on its command line",
  async ({ skip }) => {
    skip(!existsSync("/proc/self/cmdline"), "This system has no /proc.");
    buildProgram();
    const runs = amount({ short: 2, full: 100 });
    const { url } = await serve(({ headers }, response) => {
      const isKnown = String(headers.authorization).startsWith("Bearer canary-token");
      answerJson(response, isKnown ? 200 : 401, { object: "user", id: "U1", displayName: "Ada" });
    });
    const service = await openSecretService();
    const folder = temporaryFolder();
    const lines = [
      { words: "auth login --with-token --profile ring", keyring: true },
      { words: "whoami --profile ring", keyring: true },
      { words: "auth logout --profile ring", keyring: true },
      { words: "auth login --with-token --profile file" },
      { words: "whoami --profile file" },
      { words: "auth token --profile file" },
      { words: "whoami", token: true },
      { words: "auth logout --profile file" },
    ];
    let samples = 0;
    let programs = 0;
    const seen = new Set<string>();
    for (let run = 0; run < runs; run += 1) {
      const { words, keyring, token } = lines[run % lines.length] ?? { words: "whoami" };
      const secret = `canary-token-${run}`;
      const child = spawn(process.execPath, [launcher, ...words.split(" ")], {
        env: {
          HOME: folder,
          TOME_CONFIG_DIR: join(folder, "config"),
          TOME_BASE_URL: url,
          TOME_TOKEN_STORE: keyring ? "keyring" : "file",
          DBUS_SESSION_BUS_ADDRESS: service.address,
          TOME_KEYRING_TIMEOUT: "60",
          ...(token ? { TOME_TOKEN: secret } : {}),
        },
        stdio: ["pipe", "ignore", "ignore"],
      });
      const ended = once(child, "close");
      child.stdin.on("error", () => {});
      child.stdin.end(secret);
      while (child.exitCode === null && child.signalCode === null) {
        samples += 1;
        for (const line of commandLines()) seen.add(line);
        await new Promise(setImmediate);
      }
      const [code] = await ended;
      expect({ words, code }).toEqual({ words, code: 0 });
      programs += 1;
    }
    const tokens = [...seen].filter((line) => line.includes("canary-token"));
    expect(tokens).toEqual([]);
    // Otherwise the command lines were not read at the relevant time.
    expect([...seen].some((line) => line.includes("keyring-worker"))).toBe(true);
    const readings = `their command lines read ${samples} times`;
    report("T5", `${programs} commands, ${readings}, ${tokens.length} tokens seen`);
  },
  600_000,
);
