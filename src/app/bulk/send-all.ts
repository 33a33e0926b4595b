/** Sends items, shows how far they are, and keeps account of each. */
import { setMaxListeners } from "node:events";
import type { Context, JsonObject } from "../../context.ts";
import { secretsOf } from "../../contract/secret-fields.ts";
import { run } from "../run.ts";
import { isWorthKeeping, type Tally } from "./ending.ts";
import { findingsOf } from "./findings.ts";
import type { Item, Many } from "./items.ts";
import type { Journal } from "./journal.ts";
import { isUsualPlace } from "./journal-place.ts";
import type { Entry } from "./journal-text.ts";
import { failure, type Outcome, outcomeOf, watched } from "./outcome.ts";
import type { Pace } from "./pace.ts";
import { progressLine } from "./progress-bar.ts";
import { rowOf } from "./report-rows.ts";
import type { Sorted } from "./resume.ts";
import { type Ended, work } from "./workers.ts";

/** How requests are sent. */
export interface Plan {
  readonly concurrency: number;
  readonly pace: Pace;
  readonly client: Context["client"];
}

interface Sending {
  readonly plan: Plan;
  /** All items, those that were done before among them. */
  readonly count: number;
  readonly sorted: Sorted;
  readonly keys: ReadonlyMap<Item, string>;
  readonly journal: Journal;
  /** Takes the line of each item that has ended. */
  readonly push: (row: JsonObject) => void;
}

/**
 * Sends the items that are to be sent, and closes the journal.
 * @throws what keeps the journal from being written
 */
export async function sendAll(many: Many, about: Sending): Promise<Tally> {
  const { plan, count, sorted, keys, journal, push } = about;
  const { concurrency, pace, client } = plan;
  const { typed, context } = many;
  const ended: [Item, Ended][] = [];
  const stop = new AbortController();
  // Every item that waits for its turn listens.
  setMaxListeners(0, stop.signal);
  let interrupted = false;
  const progress = context.terminal.progress(`0/${sorted.remaining.length}`);
  const show = () => {
    const failed = ended.filter(([, { is }]) => is !== "done").length;
    const state = { count: sorted.remaining.length, ended: ended.length, failed };
    progress.update(progressLine(state, pace.wait()));
  };
  const ticking = setInterval(show, 250);
  ticking.unref();
  void context.interrupted().then(() => {
    if (stop.signal.aborted) return;
    interrupted = true;
    stop.abort();
    context.terminal.warn("Ending after the items under way; interrupt again to end at once.");
  });
  let tally: Tally | undefined;
  try {
    const reason = await work(sorted.remaining, {
      concurrency,
      pace,
      stop,
      stopOnError: typed.shared.has("stop-on-error"),
      carryOut: (item) => carryOut(many, item, client),
      note: (item, is, more) =>
        journal.note(entryOf(item, { key: keys.get(item) ?? "", is, ...more })),
      ended(item, outcome) {
        ended.push([item, outcome]);
        push(rowOf(item, outcome));
        many.found(findingsOf(item, outcome));
        show();
      },
    });
    tally = tallyOf(count, sorted, ended, interrupted, reason);
    return tally;
  } finally {
    clearInterval(ticking);
    progress.stop();
    const isOver = tally !== undefined && !isWorthKeeping(tally);
    await (isOver && isUsualPlace(journal.path, many) ? journal.remove() : journal.close());
  }
}

/** What an item is called is left out where that is a secret, as the id of an invite is. */
function entryOf({ number, target, assembled }: Item, entry: Omit<Entry, "item">): Entry {
  const { endpoint, input } = assembled;
  const secrets = endpoint && secretsOf(endpoint, input);
  const isSecret = secrets !== undefined && secrets.path.length + secrets.answer.length > 0;
  return isSecret ? { ...entry, item: number, id: undefined } : { ...entry, item: number, target };
}

async function carryOut(
  { line, verb, typed, context }: Many,
  { assembled }: Item,
  client: Context["client"],
): Promise<Outcome> {
  let changed = () => false;
  try {
    const watch = watched(await client());
    changed = watch.changed;
    const { terminal } = context;
    const silent = {
      ...terminal,
      note: () => {},
      progress: () => ({ update() {}, stop() {} }),
      interactive: false,
    };
    const own = { ...context, terminal: silent, client: async () => watch.client, yes: true };
    return await outcomeOf(await run(line, verb, assembled, own, typed.shared));
  } catch (error) {
    return failure(error, changed());
  }
}

function tallyOf(
  count: number,
  sorted: Sorted,
  ended: readonly (readonly [Item, Ended])[],
  interrupted: boolean,
  reason: string | undefined,
): Tally {
  const of = (is: Ended["is"]) => ended.filter(([, outcome]) => outcome.is === is).length;
  const failures = ended.flatMap(([item, outcome]): Tally["failures"] =>
    outcome.is === "failed" ? [[item, outcome]] : [],
  );
  return {
    count,
    done: sorted.done.length + of("done"),
    unknown: sorted.unknown.length + of("unknown"),
    pending: sorted.pending.length + of("pending"),
    failures,
    interrupted,
    reason,
  };
}
