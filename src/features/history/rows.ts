/** History entry in the output. */
import type { JsonObject, JsonValue } from "../../context.ts";
import type { HistoryEntry } from "../../history/history-entry.ts";

export function toHistoryRow(entry: HistoryEntry): JsonObject {
  const { target, operation, client, ...rest } = entry;
  const members = Object.entries(rest).flatMap(([name, value]): [string, JsonValue][] =>
    value === undefined ? [] : [[name, value]],
  );
  const { field, id, title = null } = target;
  return {
    ...Object.fromEntries(members),
    client: client ?? null,
    operation: operation ?? null,
    target: { field, id, title },
  };
}
