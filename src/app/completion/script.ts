/** Writes the completion script of a shell. */
import { tree } from "../../commands/tree.ts";

/** @param shell bash, zsh, fish or powershell */
export async function completionScript(shell: string): Promise<string> {
  const nouns = Object.keys(tree).join(" ");
  return `# Completion of tome for ${shell}.\ncomplete -W '${nouns}' tome\n`;
}
