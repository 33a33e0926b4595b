/** Pending invitations of existing users. They grant no access until they are accepted. */
import { allows, type RuleOperation } from "../../../../contract/rules.ts";
import { ApiError } from "../../../../errors.ts";
import type { Call } from "../../../core/handlers.ts";
import { buildPage, inOrder, type Paging } from "../../../core/pages.ts";
import { loadUsersById } from "../../../core/rows/users.ts";
import type { Queries } from "../../../database/tables.ts";
import type { InvitationTable } from "../tables.ts";

/** A newer invitation replaces an earlier one. */
export async function storeInvitation(db: Queries, row: InvitationTable): Promise<void> {
  const { role, sso, invited_by } = row;
  await db
    .insertInto("invitations")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["organization_id", "user_id"]).doUpdateSet({ role, sso, invited_by }),
    )
    .execute();
}

export async function findInvitation(
  db: Queries,
  organizationId: string,
  userId: string,
): Promise<InvitationTable | undefined> {
  return db
    .selectFrom("invitations")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/**
 * The caller's invitation. A token of single sign-on opens no other organization, so the identity
 * provider of one cannot answer the invitations of another.
 * @throws ApiError 403 without one, whether or not the organization exists
 */
export async function requireInvitation(
  { db, caller, boundTo }: Call,
  organizationId: string,
  rule: RuleOperation,
): Promise<InvitationTable> {
  const isBeyondToken = boundTo !== undefined && boundTo !== organizationId;
  const row = isBeyondToken ? undefined : await findInvitation(db, organizationId, caller);
  if (row && allows(undefined, rule, ["invited user"])) return row;
  throw new ApiError(
    403,
    `You have no pending invitation to organization ${organizationId}. Ask one of its admins.`,
    { field: "organizationId", hint: "tome user invitation list" },
  );
}

/** @returns whether an invitation was deleted */
export async function deleteInvitation(
  db: Queries,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("invitations")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

interface InvitationPaging extends Paging {
  readonly list: string;
}

/** Ordered by age, oldest first. */
export function listInvitations(
  call: Call,
  [column, id]: readonly ["user_id" | "organization_id", string],
  listing: InvitationPaging,
) {
  return buildPage({
    ...listing,
    read: async (after, take) => {
      const rows = await call.db
        .selectFrom("invitations")
        .innerJoin("organizations", "organizations.id", "invitations.organization_id")
        .selectAll("invitations")
        .select("organizations.title")
        .where(`invitations.${column}`, "=", id)
        .$if(call.boundTo !== undefined, (query) =>
          query.where("invitations.organization_id", "=", call.boundTo ?? ""),
        )
        .$call((query) =>
          inOrder(
            query,
            ["invitations.created_at", "invitations.organization_id", "invitations.user_id"],
            after,
          ),
        )
        .limit(take)
        .execute();
      const userIds = rows.flatMap(({ user_id, invited_by }) => [user_id, invited_by]);
      const user = await loadUsersById(call, userIds);
      return rows.map((row) => ({
        ...row,
        user: user(row.user_id),
        invitedBy: user(row.invited_by),
      }));
    },
    key: (row) => [row.created_at, row.organization_id, row.user_id],
    show: (row) => ({
      object: "invitation" as const,
      organization: { id: row.organization_id, title: row.title },
      user: row.user,
      role: row.role,
      sso: row.sso === 1,
      invitedBy: row.invitedBy,
      createdAt: row.created_at,
    }),
  });
}
