/** Journal of the latest requests, for developers of API clients. */
import type { RequestRecord } from "./request-record.ts";

/** A request with suggestions. */
export interface JournalRecord extends RequestRecord {
  /** The operations or fields nearest to an unknown one. */
  readonly nearMisses: readonly string[];
}

export interface RequestJournal {
  readonly add: (entry: RequestRecord, nearMisses: JournalRecord["nearMisses"]) => void;
  /** The latest requests, oldest first. */
  readonly latest: (most: number, missesOnly: boolean) => readonly JournalRecord[];
  /** @returns whether the journal had any entry */
  readonly clear: () => boolean;
}

export const longestJournal = 1000;

export function createJournal(): RequestJournal {
  let records: RequestRecord[] = [];
  /** Stored separately, because few requests have suggestions. */
  const misses = new WeakMap<RequestRecord, JournalRecord["nearMisses"]>();
  const withMisses = (entry: RequestRecord) => ({ ...entry, nearMisses: misses.get(entry) ?? [] });
  return {
    add(entry, nearMisses) {
      records.push(entry);
      if (nearMisses.length > 0) misses.set(entry, nearMisses);
      // Truncated rarely, because each truncation copies the whole list.
      if (records.length >= 2 * longestJournal) records = records.slice(-longestJournal);
    },
    latest(most, missesOnly) {
      const latest = records.slice(-longestJournal);
      const chosen = missesOnly ? latest.filter((entry) => misses.has(entry)) : latest;
      return most === 0 ? [] : chosen.slice(-most).map(withMisses);
    },
    clear() {
      const wasFilled = records.length > 0;
      records = [];
      return wasFilled;
    },
  };
}
