/** Confirmation prompt of commands that make irreversible changes. */
import type { Context } from "../context.ts";
import { CanceledError, createUnconfirmedError } from "../errors.ts";

/**
 * @param line the whole command, for the message
 * @throws UsageError without a terminal for the prompt; CanceledError if the user declines
 */
export async function confirm(
  { yes, terminal }: Context,
  line: string,
  question: () => Promise<string> | string,
): Promise<void> {
  if (yes) return;
  if (!terminal.interactive) throw createUnconfirmedError(line);
  if (!(await terminal.confirm(await question()))) throw new CanceledError();
}
