/** Pages of the spaces that a member sees, with what he may do in each. */
import { sql } from "kysely";
import type { Role } from "../../../contract/roles.ts";
import { roleIn } from "../../core/access.ts";
import { grantedTo, visibleTo } from "../../core/grants.ts";
import type { Call } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import { presentSpace, selectSpaces } from "../../core/space-rows.ts";
import type { MemberRow } from "./member-rows.ts";

interface Asked {
  readonly order?: "asc" | "desc";
  readonly page?: string;
  readonly limit?: number;
}

/**
 * By the age of the spaces. Whoever asks learns of no space that he does not see himself.
 * @param asker the caller's role in the organization
 */
export function spacesOfMember(call: Call, member: MemberRow, asker: Role | null, asked: Asked) {
  const { organization_id: organizationId, user_id: userId } = member;
  const { order = "desc", ...paging } = asked;
  return pageOf({
    ...paging,
    list: `spaces of member ${JSON.stringify([organizationId, userId, order])}`,
    read: async (after, take) => {
      if (member.disabled === 1) return [];
      return selectSpaces(call)
        .select(grantedTo(userId, "spaces").as("granted_to_member"))
        .where("spaces.organization_id", "=", organizationId)
        .where("spaces.deleted_at", "is", null)
        .where(visibleTo(userId, member.role, "spaces"))
        .where(visibleTo(call.caller, asker, "spaces"))
        .$if(after !== undefined, (query) => {
          const past = sql.raw(order === "asc" ? ">" : "<");
          return query.where(
            sql<boolean>`(spaces.created_at, spaces.id) ${past} (${sql.join(after ?? [])})`,
          );
        })
        .orderBy("spaces.created_at", order)
        .orderBy("spaces.id", order)
        .limit(take)
        .execute();
    },
    key: (row) => [row.created_at, row.id],
    show: ({ granted_to_member: granted, ...row }) => {
      const permission = roleIn({ ...row, granted }, member.role);
      // The query shows him no other.
      if (permission === null) throw new Error(`Member ${userId} does not see space ${row.id}.`);
      return { permission, space: presentSpace(row, roleIn(row, asker), call.base) };
    },
  });
}
