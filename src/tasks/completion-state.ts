/** Finds out whether the completion of a person's shell is in place, is loaded, and is this version's. */
import { basename } from "node:path";
import type { Context } from "../context.ts";
import { hasLine, textIn } from "./completion-files.ts";
import { placeFor, type Shell } from "./completion-place.ts";

export interface CompletionState {
  readonly ok: boolean;
  /** In words, as `bash, in /home/ada/.local/…`. */
  readonly found: string;
  /** The command that puts it right, or that puts it there. */
  readonly cure: string | null;
}

/** By the name of the program. */
const shells: Readonly<Record<string, Shell>> = {
  bash: "bash",
  zsh: "zsh",
  fish: "fish",
  pwsh: "powershell",
};

/** Nobody has to have completion: it is a fault only where it is there and does not work. */
export async function completionState({
  env,
  completionScript,
}: Pick<Context, "env" | "completionScript">): Promise<CompletionState> {
  const program = basename(env.SHELL ?? "");
  const shell = Object.hasOwn(shells, program) ? shells[program] : undefined;
  if (shell === undefined) return { ok: true, found: "no shell that it is for", cure: null };
  const cure = `tome completion ${shell} --install`;
  const { file, start } = await placeFor(shell, env);
  const script = await textIn(file).catch(() => undefined);
  if (script === undefined) return { ok: true, found: `not installed for ${shell}`, cure };
  if (script !== (await completionScript(shell))) {
    return { ok: false, found: `${shell}, of another version of tome, in ${file}`, cure };
  }
  const found = `${shell}, in ${file}`;
  if (start?.file === undefined) return { ok: true, found, cure: null };
  const text = await textIn(start.file).catch(() => undefined);
  if (text !== undefined && hasLine(text, start.line)) return { ok: true, found, cure: null };
  return { ok: false, found: `${found}, which ${start.file} does not load`, cure };
}
