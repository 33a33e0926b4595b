/** The built program on a pseudo-terminal of a specified size. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { onTestFinished } from "vitest";

export const hasRealTerminal = spawnSync("script", ["--version"]).status === 0;

export interface RealTerminal {
  /** The output so far. */
  readonly screen: () => string;
  /** Resolves when the output matches. */
  readonly shows: (what: RegExp) => Promise<void>;
  readonly type: (keys: string) => void;
  /** Sends a signal to the program, not the terminal. */
  readonly signal: (name: NodeJS.Signals) => void;
  /** Suspends the program with SIGSTOP, then resumes it. */
  readonly haltAndGoOn: () => Promise<void>;
  /** Closes the terminal, as closing its window does. */
  readonly close: () => void;
  /** Resolves to the exit code in shell convention when the program and the terminal have exited. */
  readonly ended: Promise<number | null>;
}

export interface Screen {
  readonly columns: number;
  readonly rows?: number;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Shell redirections after the command, such as `2>errors`. */
  readonly redirected?: string;
}

/** @param words the program and its arguments */
export function onRealTerminal(words: readonly string[], options: Screen): RealTerminal {
  const { columns, rows = 24, env, cwd, redirected = "" } = options;
  const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const line = `stty cols ${columns} rows ${rows}; echo "is $$."; exec ${quoted} ${redirected}`;
  const child = spawn("script", ["--quiet", "--return", "--command", line, "/dev/null"], {
    cwd,
    env: { PATH: process.env.PATH, SHELL: "/bin/sh", TERM: "xterm", ...env },
    stdio: ["pipe", "pipe", "ignore"],
  });
  let screen = "";
  const waiting = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    screen += text;
    for (const look of waiting) look();
  });
  // A closed terminal accepts no input.
  child.stdin.on("error", () => {});
  const id = () => Number(/is (\d+)\./.exec(screen)?.[1]);
  const ended = once(child, "close").then(async ([code]): Promise<number | null> => {
    while (isAlive(id())) await new Promise((resolve) => setTimeout(resolve, 10));
    return code;
  });
  const signal = (name: NodeJS.Signals) => {
    if (isAlive(id())) process.kill(id(), name);
  };
  onTestFinished(async () => {
    signal("SIGKILL");
    child.kill("SIGKILL");
    await ended;
  });
  return {
    screen: () => screen,
    shows: (what) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!what.test(screen)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
        void ended.then(() => reject(new Error(`It ended without ${what}: ${screen}`)));
      }),
    type: (keys) => child.stdin.write(keys),
    signal,
    async haltAndGoOn() {
      signal("SIGSTOP");
      // `script` is suspended together with its child and resumes both. If only the child resumed, `script`
      // would pass no more input.
      while (!isHalted(child.pid)) await new Promise((resolve) => setTimeout(resolve, 10));
      child.kill("SIGCONT");
    },
    close: () => child.kill("SIGKILL"),
    ended,
  };
}

/** @param id the id of a running or suspended process */
function isHalted(id: number | undefined): boolean {
  return /\) T /.test(readFileSync(`/proc/${id}/stat`, "utf8"));
}

function isAlive(id: number): boolean {
  if (!Number.isInteger(id)) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
