/** Shows the writes that tome has sent. */
import type { Column, Context, JsonObject, Result } from "../../context.ts";
import { type HistoryEntry, undoneOf } from "../../history/history-entry.ts";
import { rowOf } from "./rows.ts";

const columns: readonly Column[] = [
  { header: "ENTRY", path: "entry", as: "id" },
  { header: "TIME", path: "at", as: "time" },
  { header: "COMMAND", path: "command" },
  { header: "OPERATION", path: "operation" },
  { header: "TARGET", path: "target.id" },
  { header: "TITLE", path: "target.title", as: "title", wide: true },
  { header: "OUTCOME", path: "outcome", as: "state" },
  { header: "UNDONE", path: "undone", as: "flag" },
];

export interface HistoryQuery {
  /** RFC 3339. */
  readonly since?: string | undefined;
  /** An id, or a title. */
  readonly target?: string | undefined;
}

/** The newest first. */
export async function listHistory(context: Context, query: HistoryQuery): Promise<Result> {
  const history = await context.history();
  const all = await history.entries();
  const undone = undoneOf(all);
  const rows = all
    .filter((entry) => isWanted(entry, query))
    .toReversed()
    .map((entry): JsonObject => ({ ...rowOf(entry), undone: undone.has(entry.entry) }));
  return {
    list: [rows],
    columns,
    order: "The newest first.",
    none: "The history has no such entries.",
  };
}

function isWanted({ at, target, input, made }: HistoryEntry, query: HistoryQuery): boolean {
  if (query.since !== undefined && Date.parse(at) < Date.parse(query.since)) return false;
  if (query.target === undefined) return true;
  const wanted = query.target.toLowerCase();
  const names = [target.id, target.title, made, ...Object.values(input)];
  return names.some((name) => typeof name === "string" && name.toLowerCase() === wanted);
}
