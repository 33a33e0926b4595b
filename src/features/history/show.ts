/** `tome history show`: shows a write, and resolves its result if it is unknown. */
import type { Context, PrintedColumn, Result } from "../../context.ts";
import { IncompleteError } from "../../errors.ts";
import { collectUndoneIds } from "../../history/history-entry.ts";
import { isForPerson } from "../output-form.ts";
import { formatChanges } from "./format-change.ts";
import { historyEntriesNamed, openReading, toInvertible } from "./reading.ts";
import { resolveOutcome } from "./resolve-outcome.ts";
import { toHistoryRow } from "./rows.ts";

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
  { entry: name }: { readonly entry: string },
): Promise<Result> {
  const reading = await openReading(context);
  const { history } = reading;
  const all = await history.entries();
  const [first, ...others] = historyEntriesNamed(name, all, reading);
  if (first === undefined) return undefined;
  if (others.length > 0) {
    context.terminal.note(
      `${name} is a group of ${others.length + 1} entries, and this is the first. To list all: tome history list --json entry,group`,
    );
  }
  const isOpen = first.outcome === "unknown" || first.outcome === "pending";
  const resolved = isOpen ? await resolveOutcome(first, reading) : undefined;
  if (resolved !== undefined && resolved.outcome !== "unknown") {
    await history.resolve(first.entry, resolved);
  }
  const entry = { ...first, ...resolved };
  const undone = collectUndoneIds(all).has(entry.entry);
  const invertible = toInvertible(entry, reading);
  const how = typeof invertible === "string" ? invertible : `tome undo ${entry.entry}`;
  const change = isForPerson(context) ? { change: formatChanges(entry) } : {};
  const record = { ...toHistoryRow(entry), ...change, undone, undo: undone ? null : how };
  const unsettled =
    resolved?.outcome === "unknown"
      ? new IncompleteError(
          "unknown",
          resolved.because ?? "The result is unknown.",
          `tome api GET ${first.path}`,
        )
      : undefined;
  return { record, columns, unsettled };
}
