/** Handlers of issues found in conversations. */
import { sql } from "kysely";
import type * as contract from "../../../contract/conversation-issue.ts";
import { createNotFoundError } from "../../core/access/access.ts";
import type { Handlers } from "../../core/handlers.ts";
import { buildPage, computeSizes, inOrder } from "../../core/pages.ts";
import { presentConversation, presentIssue, readConversations, requireReader } from "./rows.ts";

/** An issue is listed with its conversation. */
const sizeOfConversation = sql`(
  select octet_length(metadata) from conversations
  where conversations.organization_id = conversation_issues.organization_id
    and conversations.id = conversation_issues.conversation_id
)`;

export const handlers = {
  /** Newest first. */
  async list({ organizationId, cluster, conversation, ...options }, call) {
    await requireReader(call, organizationId);
    const select = (after: readonly string[] | undefined, take: number) =>
      call.db
        .selectFrom("conversation_issues")
        .selectAll()
        .where("organization_id", "=", organizationId)
        .$if(cluster !== undefined, (query) => query.where("cluster_id", "=", cluster ?? ""))
        .$if(conversation !== undefined, (query) =>
          query.where("conversation_id", "=", conversation ?? ""),
        )
        .$call((query) => inOrder(query, ["created_at", "id"], after, "desc"))
        .limit(take);
    return buildPage({
      ...options,
      list: `issues of ${JSON.stringify([organizationId, cluster, conversation])}`,
      measure: (after, take) => computeSizes(select(after, take), [sizeOfConversation]),
      async read(after, take) {
        const issues = await select(after, take).execute();
        const conversations = await readConversations(call, organizationId, issues);
        return issues.flatMap((issue) => {
          const of = conversations.get(issue.conversation_id);
          return of ? [{ issue, of }] : [];
        });
      },
      key: ({ issue }) => [issue.created_at, issue.id],
      show: ({ issue, of }) => ({
        issue: presentIssue(issue, call.base),
        conversation: presentConversation(of, call.base),
      }),
    });
  },

  async get({ organizationId, issueId }, call) {
    await requireReader(call, organizationId);
    const issue = await call.db
      .selectFrom("conversation_issues")
      .selectAll()
      .where("organization_id", "=", organizationId)
      .where("id", "=", issueId)
      .executeTakeFirst();
    const of =
      issue && (await readConversations(call, organizationId, [issue])).get(issue.conversation_id);
    if (!issue || !of) throw createNotFoundError("issue", issueId, "issueId");
    return {
      issue: presentIssue(issue, call.base),
      conversation: presentConversation(of, call.base),
    };
  },
} satisfies Handlers<typeof contract>;
