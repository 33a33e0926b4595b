/** Takes back what a command has sent: one write, or all of them in reverse. */
import type { Client, Context, JsonObject, Result } from "../../context.ts";
import type { Endpoint, Input } from "../../contract/endpoint.ts";
import { Changed, Problem, Unreachable, Unsettled, UsageError } from "../../errors.ts";
import type { HistoryEntry } from "../../history/history-entry.ts";
import { objectIn, objectsIn, textIn } from "../../json/values.ts";
import { confirm } from "../confirm.ts";
import { type Chosen, chooseHistoryEntries, fetchEarlierHint } from "./choice.ts";
import { planFor } from "./plan.ts";
import { openReading, type Reading, toInvertible } from "./reading.ts";
import { getName, Irreversible, type Plan } from "./request-plan.ts";
import { resolveOutcome } from "./resolve-outcome.ts";
import {
  columns,
  findHolder,
  findUnsettled,
  type Outcome,
  toRow,
  type Undone,
  withContainers,
} from "./undone.ts";

export interface UndoInput extends Chosen {
  /** Also what somebody has changed since. */
  readonly force?: boolean | undefined;
}

/** What is to be sent for an entry, or why nothing is; also both, if somebody has changed it since. */
type Attempt = { readonly entry: HistoryEntry } & (
  | { readonly plan: Plan }
  | { readonly outcome: Outcome; readonly error: Error; readonly plan?: Plan }
);

export async function undo(context: Context, input: UndoInput): Promise<Result> {
  const reading = await openReading(context);
  const { entries, passed } = await chooseHistoryEntries(input, reading);
  for (const { entry, command } of passed) {
    context.terminal.note(`Left out, as it cannot be undone: ${entry}, tome ${command}.`);
  }
  const attempts: Attempt[] = [];
  for (const entry of entries) attempts.push(await attemptAt(entry, input, reading));
  if (attempts.every((one) => "error" in one)) {
    const isChosen = input.entry !== undefined;
    throw findRefusal(attempts, isChosen ? undefined : await fetchEarlierHint(entries, reading));
  }
  const client = await context.client();
  announce(context, client, attempts);
  if (passed.length > 0) await confirmEarlier(context, attempts, passed.length);
  const results: Undone[] = [];
  for (const attempt of attempts) {
    const { entry } = attempt;
    if (results.some(({ outcome }) => outcome === "unknown")) {
      results.push({ entry, outcome: "not begun", says: getName(entry.target) });
      continue;
    }
    // What was undone before may have changed what is there.
    const fresh = results.length === 0 ? attempt : await attemptAt(entry, input, reading);
    const kept = input.force === true ? fresh : unlessInUse(fresh, results);
    results.push(await carryOut(context, client, kept, reading));
  }
  const ends = await withContainers(results, reading);
  return {
    list: [ends.map(toRow)],
    columns,
    none: "",
    unsettled: () => findUnsettled(ends),
  };
}

/** Somebody who counts commands may not expect that older ones are undone. */
async function confirmEarlier(
  context: Context,
  attempts: readonly Attempt[],
  passed: number,
): Promise<void> {
  const lines = new Set(attempts.map(({ entry }) => `tome ${entry.command} (${entry.group})`));
  await confirm(context, "tome undo --last", () => {
    const left = passed === 1 ? "One newer write" : `${passed} newer writes`;
    return `${left} cannot be undone. Undo ${[...lines].join(", ")}?`;
  });
}

/** What the group made stays if somebody has changed what the group did in it. */
function unlessInUse(attempt: Attempt, results: readonly Undone[]): Attempt {
  const { entry } = attempt;
  if ("error" in attempt || !attempt.plan.deletes || entry.made === undefined) return attempt;
  const { made } = entry;
  const isChanged = results.some(
    (one) => one.outcome === "changed since" && findHolder(one.entry, [made]) !== undefined,
  );
  if (!isChanged) return attempt;
  const plan = { ...attempt.plan, changed: ["what is in it"] };
  return { entry, outcome: "changed since", error: changedSince(entry, plan), plan };
}

async function attemptAt(
  given: HistoryEntry,
  input: UndoInput,
  reading: Reading,
): Promise<Attempt> {
  const { force } = input;
  try {
    const entry = await resolved(given, reading);
    const invertible = toInvertible(entry, reading);
    if (typeof invertible === "string") throw new Irreversible(invertible);
    const plan = await planFor(invertible, reading);
    if (plan.changed.length === 0 || force === true) return { entry, plan };
    return { entry, outcome: "changed since", error: changedSince(entry, plan), plan };
  } catch (error) {
    if (error instanceof Problem) return { entry: given, outcome: "not undone", error };
    if (!(error instanceof Irreversible)) throw error;
    const reason = new UsageError(
      `${given.entry}, tome ${given.command}, cannot be undone. ${error.message}`,
    );
    return { entry: given, outcome: "not undone", error: reason };
  }
}

