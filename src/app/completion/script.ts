/** Completion script of a shell, generated from the command tree. */
import { UsageError } from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";
import { writeBashScript } from "./bash.ts";
import { writeFishScript } from "./fish.ts";
import { buildCompletionModel } from "./model.ts";
import { writePowershellScript } from "./powershell.ts";
import { buildTable, type CompletionTable } from "./table.ts";
import { writeZshScript } from "./zsh.ts";

interface ShellScript {
  /** The name of its file in completions/. */
  readonly file: string;
  readonly write: (table: CompletionTable, head: readonly string[]) => string;
  /** Whether the shell shows descriptions. */
  readonly described: boolean;
}

export const shells: Readonly<Record<string, ShellScript>> = {
  bash: { file: "tome.bash", write: writeBashScript, described: false },
  zsh: { file: "_tome", write: writeZshScript, described: true },
  fish: { file: "tome.fish", write: writeFishScript, described: true },
  powershell: { file: "tome.ps1", write: writePowershellScript, described: true },
};

const head = [
  "Completion for the tome command.",
  "Generated from its commands. It starts no process and never executes input or file content.",
];

/**
 * The whole script.
 * @param shell bash, zsh, fish or powershell
 */
export async function buildCompletionScript(shell: string): Promise<string> {
  const chosen = findOwn(shells, shell);
  if (chosen === undefined) throw new UsageError(`Completion does not support the shell ${shell}.`);
  const { write, described } = chosen;
  return narrow(write(buildTable(await buildCompletionModel(), described), head));
}

/** Without indentation, because a sixth of a script would be spaces. */
function narrow(script: string): string {
  return script.replace(/^(?: {4})+/gm, (spaces) => " ".repeat(spaces.length / 4));
}
