/** How requests are put together from files, and sent. */
import type { Client, JsonObject, JsonValue } from "../../context.ts";
import type { Endpoint, Input } from "../../contract/endpoint.ts";
import { Problem } from "../../errors.ts";
import { objectIn } from "../../json/values.ts";
import type { Ids } from "./ids.ts";
import type { Fields } from "./thing.ts";

/** What requests are made with. */
export interface Writer {
  readonly client: Client;
  readonly organizationId: string;
  readonly ids: Ids;
  /** The texts of specifications, by their slugs. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Sends an operation with an input that was put together from files.
 * @throws Problem 400 for an input that breaks a rule of the contract; then nothing is sent
 */
export async function send<E extends Endpoint>(
  client: Client,
  endpoint: E,
  input: object,
): Promise<JsonObject> {
  const { check } = await import("../../contract/check.ts");
  const [fault] = await check(endpoint.input, input);
  if (fault !== undefined) throw new Problem(400, `${fault.path.join(".")} ${fault.rule}.`);
  // It was checked against these very fields.
  return objectIn((await client.call(endpoint, input as Input<E>)).value);
}

/** The entries of a list, by what comes after its name. */
export function listItems(fields: Fields, list: string): readonly (readonly [string, JsonValue])[] {
  const start = `${list}/`;
  return [...fields].flatMap(([name, value]) =>
    name.startsWith(start) ? [[name.slice(start.length), value] as const] : [],
  );
}
