/** Shows the writes that tome has sent. */
import type { Column, Context, JsonObject, Result } from "../../context.ts";
import { NotNamed } from "../../errors.ts";
import { collectUndoneIds, type HistoryEntry } from "../../history/history-entry.ts";
import { textIn } from "../../json/values.ts";
import { organizationInForce } from "../auth/current-organization.ts";
import { isForPerson } from "../output-form.ts";
import { isInvertible, openReading } from "./reading.ts";
import { toRow } from "./rows.ts";

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
  const undone = collectUndoneIds(all);
  const wanted = await fetchIds(context, query.target, all);
  const isPerson = isForPerson(context);
  const describeOutcome = isPerson ? await openEnds(context, undone) : () => "";
  const rows = all
    .filter((entry) => isSince(entry, query.since) && isAbout(entry, wanted))
    .toReversed()
    .map((entry): JsonObject => {
      const row = { ...toRow(entry), undone: undone.has(entry.entry) };
      return isPerson ? { ...row, title: toTitle(entry), end: describeOutcome(entry) } : row;
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
function toTitle({ target, after, input }: HistoryEntry): string {
  const called = [target.title, after?.title, after?.subject, ...naming.map((name) => input[name])];
  return called.map(textIn).find((name) => name !== "") ?? "";
}

const naming = ["title", "subject", "name", "label", "slug", "source"];

function isSince({ at }: HistoryEntry, since: string | undefined): boolean {
  return since === undefined || Date.parse(at) >= Date.parse(since);
}

/** Whether it was to one of these, or in it; to anything, if nothing is asked for. */
function isAbout(entry: HistoryEntry, ids: ReadonlySet<string> | undefined): boolean {
  return ids === undefined || namesIn(entry).some((name) => ids.has(name));
}

/** The ids and titles of an entry, of what it was to and of what that is in, in lower case. */
function namesIn({ target, input, made }: HistoryEntry): readonly string[] {
  const names = [target.id, target.title, made, ...Object.values(input)];
  return names.flatMap((name) => (typeof name === "string" ? [name.toLowerCase()] : []));
}

/**
 * The word itself and the ids of what it names: those that the history knows by this title, else what
 * the platform has. In lower case.
 * @throws UsageError if several things have the name
 */
async function fetchIds(
  context: Context,
  word: string | undefined,
  all: readonly HistoryEntry[],
): Promise<ReadonlySet<string> | undefined> {
  if (word === undefined) return undefined;
  const named = word.toLowerCase();
  const known = all.filter((entry) => namesIn(entry).includes(named));
  const isNamed = (title: unknown) => typeof title === "string" && title.toLowerCase() === named;
  const ids = known.flatMap(({ target, made, input }) => [
    ...(isNamed(target.title) ? [target.id] : []),
    // What was made has the title; the target is what it was made in.
    ...(isNamed(input.title) ? [made ?? target.id] : []),
  ]);
  const found = known.length > 0 ? ids : await idsOnPlatform(context, word);
  return new Set([word, ...found].map((id) => id.toLowerCase()));
}

/** An id is taken as it is, without a request. */
async function idsOnPlatform(context: Context, word: string): Promise<readonly string[]> {
  const within = { organizationId: await organizationInForce(context) };
  const found = (["space", "collection", "site"] as const).map(async (noun) => {
    try {
      return [(await context.lookUp({ of: [noun], word, label: "--target", within })).id];
    } catch (error) {
      if (error instanceof NotNamed) return [];
      throw error;
    }
  });
  return (await Promise.all(found)).flat();
}
