/** Notices between processes that share a database. */
import type { Queries } from "./tables.ts";

export interface NoticeListener {
  /** Whether notices arrive at this time; if not, the caller has to look by itself. */
  readonly isConnected: () => boolean;
  readonly close: () => Promise<void>;
}

/** Calls the listener for each notice of a channel, and after a time in which notices were lost. */
export type ListenForNotices = (channel: string, onNotice: () => void) => NoticeListener;

const sources = new WeakMap<object, ListenForNotices>();

export function allowListening(db: Queries, listen: ListenForNotices): void {
  sources.set(db.getExecutor().adapter, listen);
}

/** @returns undefined for SQLite, and behind a pooler, which delivers no notices */
export function findNotices(db: Queries): ListenForNotices | undefined {
  return sources.get(db.getExecutor().adapter);
}
