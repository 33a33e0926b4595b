/** Shows the writes that tome has sent. */
import type { Column, Context, JsonObject, Result } from "../../context.ts";
import { type HistoryEntry, undoneOf } from "../../history/history-entry.ts";
import { textIn } from "../../json/values.ts";
import { isForPerson } from "../output-form.ts";
import { isInvertible, openReading } from "./reading.ts";
import { rowOf } from "./rows.ts";

const columns: readonly Column[] = [
  { header: "ENTRY", path: "entry", as: "id" },
  { header: "TIME", path: "at", as: "time" },
  { header: "COMMAND", path: "command" },
  { header: "OPERATION", path: "operation" },
  { header: "TARGET", path: "target.id" },
  { header: "TITLE", path: "target.title", as: "title", wide: true },
  { header: "OUTCOME", path: "outcome", as: "state" },
  { header: "UNDONE", path: "undone", as: "flag", usual: "no" },
];

/** A person looks for what was made by its own title, and reads in one word what came of it. */
const forPeople: readonly Column[] = [
  { header: "ENTRY", path: "entry", as: "id" },
  { header: "TITLE", path: "title", as: "title", wide: true },
  { header: "TIME", path: "at", as: "time" },
  { header: "COMMAND", path: "command" },
  { header: "OUTCOME", path: "end", as: "state" },
  { header: "OPERATION", path: "operation", wide: true },
  { header: "TARGET", path: "target.id" },
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
  const isPerson = isForPerson(context);
  const endOf = isPerson ? await openEnds(context, undone) : () => "";
  const rows = all
    .filter((entry) => isWanted(entry, query))
    .toReversed()
    .map((entry): JsonObject => {
      const row = { ...rowOf(entry), undone: undone.has(entry.entry) };
      return isPerson ? { ...row, title: titleOf(entry), end: endOf(entry) } : row;
    });
  return {
    list: [rows],
    columns: isPerson ? forPeople : columns,
    order: "The newest first.",
    none: "The history has no such entries.",
  };
}

/** What came of a write, and whether it can be taken back. */
async function openEnds(context: Context, undone: ReadonlySet<string>) {
  const reading = await openReading(context);
  return (entry: HistoryEntry): string => {
    if (undone.has(entry.entry)) return "undone";
    const isFinal = entry.outcome === "done" && !isInvertible(entry, reading);
    return isFinal ? "done, no undo" : entry.outcome;
  };
}

/** What people call what was changed, made or sent. */
function titleOf({ target, after, input }: HistoryEntry): string {
  const called = [target.title, after?.title, after?.subject, ...naming.map((name) => input[name])];
  return called.map(textIn).find((name) => name !== "") ?? "";
}

const naming = ["title", "subject", "name", "label", "slug", "source"];

function isWanted({ at, target, input, made }: HistoryEntry, query: HistoryQuery): boolean {
  if (query.since !== undefined && Date.parse(at) < Date.parse(query.since)) return false;
  if (query.target === undefined) return true;
  const wanted = query.target.toLowerCase();
  const names = [target.id, target.title, made, ...Object.values(input)];
  return names.some((name) => typeof name === "string" && name.toLowerCase() === wanted);
}
