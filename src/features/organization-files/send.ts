/** Requests that are built from configuration files. */
import type { Client, JsonObject, JsonValue } from "../../context.ts";
import type { Endpoint, Input } from "../../contract/endpoint.ts";
import { Problem } from "../../errors.ts";
import { objectIn } from "../../json/values.ts";
import type { Ids } from "./ids.ts";
import type { Fields } from "./thing.ts";

/** Dependencies of functions that send writes. */
export interface Writer {
  readonly client: Client;
  readonly organizationId: string;
  readonly ids: Ids;
  /** The texts of specifications by slug. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Sends an operation with an input that was built from files.
 * @throws Problem 400 for an input that is invalid by the contract; then nothing is sent
 */
export async function send<E extends Endpoint>(
  client: Client,
  endpoint: E,
  input: object,
): Promise<JsonObject> {
  const { check } = await import("../../contract/check.ts");
  const [fault] = await check(endpoint.input, input);
  if (fault !== undefined) throw new Problem(400, `${fault.path.join(".")} ${fault.rule}.`);
  // The input was checked against the fields of the endpoint.
  return objectIn((await client.call(endpoint, input as Input<E>)).value);
}

/** The entries of a list, without the list name in their keys. */
export function listItems(fields: Fields, list: string): readonly (readonly [string, JsonValue])[] {
  const start = `${list}/`;
  return [...fields].flatMap(([name, value]) =>
    name.startsWith(start) ? [[name.slice(start.length), value] as const] : [],
  );
}
