/** Prints a completion script, or puts it where the shell looks. */
import { mkdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Context, Result } from "../context.ts";
import { UsageError } from "../errors.ts";

type Shell = "bash" | "zsh" | "fish" | "powershell";

export async function completion(
  context: Context,
  { shell, install }: { readonly shell: Shell; readonly install?: boolean },
): Promise<Result> {
  const script = await context.completionScript(shell);
  if (!install) return { text: script };
  const { file, more } = placeFor(shell, context.env);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, script);
  return { done: `Wrote ${file}. ${more}`, record: { shell, file } };
}

function placeFor(
  shell: Shell,
  env: Readonly<Record<string, string | undefined>>,
): { readonly file: string; readonly more: string } {
  const home = env.HOME || homedir();
  const data = env.XDG_DATA_HOME || join(home, ".local", "share");
  const config = env.XDG_CONFIG_HOME || join(home, ".config");
  switch (shell) {
    case "bash":
      return {
        file: join(data, "bash-completion", "completions", "tome"),
        more: "New shells with the package bash-completion find it there; without it, add to ~/.bashrc: source that file.",
      };
    case "zsh": {
      const folder = join(env.ZDOTDIR || home, ".zsh", "completions");
      return {
        file: join(folder, "_tome"),
        more: `Add to .zshrc, before compinit: fpath=(${folder} $fpath)`,
      };
    }
    case "fish":
      return {
        file: join(config, "fish", "completions", "tome.fish"),
        more: "New shells find it there.",
      };
    case "powershell":
      throw new UsageError(
        "PowerShell has no folder for completions; add the script to your profile yourself.",
        "tome completion powershell >> $PROFILE",
      );
  }
}
