/** Retrieval of a complete list, in pages of the maximum size. */

import type { ApiClient, JsonObject } from "../context.ts";
import type { Endpoint, Input } from "../contract/endpoint.ts";

const largestPage = 1000;

export async function readAll<E extends Endpoint>(
  client: Pick<ApiClient, "pages">,
  endpoint: E,
  input: Input<E>,
  { size = largestPage }: { readonly size?: number } = {},
): Promise<JsonObject[]> {
  const all: JsonObject[] = [];
  for await (const { items } of client.pages(endpoint, input, { size })) {
    for (const item of items) all.push(item);
  }
  return all;
}
