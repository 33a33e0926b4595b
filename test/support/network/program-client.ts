/** Calls of the client for programs by the name of an operation, with any input. */
import type { List } from "../../../src/library/client.ts";

/** Calls an operation as a JavaScript program can. */
export function callOperation(client: object, operation: string, input?: unknown): unknown {
  const called: unknown = Reflect.get(client, operation);
  if (typeof called !== "function") throw new Error(`There is no ${operation}.`);
  return Reflect.apply(called, client, input === undefined ? [] : [input]);
}

export function isListResult(result: unknown): result is List<unknown> {
  return typeof result === "object" && result !== null && Symbol.asyncIterator in result;
}

/** Calls an operation whose result is a list. */
export function openList(client: object, operation: string, input?: unknown): List<unknown> {
  const result = callOperation(client, operation, input);
  if (!isListResult(result)) throw new Error(`${operation} returns no list.`);
  return result;
}

/** Reads all items of a list, or all its pages. */
export async function readItems<T>(items: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  for await (const item of items) read.push(item);
  return read;
}
