/** Which entries of the history an undo is about. */
import { UsageError } from "../../errors.ts";
import { collectUndoneIds, type HistoryEntry } from "../../history/history-entry.ts";
import { historyEntriesNamed, isInvertible, type Reading } from "./reading.ts";
import { findHolder } from "./undone.ts";

export interface Chosen {
  /** An entry or a group; the last group that is not undone unless one of the two is given. */
  readonly entry?: string | undefined;
  /** So many of the last groups that can be undone. */
  readonly last?: number | undefined;
}

interface Choice {
  /** To take back, the last first. */
  readonly entries: readonly HistoryEntry[];
  /** Newer than some of these, and left out as they have no inverse. */
  readonly passed: readonly HistoryEntry[];
}

/** @throws UsageError if there are none */
export async function chooseHistoryEntries(
  { entry: name, last }: Chosen,
  reading: Reading,
): Promise<Choice> {
  const { history } = reading;
  const all = await history.entries();
  const undone = collectUndoneIds(all);
  if (name === undefined) {
    const groups = groupHistoryEntries(
      all.filter((entry) => isOwn(entry, reading) && isOpen(entry, undone)),
    );
    const [newest] = groups;
    if (newest === undefined) throw nothing();
    return last === undefined ? { entries: newest, passed: [] } : takeLast(groups, last, reading);
  }
  if (last !== undefined) {
    throw new UsageError("An entry and --last say which; give one of them.", "tome undo --help");
  }
  const named = historyEntriesNamed(name, all, history.origin);
  const open = named.filter((entry) => isOpen(entry, undone));
  if (open.length > 0) return { entries: open.toReversed(), passed: [] };
  throw new UsageError(
    named.some(({ entry }) => undone.has(entry))
      ? `${name} is undone already.`
      : `${name} was refused, so there is nothing to undo.`,
    `tome history show ${name}`,
  );
}

/**
 * For somebody who has not chosen: names the newest write before some that has an inverse. A write that
 * made what these changed is left out, as undoing it would delete that.
 */
export async function fetchEarlierHint(
  tried: readonly HistoryEntry[],
  reading: Reading,
): Promise<string> {
  const all = await reading.history.entries();
  const undone = collectUndoneIds(all);
  const first = all.findIndex(({ entry }) => tried.some((one) => one.entry === entry));
  const before = all
    .slice(0, first)
    .filter((entry) => isOwn(entry, reading) && isOpen(entry, undone))
    .filter(({ made }) => !tried.some((one) => findHolder(one, made === undefined ? [] : [made])))
    .findLast((entry) => isInvertible(entry, reading));
  if (before === undefined) return "tome history list";
  return `To undo what was done before it, tome ${before.command}: tome undo ${before.group}`;
}

/** Each with its last entry first, the last group first. */
function groupHistoryEntries(
  entries: readonly HistoryEntry[],
): readonly (readonly HistoryEntry[])[] {
  const groups = new Map<string, HistoryEntry[]>();
  for (const entry of entries.toReversed()) {
    const own = groups.get(entry.group);
    if (own === undefined) groups.set(entry.group, [entry]);
    else own.push(entry);
  }
  return [...groups.values()];
}

function takeLast(
  groups: readonly (readonly HistoryEntry[])[],
  most: number,
  reading: Reading,
): Choice {
  const chosen: HistoryEntry[] = [];
  const passed: HistoryEntry[] = [];
  let count = 0;
  for (const group of groups) {
    if (count === most) break;
    const isOne = group.some((entry) => isInvertible(entry, reading));
    if (isOne) count += 1;
    for (const entry of group) (isOne ? chosen : passed).push(entry);
  }
  if (count === 0) throw nothing();
  return { entries: chosen, passed };
}

function nothing(): UsageError {
  return new UsageError("The history has nothing to undo here.", "tome history list");
}

/** Whether an entry is still there to take back. */
function isOpen({ entry, outcome }: HistoryEntry, undone: ReadonlySet<string>): boolean {
  return outcome !== "refused" && !undone.has(entry);
}

/** Whether it went to this platform, and took nothing back itself. */
function isOwn({ origin, undoes }: HistoryEntry, { history }: Reading): boolean {
  return origin === history.origin && undoes === undefined;
}
