/** What form of output was asked for. */
import type { Context } from "../context.ts";

/** Whether a program reads the output, and so finds all of it in one place. */
export function isForPrograms({ choice }: Context): boolean {
  const { fields, jq, format = "table" } = choice;
  return fields !== undefined || jq !== undefined || !["table", "tsv"].includes(format);
}
