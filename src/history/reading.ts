/** Reads addresses of the API as the tables of inverses write them. */
import type { Address, FieldsBack } from "../contract/inverse.ts";
import { Problem } from "../errors.ts";
import {
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  objectIn,
  textIn,
} from "../json/values.ts";

/** Sends a GET to a path below the base address. Throws `Problem` for an answer of refusal. */
export type Read = (path: string) => Promise<JsonValue | undefined>;

export interface State {
  readonly state: JsonObject;
  /** What people call the target, if the answer says so. */
  readonly title?: string | undefined;
}

/** The path of an address. @throws Problem if a name of it is not known */
export function fill(address: Address, names: JsonObject): string {
  return address.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = names[name];
    if (typeof value !== "string" || value === "") throw new Problem(404, `There is no ${name}.`);
    return encodeURIComponent(value);
  });
}

/** What is at an address, or the item of its list that has the value of a field. */
export async function lookAt(
  { look, item, rest }: Pick<FieldsBack, "look" | "item" | "rest">,
  input: JsonObject,
  read: Read,
): Promise<JsonObject> {
  const path = fill(look, input);
  if (item === undefined) return objectIn(await read(path));
  const wanted = textIn(input[item.is]);
  for (const list of [path, ...(rest === undefined ? [] : [`${path}?${rest}`])]) {
    for await (const answer of listPages(list, read)) {
      const found = findWithin(answer, item.member, wanted);
      if (found !== undefined) return found;
    }
  }
  throw new Problem(404, `There is no ${wanted} in ${path}.`);
}

/** The pages of a list; of what is no list, the answer. */
export async function* listPages(path: string, read: Read): AsyncGenerator<JsonValue> {
  let token: string | undefined;
  const met = new Set<string>();
  do {
    const query = token === undefined ? "" : `&page=${encodeURIComponent(token)}`;
    const isStructure = path.endsWith("/structure");
    const sign = path.includes("?") ? "&" : "?";
    const answer = await read(isStructure ? path : `${path}${sign}limit=1000${query}`);
    yield answer ?? null;
    token = textIn(objectIn(objectIn(answer).next).page);
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
  if (valueAt(value, member) === wanted) return value;
  return findWithin(
    Object.values(value).filter((one) => typeof one === "object"),
    member,
    wanted,
  );
}

/** The value of a member: of `a.b`, of the whole if empty, of `a=b` whether it is so. */
export function valueAt(object: JsonObject, member: string): JsonValue | undefined {
  if (member === "") return object;
  const [path = "", wanted] = member.split("=");
  const value = path
    .split(".")
    .reduce<JsonValue | undefined>(
      (inner, name) => (isList(inner) ? inner[Number(name)] : objectIn(inner)[name]),
      object,
    );
  return wanted === undefined ? value : value === wanted;
}
