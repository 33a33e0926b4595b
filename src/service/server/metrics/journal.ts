/** Remembers the latest requests, so that whoever rehearses sees what his program asked for. */
import type { Entry } from "./request-record.ts";

/** A request with what it may have meant. */
export interface Kept extends Entry {
  /** Operations or fields that are nearest to one that there is not. */
  readonly nearMisses: readonly string[];
}

export interface Journal {
  readonly add: (entry: Entry, nearMisses: Kept["nearMisses"]) => void;
  /** The latest so many, the oldest of them first. */
  readonly latest: (most: number, missesOnly: boolean) => readonly Kept[];
  /** @returns whether there was anything */
  readonly clear: () => boolean;
}

export const longestJournal = 1000;

export function createJournal(): Journal {
  let kept: Entry[] = [];
  /** Few have any, and what all have is held for every request. */
  const misses = new WeakMap<Entry, Kept["nearMisses"]>();
  const withMisses = (entry: Entry) => ({ ...entry, nearMisses: misses.get(entry) ?? [] });
  return {
    add(entry, nearMisses) {
      kept.push(entry);
      if (nearMisses.length > 0) misses.set(entry, nearMisses);
      // Cut seldom, as each cut moves all of them.
      if (kept.length >= 2 * longestJournal) kept = kept.slice(-longestJournal);
    },
    latest(most, missesOnly) {
      const held = kept.slice(-longestJournal);
      const chosen = missesOnly ? held.filter((entry) => misses.has(entry)) : held;
      return most === 0 ? [] : chosen.slice(-most).map(withMisses);
    },
    clear() {
      const had = kept.length > 0;
      kept = [];
      return had;
    },
  };
}
