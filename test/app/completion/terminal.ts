/** A program on a real terminal with a readable screen and simulated keys. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import type { Home } from "./home.ts";

export interface Terminal {
  /** Types a text verbatim. */
  readonly type: (text: string) => void;
  /** Presses keys, by their names in tmux: `Tab`, `C-u`. */
  readonly press: (...keys: string[]) => void;
  /** The screen as soon as it contains the text; fails if it never does. */
  readonly shows: (wanted: string | RegExp) => Promise<string>;
}

/**
 * @param folder an empty folder for the socket of the terminal
 * @param command a command line of sh
 */
export function openTerminal(
  folder: string,
  command: string,
  { work, env }: Pick<Home, "work" | "env">,
): Terminal {
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-S", join(folder, "terminal"), "-f", "/dev/null", ...args], {
      cwd: work,
      env,
      encoding: "utf8",
    });
  tmux("new-session", "-d", "-x", "100", "-y", "50", "-c", work, command);
  onTestFinished(() => {
    try {
      tmux("kill-server");
    } catch {
      // It ends with its last program.
    }
  });
  return {
    type: (text) => void tmux("send-keys", "-l", "--", text),
    press: (...keys) => void tmux("send-keys", ...keys),
    shows: (wanted) =>
      vi.waitFor(
        () => {
          const screen = tmux("capture-pane", "-p").trimEnd();
          const isThere =
            typeof wanted === "string" ? screen.includes(wanted) : wanted.test(screen);
          if (!isThere) throw new Error(`The screen does not show ${wanted}:\n${screen}`);
          return screen;
        },
        { timeout: 20_000, interval: 50 },
      ),
  };
}
