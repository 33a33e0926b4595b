/** Does for many things what a command does for one: `tome space delete A B C`, or --from a file. */
import { resolve } from "node:path";
import type { Context, JsonObject } from "../../context.ts";
import { Unsettled, UsageError } from "../../errors.ts";
import { print } from "../print.ts";
import { run } from "../run.ts";
import { confirmMany } from "./confirm-many.ts";
import { endOf } from "./ending.ts";
import { type Item, itemsOf, keepsOrder, type Many } from "./items.ts";
import type { Journal } from "./journal.ts";
import { beginJournal } from "./journal-place.ts";
import { listening } from "./outcome.ts";
import { openPace } from "./pace.ts";
import {
  pendingRow,
  rowColumns,
  rowFields,
  rowStream,
  skippedRow,
  unknownRow,
} from "./report-rows.ts";
import { keysOf, openForResume, type Sorted, sortItems } from "./resume.ts";
import { type Plan, sendAll } from "./send-all.ts";

/** A pool of connections costs more to load than a few requests take. */
const worthPool = 20;

/**
 * Checks all items before the first is sent; then sends them, and prints a line for each.
 * @throws UsageError where nothing was sent; else what the end of the whole is
 */
export async function runMany(many: Many): Promise<void> {
  const { typed, context } = many;
  checkFlags(many);
  const items = await itemsOf(many);
  if (context.dryRun) return dryRun(many, items);
  if (items.length === 0) {
    context.terminal.note("There are no items, so nothing was sent.");
    return print(listOf([], context), context);
  }
  const plan = planFor(many, items);
  // Without a token, say, there is nothing to keep account of.
  await plan.client();
  const resumed = typed.shared.get("resume");
  if (typeof resumed === "string") {
    const journal = await openForResume(resolve(context.cwd, resumed), many);
    return carryOn(many, items, journal, plan);
  }
  await confirmMany(many, items, plan.client);
  return carryOn(many, items, await beginJournal(many, items), plan);
}

function planFor(many: Many, items: readonly Item[]): Plan {
  const { verb, parameters, context } = many;
  const concurrency = concurrencyIn(many, keepsOrder(verb, parameters) ? 1 : 4);
  const pace = openPace(concurrency);
  const client = () =>
    context.client({
      many: items.length > worthPool,
      through: (wire) => listening(wire, pace.saw, verb.kind === "act"),
    });
  return { concurrency, pace, client };
}

function checkFlags({ typed: { shared }, line, context }: Many): void {
  if (shared.has("resume") && shared.has("journal")) {
    throw new UsageError("--resume names the journal already; leave --journal out.");
  }
  if (shared.has("retry-unknown") && !shared.has("resume")) {
    throw new UsageError("--retry-unknown says how to resume; give it with --resume <journal>.");
  }
  const unknown = (context.choice.fields ?? []).filter(
    (field) => !rowFields.includes(field.split(".")[0] ?? ""),
  );
  if (unknown.length > 0 && !context.dryRun) {
    throw new UsageError(
      `There is no field ${unknown.join(", ")} in what tome ${line} prints of many items; the fields are ${rowFields.join(", ")}.`,
    );
  }
}

async function dryRun(many: Many, items: readonly Item[]): Promise<void> {
  const { line, verb, typed, context } = many;
  const requests: JsonObject[] = [];
  for (const { assembled } of items) {
    const result = await run(line, verb, assembled, context, typed.shared);
    if (result !== undefined && "record" in result) requests.push(result.record);
  }
  const pages = (async function* () {
    yield requests;
  })();
  await print({ list: pages, columns: [], asJson: true, none: "" }, context);
}

async function carryOn(
  many: Many,
  items: readonly Item[],
  journal: Journal,
  plan: Plan,
): Promise<void> {
  const { typed, context } = many;
  const keys = keysOf(items, journal);
  let sorted: Sorted;
  try {
    sorted = sortItems(items, keys, journal, typed.shared.has("retry-unknown"));
    if (typed.shared.has("resume") && sorted.remaining.length > 0) {
      await confirmMany(many, sorted.remaining, plan.client);
    }
  } catch (error) {
    await journal.close();
    throw error;
  }
  const { shared } = typed;
  const rows = rowStream(context, async (hint, number) => {
    const input = items[number - 1]?.assembled.input ?? {};
    const { completeCommand } = await import("../suggestion.ts");
    return completeCommand(hint, { shared, input, words: many.rest });
  });
  for (const [item, entry] of sorted.done) rows.push(skippedRow(item, entry));
  for (const [item, entry] of sorted.pending) rows.push(pendingRow(item, entry));
  for (const [item, entry] of sorted.unknown) rows.push(unknownRow(item, entry));
  const about = { plan, count: items.length, sorted, keys, journal, push: rows.push };
  const working = sendAll(many, about).finally(rows.end);
  // It is awaited when the lines are printed.
  working.catch(() => {});
  // Who stops reading, or cannot write, does not stop what he has begun.
  const printed = await print(listOf(rows.pages, context), context).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const tally = await working;
  const end = endOf(tally, journal.path);
  if (end !== undefined) throw end;
  if (printed?.error instanceof UsageError) {
    throw new Unsettled("failed", `All is done, but not printed: ${printed.error.message}`);
  }
  if (printed !== undefined) throw printed.error;
  const parents = new Set(items.flatMap(({ assembled }) => assembled.fromProject));
  const place = context.projectPlace([...parents]);
  context.terminal.note(`All ${tally.count} items are done${place}.`);
}

function concurrencyIn({ typed }: Many, usual: number): number {
  const word = typed.shared.get("concurrency");
  if (word === undefined) return usual;
  const number = typeof word === "string" && /^\d{1,2}$/.test(word) ? Number(word) : 0;
  if (number >= 1 && number <= 64) return number;
  throw new UsageError(
    `--concurrency must be a whole number from 1 to 64, not ${JSON.stringify(word)}.`,
  );
}

function listOf(
  list: AsyncIterable<readonly JsonObject[]> | readonly JsonObject[],
  { choice }: Context,
) {
  return {
    list: Symbol.asyncIterator in list ? list : onePage(list),
    columns: rowColumns,
    none: "",
    // Their first parts are known to be right; the rest is in some items and not in others.
    knownFields: choice.fields ?? [],
  };
}

async function* onePage(rows: readonly JsonObject[]) {
  yield rows;
}
