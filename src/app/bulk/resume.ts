/** Comparison of the items with the journal of an earlier run. */
import { UsageError } from "../../errors.ts";
import type { BulkCommand, BulkItem } from "./items.ts";
import { type BulkJournal, resumeJournal } from "./journal.ts";
import type { JournalEntry, JournalHeader } from "./journal-text.ts";

export interface SortedItems {
  /** Items to send now. */
  readonly remaining: readonly BulkItem[];
  /** Completed before, each with its entry. */
  readonly done: readonly (readonly [BulkItem, JournalEntry])[];
  /** Accepted before, and not sent again. */
  readonly pending: readonly (readonly [BulkItem, JournalEntry])[];
  /** Unknown outcome before, and not retried. */
  readonly unknown: readonly (readonly [BulkItem, JournalEntry])[];
}

/** @throws UsageError if the journal is of another command or platform */
export async function openForResume(path: string, bulk: BulkCommand): Promise<BulkJournal> {
  const journal = await resumeJournal(path);
  const { command, platform } = journal.header;
  const fault = findMismatch(journal.header, bulk);
  if (fault === undefined) return journal;
  await journal.close();
  throw new UsageError(
    `The journal ${path} belongs to ${fault}. Nothing was sent.`,
    `Resume it with tome ${command} on ${platform} and the same items.`,
  );
}

function findMismatch({ command, platform }: JournalHeader, { line, context }: BulkCommand) {
  const here = context.settings.baseUrl.value;
  if (command !== line) return `tome ${command}, not tome ${line}`;
  if (platform !== here) return `the platform ${platform}, not ${here}`;
  return undefined;
}

/** The journal key of every item; duplicate requests are numbered. */
export function mapItemsToKeys(
  items: readonly BulkItem[],
  journal: BulkJournal,
): ReadonlyMap<BulkItem, string> {
  const counts = new Map<string, number>();
  return new Map(
    items.map((item) => {
      const occurrence = (counts.get(item.request) ?? 0) + 1;
      counts.set(item.request, occurrence);
      return [item, journal.getKey(item.request, occurrence)];
    }),
  );
}

/**
 * @param retryUnknown retries items with an unknown outcome
 * @throws UsageError if a completed item is missing, which suggests the wrong file
 */
export function sortItems(
  items: readonly BulkItem[],
  keys: ReadonlyMap<BulkItem, string>,
  { path, before }: BulkJournal,
  retryUnknown: boolean,
): SortedItems {
  const remaining: BulkItem[] = [];
  const done: [BulkItem, JournalEntry][] = [];
  const pending: [BulkItem, JournalEntry][] = [];
  const unknown: [BulkItem, JournalEntry][] = [];
  const lost = new Map(before);
  for (const item of items) {
    const key = keys.get(item) ?? "";
    const entry = before.get(key);
    lost.delete(key);
    if (entry?.is === "done") done.push([item, entry]);
    else if (entry?.is === "pending") pending.push([item, entry]);
    else if (entry === undefined || retryUnknown || !mayBeDone(entry)) remaining.push(item);
    else unknown.push([item, entry]);
  }
  const missing = [...lost.values()].filter(({ is }) => is === "done");
  if (missing.length > 0) {
    const listed = missing.slice(0, 5).map(({ item }) => item);
    throw new UsageError(
      `The journal ${path} lists ${missing.length} completed items that are missing from this run (${listed.join(", ")}${missing.length > listed.length ? " and others" : ""}). Nothing was sent.`,
      "Resume with the same lines and flags. Only lines that failed, are pending or were not started can change.",
    );
  }
  return { remaining, done, pending, unknown };
}

function mayBeDone({ is }: JournalEntry): boolean {
  return is === "sending" || is === "unknown";
}
