/**
 * Three ways: what was last applied, what the files want, and what the platform has. Only what the files
 * name is compared.
 */
import type { JsonValue } from "../../context.ts";
import { isList, textIn } from "../../json/values.ts";
import type { Locked } from "./lock.ts";
import { computeDigest, getListName, isSame, type Live, type Wanted } from "./thing.ts";

/** Whose change it is: of the files, of somebody on the platform since the last apply, or of both. */
export type Side = "pending" | "drift" | "both";

export interface Change {
  readonly field: string;
  readonly from: JsonValue;
  readonly to: JsonValue;
  readonly side: Side;
}

export interface Compared {
  readonly changes: readonly Change[];
  /** Why something that is not as the files say is no change, or stays one. */
  readonly notes: readonly string[];
}

interface Digests {
  readonly sent: string;
  /** Of what the platform made of it. */
  readonly kept: string;
  /** Of what others had put there, where it was set back. */
  readonly over?: string | undefined;
}

/** What a digest in a lock says. */
export function digestsIn(text: string | undefined): Digests | undefined {
  if (text === undefined) return undefined;
  const [sent = "", kept = sent, over] = text.split(":");
  return { sent, kept, over };
}

export function formatDigests({ sent, kept, over }: Digests): string {
  if (over !== undefined) return `${sent}:${kept}:${over}`;
  return kept === sent ? sent : `${sent}:${kept}`;
}

/** Can be given when a thing is created, and not changed. */
export const givenOnce: ReadonlySet<string> = new Set(["type"]);

export function compare(wanted: Wanted, live: Live, locked: Locked | undefined): Compared {
  const changes: Change[] = [];
  const notes: string[] = [];
  const compareField = (field: string, to: JsonValue) => {
    const from = liveValue(live, field, to);
    if (isSame(from, to)) return;
    const before = digestsIn(locked?.fields.get(field));
    const untold = live.untold?.get(field);
    if (untold !== undefined && before?.sent === computeDigest(to)) {
      notes.push(`${field} is as it was applied, and ${untold}.`);
      return;
    }
    if (
      before !== undefined &&
      before.sent === computeDigest(to) &&
      before.kept === computeDigest(from)
    ) {
      notes.push(
        `the platform keeps ${field} in its own way, as it did when it was applied; that is not a change.`,
      );
      return;
    }
    if (before?.sent === computeDigest(to) && before.over === computeDigest(from)) {
      notes.push(
        `the last apply set ${field} back to this, and it is again as it was before: the platform keeps it so, or somebody changes it each time.`,
      );
    }
    const side = untold === undefined ? toSide(before, from, to) : "pending";
    changes.push({ field, from, to, side });
  };
  for (const [field, to] of wanted.fields) if (!givenOnce.has(field)) compareField(field, to);
  for (const field of leftOut(wanted, live, locked)) compareField(field, null);
  return { changes, notes };
}

function toSide(before: ReturnType<typeof digestsIn>, from: JsonValue, to: JsonValue): Side {
  if (before === undefined || before.kept === computeDigest(from)) return "pending";
  return before.sent === computeDigest(to) ? "drift" : "both";
}

/** The entries of lists that the files do not name: of whole lists all, of others those that were applied. */
function leftOut(
  { fields, lists, whole }: Wanted,
  live: Live,
  locked: Locked | undefined,
): string[] {
  const left: string[] = [];
  for (const [field, value] of live.fields) {
    const list = getListName(field);
    if (list === undefined || !lists.has(list) || fields.has(field) || value === null) continue;
    if (whole.has(list) || locked?.fields.has(field) === true) left.push(field);
  }
  return left;
}

/** The value on the platform. Of an order, parts count only if the files have them. */
export function liveValue({ fields }: Live, field: string, to: JsonValue): JsonValue {
  const keys = new Set(isList(to) ? to.map(textIn) : []);
  return sortList(field, fields.get(field) ?? null, (key) => !isList(to) || keys.has(key));
}

/** A value without the parts of an order that do not count. */
export function sortList(
  field: string,
  value: JsonValue,
  counts: (key: string) => boolean,
): JsonValue {
  if (field !== "order" || !isList(value)) return value;
  return value.filter((key) => counts(textIn(key)));
}
