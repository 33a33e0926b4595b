/** What the tool says on standard error, to whom, and when it may ask. */
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { openTerminal } from "../../src/terminal/terminal.ts";
import { openScreen } from "./screen.ts";

test("notes are silent when quiet, warnings never", async () => {
  const screen = await openScreen({ quiet: true });
  screen.terminal.note("more exist");
  screen.terminal.warn("old token");
  expect(screen.error()).toBe("old token\n");
  expect(screen.out()).toBe("");
});

test("a note is one line that no data can break or colour", async () => {
  const screen = await openScreen();
  screen.terminal.note("deleted \u001b[31mx\nhint: run this");
  expect(screen.error()).toBe("deleted \\u{1b}[31mx hint: run this\n");
});

test.each([
  ["--no-input", { input: false }],
  ["CI=true", { env: { CI: "true" } }],
])("%s never asks", async (_name, options) => {
  const screen = await openScreen(options);
  expect(screen.terminal.interactive).toBe(false);
  await expect(screen.terminal.confirm("Delete?")).rejects.toThrow(UsageError);
  expect(screen.error()).toBe("");
});

test("without a terminal to type at there is nobody to ask", async () => {
  const streams = {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  };
  const terminal = await openTerminal({ ...streams, env: {} });
  expect(terminal.interactive).toBe(false);
  expect(terminal.width).toBe(80);
});

test("a pipe for the output still leaves somebody to ask", async () => {
  const { terminal } = await openScreen({ piped: true });
  expect(terminal.interactive).toBe(true);
  expect(terminal.outIsTerminal).toBe(false);
});

test("a reader of standard error that left does not end the command", async () => {
  const stderr = new PassThrough();
  const terminal = await openTerminal({
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr,
    env: {},
  });
  stderr.destroy(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
  await new Promise((resolve) => setImmediate(resolve));
  terminal.warn("still here");
});
