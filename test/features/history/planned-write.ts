/** The plan of an undo, with the responses of a platform that the tests choose. */
import type { Inverse } from "../../../src/contract/inverse.ts";
import { findInverse } from "../../../src/contract/inverses.ts";
import { loadWriteOperations } from "../../../src/contract/operations.ts";
import { ApiError } from "../../../src/errors.ts";
import { planFor } from "../../../src/features/history/plan.ts";
import type { UndoContext } from "../../../src/features/history/undo-context.ts";
import type { HistoryEntry } from "../../../src/history/history-entry.ts";
import type { JsonObject, JsonValue } from "../../../src/json/values.ts";
import { createPartial } from "../../support/commands/partial.ts";

export const operations = await loadWriteOperations();
export const digest = "[digest 0123456789abcdef01234567]";

export interface PlannedWrite {
  readonly operation?: string;
  readonly input: JsonObject;
  readonly entry?: object;
  /** In place of the inverse of the operation. */
  readonly inverse?: Inverse;
  /** Responses by path, without the query `limit`; a number is an error. */
  readonly responses?: Readonly<Record<string, JsonValue>>;
}

/** The plan, with the input of each request after its operation, and the paths that were read. */
export async function plan({
  operation = "updateSpaceById",
  input,
  entry,
  inverse,
  responses = {},
}: PlannedWrite) {
  const read: string[] = [];
  const context = createPartial<UndoContext>({
    operations,
    digestFor:
      () =>
      <T>(value: T) =>
        value,
    readFor: () => async (path: string) => {
      read.push(path);
      const value = responses[path.replace(/[?&]limit=1000.*$/, "")];
      if (typeof value === "number") throw new ApiError(value, path);
      if (value === undefined) throw new ApiError(404, path);
      return value;
    },
  });
  const endpoint = operations.get(operation);
  const known = findInverse(operation);
  const found = inverse ?? (known && "how" in known ? known : undefined);
  if (endpoint === undefined || found === undefined) throw new Error(operation);
  const target = { field: "spaceId", id: "S1", title: "Guide" };
  const full = { input, target, operation, ...entry } as HistoryEntry;
  const { requests, ...rest } = await planFor({ entry: full, endpoint, inverse: found }, context);
  return {
    ...rest,
    requests: requests.map((one) => [one.endpoint.operation, one.input]),
    read,
  };
}
