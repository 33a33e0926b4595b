/** An entry of the history: one write that was sent, and what came of it. */
import { isObject, type JsonObject, type JsonValue, objectIn, textIn } from "../json/values.ts";

/**
 * How a write ended. "unknown" is one whose answer did not come, or has not come so far; "refused" one
 * that the platform turned down or that never reached it; "pending" one that it has yet to carry out.
 */
export type Outcome = "done" | "refused" | "pending" | "unknown";

/** What is written before the request is sent. */
export interface Sent {
  /** `<group>.<number>` */
  readonly entry: string;
  /** What one command sent has the same group. */
  readonly group: string;
  /** RFC 3339. */
  readonly at: string;
  readonly profile: string;
  /** The base address; for the embedded platform, the location of its data. */
  readonly origin: string;
  /** Its words without arguments: `space update`. */
  readonly command: string;
  /** The platform's name for it; absent if the contract does not have it. */
  readonly operation?: string | undefined;
  readonly method: string;
  /** Below the base address. */
  readonly path: string;
  readonly target: Target;
  /** The input of the operation, or the body of a request that the contract does not have. */
  readonly input: JsonObject;
  /** What it is about to change, as it was; absent if that was not read. */
  readonly before?: JsonObject | undefined;
  /** Where the parts of a docs site were that it puts elsewhere besides, as a list of `Position`. */
  readonly positions?: JsonValue | undefined;
  /** Why they were not read. */
  readonly unread?: string | undefined;
  /** The entry that it takes back. */
  readonly undoes?: string | undefined;
}

export interface Target {
  /** The field of the input that names it: `spaceId`. */
  readonly field: string;
  readonly id: string;
  readonly title?: string | undefined;
}

/** What is written after the answer, or when an unknown end was found out. */
export interface End {
  readonly entry: string;
  readonly ended: string;
  readonly outcome: Outcome;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** What it left, as far as that was read. */
  readonly after?: JsonObject | undefined;
  /** What was made. */
  readonly made?: string | undefined;
  /** Why it was refused, or how its end was found out. */
  readonly because?: string | undefined;
  /** Everything was found to be as before it, so that nothing had to be sent to undo it. */
  readonly gone?: true | undefined;
}

export interface HistoryEntry extends Sent, Omit<End, "entry" | "ended"> {
  readonly ended?: string | undefined;
}

/** The entries of some lines, in the order in which they were sent; lines that are none are left out. */
export function historyEntriesIn(lines: readonly unknown[]): HistoryEntry[] {
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

function isSent(line: unknown): line is Sent {
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

function isEnd(line: unknown): line is End {
  return isMembers(line) && typeof line.entry === "string" && isOutcome(line.outcome);
}

function isOutcome(value: unknown): value is Outcome {
  return value === "done" || value === "refused" || value === "pending" || value === "unknown";
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The entries that are taken back: by one that is done, and is not taken back itself.
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

/** What a person calls a thing: the first of its names that it has. */
export function titleIn(value: JsonValue | undefined): string | undefined {
  const object = objectIn(value);
  const user = isObject(object.user) ? object.user : {};
  const names = [object.title, object.displayName, object.label, object.name, object.subject];
  const title = [...names, object.source, user.displayName].map(textIn).find((one) => one !== "");
  return title?.slice(0, 200);
}
