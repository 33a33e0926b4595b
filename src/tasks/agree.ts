/** Asks for a yes before a task does what cannot be taken back. */
import type { Context } from "../context.ts";
import { Cancelled, unasked } from "../errors.ts";

/**
 * @param line the whole command, for the message
 * @throws UsageError where nobody can be asked; Cancelled without a yes
 */
export async function agree(
  { yes, terminal }: Context,
  line: string,
  question: () => Promise<string> | string,
): Promise<void> {
  if (yes) return;
  if (!terminal.interactive) throw unasked(line);
  if (!(await terminal.confirm(await question()))) throw new Cancelled();
}
