/** Changes parts of the machine around a command without opening what the command may never read. */
import type { Machine } from "./composition.ts";

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
