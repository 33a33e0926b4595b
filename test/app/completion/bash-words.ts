/** Asks the completion of bash as bash itself does: many lines, in one real bash. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Home } from "./home.ts";

export interface Offer {
  readonly words: readonly string[];
  /** What bash was told to complete with instead: files (`default`) or folders (`dirnames`). */
  readonly instead: string | undefined;
}

export interface BashOptions {
  /** Commands before the script is read. */
  readonly first?: string;
  /** `COMP_TYPE`: 63 is a list, 37 the next of a menu. */
  readonly type?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** A program, with its arguments, that starts bash. */
  readonly under?: readonly string[];
}

/** @param lines each with the cursor at its end, without quotes */
export function askBash(
  home: Home,
  lines: readonly string[],
  { first = "", type, env = {}, under = [] }: BashOptions = {},
): Offer[] {
  const program = join(home.path, "ask.bash");
  const asked = lines.map((line) => `ask ${[line, ...wordsOf(line)].map(quoted).join(" ")}`);
  writeFileSync(
    program,
    `${first}
source ${quoted(resolve("completions/tome.bash"))}
compopt() { instead=$2; }
ask() {
  COMP_LINE=$1 COMP_POINT=\${#1} ${type === undefined ? "" : `COMP_TYPE=${type}`} instead=
  shift
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
  _tome
  printf '%s\\036' "$instead" "\${COMPREPLY[@]+"\${COMPREPLY[@]}"}"
  printf '\\035'
}
${asked.join("\n")}
`,
  );
  const [command = "", ...args] = [...under, "bash", "--norc", program];
  const out = execFileSync(command, args, {
    cwd: home.work,
    env: { ...home.env, ...env },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  return out
    .split("\x1d")
    .slice(0, -1)
    .map((answer) => {
      const [instead = "", ...words] = answer.split("\x1e").slice(0, -1);
      return { instead: instead === "" ? undefined : instead, words };
    });
}

/** What bash makes of a line: it cuts at `=` and `:`, which are words of their own then. */
export function wordsOf(line: string): string[] {
  const words = line.match(/[=:]+|(?:\\.|[^\s=:])+/g) ?? [];
  return /[\s=:]$/.test(line) ? [...words, ""] : words;
}

/** The part of a word that bash takes for the word. */
export function shortened(word: string, line: string): string {
  const current = line.slice(line.lastIndexOf(" ") + 1);
  const cut = Math.max(current.lastIndexOf("="), current.lastIndexOf(":")) + 1;
  return word.slice(cut);
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
