/** Results of an undo. */
import type { JsonObject, PrintedColumn, TerminalView, ViewLine } from "../../context.ts";
import { IncompleteError } from "../../errors.ts";
import type { HistoryEntry } from "../../history/history-entry.ts";
import { formatCount } from "../../json/pluralize.ts";
import { getName } from "./request-plan.ts";
import type { UndoContext } from "./undo-context.ts";

export type UndoOutcome =
  | "undone"
  | "undone in part"
  | "as it was"
  | "changed since"
  | "not undone"
  | "asked"
  | "canceled"
  | "unknown"
  | "not begun";

export interface Undone {
  readonly entry: HistoryEntry;
  readonly outcome: UndoOutcome;
  readonly says: string;
  readonly error?: Error | undefined;
  /** The explanation in the error, which was printed before the first request. */
  readonly reason?: string | undefined;
}

export const columns: readonly PrintedColumn[] = [
  { header: "ENTRY", path: "entry", as: "id" },
  { header: "STATUS", path: "status", as: "state" },
  { header: "CHANGE", path: "change", as: "title", wide: true },
  { header: "ERROR", path: "error", wide: true },
];

/** Entries within a resource that the undo deleted count as undone. */
export async function withContainers(
  results: readonly Undone[],
  { history }: UndoContext,
): Promise<readonly Undone[]> {
  const gone = results.flatMap(({ entry: { made }, outcome }) =>
    outcome === "undone" || outcome === "as it was" ? (made ?? []) : [],
  );
  return Promise.all(
    results.map(async (one): Promise<Undone> => {
      const { entry, outcome } = one;
      if (outcome !== "undone in part" && outcome !== "not undone") return one;
      const holder = findHolder(entry, gone);
      if (holder === undefined) return one;
      await history.resolve(entry.entry, { outcome: entry.outcome, gone: true });
      return {
        entry,
        outcome: "undone",
        says: `${getName(entry.target)} was deleted with ${holder}`,
      };
    }),
  );
}

/** The created resource that contains the target of a write, according to its path. */
export function findHolder({ path }: HistoryEntry, made: readonly string[]): string | undefined {
  const names = path.split("/");
  return made.find((id) => names.includes(id));
}

export function toUndoRow({ entry, outcome, says, error }: Undone): JsonObject {
  return { entry: entry.entry, status: outcome, change: says, error: error?.message ?? null };
}

const untouched: ReadonlySet<UndoOutcome> = new Set(["canceled", "changed since", "not undone"]);

/**
 * The results as sentences, which are wrapped: a table would shorten the old and new values. An
 * explanation that was printed before is not repeated.
 */
export function buildUndoView(results: readonly Undone[], most = results.length): TerminalView {
  const lines = results.slice(0, most).map(({ entry, outcome, says, error, reason }): ViewLine => {
    const isDone = outcome === "undone" || outcome === "as it was";
    const tone = isDone ? "green" : outcome === "asked" ? "yellow" : "red";
    const end = error === undefined || reason !== undefined ? "" : ` ${error.message}`;
    // An entry that was left alone has no change to describe.
    const change = untouched.has(outcome) ? "" : `, by this change: ${says}`;
    return [{ text: outcome, tone }, `: tome ${entry.command} (${entry.entry})${change}.${end}`];
  });
  return [{ lines }];
}

/** @param withReason whether the message contains a reason that was not printed before */
export function findUnsettled(
  results: readonly Undone[],
  withReason = true,
): IncompleteError | undefined {
  const incomplete = results.filter(
    ({ outcome }) => outcome !== "undone" && outcome !== "as it was",
  );
  const count = `${incomplete.length} of ${formatCount(results.length, "entry", "entries")}`;
  const [first] = incomplete;
  if (first === undefined) return undefined;
  if (incomplete.every(({ outcome }) => outcome === "asked")) {
    return new IncompleteError(
      "pending",
      `${count} ${incomplete.length === 1 ? "is" : "are"} pending on the platform. First: ${first.says}`,
      "Run tome undo again to check the remaining entries",
    );
  }
  const isExplained = !withReason || first.reason !== undefined;
  const reason = isExplained ? "" : ` First: ${first.error?.message ?? first.says}`;
  return new IncompleteError(
    first.outcome === "unknown" && results.length === 1 ? "unknown" : "partial",
    `${count} could not be undone, or the result is unknown.${reason}`,
  );
}
