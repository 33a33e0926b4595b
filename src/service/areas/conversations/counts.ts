/** Counts of a cluster: issues, conversations, and issues by week and by source. */

import type { Queries } from "../../database/tables.ts";
import { inBatches } from "../content/tree/tree-store.ts";
import type { ClusterCountTable } from "./tables.ts";

/** Increments for the counts of a cluster. */
export interface ClusterCounts {
  issues: number;
  conversations: number;
  readonly named: Map<string, Pick<ClusterCountTable, "kind" | "name" | "count">>;
}

const week = 7 * 24 * 60 * 60 * 1000;
const weeks = 13;

/** The number of the week since 1970. */
function computeWeek(time: Date): number {
  return Math.floor(time.getTime() / week);
}

/** @param isFirst whether it is the first issue of its conversation in this cluster */
export function countIssue(
  counts: Map<string, ClusterCounts>,
  clusterId: string,
  { source, created_at }: { readonly source: string; readonly created_at: string },
  isFirst: boolean,
  by: 1 | -1 = 1,
): void {
  const clusterCounts = counts.get(clusterId) ?? { issues: 0, conversations: 0, named: new Map() };
  counts.set(clusterId, clusterCounts);
  clusterCounts.issues += by;
  if (isFirst) clusterCounts.conversations += by;
  for (const [kind, name] of [
    ["source", source],
    ["week", String(computeWeek(new Date(created_at)))],
  ] as const) {
    const key = `${kind} ${name}`;
    clusterCounts.named.set(key, {
      kind,
      name,
      count: (clusterCounts.named.get(key)?.count ?? 0) + by,
    });
  }
}

export async function storeCounts(
  db: Queries,
  counts: ReadonlyMap<string, ClusterCounts>,
): Promise<void> {
  const rows = [...counts].flatMap(([cluster_id, { named }]) =>
    [...named.values()].map((count) => ({ cluster_id, ...count })),
  );
  for (const batch of inBatches(rows, 200)) {
    await db
      .insertInto("cluster_counts")
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(["cluster_id", "kind", "name"]).doUpdateSet((row) => ({
          count: row("cluster_counts.count", "+", row.ref("excluded.count")),
        })),
      )
      .execute();
  }
}

interface PresentedCounts {
  readonly weeklyPulse: readonly number[];
  readonly sources: Readonly<Record<string, number>>;
}

/** The counts of many clusters, by id. */
export async function readCounts(
  db: Queries,
  clusterIds: readonly string[],
  now: Date,
): Promise<(id: string) => PresentedCounts> {
  const rows =
    clusterIds.length === 0
      ? []
      : await db
          .selectFrom("cluster_counts")
          .selectAll()
          .where("cluster_id", "in", clusterIds)
          .where("count", ">", 0)
          .execute();
  const last = computeWeek(now);
  return (id) => {
    const clusterRows = rows.filter((row) => row.cluster_id === id);
    const inWeek = new Map(
      clusterRows
        .filter(({ kind }) => kind === "week")
        .map(({ name, count }) => [Number(name), count]),
    );
    const sources = clusterRows.filter(({ kind }) => kind === "source");
    return {
      weeklyPulse: Array.from(
        { length: weeks },
        (_, index) => inWeek.get(last - weeks + 1 + index) ?? 0,
      ),
      sources: Object.fromEntries(sources.map(({ name, count }) => [name, count])),
    };
  };
}
