/**
 * Counts of events in memory, which are added to the database together, so that counting does not
 * delay a page. Distinct visitors are counted by hashes with a random salt. The hashes and the salt
 * are only in memory, and forgotten at the end of the day.
 */
import { createHash, randomBytes } from "node:crypto";
import { beforeClose } from "../../database/closing.ts";
import type { Queries } from "../../database/tables.ts";
import type { InsightCountTable } from "./tables.ts";
import { writeInsights } from "./write-insights.ts";

/** An event without its visitor. */
export type SiteEvent = Omit<InsightCountTable, "key" | "events">;

/** @returns a promise only if the event must wait until there is memory for it */
export type RecordEvent = (event: SiteEvent, visitor?: string) => Promise<void> | undefined;

export interface PendingCount {
  readonly event: SiteEvent;
  events: number;
}

export interface PendingVisitors {
  readonly siteId: string;
  readonly day: string;
  readonly page: string;
  readonly space: string;
  visitors: number;
}

/** In milliseconds. An unclean stop of the process loses at most the counts of this time. */
const flushEach = 30_000;
/** The number of different events in memory with which they are written at once. */
const mostPending = 2000;
/** Further visitors of a day are not counted as distinct. */
export const mostVisitorHashes = 100_000;

type WriteLog = (message: string, error: unknown) => void;

const buffers = new WeakMap<object, InsightBuffer>();

/** The buffer of a database in this process. */
export function getInsightBuffer(db: Queries, log?: WriteLog): InsightBuffer {
  const { adapter } = db.getExecutor();
  const existing = buffers.get(adapter);
  if (existing) return existing;
  const buffer = new InsightBuffer(db, log);
  buffers.set(adapter, buffer);
  beforeClose(db, () => buffer.close());
  return buffer;
}

/** Writes the counts of this process, so that a query includes them. */
export async function flushInsights(db: Queries): Promise<void> {
  await buffers.get(db.getExecutor().adapter)?.flush();
}

export class InsightBuffer {
  #counts = new Map<string, PendingCount>();
  #visitors = new Map<string, PendingVisitors>();
  readonly #hashes = new Set<string>();
  #salt = randomBytes(32);
  #saltDay = "";
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  /** @param db not a transaction */
  constructor(
    private readonly db: Queries,
    private readonly log: WriteLog = () => {},
  ) {}

  /**
   * @param today the current day, with which the salt of visitors changes
   * @param visitor identifies a visitor for the day; without it, only the event is counted
   */
  record(event: SiteEvent, today: string, visitor?: string): Promise<void> | undefined {
    const key = JSON.stringify(event);
    const count = this.#counts.get(key);
    if (count) count.events++;
    else this.#counts.set(key, { event, events: 1 });
    if (visitor !== undefined) this.#countVisitor(event, today, visitor);
    this.#timer ??= setTimeout(() => this.#flushByTime(), flushEach).unref();
    return this.#counts.size + this.#visitors.size > mostPending ? this.flush() : undefined;
  }

  /** Whether the visitor has done this on the day for the first time, as far as it is known. */
  isFirst(subject: string, today: string, visitor: string): boolean {
    if (this.#saltDay !== today) {
      this.#saltDay = today;
      this.#salt = randomBytes(32);
      this.#hashes.clear();
    }
    const hash = createHash("sha256")
      .update(this.#salt)
      .update(JSON.stringify([subject, visitor]))
      .digest("base64url")
      .slice(0, 16);
    if (this.#hashes.has(hash) || this.#hashes.size >= mostVisitorHashes) return false;
    this.#hashes.add(hash);
    return true;
  }

  /** Writes all counts. After an error, they stay in memory and are written with the next ones. */
  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write());
    return this.#writing;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.flush();
    clearTimeout(this.#timer);
    this.#hashes.clear();
  }

  #countVisitor({ site_id, day, page, space }: SiteEvent, today: string, visitor: string): void {
    const places =
      page === ""
        ? [["", ""]]
        : [
            ["", ""],
            [page, space],
          ];
    for (const [onPage = "", inSpace = ""] of places) {
      const key = JSON.stringify([site_id, day, onPage]);
      if (!this.isFirst(key, today, visitor)) continue;
      const pending = this.#visitors.get(key);
      if (pending) pending.visitors++;
      else {
        const place = { siteId: site_id, day, page: onPage, space: inSpace };
        this.#visitors.set(key, { ...place, visitors: 1 });
      }
    }
  }

  #flushByTime(): void {
    this.flush().catch((error: unknown) => this.log("Writing insights failed.", error));
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = this.#counts;
    const visitors = this.#visitors;
    if (counts.size === 0 && visitors.size === 0) return;
    this.#counts = new Map();
    this.#visitors = new Map();
    try {
      await writeInsights(this.db, [...counts.values()], [...visitors.values()]);
    } catch (error) {
      for (const [key, count] of counts) {
        count.events += this.#counts.get(key)?.events ?? 0;
        this.#counts.set(key, count);
      }
      for (const [key, pending] of visitors) {
        pending.visitors += this.#visitors.get(key)?.visitors ?? 0;
        this.#visitors.set(key, pending);
      }
      this.#timer ??= setTimeout(() => this.#flushByTime(), flushEach).unref();
      throw error;
    }
  }
}
