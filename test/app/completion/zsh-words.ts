/**
 * Queries the completion of zsh in a real zsh on a real terminal: many lines, one after the other.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Home } from "./home.ts";

/** The list of all completion functions, which takes zsh two seconds to find. */
const functions = resolve("node_modules/.cache/tome/zsh-functions");

export interface ZshOptions {
  /** Commands before the completion system is started. */
  readonly first?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A program, with its arguments, that starts zsh. */
  readonly under?: readonly string[];
}

/**
 * The words given to the completion system that match the prefix.
 * @param lines each with the cursor at its end
 */
export function askZsh(
  home: Home,
  lines: readonly string[],
  { first = "", env = {}, under = [] }: ZshOptions = {},
): string[][] {
  const folder = join(home.path, "zsh");
  mkdirSync(folder, { recursive: true });
  mkdirSync(dirname(functions), { recursive: true });
  writeFileSync(join(folder, "lines"), lines.join("\0"));
  writeFileSync(join(folder, "answers"), "");
  writeFileSync(join(folder, ".zshrc"), startFile(folder, first));
  const command = [...under, "zsh", "-d", "-i"].join(" ");
  const { stdout, status } = spawnSync("script", ["-qfec", command, "/dev/null"], {
    cwd: home.work,
    env: { ...home.env, ZDOTDIR: folder, ...env },
    input: "",
    encoding: "utf8",
  });
  const answers = readFileSync(join(folder, "answers"), "utf8").split("\x1d").slice(0, -1);
  if (answers.length !== lines.length) throw new Error(`zsh ended with ${status}:\n${stdout}`);
  return answers.map((answer) => [...new Set(answer.split("\x1e").slice(0, -1))]);
}

/** Completes each line like the widget of Tab, writes the added words, and exits. */
function startFile(folder: string, first: string): string {
  return `${first}
fpath=(${resolve("completions")} $fpath)
autoload -Uz compinit
compinit -C -d ${functions}-$ZSH_VERSION
compadd() {
  local -a fitting
  builtin compadd -O fitting "$@"
  (( $#fitting )) && printf '%s\\036' "$fitting[@]" >>${folder}/answers
  builtin compadd "$@"
}
zle-line-init() {
  local line
  for line in "\${(@0)$(<${folder}/lines)}"; do
    BUFFER=$line CURSOR=$#line
    zle list-choices
    printf '\\035' >>${folder}/answers
  done
  exit
}
zle -N zle-line-init
`;
}
