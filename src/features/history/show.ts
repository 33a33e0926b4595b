/** `tome history show`: shows a write, and resolves its result if it is unknown. */
import type { Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import { IncompleteError, UsageError } from "../../errors.ts";
import { holdsDigest } from "../../history/digests.ts";
import { collectUndoneIds, type HistoryEntry } from "../../history/history-entry.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { isForPerson } from "../output-form.ts";
import type { ResolvedWrite } from "./accepted-work.ts";
import { formatChanges } from "./format-change.ts";
import { findTargetTitles, toTitle } from "./list.ts";
import { isFinal, resolveOutcome } from "./resolve-outcome.ts";
import { toHistoryRow } from "./rows.ts";
import { findHistoryEntries, openReading, toInvertible, type UndoContext } from "./undo-context.ts";

const columns: readonly PrintedColumn[] = [
  { header: "ENTRY", path: "entry", as: "id" },
  { header: "TIME", path: "at", as: "time" },
  { header: "PROFILE", path: "profile" },
  { header: "ORIGIN", path: "origin" },
  { header: "COMMAND", path: "command" },
  { header: "OPERATION", path: "operation" },
  { header: "TARGET", path: "target.id" },
  { header: "TITLE", path: "target.title", as: "title", wide: true },
  { header: "CHANGE", path: "change", wide: true, forPeople: true },
  { header: "SENT", path: "input" },
  { header: "BEFORE", path: "before" },
  { header: "AFTER", path: "after" },
  { header: "CREATED", path: "made" },
  { header: "OUTCOME", path: "outcome", as: "state" },
  { header: "REASON", path: "because" },
  { header: "REQUEST", path: "requestId" },
  { header: "UNDOES", path: "undoes" },
  { header: "UNDONE", path: "undone", as: "flag" },
  { header: "UNDO", path: "undo" },
];

export async function showHistoryEntry(
  context: Context,
  { entry: name, curl }: { readonly entry?: string; readonly curl?: boolean },
): Promise<Result> {
  const reading = await openReading(context);
  const { history } = reading;
  const all = await history.entries();
  const [first, ...others] =
    name === undefined
      ? all.filter(({ origin }) => origin === history.origin).slice(-1)
      : findHistoryEntries(name, all, reading);
  if (first === undefined) throw new UsageError("The history is empty.", "tome history list");
  if (curl === true) return showAsCurl(context, first, reading);
  if (others.length > 0) {
    context.terminal.note(
      `${name} is a group of ${others.length + 1} entries, and this is the first. To list all: tome history list --json entry,group`,
    );
  }
  const isOpen = first.outcome === "unknown" || first.outcome === "pending";
  const resolved = isOpen ? await resolveOutcome(first, reading) : undefined;
  if (resolved !== undefined && isFinal(resolved)) await history.resolve(first.entry, resolved);
  const entry = { ...first, ...resolved };
  const undone = collectUndoneIds(all).has(entry.entry);
  const invertible = toInvertible(entry, reading);
  const how = typeof invertible === "string" ? invertible : `tome undo ${entry.entry}`;
  const change = isForPerson(context) ? await describeForPerson(context, entry, all) : {};
  const record = { ...toHistoryRow(entry), ...change, undone, undo: undone ? null : how };
  return { record, columns, unsettled: findUnsettled(first, resolved) };
}

/** The error for a result that is still open. */
function findUnsettled(
  { path }: HistoryEntry,
  resolved: ResolvedWrite | undefined,
): IncompleteError | undefined {
  if (resolved === undefined || isFinal(resolved)) return undefined;
  const how = resolved.outcome === "pending" ? "pending" : "unknown";
  const message = resolved.because ?? "The result is unknown.";
  return new IncompleteError(how, message, `tome api GET ${path}`);
}

/** The title and the change of an entry. */
async function describeForPerson(
  context: Context,
  entry: HistoryEntry,
  all: readonly HistoryEntry[],
): Promise<JsonObject> {
  const titles = await findTargetTitles(context, [entry], all);
  const { field, id } = entry.target;
  return { target: { field, id, title: toTitle(entry, titles) }, change: formatChanges(entry) };
}

/** The request as a curl command, whether or not it can be undone. */
async function showAsCurl(
  context: Context,
  entry: HistoryEntry,
  { operations }: UndoContext,
): Promise<Result> {
  const { operation = "", method, path, input } = entry;
  if (holdsDigest(path)) {
    throw new UsageError(
      "The URL of the request is secret, and the history stores only its digest.",
    );
  }
  if (holdsDigest(input)) {
    context.terminal.note("Replace each [digest …]: the history does not store secrets.");
  }
  const client = await context.client({ lookup: true });
  const endpoint = operations.get(operation);
  const body = Object.keys(input).length > 0 ? { body: writeJson(input) } : {};
  return context.describeAsCurl([
    endpoint === undefined
      ? client.describeRaw({ method: toMethod(method), path, ...body })
      : client.describe(endpoint, input as Input<typeof endpoint>),
  ]);
}

/** @throws UsageError for a method of a file that was edited */
function toMethod(method: string): "POST" | "PUT" | "PATCH" | "DELETE" {
  const found = (["POST", "PUT", "PATCH", "DELETE"] as const).find((one) => one === method);
  if (found === undefined) throw new UsageError("The history file was edited or is damaged.");
  return found;
}
