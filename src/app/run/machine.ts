/** The process around the program, and copies of it with replaced parts. */
import type { Redactions } from "../../context.ts";
import type { Streams } from "../../terminal/terminal.ts";

/** The process around the program. */
export interface Machine extends Streams {
  readonly cwd: string;
  /** Resolves when the process is asked to end. */
  readonly interrupted: () => Promise<void>;
  /** Masks a secret in the log from now on, if a runner keeps a log. */
  readonly conceal?: ((secret: string) => void) | undefined;
  /** Values of environment variables that must never be printed. */
  readonly redactions?: Redactions | undefined;
  /** Escapes text on its way to standard output, if a runner interprets lines of the log. */
  readonly guard?: ((text: string) => string) | undefined;
  /** The same, for standard error. */
  readonly guardNotes?: ((text: string) => string) | undefined;
  /** Restrictions of a command that an agent runs; absent for the commands of a user. */
  readonly delegation?: Delegation | undefined;
}

/** Restrictions of a command that an agent runs. */
export interface Delegation {
  /** Requests that may change something are refused before they are sent. */
  readonly isReadOnly: boolean;
  /** The only files that exist for the command, by path: values of its input. */
  readonly files: ReadonlyMap<string, string>;
  /** Lists and results of writes have only the fields of the columns of the command. */
  readonly isBrief?: boolean;
  /** Name and version of the program that asked for the command, for the history. */
  readonly client: string;
}

/** Whether a runner interprets lines of the log: GitHub Actions, Azure Pipelines or TeamCity. */
export function obeysOutput({ GITHUB_ACTIONS, TF_BUILD, TEAMCITY_VERSION }: Machine["env"]) {
  return GITHUB_ACTIONS === "true" || Boolean(TF_BUILD) || Boolean(TEAMCITY_VERSION);
}

/** Takes a command line and returns an exit code. */
export type Program = (args: readonly string[], machine: Machine) => Promise<number>;

/**
 * The machine with some parts replaced. Spreading it would read `stdin`, and Node opens standard
 * input on first access, which takes longer than everything else here.
 */
export function extendMachine(
  machine: Machine,
  parts: Partial<Pick<Machine, "conceal" | "redactions" | "guard" | "guardNotes">>,
): Machine {
  const { stdout, stderr, env, cwd, interrupted, conceal, redactions, guard, guardNotes } = machine;
  return {
    stdout,
    stderr,
    env,
    cwd,
    interrupted,
    conceal,
    redactions,
    guard,
    guardNotes,
    delegation: machine.delegation,
    get stdin() {
      return machine.stdin;
    },
    ...parts,
  };
}
