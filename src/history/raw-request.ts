/**
 * Recognizes the operation of a request that was written by hand, so that it can be undone like any
 * other.
 */
import { type PreparedRequest, parseRequestBody } from "../client/request.ts";
import { type Endpoint, getMethod, listPathNames, resolvePath } from "../contract/endpoint.ts";
import { loadWriteOperations } from "../contract/operations.ts";
import { listSecrets, type RequestSecrets } from "../contract/secret-fields.ts";
import { isObject, type JsonObject, type JsonValue } from "../json/values.ts";

export interface RecognizedRequest {
  readonly endpoint: Endpoint;
  readonly input: JsonObject;
  readonly secrets: RequestSecrets | undefined;
}

/** Undefined if the contract has no such operation, or the body does not match it. */
export async function recognize(request: PreparedRequest): Promise<RecognizedRequest | undefined> {
  const body = parseRequestBody(request);
  if (body === undefined) return undefined;
  const path = request.url.pathname.replace(/^.*?\/v1(?=\/)/, "");
  for (const endpoint of (await loadWriteOperations()).values()) {
    if (getMethod(endpoint) !== request.method) continue;
    const names = matchPathNames(endpoint, path);
    if (names === undefined) continue;
    const { wholeBody } = endpoint;
    if (wholeBody === undefined && !isObject(body)) return undefined;
    const fields = wholeBody === undefined ? body : { [wholeBody]: body };
    const input = { ...(isObject(fields) ? fields : {}), ...names };
    return {
      endpoint,
      input,
      secrets: combineSecrets(listSecrets(endpoint, input), request.secrets),
    };
  }
  return undefined;
}

/** The path parameters of the operation; undefined if the path belongs to another one. */
function matchPathNames(endpoint: Endpoint, path: string): JsonObject | undefined {
  const pattern = resolvePath(endpoint).replace(/\{\w+\}/g, "([^/]+)");
  const values = new RegExp(`^${pattern}$`).exec(path)?.slice(1);
  if (values === undefined) return undefined;
  try {
    const names = listPathNames(endpoint).map((name, at): [string, JsonValue] => [
      name,
      decodeURIComponent(values[at] ?? ""),
    ]);
    return Object.fromEntries(names);
  } catch {
    return undefined;
  }
}

function combineSecrets(
  one: RequestSecrets | undefined,
  other: RequestSecrets | undefined,
): RequestSecrets | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    query: [...one.query, ...other.query],
    body: [...one.body, ...other.body],
    addresses: [...one.addresses, ...other.addresses],
    headers: [...one.headers, ...other.headers],
    path: [...one.path, ...other.path],
    answer: [...one.answer, ...other.answer],
    values: [...one.values, ...other.values],
  };
}
