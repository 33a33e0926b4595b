/** Comparison of annotations of operations, parameters and properties: deprecation and defaults. */
import { getMember } from "../../contract/openapi-references.ts";
import { writeJson } from "../../json/exact-writing.ts";
import type { ApiDescription } from "./change.ts";
import type { LocatedValue } from "./normalize/tools.ts";
import { listParts } from "./schemas/schema-shape.ts";

/** A change that breaks no client; the rule consists of the kind and `aspect`. */
interface ChangeNote {
  readonly aspect: "deprecated" | "reactivated" | "default-changed";
  readonly message: string;
}

/** @param what name of the element, at the start of a sentence */
export function compareDeprecation(
  what: string,
  old: LocatedValue,
  young: LocatedValue,
): ChangeNote[] {
  return compareAges(what, [old], [young]);
}

/** Like `compareDeprecation`, for a schema with its default. */
export function compareNotes(
  what: string,
  old: LocatedValue,
  young: LocatedValue,
  { before, now }: { readonly before: ApiDescription; readonly now: ApiDescription },
): ChangeNote[] {
  const [parts, others] = [listParts(old, before), listParts(young, now)];
  const [used, uses] = [describeDefault(parts), describeDefault(others)];
  const message = `The default of ${what.replace(/^T/, "t")} changed from ${used} to ${uses}.`;
  return [
    ...compareAges(what, parts, others),
    ...(used === uses ? [] : [{ aspect: "default-changed" as const, message }]),
  ];
}

function compareAges(
  what: string,
  old: readonly LocatedValue[],
  young: readonly LocatedValue[],
): ChangeNote[] {
  const [before, is] = [old, young].map((parts) =>
    parts.some(({ value }) => getMember(value, "deprecated") === true),
  );
  if (before === is) return [];
  return is
    ? [{ aspect: "deprecated", message: `${what} is now deprecated.` }]
    : [{ aspect: "reactivated", message: `${what} is no longer deprecated.` }];
}

/** The default value as JSON. */
export function describeDefault(parts: readonly LocatedValue[]): string {
  const values = parts.map(({ value }) => getMember(value, "default"));
  const value = values.find((one) => one !== undefined);
  return value === undefined ? "not set" : writeJson(value);
}
