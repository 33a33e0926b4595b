/**
 * Three-way comparison of the last applied values, the files and the platform. Only fields in the files
 * are compared.
 */
import type { JsonValue } from "../../../context.ts";
import { asText, isList } from "../../../json/values.ts";
import { matchRepositorySpelling } from "../../git/connection-fields.ts";
import type { LockRecord } from "../lock.ts";
import { isRedirectField, matchRedirectSpelling, toAutomaticField } from "../redirects.ts";
import {
  computeDigest,
  type DesiredResource,
  getListName,
  isSame,
  type Live,
} from "../resource.ts";

/** Origin of a change: the files, the platform since the last apply, or both. */
export type ChangeSide = "pending" | "drift" | "both";

export interface FieldChange {
  readonly field: string;
  readonly from: JsonValue;
  readonly to: JsonValue;
  readonly side: ChangeSide;
}

export interface ComparisonResult {
  readonly changes: readonly FieldChange[];
  /** Explanations of differences that are not changes or that recur. */
  readonly notes: readonly string[];
}

interface Digests {
  readonly sent: string;
  /** Digest of the value that the platform stored. */
  readonly kept: string;
  /** Digest of the value of another user that was overwritten. */
  readonly over?: string | undefined;
}

/** Parses the digests of a field in a lock. */
export function parseDigests(text: string | undefined): Digests | undefined {
  if (text === undefined) return undefined;
  const [sent = "", kept = sent, over] = text.split(":");
  return { sent, kept, over };
}

export function formatDigests({ sent, kept, over }: Digests): string {
  if (over !== undefined) return `${sent}:${kept}:${over}`;
  return kept === sent ? sent : `${sent}:${kept}`;
}

/** Fields that are set at creation and cannot be changed. */
export const givenOnce: ReadonlySet<string> = new Set(["type"]);

export function compare(
  wanted: DesiredResource,
  live: Live,
  locked: LockRecord | undefined,
): ComparisonResult {
  const changes: FieldChange[] = [];
  const notes: string[] = [];
  const compareField = (field: string, to: JsonValue) => {
    const from = getLiveValue(live, field, to);
    if (isSame(from, to)) return;
    const before = parseDigests(locked?.fields.get(field));
    const untold = live.untold?.get(field);
    if (untold !== undefined && before?.sent === computeDigest(to)) {
      if (untold !== "") notes.push(`${field} matches the last apply; ${untold}.`);
      return;
    }
    if (
      before !== undefined &&
      before.sent === computeDigest(to) &&
      before.kept === computeDigest(from)
    ) {
      notes.push(
        `the platform stores ${field} in another form, as it did at the last apply; this is not a change.`,
      );
      return;
    }
    if (before?.sent === computeDigest(to) && before.over === computeDigest(from)) {
      notes.push(
        `the last apply reset ${field}, but its earlier value is back. Either the platform or another user restores it after each apply.`,
      );
    }
    const side = untold === undefined ? toSide(before, from, to) : "pending";
    changes.push({ field, from, to, side });
  };
  for (const [field, to] of wanted.fields) if (!givenOnce.has(field)) compareField(field, to);
  for (const field of listOmittedItems(wanted, live, locked)) compareField(field, null);
  return { changes, notes };
}

function toSide(
  before: ReturnType<typeof parseDigests>,
  from: JsonValue,
  to: JsonValue,
): ChangeSide {
  if (before === undefined || before.kept === computeDigest(from)) return "pending";
  return before.sent === computeDigest(to) ? "drift" : "both";
}

/**
 * The list entries that are missing in the files: all entries of lists that the files own completely, and
 * previously applied entries of other lists.
 */
function listOmittedItems(
  { fields, lists, whole }: DesiredResource,
  live: Live,
  locked: LockRecord | undefined,
): string[] {
  const names: string[] = [];
  for (const [field, value] of live.fields) {
    const list = getListName(field);
    if (list === undefined || !lists.has(list) || fields.has(field) || value === null) continue;
    if (fields.has(toAutomaticField(field))) continue;
    if (whole.has(list) || locked?.fields.has(field) === true) names.push(field);
  }
  return names;
}

/**
 * The value on the platform. An order is reduced to the parts that the files have, and the same
 * repository has the spelling of the files.
 */
export function getLiveValue({ fields }: Live, field: string, to: JsonValue): JsonValue {
  if (isRedirectField(field)) return matchRedirectSpelling(field, fields.get(field) ?? null, to);
  if (field === "git") return matchRepositorySpelling(fields.get(field) ?? null, to);
  const keys = new Set(isList(to) ? to.map(asText) : []);
  return sortList(field, fields.get(field) ?? null, (key) => !isList(to) || keys.has(key));
}

/** Removes the parts from an order that do not count. */
export function sortList(
  field: string,
  value: JsonValue,
  counts: (key: string) => boolean,
): JsonValue {
  if (field !== "order" || !isList(value)) return value;
  return value.filter((key) => counts(asText(key)));
}
