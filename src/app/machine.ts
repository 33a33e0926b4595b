/** The process around the program, and how to change parts of it without opening what a command may never read. */
import type { Streams } from "../terminal/terminal.ts";

/** The process around the program. */
export interface Machine extends Streams {
  readonly cwd: string;
  /** Resolves when the process is asked to end. */
  readonly interrupted: () => Promise<void>;
  /** Where the log is kept by somebody: keeps a secret out of it from now on. */
  readonly conceal?: ((secret: string) => void) | undefined;
  /** Where somebody obeys lines of the log: makes what is written to standard output harmless. */
  readonly guard?: ((text: string) => string) | undefined;
  /** The same, for standard error. */
  readonly guardNotes?: ((text: string) => string) | undefined;
}

/**
 * The machine with some parts in place of its own. Spread, it would open standard input, which is
 * opened when it is first looked at and costs a command more than all else that the machine has.
 */
export function machineWith(
  machine: Machine,
  parts: Partial<Pick<Machine, "conceal" | "guard" | "guardNotes">>,
): Machine {
  const { stdout, stderr, env, cwd, interrupted, conceal, guard, guardNotes } = machine;
  return {
    stdout,
    stderr,
    env,
    cwd,
    interrupted,
    conceal,
    guard,
    guardNotes,
    get stdin() {
      return machine.stdin;
    },
    ...parts,
  };
}
