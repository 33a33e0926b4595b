/** Picking from a list, with the keys of a real terminal and as a numbered list. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { type PickOption, pickByNumber } from "../../src/terminal/pick.ts";
import { buildProgram, launcher, start } from "../bin/built.ts";
import { openTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";
import { hasRealTerminal, onRealTerminal } from "../support/machine/real-terminal.ts";

describe.skipIf(!hasRealTerminal)("on a real terminal", () => {
  let seeded: { readonly cwd: string; readonly env: NodeJS.ProcessEnv };

  beforeAll(async () => {
    buildProgram();
    const cwd = mkdtempSync(join(tmpdir(), "pick-"));
    seeded = { cwd, env: { HOME: cwd, NO_COLOR: "1" } };
    expect(await start(["local", "seed"], [], seeded.env)).toMatchObject({ exitCode: 0 });
    return () => rmSync(cwd, { recursive: true, force: true });
  }, 180_000);

  const tome = (line: string, env: NodeJS.ProcessEnv = {}, columns = 80) =>
    onRealTerminal([process.execPath, launcher, ...line.split(" ")], {
      columns,
      cwd: seeded.cwd,
      env: { ...seeded.env, ...env },
    });

  test.each([80, 40])(
    "a list of %d columns is filtered by typing, and the keys move in it",
    async (columns) => {
      const terminal = tome("space get --local", {}, columns);
      await terminal.shows(/Space: _\r\n> /);
      terminal.type("guid");
      await terminal.shows(/> User guide.* {2}Guide de/s);
      const listed = stripVTControlCharacters(terminal.screen());
      if (columns === 40) {
        // A detail that does not fit is omitted completely.
        expect(listed).toMatch(/> User guide +\d+ \w+ ago\s/);
        expect(listed).toContain("Type, arrows, Enter.");
        expect(listed).not.toContain("…");
      }
      terminal.type("\u001b[B");
      await terminal.shows(/> Guide de/);
      terminal.type("\r");
      expect(await terminal.ended).toBe(0);
      const screen = stripVTControlCharacters(terminal.screen());
      expect(screen).toMatch(/TITLE +Guide de/);
      for (const line of screen.split(/\r?\n/)) {
        if (line.startsWith("> ")) expect(line.length).toBeLessThan(columns);
      }
    },
  );

  slowTest(
    "the parent is selected first, because it determines the list, and Escape changes nothing",
    async () => {
      const terminal = tome("cr merge --local");
      await terminal.shows(/Space: _/);
      terminal.type("user guide\r");
      await terminal.shows(/Change request: _/);
      await terminal.shows(/Explain how alerts are routed/);
      terminal.type("\u001b");
      expect(await terminal.ended).toBe(3);
      expect(terminal.screen()).toContain("Nothing was changed");
    },
  );

  slowTest("for a screen reader the list is numbered and not redrawn", async () => {
    const terminal = tome("space get --local", { TOME_ACCESSIBLE: "1" });
    await terminal.shows(/1\. Getting started.*\(number, title or id\): /s);
    // No cursor movement, and no color.
    expect(terminal.screen()).not.toContain("\u001b");
    terminal.type("1\r");
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toMatch(/TITLE +Getting started/);
  });

  slowTest("there is no prompt with --no-input or in CI", async () => {
    for (const [line, env] of [
      ["space get --local --no-input", {}],
      ["space get --local", { CI: "true" }],
    ] as const) {
      const terminal = tome(line, env);
      expect(await terminal.ended).toBe(2);
      expect(terminal.screen()).toContain("requires <space>");
    }
  });
});

slowTest("a part of a title, a number, a title or an unlisted id is accepted", async () => {
  const tome = openTome();
  const ids = [];
  for (const title of ["Alpha one", "Alpha two", "Beta \u202e"]) {
    ids.push(
      (
        await tome(["space", "create", "--title", title, "--local", "--format", "id"])
      ).stdout.trim(),
    );
  }
  const [one, two, beta] = ids;
  for (const [answers, id] of [
    [["alpha", "two"], two],
    [["Alpha one"], one],
    [["3"], one],
    [["bet"], beta],
    [[two], two],
  ] as const) {
    const asked = await tome("space get --local --format id", { answers: answers.map(String) });
    expect([answers, asked.stdout.trim()]).toEqual([answers, id]);
    expect(asked.stderr).not.toContain("\u202e");
  }
  const unlisted = await tome("space get --local", { answers: ["S0000000000000000000"] });
  expect(unlisted.code).toBe(5);
});

describe("a numbered list", () => {
  const choices = [
    { value: "S1", title: "API Guide", details: ["published"] },
    { value: "S2", title: "API Reference", details: ["draft"] },
    { value: "S3", title: "Über uns", details: [] },
    { value: "S4", title: "42", details: [] },
  ];
  /** The value that is picked with these answers; undefined if more are needed. */
  async function pick(...answers: readonly string[]): Promise<string | undefined> {
    return pickFrom(choices, answers);
  }
  async function pickFrom(
    listed: readonly PickOption[],
    answers: readonly string[],
  ): Promise<string | undefined> {
    const left = [...answers];
    const ended = new Error("no further answer");
    const ask = async () => left.shift() ?? Promise.reject(ended);
    const screen = new PassThrough();
    const picked = pickByNumber({ screen, ask }, "Space:", listed);
    return picked.catch((error: unknown) => {
      if (error !== ended) throw error;
      return undefined;
    });
  }

  const typed = [
    ["guide", "S1"],
    ["reference draft", "S2"],
    ["draft api", "S2"],
    ["über", "S3"],
    ["s3", "S3"],
    ["api", undefined],
  ] as const;
  test.each(
    typed.flatMap(([text, value]) =>
      [text, text.toUpperCase(), ` ${text.replace(" ", "  ")} `].map(
        (form) => [form, value] as const,
      ),
    ),
  )("is filtered by %j, whatever the case of the letters", async (text, value) => {
    expect(await pick(text)).toBe(value);
  });

  test.each([
    [["1"], "S1"],
    [["4"], "S4"],
    [["42"], "S4"],
    [["S2"], "S2"],
    [["API Reference"], "S2"],
    [["", "2"], "S2"],
    // A number counts in the list that is shown.
    [["API", "2"], "S2"],
    [["draft"], "S2"],
    [["unlisted"], "unlisted"],
    [["9"], "9"],
  ])("accepts %j", async (answers, value) => {
    expect(await pick(...answers)).toBe(value);
  });

  test.each([
    [19, undefined],
    [20, undefined],
    [21, "1 more. Type a part of the title to filter."],
    [45, "25 more. Type a part of the title to filter."],
  ])("of %i choices shows 20, and the number of the others: %s", async (count, more) => {
    const listed = Array.from({ length: count }, (_, at) => ({
      value: `S${at + 1}`,
      title: at === 0 ? "" : `Guide ${at + 1}`,
    }));
    const screen = new PassThrough();
    const ended = new Error("no further answer");
    const ask = () => Promise.reject(ended);
    await expect(pickByNumber({ screen, ask }, "Space:", listed)).rejects.toBe(ended);
    const [first, ...lines] = String(screen.read()).trimEnd().split("\n");
    expect(first).toBe("1. (no title)");
    const rest = more === undefined ? [] : [more];
    const shown = Array.from({ length: Math.min(count, 20) - 1 }, (_, at) => at + 2);
    expect(lines).toEqual([...shown.map((number) => `${number}. Guide ${number}`), ...rest]);
  });

  test("is narrowed by each typed part, and numbers count in what is listed", async () => {
    const listed = Array.from({ length: 45 }, (_, at) => ({
      value: `S${at + 1}`,
      title: `${at % 3 === 0 ? "Guide" : "Manual"} ${String.fromCharCode(97 + (at % 9))} of ${at}`,
    }));
    const matching = (part: string) => listed.filter(({ title }) => title.includes(part));
    expect(await pickFrom(listed, ["Guide", "3"])).toBe(matching("Guide")[2]?.value);
    expect(await pickFrom(listed, ["Guide", "15"])).toBe(matching("Guide")[14]?.value);
    // A part is looked for in all choices, not only in those that are listed.
    expect(await pickFrom(listed, ["Guide", "Manual b", "2"])).toBe(matching("Manual b")[1]?.value);
  });

  test.each([
    // A number counts in the list, also if it is a title or an id.
    ["1", "first"],
    ["2", "second"],
    ["3", "3"],
    ["4", "fourth"],
    ["5", "fifth"],
    ["02", "second"],
    ["99", "second"],
    ["007", "fifth"],
  ])("with numbers as titles and ids, %s selects %s", async (typed, value) => {
    const listed = [
      { value: "first", title: "3" },
      { value: "second", title: "99" },
      { value: "3", title: "1" },
      { value: "fourth", title: "4" },
      { value: "fifth", title: "007" },
    ];
    expect(await pickFrom(listed, [typed])).toBe(value);
  });
});
