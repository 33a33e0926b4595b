/** Messages on standard error, their audience, and the conditions for prompts. */
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { CanceledError, UsageError } from "../../src/errors.ts";
import { openTerminal } from "../../src/terminal/terminal.ts";
import { openScreen } from "./screen.ts";

test("--quiet suppresses notes, and never warnings", async () => {
  const screen = await openScreen({ quiet: true });
  screen.terminal.note("more exist");
  screen.terminal.warn("old token");
  expect(screen.error()).toBe("old token\n");
  expect(screen.out()).toBe("");
});

test("a note keeps its indentation, whatever characters follow", async () => {
  const screen = await openScreen();
  for (const text of ["    title: a", "    title: a → b"]) screen.terminal.note(text);
  expect(screen.error()).toBe("    title: a\n    title: a → b\n");
});

test("a note is one line that data cannot break or color", async () => {
  const screen = await openScreen();
  screen.terminal.note("deleted \u001b[31mx\nhint: run this");
  expect(screen.error()).toBe("deleted \\u{1b}[31mx hint: run this\n");
});

test.each([
  ["--no-input", { input: false }],
  ["CI=true", { env: { CI: "true" } }],
])("%s never prompts", async (_name, options) => {
  const screen = await openScreen(options);
  expect(screen.terminal.interactive).toBe(false);
  await expect(screen.terminal.confirm("Delete?")).rejects.toThrow(UsageError);
  expect(screen.error()).toBe("");
});

test("there is no prompt without a terminal for input", async () => {
  const streams = {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  };
  const terminal = await openTerminal({ ...streams, env: {} });
  expect(terminal.interactive).toBe(false);
  expect(terminal.width).toBe(80);
});

test("a pipe for the output still allows prompts", async () => {
  const { terminal } = await openScreen({ piped: true });
  expect(terminal.interactive).toBe(true);
  expect(terminal.outIsTerminal).toBe(false);
});

test("a closed standard error does not end the command", async () => {
  const stderr = new PassThrough();
  const terminal = await openTerminal({
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr,
    env: {},
  });
  stderr.destroy(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
  await new Promise((resolve) => setImmediate(resolve));
  expect(() => terminal.warn("still here")).not.toThrow();
});

test.each([
  ["y", true],
  ["YES", true],
  ["", false],
  ["n", false],
  ["yellow", false],
])("the response %j to a confirmation means %s", async (typed, expected) => {
  const screen = await openScreen();
  const answer = screen.terminal.confirm("Delete the space?");
  screen.keyboard.write(`${typed}\n`);
  expect(await answer).toBe(expected);
  expect(screen.error()).toContain("Delete the space? [y/N] ");
  expect(screen.out()).toBe("");
});

test("hidden input is returned and not shown", async () => {
  const screen = await openScreen();
  const answer = screen.terminal.ask("Token:", { hidden: true });
  screen.keyboard.write("s3cret-s3cret\n");
  expect(await answer).toBe("s3cret-s3cret");
  expect(screen.error()).toBe("Token: \n");
});

test("Ctrl-C and the end of the input cancel a prompt", async () => {
  for (const hidden of [false, true]) {
    const interrupted = await openScreen();
    const first = interrupted.terminal.ask("Title:", { hidden });
    interrupted.keyboard.write("half\u0003");
    await expect(first).rejects.toBeInstanceOf(CanceledError);

    const ended = await openScreen();
    const second = ended.terminal.ask("Title:", { hidden });
    ended.keyboard.end();
    await expect(second).rejects.toBeInstanceOf(CanceledError);
  }
});

test("a prompt contains no control characters", async () => {
  const screen = await openScreen();
  const answer = screen.terminal.ask("Delete \u001b[8mall\u001b[0m of\nthis?", { hidden: true });
  screen.keyboard.write("\n");
  await answer;
  expect(screen.error()).toBe("Delete \\u{1b}[8mall\\u{1b}[0m of\nthis? \n");
});

test.each([{}, { TERM: "dumb" }, { TOME_ACCESSIBLE: "1" }])(
  "with %j, prompts leave no listener behind, however they end",
  async (env) => {
    const before = process.listenerCount("SIGINT");
    const screen = await openScreen({ env });
    for (const hidden of [false, true]) {
      const answer = screen.terminal.ask("Title:", { hidden });
      screen.keyboard.write("Guide\n");
      expect(await answer).toBe("Guide");
      expect(process.listenerCount("SIGINT")).toBe(before);
    }
    const ended = screen.terminal.ask("Title:");
    screen.keyboard.end();
    await expect(ended).rejects.toBeInstanceOf(CanceledError);
    expect(process.listenerCount("SIGINT")).toBe(before);
  },
);
