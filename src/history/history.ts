/** History for commands: its entries, and the operations that undo needs. */
import type { Digest } from "./digests.ts";
import type { HistoryEntry } from "./history-entry.ts";

export interface History {
  readonly folder: string;
  /** Of all profiles, in the order in which they were sent. */
  readonly entries: () => Promise<readonly HistoryEntry[]>;
  /** The platform of this command, as entries store it. */
  readonly origin: string;
  /** Runs work whose writes undo an entry. */
  readonly undoing: <T>(entry: string, work: () => Promise<T>) => Promise<T>;
  /** Stores the outcome of a write whose outcome was unknown, or that its target no longer exists. */
  readonly resolve: (
    entry: string,
    end: Pick<HistoryEntry, "outcome" | "after" | "made" | "because" | "gone">,
  ) => Promise<void>;
  /** Replaces secrets with digests. */
  readonly digests: () => Promise<Digest>;
}
