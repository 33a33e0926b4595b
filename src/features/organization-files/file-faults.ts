/** What is wrong in a file, in words: the place, the rule, and where else it belongs. */
import type { JsonValue } from "../../context.ts";
import { isList, isObject } from "../../json/values.ts";

/** What a schema of zod finds, of which only this much is used here. */
export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string;
  /** Names that are not known. */
  readonly keys?: readonly string[];
  /** What it may be. */
  readonly values?: readonly unknown[];
  /** Which type it must have. */
  readonly expected?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  /** What is wrong with a name. */
  readonly issues?: readonly Issue[];
  /** Of each way in which it could be right, what is wrong. */
  readonly errors?: readonly (readonly Issue[])[];
}

/** Of the ways in which something could be right, the one that came furthest tells what is wrong. */
export function innermost(issue: Issue): readonly Issue[] {
  const ways = issue.errors?.filter((way) => way.length > 0) ?? [];
  const depth = (way: readonly Issue[]) =>
    way.reduce((most, { path }) => (path.length > most ? path.length : most), 0);
  const deepest = ways.toSorted((one, other) => depth(other) - depth(one))[0];
  if (deepest === undefined) return [issue];
  const all = ways.flat();
  const telling =
    all.find(({ code }) => code === "unrecognized_keys") ?? all.find(({ values }) => values);
  const chosen = depth(deepest) > 0 ? deepest : telling === undefined ? [] : [telling];
  if (chosen.length === 0) return [issue];
  return chosen.flatMap((inner) => innermost({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** What people may look for in files, and where it is instead. */
const elsewhere: Readonly<Record<string, string>> = {
  redirects: "put them from a file of their own with tome site redirect put",
  localizedTitle: "titles in other languages are set with tome site external-link update",
  localizedDescription: "texts in other languages are set with tome site external-link update",
  order: "spaces and collections are put in order with tome space move and tome collection move",
};

/** What YAML has for the types of a schema. */
const typeWords: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object, with a name and a value in each line",
  record: "an object, with a name and a value in each line",
};

/**
 * @param path of the issue, without what no file has
 * @param file what the whole file says
 */
export function formatMessage(
  issue: Issue,
  path: readonly (string | number)[],
  file: JsonValue,
): string {
  const { code, keys, values, expected, minimum, maximum } = issue;
  const name = path.length === 0 ? "The file" : path.map(String).join(".");
  if (code === "unrecognized_keys" && keys) {
    const where = elsewhere[keys[0] ?? ""];
    const cure = where === undefined ? "" : ` Files do not manage that; ${where}.`;
    return `${name} has no ${keys.join(", ")}.${cure}`;
  }
  const given = valueAt(file, path);
  if (given === undefined) return `${name} is missing.`;
  if (values !== undefined && values.length > 0) {
    return `${name} must be one of ${values.map(String).join(", ")}${describeActualType(given)}.`;
  }
  const type = typeWords[expected ?? ""];
  if (type !== undefined) return `${name} must be ${type}${describeActualType(given)}.`;
  if (typeof given === "string" && minimum !== undefined) {
    return `${name} must have ${minimum} characters or more.`;
  }
  if (typeof given === "string" && maximum !== undefined) {
    return `${name} must have ${maximum} characters at most, not ${given.length}.`;
  }
  // What is wrong with a name is said of the name.
  const message = issue.issues?.[0]?.message ?? issue.message;
  if (message === "Invalid input") return `${name} is not what the schema says.`;
  return `${name} ${message}${code === "invalid_key" ? "" : describeActualType(given)}.`;
}

function describeActualType(given: JsonValue): string {
  return typeof given === "object" ? "" : `, not ${JSON.stringify(given).slice(0, 100)}`;
}

function valueAt(file: JsonValue, path: readonly (string | number)[]): JsonValue | undefined {
  let at: JsonValue | undefined = file;
  for (const step of path) {
    if (isList(at)) at = at[Number(step)];
    else at = isObject(at) ? at[step] : undefined;
  }
  return at;
}
