/** Old and new values of a write, for a person. */
import type { JsonObject } from "../../context.ts";
import { holdsDigest } from "../../history/digests.ts";
import type { HistoryEntry } from "../../history/history-entry.ts";
import { isSame } from "../../history/state.ts";
import { isObject, type JsonValue } from "../../json/values.ts";

const longestValue = 60;

/** A value in one line of at most 60 characters; secrets are not shown. */
export function formatShortly(value: JsonValue | undefined): string {
  if (value === undefined || value === null || value === "") return "none";
  if (holdsDigest(value)) return "(secret)";
  const text = JSON.stringify(value, (_, member: unknown) =>
    typeof member === "bigint" ? String(member) : member,
  );
  return text.length > longestValue ? `${[...text].slice(0, longestValue - 1).join("")}…` : text;
}

/** `title "Guide" → "Handbook"`, for each field that a write changed; empty if it is unknown. */
export function formatChanges({ before, after, input }: HistoryEntry): string {
  if (before === undefined) return "";
  return listChanges(before, after ?? input, input)
    .map(describeChange)
    .join(", ");
}

function describeChange({ path, old, current }: ValueChange): string {
  // The state of a resource that a write deletes or restores.
  if (path === "absent") return current === true ? "deleted" : "restored";
  return `${path} ${formatShortly(old)} → ${formatShortly(current)}`;
}

interface ValueChange {
  readonly path: string;
  readonly old: JsonValue | undefined;
  readonly current: JsonValue | undefined;
}

/** The changed fields, and the changed members of an object in both states. */
function listChanges(
  before: JsonObject,
  after: JsonObject,
  input: JsonObject,
  prefix = "",
): readonly ValueChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name): readonly ValueChange[] => {
    const [old, current] = [before[name], after[name]];
    const isSent = prefix !== "" || input[name] !== undefined;
    const isKnown = name in before || isSent;
    if (!isKnown || isSame(old, current)) return [];
    const path = `${prefix}${name}`;
    if (isObject(old) && isObject(current)) return listChanges(old, current, input, `${path}.`);
    return [{ path, old, current }];
  });
}
