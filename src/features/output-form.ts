/** Output format that the flags select. */
import type { Context } from "../context.ts";

type OutputSelection = Context["choice"];

/** Whether the flags select complete data in a machine-readable format. */
export function asksForData({ fields, jq, format = "table" }: OutputSelection): boolean {
  return fields !== undefined || jq !== undefined || ["json", "ndjson", "yaml"].includes(format);
}

/** Whether any flag selects a format, which replaces the default view, such as the text of a page. */
export function asksForForm({ fields, jq, format }: OutputSelection): boolean {
  return fields !== undefined || jq !== undefined || format !== undefined;
}

/** Whether a flag selects rows, columns or a format. */
export function asksForRows({ format, columns, filters, sort }: OutputSelection): boolean {
  return [format, columns, filters, sort].some((one) => one !== undefined);
}

/** Whether the output is a terminal and no flag selects a format or rows. */
export function isForPerson({ terminal, choice }: Context): boolean {
  return terminal.outIsTerminal && !asksForData(choice) && !asksForRows(choice);
}
