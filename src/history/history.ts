/** The history as commands use it: its entries, and what belongs to undoing one. */
import type { Digest } from "./digests.ts";
import type { HistoryEntry } from "./history-entry.ts";

export interface History {
  readonly folder: string;
  /** Of all profiles, in the order in which they were sent. */
  readonly entries: () => Promise<readonly HistoryEntry[]>;
  /** Where the writes of this command go, as entries name it. */
  readonly origin: string;
  /** Runs work whose writes take an entry back. */
  readonly undoing: <T>(entry: string, work: () => Promise<T>) => Promise<T>;
  /** Writes down how a write ended of which that was not known, or that it is gone. */
  readonly resolve: (
    entry: string,
    end: Pick<HistoryEntry, "outcome" | "after" | "made" | "because" | "gone">,
  ) => Promise<void>;
  /** Puts digests in place of what is secret. */
  readonly digests: () => Promise<Digest>;
}
