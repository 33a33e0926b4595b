/** Calls of the hosted platform's own client, unmodified, by the operations of the contract. */
import type { GitBookAPI } from "@gitbook/api";
import type { Operation } from "../../../scripts/comparing/theirs.mjs";
import {
  type Endpoint,
  getHeader,
  resolveLocation,
  resolvePath,
} from "../../../src/contract/endpoint.ts";
import { requestFor } from "./requests.ts";

export interface Called {
  readonly status: number;
  /** The body, or the events of a stream; undefined for a response without a body. */
  readonly values: readonly unknown[];
  /** The error message of a refused call. */
  readonly message: string;
}

/** The method for an operation, whose name has capital letters in other places. */
export function findMethod(
  client: object,
  operation: string,
): ((...args: readonly unknown[]) => unknown) | undefined {
  for (const group of [client, ...Object.values(client)]) {
    for (const [name, method] of Object.entries(Object(group))) {
      if (name.toLowerCase() !== operation.toLowerCase() || typeof method !== "function") continue;
      return (...args) => Reflect.apply(method, group, args);
    }
  }
  return undefined;
}

/** The body that the client sends; undefined if the description has none. */
export function getSentBody(
  endpoint: Endpoint,
  input: object,
  { body: isSent }: Operation,
): unknown {
  const { body } = requestFor(endpoint, input, { base: "http://tome.localhost", token: "" });
  return isSent === undefined || body === undefined ? undefined : JSON.parse(String(body));
}

/** Whether the description has all fields of an input, because the client sends no others. */
export function canSend(
  endpoint: Endpoint,
  input: object,
  { parameters, body }: Operation,
): boolean {
  return Object.keys(input).every((name) => {
    const location = resolveLocation(endpoint, name);
    if (location === "query") return parameters.has(`query.${name}`);
    return location !== "body" || body !== undefined;
  });
}

/** @throws errors of the client that are not refusals of the platform */
export async function callPublished(
  client: GitBookAPI,
  endpoint: Endpoint,
  input: object,
  operation: Operation,
): Promise<Called> {
  const method = findMethod(client, endpoint.operation);
  if (method === undefined) throw new Error(`The client has no ${endpoint.operation}.`);
  const fields: Readonly<Record<string, unknown>> = { ...input };
  const path = [...resolvePath(endpoint).matchAll(/\{(\w+)\}/g)].map(([, name = ""]) =>
    String(fields[name]),
  );
  const query = Object.entries(fields).filter(
    ([name]) => resolveLocation(endpoint, name) === "query",
  );
  const hasQuery = [...operation.parameters.keys()].some((key) => key.startsWith("query."));
  const headers = Object.entries(fields)
    .filter(([name]) => resolveLocation(endpoint, name) === "header")
    .map(([name, value]) => [getHeader(endpoint, name) ?? name, String(value)]);
  const body = getSentBody(endpoint, input, operation);
  const args = [
    ...(operation.body === undefined ? [] : [body]),
    ...(hasQuery ? [Object.fromEntries(query)] : []),
    { headers: Object.fromEntries(headers) },
  ];
  try {
    const called: unknown = await method(...path, ...args);
    if (endpoint.stream) return { status: 200, values: await collect(called), message: "" };
    const { status, data } = Object(called);
    return { status, values: [data === null || data === "" ? undefined : data], message: "" };
  } catch (error) {
    const { code, errorMessage } = Object(error);
    if (typeof code !== "number") throw error;
    return { status: code, values: [], message: String(errorMessage) };
  }
}

async function collect(stream: unknown): Promise<unknown[]> {
  const events: unknown[] = [];
  for await (const event of stream as AsyncIterable<unknown>) events.push(event);
  return events;
}
