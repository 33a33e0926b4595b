/** Typed access to unknown JSON, because users and other versions edit settings files. */

export type UnknownObject = { readonly [name: string]: unknown };

export function isObject(value: unknown): value is UnknownObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object in a text (a byte order mark is skipped); undefined for any other text. */
export function parseObject(text: string): UnknownObject | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/u, ""));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A copy with `name` set to `value`, or without it if `value` is undefined. */
export function withMember(object: UnknownObject, name: string, value: unknown): UnknownObject {
  const others = Object.entries(object).filter(([key]) => key !== name || value !== undefined);
  const copy = new Map<string, unknown>(others);
  if (value !== undefined) copy.set(name, value);
  return Object.fromEntries(copy);
}
