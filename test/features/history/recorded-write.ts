/** Entries of a history for tests. */
import type { HistoryEntry } from "../../../src/history/history-entry.ts";

export const origin = "https://a.example";

export function createRecorded(name: string, more: Partial<HistoryEntry> = {}): HistoryEntry {
  const [group = ""] = name.split(".");
  return {
    entry: name,
    group,
    at: "2026-01-02T00:00:00Z",
    profile: "work",
    origin,
    command: "space update",
    operation: "updateSpaceById",
    method: "PATCH",
    path: "/v1/spaces/S1",
    target: { field: "spaceId", id: "S1" },
    input: { spaceId: "S1", title: "New" },
    outcome: "done",
    ...more,
  };
}
