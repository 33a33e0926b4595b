/** Carries out another command line within this one, as on a terminal of its own. */
import { Readable, Writable } from "node:stream";
import type { Context, Terminal } from "../../context.ts";
import { plainStyle } from "../../terminal/style.ts";
import type { Program } from "./machine.ts";

/** For a stream that is no terminal. */
const usualColumns = 80;

/**
 * What it prints is collected as one terminal would show it, in the colours of the terminal around it.
 * Nobody is asked, and nothing moves.
 * @param main the program
 */
export async function runInnerLine(
  args: readonly string[],
  { env, cwd }: Pick<Context, "env" | "cwd">,
  terminal: Terminal,
  main: Program,
): ReturnType<Context["runLine"]> {
  let output = "";
  const screen = () =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          output += String(chunk);
          done();
        },
      }),
      { isTTY: true, columns: terminal.outIsTerminal ? terminal.width : usualColumns, rows: 24 },
    );
  const colour = terminal.style === plainStyle ? { NO_COLOR: "1" } : { FORCE_COLOR: "1" };
  const code = await main(args, {
    stdin: Readable.from([]),
    stdout: screen(),
    stderr: screen(),
    env: { ...env, ...colour, CI: "true" },
    cwd,
    interrupted: () => new Promise(() => {}),
  });
  return { output, code };
}
