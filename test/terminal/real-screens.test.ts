/** Real screens of every size: layout, prompts, and a spinner that ends. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { buildProgram, launcher, root, start } from "../bin/built.ts";
import { amount } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { hasRealTerminal, onRealTerminal, type Screen } from "../support/machine/real-terminal.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

beforeAll(buildProgram, 120_000);

/** The ways to start it by a user or a pipeline, with a separate home folder. */
function home(): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
  const cwd = temporaryFolder();
  return { cwd, env: { HOME: cwd, TOME_TOKEN_STORE: "file" } };
}

const tome = (words: readonly string[], screen: Screen) =>
  onRealTerminal([process.execPath, launcher, ...words], screen);

const moving = /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/;

describe.skipIf(!hasRealTerminal)("on a real terminal", () => {
  // Narrower and wider than any layout, unknown, and the most common one come first.
  const widths = [0, 1, 500, 80, 20, 2, 5, 10, 39, 40, 132];

  let seeded: ReturnType<typeof home>;
  beforeAll(async () => {
    const cwd = mkdtempSync(join(tmpdir(), "screen-"));
    seeded = { cwd, env: { HOME: cwd } };
    expect(await start(["local", "seed"], [], seeded.env)).toMatchObject({ exitCode: 0 });
    return () => rmSync(cwd, { recursive: true, force: true });
  }, 60_000);

  /**
   * Executes many command lines one after the other, because starting a process for each takes
   * long.
   */
  const many = `
    const { main } = require(process.argv[1]).loadProgram(process.argv[2]);
    const machine = {
      stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: process.env,
      cwd: process.cwd(), interrupted: () => new Promise(() => {}),
    };
    (async () => {
      for (const line of process.argv.slice(3)) console.log("code " + await main(line.split(" "), machine));
      process.exit(0);
    })();`;

  test.each(widths.slice(0, amount({ short: 3, full: widths.length })))(
    "lists, records, help, errors and prompts work in %d columns",
    async (columns) => {
      const { cwd, env } = seeded;
      const lines = [
        "space list --local --limit 3",
        "whoami --local",
        "help environment",
        "space get no-such-space --local",
        "space create --local --no-such-flag",
        "local reset",
      ];
      const words = [
        process.execPath,
        "-e",
        many,
        join(root, "bin/program.js"),
        join(root, "dist"),
      ];
      const terminal = onRealTerminal([...words, ...lines], { columns, rows: 0, cwd, env });
      await terminal.shows(/\[y\/N\] /);
      terminal.type("n\r");
      expect(await terminal.ended).toBe(0);
      const parts = terminal.screen().split(/code (\d+)\r\n/);
      expect(parts.filter((_, index) => index % 2 === 1)).toEqual(["0", "0", "0", "5", "2", "3"]);
      const [list = "", , record = "", , help = "", , refusal = ""] = parts;
      const shown = stripVTControlCharacters(list).split("\r\n").slice(1, 5);
      expect(shown.every((line) => line !== "")).toBe(true);
      const screen = columns === 0 ? 80 : Math.max(20, columns);
      expect(Math.max(...shown.map((line) => line.length))).toBeLessThanOrEqual(screen);
      expect(record).toMatch(/EMAIL|ID/);
      expect(help).toContain("TOME_TOKEN");
      expect(refusal).toContain("error:");
    },
  );

  /** A command that changes the local platform's data for some seconds, with progress. */
  async function underWay(columns: number) {
    const { cwd, env } = home();
    const titles = Array.from({ length: 1500 }, (_, index) => `Space ${index}`);
    writeFileSync(join(cwd, "spaces.csv"), ["title", ...titles].join("\n"));
    const words = ["space", "create", "--from", "spaces.csv", "--local"];
    const terminal = tome(words, { columns, rows: 0, cwd, env });
    await terminal.shows(moving);
    return { terminal, env };
  }

  test.each([
    [0, "SIGINT"],
    [1, "SIGTERM"],
    [2, "SIGHUP"],
  ] as const)(
    "a spinner in %d columns ends with %s, and the data is unlocked",
    async (columns, name) => {
      const { terminal, env } = await underWay(columns);
      terminal.signal(name);
      expect(await terminal.ended).toBe(130);
      expect(terminal.screen()).not.toContain("\u001b[?25l");
      const after = await start(["space", "list", "--local", "--limit", "1"], [], env);
      expect(after).toMatchObject({ exitCode: 0 });
    },
  );

  test("a spinner ends with its terminal, and the data is unlocked", async () => {
    const { terminal, env } = await underWay(0);
    terminal.close();
    await terminal.ended;
    const after = await start(["space", "list", "--local", "--limit", "1"], [], env);
    expect(after).toMatchObject({ exitCode: 0 });
  });

  test("a spinner stops and continues with the terminal's keys, and follows its size", async () => {
    const { terminal } = await underWay(0);
    await terminal.haltAndGoOn();
    const before = terminal.screen().length;
    await terminal.shows(new RegExp(`^[^]{${before + 1},}${moving.source}`, "u"));
    terminal.signal("SIGWINCH");
    terminal.type("\u0003");
    expect(await terminal.ended).toBe(130);
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "waiting for another server in 0 columns ends with %s",
    async (name) => {
      const { cwd, env } = home();
      const { url } = await serve(({ method }, response) => {
        if (method === "POST") response.writeHead(204).end();
        else answerJson(response, 200, { status: "running" });
      });
      const from = { TOME_BASE_URL: url, TOME_TOKEN: "token", TOME_ORG: "O0000000000000000001" };
      const terminal = tome(["translation", "run", "T0000000000000000001", "--wait"], {
        columns: 0,
        cwd,
        env: { ...env, ...from },
      });
      await terminal.shows(moving);
      terminal.signal(name);
      expect(await terminal.ended).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[name]);
    },
  );

  test.each([
    ["dumb", { TERM: "dumb" }],
    ["unset", { TERM: undefined }],
  ])("a TERM that is %s is accepted", async (_name, term) => {
    const { cwd, env } = home();
    const terminal = tome(["whoami", "--local"], { columns: 0, cwd, env: { ...env, ...term } });
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toContain("ID");
  });

  test.each([
    ["standard output", ">out.txt"],
    ["standard error", "2>err.txt"],
  ])("a list is complete if %s is not a terminal", async (_name, redirected) => {
    const { cwd, env } = home();
    const terminal = tome(["org", "list", "--local"], { columns: 0, cwd, env, redirected });
    expect(await terminal.ended).toBe(0);
  });
});
