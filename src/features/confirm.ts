/** Asks for confirmation before a task does what cannot be undone. */
import type { Context } from "../context.ts";
import { Cancelled, unasked } from "../errors.ts";

/**
 * @param line the whole command, for the message
 * @throws UsageError if nobody can be asked; Cancelled if the person declines
 */
export async function confirm(
  { yes, terminal }: Context,
  line: string,
  question: () => Promise<string> | string,
): Promise<void> {
  if (yes) return;
  if (!terminal.interactive) throw unasked(line);
  if (!(await terminal.confirm(await question()))) throw new Cancelled();
}
