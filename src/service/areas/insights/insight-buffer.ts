/**
 * Counts of events in memory, which are added to the database together, so that counting does not
 * delay a page.
 */
import { runBeforeClose } from "../../database/closing.ts";
import type { Queries } from "../../database/tables.ts";
import { runOutsideSpan } from "../../engines/tracing/spans.ts";
import { getEventKeys, PendingInsights, type SiteEvent } from "./site-event.ts";
import { type DayVisitor, getVisitorHashes } from "./visitor-hashes.ts";
import { writeInsights } from "./write-insights.ts";

/** In milliseconds. An unclean stop of the process loses at most the counts of this time. */
const flushEach = 30_000;
/** The number of different events in memory with which they are written at once. */
const mostPending = 2000;
/** The number of requests in memory with which they are counted at once. */
const mostWaiting = 200;

type LogError = (message: string, error: unknown) => void;

const buffers = new WeakMap<object, InsightBuffer>();

/** The buffer of a database in this process. @param db not a transaction */
export function getInsightBuffer(db: Queries, log?: LogError): InsightBuffer {
  const { adapter } = db.getExecutor();
  const existing = buffers.get(adapter);
  if (existing) return existing;
  const buffer = new InsightBuffer(db, log);
  buffers.set(adapter, buffer);
  runBeforeClose(db, () => buffer.close());
  return buffer;
}

/** Writes the counts of this process, so that a query includes them. */
export async function flushInsights(db: Queries): Promise<void> {
  await buffers.get(db.getExecutor().adapter)?.flush();
}

export class InsightBuffer {
  #pending = new PendingInsights();
  /** They count the latest requests. */
  #waiting: (() => void)[] = [];
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  /** @param db not a transaction */
  constructor(
    private readonly db: Queries,
    private readonly log: LogError = () => {},
  ) {}

  /**
   * Counts a request together with others, which takes less time for each of them.
   * @param count calls `record`
   * @returns a promise only if the request must wait until there is memory for it
   */
  recordLater(count: () => void): Promise<void> | undefined {
    this.#waiting.push(count);
    this.#startTimer();
    if (this.#waiting.length < mostWaiting) return undefined;
    this.#countWaiting();
    return this.#pending.size > mostPending ? this.flush() : undefined;
  }

  /**
   * @param today the current day, with which the salt of visitors changes
   * @param visitor identifies a visitor for the day; without it, only the event is counted
   */
  record(event: SiteEvent, today: string, visitor?: DayVisitor): void {
    this.#pending.addEvents(event);
    if (visitor !== undefined) this.#countVisitor(event, today, visitor);
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
  }

  #countWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const count of waiting) count();
  }

  #countVisitor(event: SiteEvent, today: string, visitor: DayVisitor): void {
    const hashes = getVisitorHashes(this.db);
    const hash = hashes.compute(today, visitor);
    for (const { target, key } of getEventKeys(event).targets) {
      if (hashes.add(key, hash)) this.#pending.addVisitors(target);
    }
  }

  /** The counts are those of many requests, so their queries belong to none of them. */
  #startTimer(): void {
    this.#timer ??= runOutsideSpan(() => setTimeout(() => this.#flushByTime(), flushEach).unref());
  }

  #flushByTime(): void {
    this.flush().catch((error: unknown) => this.log("Writing insights failed.", error));
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#countWaiting();
    // Otherwise, the addresses of waiting requests would stay in memory for twice the time.
    getVisitorHashes(this.db).forgetRecent();
    const pending = this.#pending;
    if (pending.size === 0) return;
    this.#pending = new PendingInsights();
    try {
      await writeInsights(this.db, pending);
    } catch (error) {
      this.#pending.addAll(pending);
      this.#startTimer();
      throw error;
    }
  }
}
