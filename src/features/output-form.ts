/** Requested output format. */
import type { Context } from "../context.ts";

type Choice = Context["choice"];

/** Whether complete data was requested for a program. */
export function asksForData({ fields, jq, format = "table" }: Choice): boolean {
  return fields !== undefined || jq !== undefined || ["json", "ndjson", "yaml"].includes(format);
}

/**
 * Whether any format was requested; then alternatives such as the text of a page are not printed.
 */
export function asksForForm({ fields, jq, format }: Choice): boolean {
  return fields !== undefined || jq !== undefined || format !== undefined;
}

/** Whether a format with rows and columns, or for programs, was requested. */
export function asksForRows({ format, columns, filters, sort }: Choice): boolean {
  return [format, columns, filters, sort].some((one) => one !== undefined);
}

/** Whether output goes to a terminal without a requested format or rows. */
export function isForPerson({ terminal, choice }: Context): boolean {
  return terminal.outIsTerminal && !asksForData(choice) && !asksForRows(choice);
}
