/** `tome undo`: undoes one write, or all writes of a command in reverse order. */
import type { ApiClient, Context, JsonObject, Result } from "../../context.ts";
import type { Endpoint, Input } from "../../contract/endpoint.ts";
import {
  ApiError,
  CanceledError,
  ChangedError,
  createUnconfirmedError,
  IncompleteError,
  NetworkError,
  UsageError,
} from "../../errors.ts";
import type { HistoryEntry } from "../../history/history-entry.ts";
import { objectIn, objectsIn, textIn } from "../../json/values.ts";
import { confirm } from "../confirm.ts";
import { isForPerson } from "../output-form.ts";
import { planFor } from "./plan.ts";
import { openReading, toInvertible, type UndoContext } from "./reading.ts";
import { getName, Irreversible, type UndoPlan } from "./request-plan.ts";
import { resolveOutcome } from "./resolve-outcome.ts";
import { chooseHistoryEntries, fetchEarlierHint, type UndoSelection } from "./selection.ts";
import {
  buildUndoView,
  columns,
  findHolder,
  findUnsettled,
  toUndoRow,
  type Undone,
  type UndoOutcome,
  withContainers,
} from "./undo-result.ts";

export interface UndoInput extends UndoSelection {
  /** Undo even if the resource has changed since. */
  readonly force?: boolean | undefined;
}

/** The plan of an entry, the error that prevents the undo, or both if the resource has changed since. */
type UndoAttempt = { readonly entry: HistoryEntry } & (
  | { readonly plan: UndoPlan }
  | { readonly outcome: UndoOutcome; readonly error: Error; readonly plan?: UndoPlan }
);

export async function undo(context: Context, input: UndoInput): Promise<Result> {
  const reading = await openReading(context);
  const entries = await chooseHistoryEntries(input, reading);
  const attempts: UndoAttempt[] = [];
  for (const entry of entries) attempts.push(await attemptAt(entry, input, reading));
  if (attempts.every((one) => "error" in one)) {
    const isChosen = input.entry !== undefined;
    throw findRefusal(attempts, isChosen ? undefined : await fetchEarlierHint(entries, reading));
  }
  const client = await context.client();
  announce(context, client, attempts);
  requireYes(context, attempts);
  const results: Undone[] = [];
  for (const attempt of attempts) {
    const { entry } = attempt;
    if (results.some(({ outcome }) => outcome === "unknown" || outcome === "canceled")) {
      results.push({ entry, outcome: "not begun", says: getName(entry.target) });
      continue;
    }
    // Earlier undos of this run may have changed the state.
    const fresh = results.length === 0 ? attempt : await attemptAt(entry, input, reading);
    const checked = input.force === true ? fresh : unlessInUse(fresh, results);
    const done = carryOut(context, client, checked, reading);
    results.push(
      await (results.length === 0 ? done : done.catch((error) => cancelAt(checked, error))),
    );
  }
  const ends = await withContainers(results, reading);
  if (isForPerson(context)) {
    return {
      view: buildUndoView(ends),
      limitedView: (most) => buildUndoView(ends, most),
      unsettled: findUnsettled(ends),
    };
  }
  return {
    list: [ends.map(toUndoRow)],
    columns,
    none: "",
    unsettled: () => findUnsettled(ends),
  };
}

/** @throws UsageError before the first request if a prompt will be necessary and is impossible */
function requireYes({ yes, terminal }: Context, attempts: readonly UndoAttempt[]): void {
  if (yes || terminal.interactive) return;
  const isAsked = attempts.some(
    (one) => !("error" in one) && one.plan.changed.length > 0 && one.plan.deletes,
  );
  if (isAsked) throw createUnconfirmedError("tome undo");
}

/** After the first entry, a canceled prompt is a result, because earlier entries are undone. */
function cancelAt({ entry }: UndoAttempt, error: unknown): Undone {
  if (!(error instanceof CanceledError)) throw error;
  const reason = new UsageError("Canceled. It was not undone.");
  return { entry, outcome: "canceled", says: getName(entry.target), error: reason };
}

/** Keeps a created resource if its content, also from the group, has changed since. */
function unlessInUse(attempt: UndoAttempt, results: readonly Undone[]): UndoAttempt {
  const { entry } = attempt;
  if ("error" in attempt || !attempt.plan.deletes || entry.made === undefined) return attempt;
  const { made } = entry;
  const isChanged = results.some(
    (one) => one.outcome === "changed since" && findHolder(one.entry, [made]) !== undefined,
  );
  if (!isChanged) return attempt;
  const plan = { ...attempt.plan, changed: ["its content"] };
  return { entry, outcome: "changed since", error: changedSince(entry, plan), plan };
}

