/** Handlers of issue clusters. */
import { sql } from "kysely";
import type * as contract from "../../../contract/conversation-cluster.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { createNotFoundError } from "../../core/access/access.ts";
import type { Handlers } from "../../core/handlers.ts";
import { buildPage } from "../../core/pages.ts";
import { readCounts } from "./counts.ts";
import { requireReader } from "./rows.ts";
import type { ConversationClusterTable } from "./tables.ts";

/** The column of each order. Orders by tasks, which the local platform does not have, use the id. */
const columns = {
  updatedAt: "updated_at",
  issues: "issues",
  conversations: "conversations",
} as const;

/** Without the center, which is large and not part of the response. */
const listedColumns = [
  "organization_id",
  "id",
  "label",
  "summary",
  "issues",
  "conversations",
  "created_at",
  "updated_at",
] as const;

export const handlers = {
  async list({ organizationId, status, order = "desc", orderBy = "updatedAt", ...options }, call) {
    await requireReader(call, organizationId);
    const column = orderBy in columns ? columns[orderBy as keyof typeof columns] : undefined;
    const sign = sql.raw(order === "desc" ? "<" : ">");
    const isBeyond = (after: readonly string[]) => {
      const [value = "", id = ""] = after;
      if (column === undefined) return sql<boolean>`id ${sign} ${id}`;
      const typed = column === "updated_at" ? value : Number(value);
      return sql<boolean>`(${sql.ref(column)}, id) ${sign} (${typed}, ${id})`;
    };
    return buildPage({
      ...options,
      list: `clusters of ${JSON.stringify([organizationId, status, order, orderBy])}`,
      async read(after, take) {
        const rows = await call.db
          .selectFrom("conversation_clusters")
          .select(listedColumns)
          .where("organization_id", "=", organizationId)
          // An empty cluster is kept for future issues, but not listed.
          .where("issues", ">", 0)
          .$if(status === "pending", (query) => query.where("status", "=", "pending"))
          // The analysis is one transaction, so a cluster is never visible during it.
          .$if(status === "analysing", (query) => query.where("id", "=", ""))
          .$if(after !== undefined, (query) => query.where(isBeyond(after ?? [])))
          .$if(column !== undefined, (query) => query.orderBy(column ?? "id", order))
          .orderBy("id", order)
          .limit(take)
          .execute();
        const counts = await readCounts(
          call.db,
          rows.map(({ id }) => id),
          call.now,
        );
        return rows.map((row) => ({ row, counts: counts(row.id) }));
      },
      key: ({ row }) => [String(column === undefined ? "" : row[column]), row.id],
      show: ({ row, counts }) => presentCluster(row, counts, call.base),
    });
  },

  async get({ organizationId, clusterId }, call) {
    await requireReader(call, organizationId);
    const row = await call.db
      .selectFrom("conversation_clusters")
      .select(listedColumns)
      .where("organization_id", "=", organizationId)
      .where("id", "=", clusterId)
      // An empty cluster is kept for future issues, but not listed.
      .where("issues", ">", 0)
      .executeTakeFirst();
    if (!row) throw createNotFoundError("cluster", clusterId, "clusterId");
    const counts = await readCounts(call.db, [row.id], call.now);
    return presentCluster(row, counts(row.id), call.base);
  },
} satisfies Handlers<typeof contract>;

type ListedCluster = Pick<ConversationClusterTable, (typeof listedColumns)[number]>;
type ListedCounts = ReturnType<Awaited<ReturnType<typeof readCounts>>>;

function presentCluster(
  row: ListedCluster,
  { weeklyPulse, sources }: ListedCounts,
  base: string,
): Output<typeof contract.get> {
  const location = `${base}/v1/orgs/${row.organization_id}/conversations-clusters/${row.id}`;
  return {
    object: "issues-cluster",
    id: row.id,
    label: row.label,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    icon: "message-question",
    summary: row.summary,
    weeklyPulse: [...weeklyPulse],
    sources,
    stats: {
      issues: row.issues,
      conversations: row.conversations,
      tasksTotal: 0,
      tasksBacklog: 0,
      tasksStarted: 0,
      tasksCompleted: 0,
      tasksCancelled: 0,
    },
    urls: { location, app: location },
  };
}
