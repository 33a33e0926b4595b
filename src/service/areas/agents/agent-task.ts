/**
 * Handlers for the tasks of the agent of an organization, which only an agent creates, and for its state.
 */
import { sql } from "kysely";
import type * as contract from "../../../contract/agent-task.ts";
import type { RuleOperation } from "../../../contract/rules.ts";
import { authorize, createNotFoundError, requireMembership } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { buildEmptyPage, countSelected } from "../../core/pages.ts";

export const handlers = {
  async list({ organizationId, page, limit }, call) {
    await requireRole(call, organizationId, "listAgentTasks");
    return buildEmptyPage({ page, limit }, `agent tasks of ${organizationId}`);
  },

  async get({ organizationId, agentTaskId }, call) {
    await requireRole(call, organizationId, "getAgentTask");
    throw createNotFoundError("agent task", agentTaskId, "agentTaskId");
  },

  async update({ organizationId, agentTaskId }, call) {
    await requireRole(call, organizationId, "updateAgentTask");
    throw createNotFoundError("agent task", agentTaskId, "agentTaskId");
  },

  async state({ organizationId }, call) {
    await requireRole(call, organizationId, "getAgentSetupState");
    const { db } = call;
    const sources = await db
      .selectFrom("conversations")
      .select(["source", sql<number>`cast(count(*) as integer)`.as("count")])
      .where("organization_id", "=", organizationId)
      .groupBy("source")
      .orderBy("source")
      .execute();
    const issues = db
      .selectFrom("conversation_issues")
      .where("organization_id", "=", organizationId);
    const clusters = db
      .selectFrom("conversation_clusters")
      .where("organization_id", "=", organizationId)
      .where("issues", ">", 0);
    return {
      // The platform receives no email.
      email: "",
      stats: {
        backlogTasks: 0,
        startedTasks: 0,
        completedTasks: 0,
        canceledTasks: 0,
        conversations: sources.reduce((sum, { count }) => sum + count, 0),
        issues: await countSelected(issues),
        issuesClusters: await countSelected(clusters),
        sources: Object.fromEntries(sources.map(({ source, count }) => [source, count])),
      },
      settings: {},
    };
  },
} satisfies Handlers<typeof contract>;

async function requireRole(
  call: Call,
  organizationId: string,
  operation: RuleOperation,
): Promise<void> {
  const { role } = await requireMembership(call, organizationId);
  authorize(role, operation);
}
