/** Prints the result of a command: data to standard output, sentences to standard error. */
import type { Context, JsonValue, OutputChoice, PrintedColumn, Result } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { isList, isObject } from "../../json/values.ts";
import { localAddress } from "../../settings/resolve.ts";
import { getFieldValue } from "../../terminal/formats/field-selection.ts";
import { toJsonText } from "../../terminal/formats/json-text.ts";
import { getFormat } from "../../terminal/formats/output-choice.ts";
import { neutralize } from "../../terminal/neutralize.ts";

/**
 * Prints a result. If the result of a write lacks a requested field, everything is printed with a
 * warning: the exit code of a usage error would suggest that nothing was done.
 * @throws the error of reading a list, and the `IncompleteError` of the result
 */
export async function print(result: Result, context: Context, isWrite = false): Promise<void> {
  try {
    await printAsAsked(result, context);
  } catch (error) {
    if (!isWrite || !(error instanceof UsageError)) throw error;
    context.terminal.warn([error.message, ...error.details].join(" "));
    await printAsAsked(withoutSentence(result), { ...context, choice: { format: "json" } });
  }
}

/** The message was printed already. */
function withoutSentence(result: Result): Result {
  if (result === undefined || !("done" in result)) return result;
  return { record: result.record, unsettled: result.unsettled };
}

async function printAsAsked(whole: Result, context: Context): Promise<void> {
  try {
    await printResult(await context.secrets.hide(whole), context);
  } finally {
    const hidden = context.secrets.describeHidden();
    if (hidden !== undefined) context.terminal.note(hidden);
  }
}

async function printResult(result: Result, context: Context): Promise<void> {
  if (result === undefined) return;
  const { terminal } = context;
  const isJson = "asJson" in result && context.choice.jq === undefined;
  const choice = isJson
    ? { ...context.choice, format: context.choice.format ?? "json" }
    : context.choice;
  if ("text" in result) {
    // A program gets the exact text; a terminal would interpret control characters.
    const { text } = result;
    await terminal.write(terminal.outIsTerminal ? neutralize(text, "\n\t") : text);
    if (result.unsettled !== undefined) throw result.unsettled;
  } else if ("texts" in result) {
    await printTexts(result.texts, terminal);
  } else if ("view" in result) {
    const { drawView } = await import("../../terminal/draw/draw-view.ts");
    const { outIsTerminal, style, accessible, isAscii } = terminal;
    // Lines in a file can have any length.
    const width = outIsTerminal ? terminal.width : Number.POSITIVE_INFINITY;
    const screen = { width, style, accessible, isAscii: outIsTerminal && isAscii, now: Date.now() };
    await terminal.write(await drawView(result.view, screen));
    for (const note of result.notes?.() ?? []) terminal.note(note);
    if (result.unsettled !== undefined) throw result.unsettled;
  } else if ("value" in result) {
    await terminal.write(await formatValue(result.value, context));
    if (result.unsettled !== undefined) throw result.unsettled;
  } else if ("list" in result) {
    const { printList } = await import("../../terminal/print-list.ts");
    const { list, columns, knownFields = [], notes, unsettled } = result;
    // An empty list may be the result of default filters, so a pipe gets the note too.
    const { filters = [] } = choice;
    const own = filters.length > 0 ? "No rows match --filter." : result.none;
    const brief = findBriefFields(choice, columns);
    const none = result.aside === undefined ? own : `${own} ${result.aside}`;
    const count = await printList(terminal, list, {
      columns,
      none,
      knownFields,
      choice: brief ?? choice,
      asLines: brief === undefined && result.asLines === true,
      isFollowed: result.isFollowed === true,
    });
    const asides = count === 0 ? [] : [result.aside, count > 1 ? result.order : undefined];
    if (asides.some((one) => one !== undefined)) {
      terminal.aside(asides.filter((one) => one !== undefined).join(" "));
    }
    for (const note of notes?.() ?? []) terminal.note(note);
    const end = unsettled?.();
    if (end !== undefined) throw end;
  } else {
    const { printRecord } = await import("../../terminal/print-record.ts");
    const { record, columns = [] } = result;
    if ("done" in result) terminal.note(result.done);
    // On a terminal, the sentence is enough; the data is printed for programs and on request.
    const hasSentence = "done" in result || result.unsettled !== undefined;
    const isPerson = hasSentence && getFormat(choice, terminal.outIsTerminal) === "table";
    const knownFields = "knownFields" in result ? (result.knownFields ?? []) : [];
    const brief = "done" in result ? findBriefFields(choice, columns) : undefined;
    const shown =
      isPerson && choice.format === undefined ? getColumnsAfterWrite(result, choice) : columns;
    if (shown !== undefined) {
      await printRecord(terminal, record, {
        columns: shown,
        choice: brief ?? choice,
        knownFields,
      });
    }
    if (result.unsettled !== undefined) throw result.unsettled;
  }
}

/** If the texts end early, the error does not continue their last line. */
async function printTexts(
  texts: AsyncIterable<string>,
  terminal: Context["terminal"],
): Promise<void> {
  let isLineOpen = false;
  try {
    for await (const text of texts) {
      if (text !== "") isLineOpen = !text.endsWith("\n");
      await terminal.write(terminal.outIsTerminal ? neutralize(text, "\n\t") : text);
    }
  } catch (error) {
    if (isLineOpen) await terminal.write("\n");
    throw error;
  }
}

/** The choice of the fields of the columns, if the output is brief and no fields are selected. */
function findBriefFields(
  choice: OutputChoice,
  columns: readonly PrintedColumn[],
): OutputChoice | undefined {
  const isChosen = (choice.fields ?? []).length > 0 || choice.jq !== undefined;
  if (choice.isBrief !== true || isChosen || columns.length === 0) return undefined;
  return { ...choice, fields: columns.map(({ path }) => path) };
}

/** The columns below the sentence of a write on a terminal. */
function getColumnsAfterWrite(
  result: Result,
  { afterWrite }: OutputChoice,
): readonly PrintedColumn[] | undefined {
  if (result === undefined || !("record" in result) || afterWrite === "nothing") return undefined;
  const { record, columns = [] } = result;
  if (afterWrite === "all") return columns;
  if (!("done" in result) || result.brief === undefined) return undefined;
  const { done, brief } = result;
  const told = brief.filter(({ path, nothing }) => {
    const value = getFieldValue(record, path) ?? null;
    // The sentence names other resources by their titles.
    if (isObject(value) || (isList(value) && value.some(isObject))) return false;
    if (value === null) return nothing !== undefined;
    if (typeof value !== "string") return true;
    // A multi-line value, such as a certificate, comes from the user's own input.
    if (value.trim().includes("\n")) return false;
    return !done.includes(value) && !value.startsWith(`${localAddress}/`);
  });
  return told.length === 0 ? undefined : told;
}

async function formatValue(value: JsonValue, { choice, terminal }: Context): Promise<string> {
  if (choice.jq !== undefined) {
    const { applyJq } = await import("../../terminal/formats/jq.ts");
    return applyJq(choice.jq, value, terminal.outIsTerminal);
  }
  if (choice.format === "yaml") {
    return (await import("../../terminal/formats/yaml-text.ts")).toYamlText(value);
  }
  return `${toJsonText(value, choice.format === "ndjson" ? 0 : 2)}\n`;
}
