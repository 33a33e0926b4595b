/** Reads API paths in the notation of the inverse table. */
import type { FieldsBack, PathTemplate } from "../contract/inverse.ts";
import { ApiError } from "../errors.ts";
import {
  asObject,
  asText,
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
} from "../json/values.ts";

/** Sends a GET to a path relative to the base URL. Throws `ApiError` for an error response. */
export type ReadPath = (path: string) => Promise<JsonValue | undefined>;

export interface TargetState {
  readonly state: JsonObject;
  /** The readable name of the target, if the response contains it. */
  readonly title?: string | undefined;
}

/**
 * The path with its parameters filled in.
 * @throws ApiError if a parameter is unknown
 */
export function fill(address: PathTemplate, names: JsonObject): string {
  return address.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = names[name];
    if (typeof value !== "string" || value === "") throw new ApiError(404, `${name} is unknown.`);
    return encodeURIComponent(value);
  });
}

/** The resource at a path, or the item of its list with a certain field value. */
export async function lookAt(
  { look, item, rest }: Pick<FieldsBack, "look" | "item" | "rest">,
  input: JsonObject,
  read: ReadPath,
): Promise<JsonObject> {
  const path = fill(look, input);
  if (item === undefined) return asObject(await read(path));
  const wanted = asText(input[item.is]);
  for (const list of [path, ...(rest === undefined ? [] : [`${path}?${rest}`])]) {
    for await (const answer of listPages(list, read)) {
      const found = findWithin(answer, item.member, wanted);
      if (found !== undefined) return found;
    }
  }
  throw new ApiError(404, `${wanted} is missing from ${path}.`);
}

/** The pages of a list; the response itself if it is not a list. */
export async function* listPages(path: string, read: ReadPath): AsyncGenerator<JsonValue> {
  let token: string | undefined;
  const met = new Set<string>();
  do {
    const query = token === undefined ? "" : `&page=${encodeURIComponent(token)}`;
    const isStructure = path.endsWith("/structure");
    const sign = path.includes("?") ? "&" : "?";
    const answer = await read(isStructure ? path : `${path}${sign}limit=1000${query}`);
    yield answer ?? null;
    token = asText(asObject(asObject(answer).next).page);
    if (met.has(token)) return;
    met.add(token);
  } while (token !== "");
}

/** The object at any depth whose member has the value. */
function findWithin(value: JsonValue, member: string, wanted: string): JsonObject | undefined {
  if (isList(value)) {
    for (const one of value) {
      const found = findWithin(one, member, wanted);
      if (found !== undefined) return found;
    }
  }
  if (!isObject(value)) return undefined;
  if (getValueAt(value, member) === wanted) return value;
  return findWithin(
    Object.values(value).filter((one) => typeof one === "object"),
    member,
    wanted,
  );
}

/** The value of a member: of `a.b`, of the whole if empty; for `a=b`, whether it is equal. */
export function getValueAt(object: JsonObject, member: string): JsonValue | undefined {
  if (member === "") return object;
  const [path = "", wanted] = member.split("=");
  const value = path
    .split(".")
    .reduce<JsonValue | undefined>(
      (inner, name) => (isList(inner) ? inner[Number(name)] : asObject(inner)[name]),
      object,
    );
  return wanted === undefined ? value : value === wanted;
}
