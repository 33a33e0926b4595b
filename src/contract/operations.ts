/**
 * The operations that change something, by their names. It loads all of the contract, so only what
 * cannot know the operation otherwise uses it: the history, which has names alone.
 */
import { type Endpoint, getMethod } from "./endpoint.ts";

export async function changingOperations(): Promise<ReadonlyMap<string, Endpoint>> {
  const { everyOperation } = await import("./every-operation.ts");
  const changing = everyOperation.filter((one) => getMethod(one) !== "GET" && one.reads !== true);
  return new Map(changing.map((one) => [one.operation, one]));
}
