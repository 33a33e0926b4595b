/** Validation messages of configuration files. */
import type { JsonValue } from "../../../context.ts";
import { getUrlLocation } from "../../../contract/address-location.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { findOwn } from "../../../json/own-members.ts";
import { isList, isObject } from "../../../json/values.ts";

/** The subset of a zod issue that this module uses. */
export interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string;
  /** Unknown field names. */
  readonly keys?: readonly string[];
  /** The valid values. */
  readonly values?: readonly unknown[];
  /** The valid type. */
  readonly expected?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  /** Issues of a name. */
  readonly issues?: readonly SchemaIssue[];
  /** The issues of each alternative of a union. */
  readonly errors?: readonly (readonly SchemaIssue[])[];
}

/** Resolves a union to the issues of the alternative that matched deepest. */
export function findInnermostIssues(issue: SchemaIssue): readonly SchemaIssue[] {
  const alternatives = issue.errors?.filter((issues) => issues.length > 0) ?? [];
  const depth = (issues: readonly SchemaIssue[]) =>
    issues.reduce((maximum, { path }) => (path.length > maximum ? path.length : maximum), 0);
  const deepest = alternatives.toSorted((one, other) => depth(other) - depth(one))[0];
  if (deepest === undefined) return [issue];
  const all = alternatives.flat();
  const specific =
    all.find(({ code }) => code === "unrecognized_keys") ?? all.find(({ values }) => values);
  const chosen = depth(deepest) > 0 ? deepest : specific === undefined ? [] : [specific];
  if (chosen.length === 0) return [issue];
  return chosen.flatMap((inner) =>
    findInnermostIssues({ ...inner, path: [...issue.path, ...inner.path] }),
  );
}

/** Fields that configuration files do not have, with the command that manages them. */
const managedElsewhere: Readonly<Record<string, string>> = {
  localizedTitle: "set translated titles with tome site external-link update",
  localizedDescription: "set translated descriptions with tome site external-link update",
  order: "order spaces and collections with tome space move and tome collection move",
};

/** The names of schema types in YAML. */
const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping of names to values",
  record: "a mapping of names to values",
};

/**
 * @param path of the issue, without symbols
 * @param file the content of the file
 */
export function formatMessage(
  issue: SchemaIssue,
  path: readonly (string | number)[],
  file: JsonValue,
): string {
  const { code, keys, values, expected, minimum, maximum } = issue;
  const name = path.length === 0 ? "The file" : path.map(String).join(".");
  if (code === "unrecognized_keys" && keys) {
    const alternative = findOwn(managedElsewhere, keys[0] ?? "");
    const advice =
      alternative === undefined ? "" : ` Configuration files do not manage it; ${alternative}.`;
    const fields = keys.length === 1 ? "an unknown field" : "unknown fields";
    return `${name} has ${fields}: ${keys.join(", ")}.${advice}`;
  }
  const value = getValueAt(file, path);
  if (value === undefined) return `${name} is missing.`;
  if (values !== undefined && values.length > 0) {
    return `${name} must be one of ${values.map(String).join(", ")}${describeActualType(value)}.`;
  }
  const type = findOwn(typeNames, expected ?? "");
  if (type !== undefined) return `${name} must be ${type}${describeActualType(value)}.`;
  if (typeof value === "string" && minimum !== undefined) {
    return `${name} must have at least ${minimum} characters.`;
  }
  if (typeof value === "string" && maximum !== undefined) {
    return `${name} must have at most ${maximum} characters, not ${value.length}.`;
  }
  // The issue of a name explains more than the issue of its field.
  const message = issue.issues?.[0]?.message ?? issue.message;
  if (message === "Invalid input") return `${name} does not match the schema.`;
  return `${name} ${message}${code === "invalid_key" ? "" : describeActualType(value)}.`;
}

function describeActualType(value: JsonValue): string {
  if (typeof value === "object") return "";
  // The value may be a URL with a token.
  const shown =
    typeof value === "string" && /^\w+:\/\/[^/]*@/.test(value) ? getUrlLocation(value) : value;
  return `, not ${writeJson(shown).slice(0, 100)}`;
}

function getValueAt(file: JsonValue, path: readonly (string | number)[]): JsonValue | undefined {
  let value: JsonValue | undefined = file;
  for (const step of path) {
    if (isList(value)) value = value[Number(step)];
    else value = isObject(value) ? value[step] : undefined;
  }
  return value;
}
