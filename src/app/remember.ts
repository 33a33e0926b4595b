/** Keeps the ids that a command met, for the completion of the next one. */
import type { Context, JsonObject } from "../context.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { rememberIds } from "./id-cache.ts";
import { thingsIn } from "./id-rows.ts";

/** @param items no more than the cache holds */
export function remember(
  items: readonly JsonObject[],
  endpoint: Endpoint,
  input: JsonObject,
  { settings, env }: Context,
): void {
  for (const [noun, ids] of thingsIn(items, endpoint, input)) {
    rememberIds({ noun, ids }, settings, env);
  }
}

/** What was deleted is no longer offered. */
export function forget(
  name: string,
  id: string,
  endpoint: Endpoint,
  { settings, env }: Context,
): void {
  const field = endpoint.input[name];
  if (field?.kind === "id") rememberIds({ noun: field.of, ids: [], gone: [id] }, settings, env);
}
