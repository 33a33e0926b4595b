/** A terminal on in-memory streams, with a readable screen and a simulated keyboard. */
import { PassThrough } from "node:stream";
import { openTerminal, type Terminal, type TerminalOptions } from "../../src/terminal/terminal.ts";
import { getCursor } from "../support/commands/cursor.ts";

export interface Screen {
  readonly terminal: Terminal;
  /** The output on standard output so far. */
  out(): string;
  /** The output on standard error so far. */
  error(): string;
  readonly keyboard: PassThrough;
}

export interface ScreenOptions extends TerminalOptions {
  /** Whether output goes to a terminal (the default) or into a pipe. */
  readonly piped?: boolean;
  readonly width?: number;
  readonly env?: NodeJS.ProcessEnv;
}

export async function openScreen(options: ScreenOptions = {}): Promise<Screen> {
  const { piped = false, width = 80, env = {}, ...terminalOptions } = options;
  const keyboard = Object.assign(new PassThrough(), { isTTY: true });
  const stdout = Object.assign(new PassThrough(), { isTTY: !piped, columns: width });
  const screen = new PassThrough();
  const stderr = Object.assign(screen, getCursor(screen), { isTTY: true });
  const written = { out: "", error: "" };
  stdout.setEncoding("utf8").on("data", (text: string) => {
    written.out += text;
  });
  stderr.setEncoding("utf8").on("data", (text: string) => {
    written.error += text;
  });
  const terminal = await openTerminal({ stdin: keyboard, stdout, stderr, env }, terminalOptions);
  return { terminal, out: () => written.out, error: () => written.error, keyboard };
}

/** The pages of a list that has already arrived. */
export async function* listPages<T>(
  ...pages: readonly (readonly T[])[]
): AsyncGenerator<readonly T[]> {
  yield* pages;
}
