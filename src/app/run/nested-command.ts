/** Execution of another command line within this one, as if on a separate terminal. */
import { Readable, Writable } from "node:stream";
import type { Context, Terminal } from "../../context.ts";
import { plainStyle } from "../../terminal/style.ts";
import type { Program } from "./machine.ts";

/** The width for a stream that is not a terminal. */
const usualColumns = 80;

/**
 * Collects the output as a terminal would show it, in the colors of the surrounding terminal,
 * without prompts and animation.
 * @param main the program
 */
export async function runInnerLine(
  args: readonly string[],
  { env, cwd }: Pick<Context, "env" | "cwd">,
  terminal: Terminal,
  main: Program,
): ReturnType<Context["runLine"]> {
  const { stream, text } = openCapture();
  const screen = Object.assign(stream, {
    isTTY: true,
    columns: terminal.outIsTerminal ? terminal.width : usualColumns,
    rows: 24,
  });
  const color = terminal.style === plainStyle ? { NO_COLOR: "1" } : { FORCE_COLOR: "1" };
  const code = await main(args, {
    stdin: Readable.from([]),
    stdout: screen,
    stderr: screen,
    env: { ...env, ...color, CI: "true" },
    cwd,
    interrupted: () => new Promise(() => {}),
  });
  return { output: text(), code };
}

/** A stream that collects text. */
export function openCapture() {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => chunks.join("") };
}
