/** Queries the completion of bash with bash's own interface: many lines, in one real bash. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Home } from "./home.ts";

export interface Offer {
  readonly words: readonly string[];
  /** The fallback of bash: files (`default`) or folders (`dirnames`). */
  readonly instead: string | undefined;
}

export interface BashOptions {
  /** Commands before the script is loaded. */
  readonly first?: string;
  /** `COMP_TYPE`: 63 is a list, 37 the next item of a menu. */
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
  const asked = lines.map((line) => `ask ${[line, ...listWords(line)].map(quoted).join(" ")}`);
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

/** The words of a line in bash, which splits at `=` and `:` and treats them as words. */
export function listWords(line: string): string[] {
  const words = line.match(/[=:]+|(?:\\.|[^\s=:])+/g) ?? [];
  return /[\s=:]$/.test(line) ? [...words, ""] : words;
}

/** The part of a word that bash treats as the word. */
export function shortened(word: string, line: string): string {
  const current = line.slice(line.lastIndexOf(" ") + 1);
  const cut = Math.max(current.lastIndexOf("="), current.lastIndexOf(":")) + 1;
  return word.slice(cut);
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
