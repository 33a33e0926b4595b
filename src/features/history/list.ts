/** `tome history list`: lists the writes that tome has sent. */
import type { ApiClient, Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import {
  ApiError,
  MissingTokenError,
  NameNotFoundError,
  NetworkError,
  UsageError,
} from "../../errors.ts";
import { collectUndoneIds, type HistoryEntry } from "../../history/history-entry.ts";
import { findOwn } from "../../json/own-members.ts";
import { asText } from "../../json/values.ts";
import { findCurrentOrganization } from "../auth/current-organization.ts";
import { isForPerson } from "../output-form.ts";
import { findTitles, type ListedKind, type TitleParents } from "../resource-titles.ts";
import { runFewAtOnce } from "../run-few-at-once.ts";
import { formatChanges } from "./format-change.ts";
import { getName } from "./request-plan.ts";
import { isFinal, resolveOutcome } from "./resolve-outcome.ts";
import { toHistoryRow } from "./rows.ts";
import { isInvertible, openReading, type UndoContext } from "./undo-context.ts";

const columns: readonly PrintedColumn[] = [
  { header: "ENTRY", path: "entry", as: "id" },
  { header: "TIME", path: "at", as: "time" },
  { header: "COMMAND", path: "command" },
  { header: "OPERATION", path: "operation" },
  { header: "TARGET", path: "target.id" },
  { header: "TITLE", path: "target.title", as: "title", wide: true },
  { header: "OUTCOME", path: "outcome", as: "state" },
  { header: "UNDONE", path: "undone", as: "flag", usual: "no" },
];

/** Columns for terminals, with the title of the changed resource and a short result. */
const forPeople: readonly PrintedColumn[] = [
  { header: "ENTRY", path: "entry", as: "id" },
  { header: "TITLE", path: "title", as: "title", wide: true },
  { header: "TIME", path: "at", as: "time" },
  { header: "COMMAND", path: "command" },
  { header: "OUTCOME", path: "end", as: "state" },
  { header: "CHANGE", path: "change", wide: true },
  { header: "TARGET", path: "target.id" },
];

export interface HistoryQuery {
  /** RFC 3339. */
  readonly since?: string | undefined;
  /** An id or a title. */
  readonly target?: string | undefined;
}

/** Lists entries, newest first. */
export async function listHistory(context: Context, query: HistoryQuery): Promise<Result> {
  const history = await context.history();
  const all = await resolvePending(context, await history.entries());
  const undone = collectUndoneIds(all);
  const targetIds = await fetchIds(context, query.target, all);
  const isPerson = isForPerson(context);
  const describeOutcome = isPerson ? openEnds(await openReading(context), undone) : () => "";
  const selected = all
    .filter((entry) => isSince(entry, query.since) && isAbout(entry, targetIds))
    .toReversed();
  const byId = new Map(selected.map((entry) => [entry.entry, entry]));
  const rows = selected.map((entry): JsonObject => {
    const row = { ...toHistoryRow(entry), undone: undone.has(entry.entry) };
    return isPerson ? { ...row, change: formatChanges(entry), end: describeOutcome(entry) } : row;
  });
  const withTitles = async (items: readonly JsonObject[]) => {
    const printed = items.flatMap(({ entry }) => byId.get(asText(entry)) ?? []);
    const titles = await findTargetTitles(context, printed, selected);
    return items.map((item): JsonObject => {
      const entry = byId.get(asText(item.entry));
      return entry === undefined ? item : { ...item, title: toTitle(entry, titles) };
    });
  };
  return {
    list: [rows],
    ...(isPerson && { complete: withTitles }),
    columns: isPerson ? forPeople : columns,
    order: "Newest first.",
    none: "No history entries found.",
  };
}

/** Older ones are not read again, so that a list costs few requests. */
const mostPending = 20;

/**
 * The entries, with the result of those that the platform has finished since. Without a platform,
 * the history is listed as it is.
 */
async function resolvePending(
  context: Context,
  entries: readonly HistoryEntry[],
): Promise<readonly HistoryEntry[]> {
  const history = await context.history();
  const pending = entries
    .filter(({ outcome, origin }) => outcome === "pending" && origin === history.origin)
    .slice(-mostPending);
  if (pending.length === 0) return entries;
  const reading = await openReading(context, { isOptional: true });
  const resolved = new Map<string, HistoryEntry>();
  let isReachable = true;
  await runFewAtOnce(pending, async (entry) => {
    if (!isReachable) return;
    try {
      const result = await resolveOutcome(entry, reading);
      if (!isFinal(result)) return;
      await history.resolve(entry.entry, result);
      resolved.set(entry.entry, { ...entry, ...result });
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      isReachable = error instanceof ApiError;
    }
  });
  return entries.map((entry) => resolved.get(entry.entry) ?? entry);
}

/** Describes the result of a write, and whether it can be undone. */
function openEnds(reading: UndoContext, undone: ReadonlySet<string>) {
  return (entry: HistoryEntry): string => {
    if (undone.has(entry.entry)) return "undone";
    const isFinal = entry.outcome === "done" && !isInvertible(entry, reading);
    return isFinal ? "done, no undo" : entry.outcome;
  };
}

const titledFields: Readonly<Record<string, ListedKind>> = {
  organizationId: "org",
  collectionId: "collection",
  spaceId: "space",
  siteId: "site",
  userId: "user",
  changeRequestId: "cr",
  teamId: "team",
  webhookId: "webhook",
};

/**
 * Titles of the targets by id: those that other entries contain, and for the first entries those on
 * the platform. A resource that no longer exists has none.
 * @param all the entries whose titles are used without a request
 */
export async function findTargetTitles(
  context: Context,
  entries: readonly HistoryEntry[],
  all: readonly HistoryEntry[],
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  const kinds = new Map<string, ListedKind>();
  const parents = new Map<string, TitleParents>();
  for (const { target } of all) if (target.title) titles.set(target.id, target.title);
  for (const { target, input } of entries) {
    const kind = findOwn(titledFields, target.field);
    if (kind === undefined || (titles.has(target.id) && kind !== "cr")) continue;
    const organizationId = asText(input.organizationId) || undefined;
    const spaceId = asText(input.spaceId) || undefined;
    kinds.set(target.id, kind);
    parents.set(target.id, { organizationId, spaceId });
    if (kind === "cr" && spaceId !== undefined) kinds.set(spaceId, "space");
  }
  if (kinds.size === 0) return titles;
  const client = await openForLookups(context);
  if (client === undefined) return titles;
  // A path below a space or collection does not contain the organization of its users.
  const current = await findCurrentOrganization(context);
  const found = await findTitles(client, kinds, (id) => ({
    ...parents.get(id),
    organizationId: parents.get(id)?.organizationId ?? current,
  }));
  for (const [id, title] of found) {
    const space = found.get(parents.get(id)?.spaceId ?? "");
    const isInSpace = kinds.get(id) === "cr" && space !== undefined;
    titles.set(id, isInSpace ? `${title} in ${space}` : title);
  }
  return titles;
}

/** The history is on this machine, so that it is listed without a token or a platform, too. */
async function openForLookups(context: Context): Promise<ApiClient | undefined> {
  try {
    return await context.client({ lookup: true, isOptional: true });
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

function isUnavailable(error: unknown): boolean {
  return (
    error instanceof MissingTokenError ||
    error instanceof UsageError ||
    error instanceof ApiError ||
    error instanceof NetworkError
  );
}

/** The title of the changed, created or sent resource. */
export function toTitle(
  { target, after, input }: HistoryEntry,
  found: ReadonlyMap<string, string>,
): string {
  const titles = [
    target.title,
    after?.title,
    after?.subject,
    ...titleFields.map((name) => input[name]),
  ];
  const own = titles.map(asText).find((name) => name !== "");
  return own ?? found.get(target.id) ?? getName(target);
}

const titleFields = ["title", "subject", "name", "label", "slug", "source"];

function isSince({ at }: HistoryEntry, since: string | undefined): boolean {
  return since === undefined || Date.parse(at) >= Date.parse(since);
}

/** Whether an entry has one of the ids as target or ancestor; always true without ids. */
function isAbout(entry: HistoryEntry, ids: ReadonlySet<string> | undefined): boolean {
  return ids === undefined || listTargetNames(entry).some((name) => ids.has(name));
}

/** The ids and titles of the target and its ancestors, in lower case. */
function listTargetNames({ target, input, made }: HistoryEntry): readonly string[] {
  const names = [target.id, target.title, made, ...Object.values(input)];
  return names.flatMap((name) => (typeof name === "string" ? [name.toLowerCase()] : []));
}

/**
 * The word and the ids of the resources with this title: those in the history, otherwise those on the
 * platform. In lower case.
 * @throws UsageError if the title is ambiguous
 */
async function fetchIds(
  context: Context,
  word: string | undefined,
  all: readonly HistoryEntry[],
): Promise<ReadonlySet<string> | undefined> {
  if (word === undefined) return undefined;
  const name = word.toLowerCase();
  const matches = all.filter((entry) => listTargetNames(entry).includes(name));
  const isNamed = (title: unknown) => typeof title === "string" && title.toLowerCase() === name;
  const ids = matches.flatMap(({ target, made, input }) => [
    ...(isNamed(target.title) ? [target.id] : []),
    // The title belongs to the created resource; the target is its parent.
    ...(isNamed(input.title) ? [made ?? target.id] : []),
  ]);
  const targetIds = matches.length > 0 ? ids : await findIdsOnPlatform(context, word);
  return new Set([word, ...targetIds].map((id) => id.toLowerCase()));
}

/** Looks up a title; an id needs no request. */
async function findIdsOnPlatform(context: Context, word: string): Promise<readonly string[]> {
  const within = { organizationId: await findCurrentOrganization(context) };
  const ids = (["space", "collection", "site"] as const).map(async (noun) => {
    try {
      return [(await context.lookUp({ of: [noun], word, label: "--target", within })).id];
    } catch (error) {
      if (error instanceof NameNotFoundError) return [];
      throw error;
    }
  });
  return (await Promise.all(ids)).flat();
}
