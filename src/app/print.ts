/** Prints what a command found or did: data to standard output, sentences to standard error. */
import type { Context, Result } from "../context.ts";
import { formOf } from "../terminal/output-choice.ts";

/** @throws what reading a list throws, and an `Unsettled` that the result carries */
export async function print(result: Result, context: Context): Promise<void> {
  if (result === undefined) return;
  const { terminal } = context;
  const isJson = "asJson" in result && context.choice.jq === undefined;
  const choice = isJson
    ? { ...context.choice, format: context.choice.format ?? "json" }
    : context.choice;
  if ("text" in result) {
    await terminal.write(result.text);
  } else if ("list" in result) {
    const { printList } = await import("../terminal/print-list.ts");
    const { list, columns, none, knownFields = [], notes, unsettled } = result;
    await printList(terminal, list, { columns, none, knownFields, choice });
    for (const note of notes?.() ?? []) terminal.note(note);
    const end = unsettled?.();
    if (end !== undefined) throw end;
  } else {
    const { printRecord } = await import("../terminal/print-record.ts");
    const { record, columns = [] } = result;
    if ("done" in result) terminal.note(result.done);
    // A person has read the sentence; only a program, or who asks for it, wants the data too.
    const isPerson = "done" in result && formOf(choice, terminal.outIsTerminal) === "table";
    const knownFields = "knownFields" in result ? (result.knownFields ?? []) : [];
    if (!isPerson || choice.format === "table") {
      await printRecord(terminal, record, { columns, choice, knownFields });
    }
    if (result.unsettled !== undefined) throw result.unsettled;
  }
}
