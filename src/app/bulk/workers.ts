/** Concurrent execution of items, until all are done or there is a reason to stop. */

import { ApiError, MissingTokenError, NetworkError } from "../../errors.ts";
import { addTo } from "../../json/groups.ts";
import type { BulkItem } from "./items.ts";
import type { JournalEntry } from "./journal-text.ts";
import type { ItemOutcome } from "./outcome.ts";
import type { Pace } from "./pace.ts";

/** The outcome of an item that was started. */
export type FinalOutcome = Exclude<ItemOutcome, { readonly is: "turned away" }>;

export interface Work {
  readonly concurrency: number;
  readonly pace: Pace;
  /** Stop after a failed item. */
  readonly stopOnError: boolean;
  /** Aborted when the user interrupts. */
  readonly stop: AbortController;
  readonly carryOut: (item: BulkItem) => Promise<ItemOutcome>;
  /** Writes the state of an item to disk. */
  readonly note: (
    item: BulkItem,
    is: JournalEntry["is"],
    more?: Partial<JournalEntry>,
  ) => Promise<void>;
  readonly onEnd: (item: BulkItem, outcome: FinalOutcome) => void;
}

/** Number of 429 responses after which an item counts as failed. */
const mostTurns = 10;
/** Number of consecutive connection failures after which the run stops. */
const mostUnreached = 5;

/**
 * @returns the reason why no further item was started, unless the user interrupted
 * @throws an error if the journal cannot be written, after all items in progress have ended
 */
export async function runWorkers(
  items: readonly BulkItem[],
  work: Work,
): Promise<string | undefined> {
  const { concurrency, pace, stop } = work;
  const queue = groupItems(items);
  let unreached = 0;
  let reason: string | undefined;

  async function processItem(item: BulkItem): Promise<void> {
    for (let turns = 1; ; turns++) {
      if (!(await pace.turn(stop.signal))) return endEarly(pace.tooLong());
      await work.note(item, "sending");
      const outcome = await work.carryOut(item);
      if (outcome.is !== "turned away") return finish(item, outcome);
      if (turns === mostTurns) return finish(item, { ...outcome, is: "failed" });
      await work.note(item, "waiting");
    }
  }

  function endEarly(why: string | undefined): void {
    reason ??= why;
    if (why !== undefined) stop.abort();
  }

  async function finish(item: BulkItem, outcome: FinalOutcome): Promise<void> {
    await work.note(item, outcome.is, toJournalDetails(item, outcome));
    work.onEnd(item, outcome);
    if (outcome.is === "done") unreached = 0;
    else giveUp(outcome.is, outcome.error);
  }

  function giveUp(is: FinalOutcome["is"], error: unknown): void {
    const isUnreached = error instanceof NetworkError && error.arrived === "no";
    unreached = isUnreached ? unreached + 1 : 0;
    const isRefused =
      error instanceof MissingTokenError || (error instanceof ApiError && error.status === 401);
    if (isRefused) reason ??= "the platform rejected the token";
    if (unreached >= mostUnreached) {
      reason ??= `${mostUnreached} consecutive items could not reach the platform`;
    }
    if (work.stopOnError && is !== "pending") reason ??= "--stop-on-error is set";
    if (reason !== undefined) stop.abort();
  }

  async function worker(): Promise<void> {
    for (let group = queue.shift(); group !== undefined; group = queue.shift()) {
      for (const item of group) {
        if (stop.signal.aborted) return;
        await processItem(item);
      }
    }
  }

  const workers = Array.from({ length: Math.min(concurrency, queue.length) }, async () => {
    try {
      await worker();
    } catch (error) {
      stop.abort();
      throw error;
    }
  });
  const ends = await Promise.allSettled(workers);
  const broken = ends.find((end) => end.status === "rejected");
  if (broken !== undefined) throw broken.reason;
  return reason;
}

/** Items with the same target run one after the other, in order. */
function groupItems(items: readonly BulkItem[]): BulkItem[][] {
  const groups = new Map<string, BulkItem[]>();
  for (const item of items) {
    const name = item.target === undefined ? `#${item.number}` : `=${item.target}`;
    addTo(groups, name, item);
  }
  return [...groups.values()];
}

function toJournalDetails(item: BulkItem, outcome: FinalOutcome): Partial<JournalEntry> {
  if (outcome.is !== "done") {
    return { code: outcome.report.code, requestId: outcome.report.requestId };
  }
  return { id: findId(item, outcome) };
}

/** The id of the resource that an item created or changed. */
export function findId(item: BulkItem, { record }: Extract<FinalOutcome, { readonly is: "done" }>) {
  return typeof record.id === "string" ? record.id : item.target;
}
