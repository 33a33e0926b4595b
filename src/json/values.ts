/** JSON values as types: integers beyond 2^53 are bigint. */

export type JsonValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };
export type JsonObject = { readonly [name: string]: JsonValue };

/** The value if it is an object; otherwise an empty object. */
export function asObject(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !isList(value);
}

/** Array.isArray does not narrow a readonly array. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The value if it is a string; otherwise an empty string. */
export function asText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The objects in the value if it is a list; otherwise none. */
export function asObjects(value: JsonValue | undefined): readonly JsonObject[] {
  return isList(value) ? value.map(asObject) : [];
}

/** Whether a text is a JSON value. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
