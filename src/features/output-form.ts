/** What form of output was asked for. */
import type { Context } from "../context.ts";

type Choice = Context["choice"];

/** Whether all of the data was asked for, as a program reads it. */
export function asksForData({ fields, jq, format = "table" }: Choice): boolean {
  return fields !== undefined || jq !== undefined || ["json", "ndjson", "yaml"].includes(format);
}

/** Whether any form was asked for: then what is shown otherwise, such as the text of a page, is not meant. */
export function asksForForm({ fields, jq, format }: Choice): boolean {
  return fields !== undefined || jq !== undefined || format !== undefined;
}

/** Whether a form with rows and columns was asked for, or one that is for programs. */
export function asksForRows({ format, columns, filters, sort }: Choice): boolean {
  return [format, columns, filters, sort].some((one) => one !== undefined);
}

/** Whether a person looks at what is printed, and has asked for no form of it and for no rows. */
export function isForPerson({ terminal, choice }: Context): boolean {
  return terminal.outIsTerminal && !asksForData(choice) && !asksForRows(choice);
}
