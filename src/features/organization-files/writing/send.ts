/** Requests that are built from configuration files. */
import type { ApiClient, JsonObject, JsonValue } from "../../../context.ts";
import type { Endpoint, Input } from "../../../contract/endpoint.ts";
import { ApiError } from "../../../errors.ts";
import { asObject } from "../../../json/values.ts";
import type { ResourceIds } from "../ids.ts";
import type { ResourceFields } from "../resource.ts";

/** Dependencies of functions that send writes. */
export interface Writer {
  readonly client: ApiClient;
  readonly organizationId: string;
  readonly ids: ResourceIds;
  /** Receives a sentence about a value that was written in another form. */
  readonly note: (text: string) => void;
  /** The texts of specifications by slug. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Sends an operation with an input that was built from files.
 * @throws ApiError 400 for an input that is invalid by the contract; then nothing is sent
 */
export async function send<E extends Endpoint>(
  client: ApiClient,
  endpoint: E,
  input: object,
): Promise<JsonObject> {
  const { check } = await import("../../../contract/check.ts");
  const [fault] = await check(endpoint.input, input);
  if (fault !== undefined) throw new ApiError(400, `${fault.path.join(".")} ${fault.rule}.`);
  // The input was checked against the fields of the endpoint.
  return asObject((await client.call(endpoint, input as Input<E>)).value);
}

/** The entries of a list, without the list name in their keys. */
export function listItems(
  fields: ResourceFields,
  list: string,
): readonly (readonly [string, JsonValue])[] {
  const start = `${list}/`;
  return [...fields].flatMap(([name, value]) =>
    name.startsWith(start) ? [[name.slice(start.length), value] as const] : [],
  );
}
