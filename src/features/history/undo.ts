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
import { addTo } from "../../json/groups.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";
import { confirm } from "../confirm.ts";
import { isForPerson } from "../output-form.ts";
import { isConfirmedElsewhere } from "./confirmed-operations.ts";
import { planFor } from "./plan.ts";
import { getName, Irreversible, type UndoPlan } from "./request-plan.ts";
import { isFinal, resolveOutcome } from "./resolve-outcome.ts";
import { chooseHistoryEntries, fetchEarlierHint, type UndoSelection } from "./selection.ts";
import { isInvertible, openReading, toInvertible, type UndoContext } from "./undo-context.ts";
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
  | {
      readonly outcome: UndoOutcome;
      readonly error: Error;
      /** The explanation without the entry, which several entries can share. */
      readonly reason?: string;
      readonly plan?: UndoPlan;
    }
);

export async function undo(context: Context, input: UndoInput): Promise<Result> {
  const reading = await openReading(context);
  const entries = await chooseHistoryEntries(input, reading);
  const attempts: UndoAttempt[] = [];
  for (const entry of entries) attempts.push(await attemptUndo(entry, input, reading));
  if (attempts.every((one) => "error" in one)) {
    const isChosen = input.entry !== undefined;
    throw findRefusal(attempts, isChosen ? undefined : await fetchEarlierHint(entries, reading));
  }
  const client = await context.client();
  announce(context, client, attempts);
  await confirmUndo(context, input, attempts);
  const results: Undone[] = [];
  for (const attempt of attempts) {
    const { entry } = attempt;
    if (results.some(({ outcome }) => outcome === "unknown" || outcome === "canceled")) {
      results.push({ entry, outcome: "not begun", says: getName(entry.target) });
      continue;
    }
    // Earlier undos of this run may have changed the state.
    const fresh = results.length === 0 ? attempt : await attemptUndo(entry, input, reading);
    const checked = input.force === true ? fresh : keepIfInUse(fresh, results);
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
      unsettled: findUnsettled(ends, false),
    };
  }
  return {
    list: [ends.map(toUndoRow)],
    columns,
    none: "",
    unsettled: () => findUnsettled(ends),
  };
}

/**
 * Asks once before the first request for everything that an undo deletes or takes away. A resource
 * that has changed since has a question of its own, later.
 * @throws UsageError if a prompt will be necessary and is impossible; CanceledError if it is declined
 */
async function confirmUndo(
  context: Context,
  { entry }: UndoInput,
  attempts: readonly UndoAttempt[],
): Promise<void> {
  const plans = attempts.flatMap((one) => ("error" in one ? [] : [one.plan]));
  const confirmed = plans.filter(({ requests }) =>
    requests.some(({ endpoint }) => isConfirmedElsewhere(endpoint)),
  );
  const command = ["tome undo", ...(entry === undefined ? [] : [entry])].join(" ");
  const { yes, terminal } = context;
  if (!yes && !terminal.interactive) {
    const isAskedLater = plans.some(({ changed, deletes }) => changed.length > 0 && deletes);
    if (isAskedLater || confirmed.length > 0) throw createUnconfirmedError(command);
  }
  const unchanged = confirmed.filter(({ changed }) => changed.length === 0);
  if (unchanged.length === 0) return;
  await confirm(context, command, () => describeQuestion(unchanged.map(({ says }) => says)));
}

const mostInQuestion = 5;

/** `Undo by this change: delete space S1 "Guide"?` */
function describeQuestion(changes: readonly string[]): string {
  const more = changes.length - mostInQuestion;
  const listed = [
    ...changes.slice(0, mostInQuestion),
    ...(more > 0 ? [`${more} more deletions or removals`] : []),
  ];
  return `Undo by ${listed.length === 1 ? "this change" : "these changes"}: ${listed.join("; ")}?`;
}

/** After the first entry, a canceled prompt is a result, because earlier entries are undone. */
function cancelAt({ entry }: UndoAttempt, error: unknown): Undone {
  if (!(error instanceof CanceledError)) throw error;
  const reason = new UsageError("Canceled. It was not undone.");
  return { entry, outcome: "canceled", says: getName(entry.target), error: reason };
}

/** Keeps a created resource if its content, also from the group, has changed since. */
function keepIfInUse(attempt: UndoAttempt, results: readonly Undone[]): UndoAttempt {
  const { entry } = attempt;
  if ("error" in attempt || !attempt.plan.deletes || entry.made === undefined) return attempt;
  const { made } = entry;
  const isChanged = results.some(
    (one) => one.outcome === "changed since" && findHolder(one.entry, [made]) !== undefined,
  );
  if (!isChanged) return attempt;
  const plan = { ...attempt.plan, changed: ["its content"] };
  return { entry, outcome: "changed since", error: createChangedError(entry, plan), plan };
}

