/** Shows one write; if its end is not known, looks again and writes down what it finds. */
import type { Column, Context, Result } from "../../context.ts";
import { Unsettled } from "../../errors.ts";
import { collectUndoneIds } from "../../history/history-entry.ts";
import { historyEntriesNamed, openReading, toInvertible } from "./reading.ts";
import { resolveOutcome } from "./resolve-outcome.ts";
import { toRow } from "./rows.ts";

const columns: readonly Column[] = [
  { header: "ENTRY", path: "entry", as: "id" },
  { header: "TIME", path: "at", as: "time" },
  { header: "PROFILE", path: "profile" },
  { header: "ORIGIN", path: "origin" },
  { header: "COMMAND", path: "command" },
  { header: "OPERATION", path: "operation" },
  { header: "TARGET", path: "target.id" },
  { header: "TITLE", path: "target.title", as: "title", wide: true },
  { header: "SENT", path: "input" },
  { header: "BEFORE", path: "before" },
  { header: "AFTER", path: "after" },
  { header: "MADE", path: "made" },
  { header: "OUTCOME", path: "outcome", as: "state" },
  { header: "BECAUSE", path: "because" },
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
  const [first, ...others] = historyEntriesNamed(name, all, history.origin);
  if (first === undefined) return undefined;
  if (others.length > 0) {
    context.terminal.note(
      `${name} is a group of ${others.length + 1} entries, and this is the first: tome history list --json entry,group has all.`,
    );
  }
  const isOpen = first.outcome === "unknown" || first.outcome === "pending";
  const found = isOpen ? await resolveOutcome(first, reading) : undefined;
  if (found !== undefined && found.outcome !== "unknown") await history.resolve(first.entry, found);
  const shown = { ...first, ...found };
  const undone = collectUndoneIds(all).has(shown.entry);
  const invertible = toInvertible(shown, reading);
  const how = typeof invertible === "string" ? invertible : `tome undo ${shown.entry}`;
  const record = { ...toRow(shown), undone, undo: undone ? null : how };
  const unsettled =
    found?.outcome === "unknown"
      ? new Unsettled(
          "unknown",
          found.because ?? "Its end is not known.",
          `tome api GET ${first.path}`,
        )
      : undefined;
  return { record, columns, unsettled };
}
