/** Sends items, shows progress, and records each item in the journal. */
import { setMaxListeners } from "node:events";
import type { Context, JsonObject } from "../../context.ts";
import { listSecrets } from "../../contract/secret-fields.ts";
import { ApiError, type Finding, IncompleteError, isFailedWork } from "../../errors.ts";
import { run } from "../run/run.ts";
import type { BulkCommand, BulkItem } from "./items.ts";
import type { BulkJournal } from "./journal.ts";
import { isDefaultJournal } from "./journal-path.ts";
import type { JournalEntry } from "./journal-text.ts";
import {
  type ItemOutcome,
  toFailedOutcome,
  toOutcome,
  type WatchedClient,
  watchClient,
} from "./outcome.ts";
import type { Pace } from "./pace.ts";
import { toPendingRow, toRow, toTitle } from "./report-rows.ts";
import type { SortedItems } from "./resume.ts";
import { isWorthKeeping, type Tally } from "./tally.ts";
import { type FinalOutcome, runWorkers } from "./workers.ts";

/** Settings of the requests. */
export interface SendOptions {
  readonly concurrency: number;
  readonly pace: Pace;
  readonly client: Context["client"];
}

interface BulkRun {
  readonly plan: SendOptions;
  /** All items, including those completed by an earlier run. */
  readonly count: number;
  readonly sorted: SortedItems;
  readonly keys: ReadonlyMap<BulkItem, string>;
  readonly journal: BulkJournal;
  /** Receives the title of each item that has ended, by its index. */
  readonly titles: Map<string, string>;
  /** Called with the row of each item that has ended. */
  readonly push: (row: JsonObject) => void;
}

/**
 * Sends the remaining items, and closes the journal.
 * @throws the error if the journal cannot be written
 */
export async function sendAll(bulk: BulkCommand, about: BulkRun): Promise<Tally> {
  const { plan, count, sorted, keys, journal, titles, push } = about;
  const { concurrency, pace, client } = plan;
  const { typed, context } = bulk;
  const ended: [BulkItem, FinalOutcome][] = [];
  const stop = new AbortController();
  // Every waiting item adds a listener.
  setMaxListeners(0, stop.signal);
  let interrupted = false;
  const progress = context.terminal.progress(`0/${sorted.remaining.length}`);
  const show = () => {
    const failed = ended.filter(([, { is }]) => is !== "done").length;
    const state = { count: sorted.remaining.length, ended: ended.length, failed };
    progress.update(formatProgress(state, pace.wait()));
  };
  const ticking = setInterval(show, 250);
  ticking.unref();
  void context.interrupted().then(() => {
    if (stop.signal.aborted) return;
    interrupted = true;
    stop.abort();
    context.terminal.warn(
      "Stopping after the items in progress. Interrupt again to stop immediately.",
    );
  });
  let tally: Tally | undefined;
  try {
    const reason = await runWorkers(sorted.remaining, {
      concurrency,
      pace,
      stop,
      stopOnError: typed.shared.has("stop-on-error"),
      carryOut: (item) => runItem(bulk, item, client),
      note: (item, is, more) =>
        journal.note(getJournalEntry(item, { key: keys.get(item) ?? "", is, ...more })),
      onEnd(item, outcome) {
        ended.push([item, outcome]);
        titles.set(item.at, toTitle(item, outcome));
        push(toRow(item, outcome));
        bulk.onFindings(toFindings(item, outcome));
        show();
      },
    });
    tally = computeTally(count, sorted, ended, interrupted, reason);
    return tally;
  } finally {
    clearInterval(ticking);
    progress.stop();
    const isFinished = tally !== undefined && !isWorthKeeping(tally);
    await (isFinished && isDefaultJournal(journal.path, bulk) ? journal.remove() : journal.close());
  }
}

/** Ids that are secret, such as the id of an invite, are omitted. */
function getJournalEntry(
  { number, target, assembled }: BulkItem,
  entry: Omit<JournalEntry, "item">,
): JournalEntry {
  const { endpoint, input } = assembled;
  const secrets = endpoint && listSecrets(endpoint, input);
  const isSecret = secrets !== undefined && secrets.path.length + secrets.answer.length > 0;
  return isSecret ? { ...entry, item: number, id: undefined } : { ...entry, item: number, target };
}

async function runItem(
  { line, verb, typed, context, endAccepted }: BulkCommand,
  { assembled }: BulkItem,
  client: Context["client"],
): Promise<ItemOutcome> {
  let watched: WatchedClient | undefined;
  try {
    watched = watchClient(await client());
    const { terminal } = context;
    const silent = {
      ...terminal,
      note: () => {},
      progress: () => ({ update() {}, stop() {} }),
      interactive: false,
    };
    const { client: observed, accepted: errors } = watched;
    const own = { ...context, terminal: silent, client: async () => observed, yes: true };
    const outcome = await toOutcome(await run(line, verb, assembled, own, typed.shared));
    // Otherwise it has not waited for them.
    if (outcome.is === "done") await endAccepted({ errors });
    else if (isFailedWork(outcome.error)) {
      await endAccepted({ errors, failure: outcome.error.message });
    }
    return outcome;
  } catch (error) {
    if (isFailedWork(error)) {
      await endAccepted({ errors: watched?.accepted ?? [], failure: error.message });
    }
    return toFailedOutcome(error, watched?.changed() ?? false);
  }
}

function computeTally(
  count: number,
  sorted: SortedItems,
  ended: readonly (readonly [BulkItem, FinalOutcome])[],
  interrupted: boolean,
  reason: string | undefined,
): Tally {
  const of = (is: FinalOutcome["is"]) => ended.filter(([, outcome]) => outcome.is === is).length;
  const failures = ended.flatMap(([item, outcome]): Tally["failures"] =>
    outcome.is === "failed" ? [[item, outcome]] : [],
  );
  const checks = [
    ...sorted.pending.map(([item, entry]) => toPendingRow(item, entry).hint),
    ...ended.flatMap(([, outcome]) => (outcome.is === "pending" ? outcome.report.hint : [])),
  ];
  return {
    count,
    check: checks.find((hint) => typeof hint === "string"),
    done: sorted.done.length + of("done"),
    unknown: sorted.unknown.length + of("unknown"),
    pending: sorted.pending.length + of("pending"),
    failures,
    interrupted,
    reason,
  };
}

/** A finding for a pipeline: those of an item, or the failure of the item. */
function toFindings({ at, location }: BulkItem, outcome: FinalOutcome): readonly Finding[] {
  if (outcome.is === "done") return outcome.findings;
  const { error, report } = outcome;
  const own = error instanceof ApiError || error instanceof IncompleteError ? error.findings : [];
  if (own.length > 0) return own;
  return [
    {
      rule: `item-${outcome.is}`,
      level: outcome.is === "pending" ? "warning" : "error",
      message: report.message,
      location: location ?? { name: at },
    },
  ];
}

/** In characters. */
const barWidth = 24;

/**
 * The progress as one line.
 * @param waiting milliseconds until the next item may start
 */
function formatProgress(
  { count, ended, failed }: { count: number; ended: number; failed: number },
  waiting: number,
): string {
  const full = count === 0 ? barWidth : Math.floor((barWidth * ended) / count);
  const bar = `${"█".repeat(full)}${"░".repeat(barWidth - full)}`;
  const faults = failed === 0 ? "" : `, ${failed} failed`;
  const pause = waiting < 1000 ? "" : `, waiting ${Math.ceil(waiting / 1000)} s for the rate limit`;
  return `${bar} ${ended}/${count}${faults}${pause}`;
}