async function attemptUndo(
  original: HistoryEntry,
  input: UndoInput,
  reading: UndoContext,
): Promise<UndoAttempt> {
  const { force } = input;
  try {
    const entry = isInvertible(original, reading)
      ? await resolveHistoryEntry(original, reading)
      : original;
    const invertible = toInvertible(entry, reading);
    if (typeof invertible === "string") throw new Irreversible(invertible);
    const plan = await planFor(invertible, reading);
    if (plan.changed.length === 0 || force === true) return { entry, plan };
    return { entry, outcome: "changed since", error: createChangedError(entry, plan), plan };
  } catch (error) {
    if (error instanceof ApiError) return { entry: original, outcome: "not undone", error };
    if (!(error instanceof Irreversible)) throw error;
    const reason = error.message;
    return {
      entry: original,
      outcome: "not undone",
      error: refuseUndo([original], reason),
      reason,
    };
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
  const announced = attempts.filter((attempt) => {
    const isPreliminary = "error" in attempt && !(attempt.error instanceof UsageError);
    const isLast = attempt === attempts[0];
    return findHolder(attempt.entry, made) === undefined && (isLast || !isPreliminary);
  });
  const requests = attempts.flatMap((attempt) =>
    attempt === attempts[0] && "error" in attempt ? [] : (attempt.plan?.requests ?? []),
  );
  const notes = announced.flatMap((attempt) => ("error" in attempt ? [] : attempt.plan.notes));
  for (const { message } of groupRefusals(announced)) terminal.note(message);
  for (const note of notes) terminal.note(note);
  if (attempts.some(isDependent)) {
    terminal.note("Requests that depend on the result of a preceding one are not printed.");
  }
  client.announceAll(
    requests.map(({ endpoint, input }) => client.describe(endpoint, asInput(endpoint, input))),
    attempts.flatMap((one) => ("plan" in one ? [`- ${one.plan.says}`] : [])),
  );
}

/** Whether an entry needs a request only after a later entry of its resource is undone. */
function isDependent(attempt: UndoAttempt, at: number, attempts: readonly UndoAttempt[]): boolean {
  if (!("plan" in attempt) || attempt.plan === undefined) return false;
  const { requests } = attempt.plan;
  const { id } = attempt.entry.target;
  return requests.length === 0 && attempts.slice(0, at).some(({ entry }) => entry.target.id === id);
}

/** The errors of attempts, with one for all entries that have the same reason. */
function groupRefusals(attempts: readonly UndoAttempt[]): readonly Error[] {
  const errors: Error[] = [];
  const byReason = new Map<string, HistoryEntry[]>();
  for (const attempt of attempts) {
    if (!("error" in attempt)) continue;
    const { entry, error, reason } = attempt;
    if (reason === undefined) errors.push(error);
    else addTo(byReason, reason, entry);
  }
  return [...errors, ...[...byReason].map(([reason, entries]) => refuseUndo(entries, reason))];
}

function refuseUndo(entries: readonly HistoryEntry[], reason: string): UsageError {
  const names = entries.map(({ entry, command }) => `${entry} (tome ${command})`);
  return new UsageError(`${names.join(", ")} cannot be undone. ${reason}`);
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
        for (const refusal of listRefusedItems(answer)) remaining.push(refusal);
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
  return asObject((await client.call(endpoint, asInput(endpoint, input))).value);
}

/** Errors of refused items in the response of a batch operation, such as redirects. */
function listRefusedItems({ results }: JsonObject): readonly string[] {
  return asObjects(results).flatMap(({ source, status, error }) =>
    status === "error" ? [`${asText(source)}: ${asText(error)}`] : [],
  );
}

/** The input was recorded for this endpoint. */
function asInput<E extends Endpoint>(_endpoint: E, input: JsonObject): Input<E> {
  return input as Input<E>;
}

/**
 * The entry with its result, for an operation with an inverse.
 * @throws Irreversible if the result remains open
 */
async function resolveHistoryEntry(
  entry: HistoryEntry,
  reading: UndoContext,
): Promise<HistoryEntry> {
  if (entry.outcome === "done") return entry;
  const result = await resolveOutcome(entry, reading);
  if (!isFinal(result)) throw new Irreversible(result.because ?? "");
  // A failed request can be done in part, and stays failed.
  if (entry.outcome !== "failed") await reading.history.resolve(entry.entry, result);
  if (result.outcome === "done") return { ...entry, ...result };
  throw new Irreversible(`The request was not executed: ${result.because ?? ""}`);
}

function createChangedError(
  { entry, target }: HistoryEntry,
  { changed, made }: UndoPlan,
): ChangedError {
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
  const details = groupRefusals(errors).map((error) => error.message);
  return errors.some(({ outcome }) => outcome === "changed since")
    ? new ChangedError(message, undefined, details)
    : new UsageError(message, hint, details);
}
