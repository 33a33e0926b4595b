/** What came of undoing the entries of a group, and what is said of it. */
import type { Column, JsonObject } from "../../context.ts";
import { Unsettled } from "../../errors.ts";
import type { HistoryEntry } from "../../history/history-entry.ts";
import type { Reading } from "./reading.ts";
import { getName } from "./request-plan.ts";

export type Outcome =
  | "undone"
  | "undone in part"
  | "as it was"
  | "changed since"
  | "not undone"
  | "asked"
  | "unknown"
  | "not begun";

export interface Undone {
  readonly entry: HistoryEntry;
  readonly outcome: Outcome;
  readonly says: string;
  readonly error?: Error | undefined;
}

export const columns: readonly Column[] = [
  { header: "ENTRY", path: "entry", as: "id" },
  { header: "STATUS", path: "status", as: "state" },
  { header: "CHANGE", path: "change", as: "title", wide: true },
  { header: "ERROR", path: "error", wide: true },
];

/** What could not be undone in a thing that the same group made is gone with it. */
export async function withContainers(
  results: readonly Undone[],
  { history }: Reading,
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
      return { entry, outcome: "undone", says: `${getName(entry.target)} is gone with ${holder}` };
    }),
  );
}

/** What of some things the write went into, by its path. */
export function findHolder({ path }: HistoryEntry, made: readonly string[]): string | undefined {
  const names = path.split("/");
  return made.find((id) => names.includes(id));
}

export function toRow({ entry, outcome, says, error }: Undone): JsonObject {
  return { entry: entry.entry, status: outcome, change: says, error: error?.message ?? null };
}

export function findUnsettled(results: readonly Undone[]): Unsettled | undefined {
  const undone = results.filter(({ outcome }) => outcome !== "undone" && outcome !== "as it was");
  const [first] = undone;
  if (first === undefined) return undefined;
  if (undone.every(({ outcome }) => outcome === "asked")) {
    return new Unsettled(
      "pending",
      `${undone.length} of ${results.length} entries wait for the platform to carry them out. The first: ${first.says}`,
      "tome undo says what is still to be done when it is run again",
    );
  }
  return new Unsettled(
    first.outcome === "unknown" && results.length === 1 ? "unknown" : "partial",
    `${undone.length} of ${results.length} entries are not undone, or not known to be. The first: ${first.error?.message ?? first.says}`,
  );
}
