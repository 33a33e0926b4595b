/** Selection of history entries to undo. */
import { UsageError } from "../../errors.ts";
import { collectUndoneIds, type HistoryEntry } from "../../history/history-entry.ts";
import { findHistoryEntries, isInvertible, type UndoContext } from "./undo-context.ts";
import { findHolder } from "./undo-result.ts";

export interface UndoSelection {
  /** An entry or a group; without `entry` and `last`, the last group that is not undone. */
  readonly entry?: string | undefined;
  /** The number of most recent groups that are not undone. */
  readonly last?: number | undefined;
}

/**
 * The entries to undo, newest first.
 * @throws UsageError if there is no entry to undo
 */
export async function chooseHistoryEntries(
  { entry: name, last }: UndoSelection,
  reading: UndoContext,
): Promise<readonly HistoryEntry[]> {
  const { history } = reading;
  const all = await history.entries();
  const undone = collectUndoneIds(all);
  if (name === undefined) {
    const groups = groupHistoryEntries(
      all.filter((entry) => isOwn(entry, reading) && isOpen(entry, undone)),
    );
    if (groups.length === 0) throw new UsageError("There is nothing to undo.", "tome history list");
    return groups.slice(0, last ?? 1).flat();
  }
  if (last !== undefined) {
    throw new UsageError("Specify either an entry or --last, not both.", "tome undo --help");
  }
  const named = findHistoryEntries(name, all, reading);
  const open = named.filter((entry) => isOpen(entry, undone));
  if (open.length > 0) return open.toReversed();
  throw new UsageError(
    named.some(({ entry }) => undone.has(entry))
      ? `${name} is already undone.`
      : `${name} was refused by the platform, so there is nothing to undo.`,
    `tome history show ${name}`,
  );
}

/**
 * Hint for an undo without arguments that fails: the newest preceding write that can be undone. A write that
 * created the resources of the failed entries is skipped, because undoing it would delete them.
 */
export async function fetchEarlierHint(
  failed: readonly HistoryEntry[],
  reading: UndoContext,
): Promise<string> {
  const all = await reading.history.entries();
  const undone = collectUndoneIds(all);
  const first = all.findIndex(({ entry }) => failed.some((one) => one.entry === entry));
  const before = all
    .slice(0, first)
    .filter((entry) => isOwn(entry, reading) && isOpen(entry, undone))
    .filter(({ made }) => !failed.some((one) => findHolder(one, made === undefined ? [] : [made])))
    .findLast((entry) => isInvertible(entry, reading));
  if (before === undefined) return "tome history list";
  return `To undo the last write that can be undone (tome ${before.command}): tome undo ${before.group}`;
}

/** Groups entries; groups and their entries are newest first. */
function groupHistoryEntries(
  entries: readonly HistoryEntry[],
): readonly (readonly HistoryEntry[])[] {
  const groups = new Map<string, HistoryEntry[]>();
  for (const entry of entries.toReversed()) {
    const group = groups.get(entry.group);
    if (group === undefined) groups.set(entry.group, [entry]);
    else group.push(entry);
  }
  return [...groups.values()];
}

/** Whether an entry can still be undone. */
function isOpen({ entry, outcome }: HistoryEntry, undone: ReadonlySet<string>): boolean {
  return outcome !== "refused" && !undone.has(entry);
}

/** Whether an entry was sent to this platform and is not itself an undo. */
function isOwn({ origin, undoes }: HistoryEntry, { history }: UndoContext): boolean {
  return origin === history.origin && undoes === undefined;
}
