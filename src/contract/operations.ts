/**
 * All write operations by name. Loads the whole contract, so it is used only where the operation is
 * not known otherwise, as in the history, which stores names.
 */
import { type Endpoint, getMethod } from "./endpoint.ts";

export async function loadWriteOperations(): Promise<ReadonlyMap<string, Endpoint>> {
  const { everyOperation } = await import("./every-operation.ts");
  const changing = everyOperation.filter((one) => getMethod(one) !== "GET" && one.reads !== true);
  return new Map(changing.map((one) => [one.operation, one]));
}
