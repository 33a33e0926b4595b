/** Locations of completion scripts for each shell, and the lines that load them. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";

export type ShellName = "bash" | "zsh" | "fish" | "powershell";

type ShellEnvironment = Readonly<Record<string, string | undefined>>;

export interface CompletionFile {
  readonly file: string;
  /** Line that loads the script; absent if the shell finds it. */
  readonly start: StartupFile | undefined;
}

interface StartupFile {
  /** Absent if the path is unknown, so the user must add the line. */
  readonly file: string | undefined;
  readonly line: string;
}

/** Path of the package bash-completion on common systems. */
const packages = [
  "/usr/share/bash-completion/bash_completion",
  "/usr/local/share/bash-completion/bash_completion",
  "/usr/local/etc/profile.d/bash_completion.sh",
  "/opt/homebrew/etc/profile.d/bash_completion.sh",
  "/etc/bash_completion",
];

export async function locateCompletion(
  shell: ShellName,
  env: ShellEnvironment,
  platform = process.platform,
): Promise<CompletionFile> {
  const home = env.HOME || homedir();
  const data = readXdgFolder(env.XDG_DATA_HOME) ?? join(home, ".local", "share");
  const config = readXdgFolder(env.XDG_CONFIG_HOME) ?? join(home, ".config");
  switch (shell) {
    case "bash": {
      const folder = env.BASH_COMPLETION_USER_DIR || join(data, "bash-completion");
      const file = join(folder, "completions", "tome");
      const isFound = await hasBashCompletion(home);
      return { file, start: isFound ? undefined : buildBashStart(join(home, ".bashrc"), file) };
    }
    case "zsh": {
      const folder = join(data, "zsh", "site-functions");
      const start = { file: join(env.ZDOTDIR || home, ".zshrc"), line: buildZshLine(folder) };
      return { file: join(folder, "_tome"), start };
    }
    case "fish":
      return { file: join(config, "fish", "completions", "tome.fish"), start: undefined };
    case "powershell": {
      const dataFolder = platform === "win32" && env.LOCALAPPDATA ? env.LOCALAPPDATA : data;
      const file = join(dataFolder, "tome", "tome.ps1");
      // On Windows the Documents folder, which contains the profile, can be anywhere.
      const profile = platform === "win32" ? undefined : join(config, "powershell", "profile.ps1");
      return { file, start: { file: profile, line: `. '${file.replaceAll("'", "''")}'` } };
    }
  }
}

/** Files in which packages of tome install the script for all users, in search order. */
export function listSystemFiles(shell: ShellName, env: ShellEnvironment): readonly string[] {
  const folders = (env.XDG_DATA_DIRS || systemFolders).split(delimiter).filter(isAbsolute);
  return folders.flatMap((folder) => systemFiles[shell].map((file) => join(folder, file)));
}

const systemFolders = ["/usr/local/share", "/usr/share", "/opt/homebrew/share"].join(delimiter);

const systemFiles: Readonly<Record<ShellName, readonly string[]>> = {
  bash: ["bash-completion/completions/tome"],
  zsh: ["zsh/site-functions/_tome", "zsh/vendor-completions/_tome"],
  fish: ["fish/vendor_completions.d/tome.fish"],
  powershell: [],
};

/** Loads the script on first use: status 124 makes bash repeat the completion. */
function buildBashStart(file: string, script: string): StartupFile {
  const line = `_tome_load() { source ${quote(script)} && return 124; }; complete -F _tome_load tome`;
  return { file, line };
}

/** Works before and after the completion system starts, and starts it if necessary. */
function buildZshLine(folder: string): string {
  return [
    `fpath=(${quote(folder)} $fpath)`,
    "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }",
    "autoload -Uz _tome && compdef _tome tome",
  ].join("; ");
}

/**
 * Whether interactive shells load the package bash-completion, which loads scripts from the folder.
 */
async function hasBashCompletion(home: string): Promise<boolean> {
  if (!packages.some((file) => existsSync(file))) return false;
  const files = [join(home, ".bashrc"), join(home, ".bash_profile"), "/etc/bash.bashrc"];
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => "")));
  return texts.some((text) => /^[^#\n]*(?:\.|source)\s[^#\n]*bash_completion/m.test(text));
}

/** The XDG specification requires relative paths to be ignored. */
function readXdgFolder(folder: string | undefined): string | undefined {
  return folder && isAbsolute(folder) ? folder : undefined;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