/**
 * In a dry run the command ends here, with the requests as its result. In a group, what is there now says
 * nothing yet of the writes before the last one: their own group may be what changed it since.
 */
function announce({ terminal }: Context, client: Client, attempts: readonly Attempt[]): void {
  const made = attempts.flatMap(({ entry }) => entry.made ?? []);
  const requests = attempts.flatMap((attempt) => {
    const isLast = attempt === attempts[0];
    const isToBeSeen = "error" in attempt && !(attempt.error instanceof UsageError);
    if (findHolder(attempt.entry, made) === undefined && (isLast || !isToBeSeen)) {
      const notes = "error" in attempt ? [attempt.error.message] : attempt.plan.notes;
      for (const note of notes) terminal.note(note);
    }
    return isLast && "error" in attempt ? [] : (attempt.plan?.requests ?? []);
  });
  client.announceAll(
    requests.map(({ endpoint, input }) => client.describe(endpoint, asInput(endpoint, input))),
    attempts.flatMap((one) => ("plan" in one ? [`- ${one.plan.says}`] : [])),
  );
}

async function carryOut(
  context: Context,
  client: Client,
  attempt: Attempt,
  { history }: Reading,
): Promise<Undone> {
  const { entry } = attempt;
  if ("error" in attempt) return { ...attempt, says: getName(entry.target) };
  const { says, changed, deletes, requests, notes } = attempt.plan;
  if (changed.length > 0 && deletes) {
    const question = `It was changed since (${changed.join(", ")}). Undo nevertheless: ${says}?`;
    await confirm(context, "tome undo", () => question);
  }
  const left = [...notes];
  if (requests.length === 0 && left.length === 0) {
    await history.resolve(entry.entry, { outcome: entry.outcome, gone: true });
    return { entry, outcome: "as it was", says };
  }
  try {
    await history.undoing(entry.entry, async () => {
      for (const { endpoint, input } of requests) {
        const answer = await answerTo(client, endpoint, input);
        for (const refusal of refusedIn(answer)) left.push(refusal);
      }
    });
    const inPart = left[0] === undefined ? undefined : new Error(left.join(" "));
    return {
      entry,
      outcome: inPart === undefined ? "undone" : "undone in part",
      says,
      error: inPart,
    };
  } catch (error) {
    if (error instanceof Problem) return { entry, outcome: "not undone", says, error };
    // Whoever has to agree may take long, and the rest does not depend on it.
    if (error instanceof Unsettled && error.how === "pending") {
      return { entry, outcome: "asked", says, error };
    }
    if (error instanceof Unreachable || error instanceof Unsettled) {
      return { entry, outcome: "unknown", says, error };
    }
    throw error;
  }
}

async function answerTo<E extends Endpoint>(
  client: Client,
  endpoint: E,
  input: JsonObject,
): Promise<JsonObject> {
  return objectIn((await client.call(endpoint, asInput(endpoint, input))).value);
}

/** What an answer says of its parts that were refused, as that of many redirects does. */
function refusedIn({ results }: JsonObject): readonly string[] {
  return objectsIn(results).flatMap(({ source, status, error }) =>
    status === "error" ? [`${textIn(source)}: ${textIn(error)}`] : [],
  );
}

/** The contract itself says what is in the input. */
function asInput<E extends Endpoint>(_endpoint: E, input: JsonObject): Input<E> {
  return input as Input<E>;
}

/** The entry, with its end if that was not known. @throws Irreversible if it is still not */
async function resolved(entry: HistoryEntry, reading: Reading): Promise<HistoryEntry> {
  if (entry.outcome === "done") return entry;
  const found = await resolveOutcome(entry, reading);
  if (found.outcome === "unknown") throw new Irreversible(found.because ?? "");
  await reading.history.resolve(entry.entry, found);
  if (found.outcome === "done") return { ...entry, ...found };
  throw new Irreversible(`It was not carried out: ${found.because ?? ""}`);
}

function changedSince({ entry, target }: HistoryEntry, { changed, made }: Plan): Changed {
  return new Changed(
    `${made ?? getName(target)} was changed since: ${changed.join(", ")}. Nothing was undone.`,
    `To undo it nevertheless: tome undo ${entry} --force`,
  );
}

/** Why nothing at all can be undone. */
function findRefusal(attempts: readonly Attempt[], hint: string | undefined): Error {
  const errors = attempts.flatMap((one) => ("error" in one ? [one] : []));
  const [only] = errors;
  if (only !== undefined && errors.length === 1) {
    const { error } = only;
    return error instanceof UsageError ? new UsageError(error.message, hint) : error;
  }
  const message = `None of the ${errors.length} entries can be undone.`;
  const details = errors.map(({ entry, error }) => `${entry.entry}: ${error.message}`);
  return errors.some(({ outcome }) => outcome === "changed since")
    ? new Changed(message, undefined, details)
    : new UsageError(message, hint, details);
}
