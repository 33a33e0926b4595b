/** Start of other programs. No other module imports `node:child_process`, which a test checks. */
import { AsyncLocalStorage } from "node:async_hooks";
import childProcess, {
  type ChildProcess,
  type ChildProcessByStdio,
  type StdioOptions,
  spawn,
} from "node:child_process";
import type { Readable, Writable } from "node:stream";

/** The variables of a program; absent ones are not inherited. */
export type ProgramEnvironment = Readonly<Record<string, string | undefined>>;

export interface ProgramOptions {
  /** All variables of the program; nothing is inherited from this process unless it is listed. */
  readonly env: ProgramEnvironment;
  readonly cwd?: string;
  readonly stdio?: StdioOptions;
  /** Kills the program when it aborts. */
  readonly signal?: AbortSignal;
  /** Lets the program outlive this process. */
  readonly detached?: boolean;
}

/** A child process whose three streams are pipes. */
export type PipedProgram = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts a program without a shell. It emits "error" if it cannot be started. */
export function startProgram(program: string, args: readonly string[], options: ProgramOptions) {
  return spawn(program, args, toSpawnOptions(options));
}

/**
 * Starts a program that the user named, as a shell finds it: on Windows, `npm` is the script
 * `npm.cmd`, which only cmd.exe can run. The arguments are escaped for it.
 */
export async function startNamedProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions,
  platform: NodeJS.Platform = process.platform,
) {
  if (platform !== "win32") return startProgram(program, args, options);
  const { default: spawnAsShell } = await import("cross-spawn");
  return spawnAsShell(program, args, toSpawnOptions(options));
}

/** Starts a program whose standard input, output and error are pipes of this process. */
export function startPiped(
  program: string,
  args: readonly string[],
  options: Omit<ProgramOptions, "stdio">,
): PipedProgram {
  return spawn(program, args, { ...toSpawnOptions(options), stdio: ["pipe", "pipe", "pipe"] });
}

function toSpawnOptions({ env, ...options }: ProgramOptions) {
  return {
    killSignal: "SIGKILL",
    windowsHide: true,
    ...options,
    env: { ...env },
    shell: false,
  } as const;
}

type ReportStart = (pid: number) => void;

/** Of the process: the report of the work that starts programs now. */
const startReports = new AsyncLocalStorage<ReportStart>();
// Of the process: `spawn` reports once, however often work is watched.
let isWatching = false;
let watchedWork = 0;

/**
 * Runs work of a package and reports the process ids of programs that it starts in this thread, also
 * beside other work, so that their memory can be limited.
 * @returns the result of the work
 */
export async function watchStarts<Result>(
  report: ReportStart,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isWatching) {
    isWatching = true;
    childProcess.spawn = new Proxy(childProcess.spawn, {
      apply(target, self, parameters) {
        // Spread: the three parameters of spawn.
        const started: ChildProcess = Reflect.apply(target, self, parameters);
        if (started.pid !== undefined) startReports.getStore()?.(started.pid);
        return started;
      },
    });
  }
  watchedWork++;
  try {
    return await startReports.run(report, work);
  } finally {
    watchedWork--;
    // Before Node 24, all promises take longer while a storage is in use.
    if (watchedWork === 0) startReports.disable();
  }
}

/**
 * Waits for the end of its input, which the system closes with the process. Another program may have
 * the id by then, so the name is compared.
 */
const killerScript = `read -r line && exit
name=$(cat "/proc/$0/comm" 2>/dev/null || ps -o comm= -p "$0" 2>/dev/null)
case "$name" in *"$1"*) kill -9 "$0" ;; esac`;

/**
 * Kills a program when this process ends without stopping the killer. Does nothing on Windows, which
 * has no shell for it.
 * @param name the name of the program, which the system shows for its process
 * @returns stops the killer, once the program has ended
 */
export function startKiller(pid: number, name: string): () => void {
  if (process.platform === "win32") return () => {};
  const killer = startProgram("/bin/sh", ["-c", killerScript, String(pid), name], {
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
    // Ctrl-C ends all processes of a terminal, and this one must remain.
    detached: true,
  });
  // Without a shell, the program is not killed.
  killer.on("error", () => {});
  killer.stdin?.on("error", () => {});
  killer.unref();
  return () => killer.stdin?.end("end\n");
}
