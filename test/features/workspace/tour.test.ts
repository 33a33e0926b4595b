import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { IncompleteError } from "../../../src/errors.ts";
import { listWords, runTour, steps } from "../../../src/features/workspace/tour.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

interface Run {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly files: readonly string[];
}

const hint = "\u001b[2mhint:\u001b[22m tome cr pull 1 --keep space\nEnd.\n";

/**
 * A tour whose commands print their number.
 * @param codes exit codes of commands by number, instead of the expected ones
 */
function openTour(codes: Readonly<Record<number, number>> = {}) {
  const runs: Run[] = [];
  const printed: string[] = [];
  const env = {
    PATH: "/bin",
    HOME: "/home/me",
    TOME_ORG: "mine",
    GITBOOK_TOKEN: "secret",
    GITHUB_SHA: "abc",
    MY_TOME_NOTE: "kept",
  };
  const paint = (name: string) => (text: string) => `<${name}>${text}</${name}>`;
  const runLine = async (args: readonly string[], where: Pick<Run, "env" | "cwd">) => {
    const number = runs.length;
    runs.push({ args, ...where, files: readdirSync(where.cwd) });
    return { output: `output ${number}\n${hint}`, code: codes[number] ?? steps[number]?.ends ?? 0 };
  };
  const terminal = {
    width: 40,
    style: { bold: paint("b"), dim: paint("d") },
    write: async (text: string) => void printed.push(text),
  };
  const { context } = openScriptedContext({ more: { env, runLine, terminal } });
  return { run: () => runTour(context), runs, readScreen: () => printed.join("") };
}

test("every command is executed in order, and only those of the reader are shown", async () => {
  const { run, runs, readScreen } = openTour();
  expect(await run()).toBeUndefined();
  expect(runs).toHaveLength(steps.length);
  const screen = readScreen();
  for (const [number, { type = "", unseen }] of steps.entries()) {
    expect(runs[number]?.args).toEqual(listWords(type).slice(1));
    expect(screen.includes(`<b>$ ${type}</b>\noutput ${number}\n`)).toBe(unseen === undefined);
  }
  expect(screen.match(/^output/gm)).toHaveLength(steps.filter(({ unseen }) => !unseen).length);
});

test("sentences are comments of the width of the terminal", async () => {
  const { run, readScreen } = openTour();
  await run();
  const screen = readScreen();
  expect(screen.split("\n").slice(0, 4)).toEqual([
    "<d># The local platform needs no account</d>",
    "<d># and no network. tome local seed loads</d>",
    "<d># sample data.</d>",
    "<b>$ tome auth switch local</b>",
  ]);
  expect(screen.split("\n").slice(-6)).toEqual([
    "<d># The temporary workspace has been</d>",
    "<d># deleted. To get a permanent one, or to</d>",
    "<d># use your account, run:</d>",
    "<b>tome auth switch local && tome local seed</b>",
    "<b>tome auth login</b>",
    "",
  ]);
});

test("the commands use a temporary folder and no settings of the reader", async () => {
  const { run, runs } = openTour();
  await run();
  const [{ cwd = "", env = {}, files = [] } = {}] = runs;
  expect([...files].sort()).toEqual(["both.md", "phones.md", "theirs.md"]);
  expect(env).toEqual({
    PATH: "/bin",
    MY_TOME_NOTE: "kept",
    HOME: cwd,
    USERPROFILE: cwd,
    APPDATA: join(cwd, "settings"),
    LOCALAPPDATA: join(cwd, "data"),
    XDG_CONFIG_HOME: join(cwd, "settings"),
    XDG_DATA_HOME: join(cwd, "data"),
    XDG_STATE_HOME: join(cwd, "state"),
    XDG_CACHE_HOME: join(cwd, "cache"),
  });
  expect(new Set(runs.map((each) => each.cwd))).toEqual(new Set([cwd]));
  expect(existsSync(cwd)).toBe(false);
});

test("an unexpected exit code stops the tour, which still deletes its folder", async () => {
  const { run, runs, readScreen } = openTour({ 2: 3 });
  const failure = await run().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(IncompleteError);
  expect(failure).toMatchObject({
    message: "The tour stopped: tome tree exited with 3 instead of 0.",
  });
  expect(runs).toHaveLength(3);
  expect(readScreen()).toMatch(/output 2\n/);
  expect(existsSync(runs[0]?.cwd ?? "")).toBe(false);
});

test("a command that should fail stops the tour if it succeeds", async () => {
  const failing = steps.findIndex(({ ends }) => ends === 6);
  const { run } = openTour({ [failing]: 0 });
  await expect(run()).rejects.toThrow(/ exited with 0 instead of 6\.$/);
});

test.each([
  ["tome tree", ["tome", "tree"]],
  ['tome cr create --subject "A phone"', ["tome", "cr", "create", "--subject", "A phone"]],
  ["tome a 'b \"c\"'  d", ["tome", "a", 'b "c"', "d"]],
  ['tome ""', ["tome", ""]],
  ["", []],
])("the words of %j", (line, words) => {
  expect(listWords(line)).toEqual(words);
});
