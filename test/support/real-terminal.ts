/** The built program on a real pseudo-terminal of a size of one's own choosing. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { onTestFinished } from "vitest";

export const hasRealTerminal = spawnSync("script", ["--version"]).status === 0;

export interface RealTerminal {
  /** What the screen was sent so far. */
  readonly screen: () => string;
  /** Resolves when the screen was sent a text that matches. */
  readonly shows: (what: RegExp) => Promise<void>;
  readonly type: (keys: string) => void;
  /** Signals the program, not the terminal. */
  readonly signal: (name: NodeJS.Signals) => void;
  /** Halts the program with SIGSTOP, then lets it go on. */
  readonly haltAndGoOn: () => Promise<void>;
  /** Closes the terminal under the program, as closing its window does. */
  readonly close: () => void;
  /** Resolves to the exit code, as a shell tells it, when the program and the terminal are gone. */
  readonly ended: Promise<number | null>;
}

export interface Screen {
  readonly columns: number;
  readonly rows?: number;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Written behind the command, for a shell, as in `2>errors`. */
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
  // A terminal that is closed takes no more keys.
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
      // The program `script` halts with the one that it runs, and lets both go on. If only that one
      // went on, `script` would pass no more keys.
      while (!isHalted(child.pid)) await new Promise((resolve) => setTimeout(resolve, 10));
      child.kill("SIGCONT");
    },
    close: () => child.kill("SIGKILL"),
    ended,
  };
}

/** @param id of a process that runs or is halted */
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
