/** History entry: one write that was sent, and its outcome. */
import { asObject, asText, isObject, type JsonObject, type JsonValue } from "../json/values.ts";

/**
 * The outcome of a write. "unknown" means that there was no response, or none so far; "refused"
 * that the platform rejected it or that it never arrived; "pending" that the platform has not
 * finished it; "failed" that the platform accepted it and could not finish it, so that a part may be
 * done.
 */
export type WriteOutcome = "done" | "refused" | "pending" | "failed" | "unknown";

const outcomes: readonly unknown[] = ["done", "refused", "pending", "failed", "unknown"];

/** Stored before the request is sent. */
export interface SentRecord {
  /** `<group>.<number>` */
  readonly entry: string;
  /** All writes of one command share a group. */
  readonly group: string;
  /** RFC 3339. */
  readonly at: string;
  readonly profile: string;
  /** The base URL; for the local platform, the location of its data. */
  readonly origin: string;
  /** Its words without arguments: `space update`. */
  readonly command: string;
  /** Name and version of the program that asked for the command, such as an agent. */
  readonly client?: string | undefined;
  /** The platform's name for it; absent for a request outside of the contract. */
  readonly operation?: string | undefined;
  readonly method: string;
  /** Relative to the base URL. */
  readonly path: string;
  readonly target: WriteTarget;
  /** The input of the operation, or the body of a request outside of the contract. */
  readonly input: JsonObject;
  /** The state of the target before the write; absent if it was not read. */
  readonly before?: JsonObject | undefined;
  /** The positions of the parts of a docs site that it also moves, as a list of `Position`. */
  readonly positions?: JsonValue | undefined;
  /** The reason why they were not read. */
  readonly unread?: string | undefined;
  /** The entry that it undoes. */
  readonly undoes?: string | undefined;
}

export interface WriteTarget {
  /** The input field with its id: `spaceId`. */
  readonly field: string;
  readonly id: string;
  readonly title?: string | undefined;
}

/** Stored after the response, or when an unknown outcome was determined. */
export interface EndRecord {
  readonly entry: string;
  readonly ended: string;
  readonly outcome: WriteOutcome;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** The state after the write, as far as it was read. */
  readonly after?: JsonObject | undefined;
  /** The created resource. */
  readonly made?: string | undefined;
  /** The id of accepted work, such as an import run. */
  readonly work?: string | undefined;
  /** The reason for the refusal, or the way in which the outcome was determined. */
  readonly because?: string | undefined;
  /** Whether the undo found the previous state and had nothing to send. */
  readonly gone?: true | undefined;
}

export interface HistoryEntry extends SentRecord, Omit<EndRecord, "entry" | "ended"> {
  readonly ended?: string | undefined;
}

/** The entries in some lines, in the order in which they were sent; invalid lines are skipped. */
export function parseHistoryEntries(lines: readonly unknown[]): HistoryEntry[] {
  const entries = new Map<string, HistoryEntry>();
  for (const line of lines) {
    if (isSent(line)) entries.set(line.entry, { ...line, outcome: "unknown" });
    else if (isEnd(line)) {
      const sent = entries.get(line.entry);
      if (sent !== undefined) entries.set(line.entry, { ...sent, ...line });
    }
  }
  return [...entries.values()];
}

function isSent(line: unknown): line is SentRecord {
  if (!isMembers(line)) return false;
  const { target, input } = line;
  const texts = [line.entry, line.group, line.at, line.profile, line.origin, line.command];
  return (
    [...texts, line.method, line.path].every((one) => typeof one === "string") &&
    isMembers(target) &&
    typeof target.field === "string" &&
    typeof target.id === "string" &&
    isMembers(input)
  );
}

function isEnd(line: unknown): line is EndRecord {
  return isMembers(line) && typeof line.entry === "string" && isOutcome(line.outcome);
}

function isOutcome(value: unknown): value is WriteOutcome {
  return outcomes.includes(value);
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The entries that were undone by an entry that succeeded and was not undone itself.
 * @param entries in the order in which they were sent
 */
export function collectUndoneIds(entries: readonly HistoryEntry[]): ReadonlySet<string> {
  const undone = new Set<string>();
  for (const { entry, undoes, outcome, gone } of entries.toReversed()) {
    if (gone) undone.add(entry);
    if (undoes !== undefined && outcome === "done" && !undone.has(entry)) undone.add(undoes);
  }
  return undone;
}

/** The readable name of a resource: the first of its names. */
export function findTitle(value: JsonValue | undefined): string | undefined {
  const object = asObject(value);
  const user = isObject(object.user) ? object.user : {};
  const names = [object.title, object.displayName, object.label, object.name, object.subject];
  const title = [...names, object.source, user.displayName].map(asText).find((one) => one !== "");
  return title?.slice(0, 200);
}
