/** The handlers of clusters of issues. */
import { sql } from "kysely";
import type * as contract from "../../../contract/conversation-cluster.ts";
import type { Handlers } from "../../core/handlers.ts";
import { buildPage } from "../../core/pages.ts";
import { readCounts } from "./counts.ts";
import { requireReader } from "./rows.ts";

/** The column of each order. Orders by tasks, of which there are none here, fall back to the id. */
const columns = {
  updatedAt: "updated_at",
  issues: "issues",
  conversations: "conversations",
} as const;

/** Without the centre, which is large and not answered. */
const listedColumns = [
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
          // A cluster without issues is kept for future ones, but not listed.
          .where("issues", ">", 0)
          .$if(status === "pending", (query) => query.where("status", "=", "pending"))
          // The analysis is one transaction, so nobody can read a cluster during it.
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
      show({ row, counts: { weeklyPulse, sources } }) {
        // A cluster has no address of its own in the API; this one lists its issues.
        const location = `${call.base}/v1/orgs/${organizationId}/conversations-issues?cluster=${row.id}`;
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
      },
    });
  },
} satisfies Handlers<typeof contract>;