async function attemptAt(
  original: HistoryEntry,
  input: UndoInput,
  reading: UndoContext,
): Promise<UndoAttempt> {
  const { force } = input;
  try {
    const entry = await resolved(original, reading);
    const invertible = toInvertible(entry, reading);
    if (typeof invertible === "string") throw new Irreversible(invertible);
    const plan = await planFor(invertible, reading);
    if (plan.changed.length === 0 || force === true) return { entry, plan };
    return { entry, outcome: "changed since", error: changedSince(entry, plan), plan };
  } catch (error) {
    if (error instanceof ApiError) return { entry: original, outcome: "not undone", error };
    if (!(error instanceof Irreversible)) throw error;
    const reason = new UsageError(
      `${original.entry} (tome ${original.command}) cannot be undone. ${error.message}`,
    );
    return { entry: original, outcome: "not undone", error: reason };
  }
}

/**
 * A dry run ends here and prints the requests. In a group, changes are reported only for the last write,
 * because the later writes of the group may have changed the resources of the earlier ones.
 */
function announce(
  { terminal }: Context,
  client: ApiClient,
  attempts: readonly UndoAttempt[],
): void {
  const made = attempts.flatMap(({ entry }) => entry.made ?? []);
  const requests = attempts.flatMap((attempt) => {
    const isLast = attempt === attempts[0];
    const isPreliminary = "error" in attempt && !(attempt.error instanceof UsageError);
    if (findHolder(attempt.entry, made) === undefined && (isLast || !isPreliminary)) {
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
  client: ApiClient,
  attempt: UndoAttempt,
  { history }: UndoContext,
): Promise<Undone> {
  const { entry } = attempt;
  if ("error" in attempt) return { ...attempt, says: getName(entry.target) };
  const { says, changed, deletes, requests, notes } = attempt.plan;
  if (changed.length > 0 && deletes) {
    const question = `The resource has changed since (${changed.join(", ")}). Undo anyway: ${says}?`;
    await confirm(context, "tome undo", () => question);
  }
  const remaining = [...notes];
  if (requests.length === 0 && remaining.length === 0) {
    await history.resolve(entry.entry, { outcome: entry.outcome, gone: true });
    return { entry, outcome: "as it was", says };
  }
  try {
    await history.undoing(entry.entry, async () => {
      for (const { endpoint, input } of requests) {
        const answer = await answerTo(client, endpoint, input);
        for (const refusal of refusedIn(answer)) remaining.push(refusal);
      }
    });
    const inPart = remaining[0] === undefined ? undefined : new Error(remaining.join(" "));
    return {
      entry,
      outcome: inPart === undefined ? "undone" : "undone in part",
      says,
      error: inPart,
    };
  } catch (error) {
    if (error instanceof ApiError) return { entry, outcome: "not undone", says, error };
    // An approval may take long, and the other entries do not depend on it.
    if (error instanceof IncompleteError && error.how === "pending") {
      return { entry, outcome: "asked", says, error };
    }
    if (error instanceof NetworkError || error instanceof IncompleteError) {
      return { entry, outcome: "unknown", says, error };
    }
    throw error;
  }
}

async function answerTo<E extends Endpoint>(
  client: ApiClient,
  endpoint: E,
  input: JsonObject,
): Promise<JsonObject> {
  return objectIn((await client.call(endpoint, asInput(endpoint, input))).value);
}

/** Errors of refused items in the response of a batch operation, such as redirects. */
function refusedIn({ results }: JsonObject): readonly string[] {
  return objectsIn(results).flatMap(({ source, status, error }) =>
    status === "error" ? [`${textIn(source)}: ${textIn(error)}`] : [],
  );
}

/** The input was recorded for this endpoint. */
function asInput<E extends Endpoint>(_endpoint: E, input: JsonObject): Input<E> {
  return input as Input<E>;
}

/** The entry with its result. @throws Irreversible if the result remains unknown */
async function resolved(entry: HistoryEntry, reading: UndoContext): Promise<HistoryEntry> {
  if (entry.outcome === "done") return entry;
  const result = await resolveOutcome(entry, reading);
  if (result.outcome === "unknown") throw new Irreversible(result.because ?? "");
  await reading.history.resolve(entry.entry, result);
  if (result.outcome === "done") return { ...entry, ...result };
  throw new Irreversible(`The request was not executed: ${result.because ?? ""}`);
}

function changedSince({ entry, target }: HistoryEntry, { changed, made }: UndoPlan): ChangedError {
  return new ChangedError(
    `${made ?? getName(target)} has changed since: ${changed.join(", ")}. It was not undone.`,
    `To undo it anyway: tome undo ${entry} --force`,
  );
}

/** The error if no entry can be undone. */
function findRefusal(attempts: readonly UndoAttempt[], hint: string | undefined): Error {
  const errors = attempts.flatMap((one) => ("error" in one ? [one] : []));
  const [only] = errors;
  if (only !== undefined && errors.length === 1) {
    const { error } = only;
    return error instanceof UsageError ? new UsageError(error.message, hint) : error;
  }
  const message = `None of the ${errors.length} entries can be undone.`;
  const details = errors.map(({ entry, error }) => `${entry.entry}: ${error.message}`);
  return errors.some(({ outcome }) => outcome === "changed since")
    ? new ChangedError(message, undefined, details)
    : new UsageError(message, hint, details);
}
