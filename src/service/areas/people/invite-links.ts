/** Invite links: to an organization with a role, or to content in it with a level there. */
import { sql } from "kysely";
import type { Input, Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/organization-invite.ts";
import { Problem } from "../../../errors.ts";
import { notFound } from "../../core/access.ts";
import { strengthOf } from "../../core/grants.ts";
import type { Call } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import type { LinkInviteTable, OrganizationTable } from "../../database/tables.ts";
import { enrol } from "./enrol.ts";

type Invite = Output<typeof contract.create>;
type NewInvite = Omit<Input<typeof contract.create>, "organizationId">;

/** The oldest first. */
export function listInvites(
  call: Call,
  organizationId: string,
  paging: { readonly page?: string; readonly limit?: number },
) {
  return pageOf({
    ...paging,
    list: `invites of organization ${organizationId}`,
    read: (after, take) =>
      call.db
        .selectFrom("link_invites")
        .selectAll()
        .where("organization_id", "=", organizationId)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(created_at, id) > (${sql.join(after ?? [])})`),
        )
        .orderBy("created_at")
        .orderBy("id")
        .limit(take)
        .execute(),
    key: (row) => [row.created_at, row.id],
    show: presentInvite,
  });
}

/** @throws Problem 400 for a link to nothing, to two things, or to content that is elsewhere */
export async function createInvite(
  call: Call,
  organizationId: string,
  invite: NewInvite,
): Promise<Invite> {
  const row: LinkInviteTable = {
    id: call.newId(),
    organization_id: organizationId,
    role: invite.role ?? null,
    space_id: invite.space ?? null,
    collection_id: invite.collection ?? null,
    level: invite.level ?? null,
    created_at: call.now.toISOString(),
  };
  refuseUnclear(invite);
  if (invite.space !== undefined) {
    await requireInOrganization(call, "spaces", "space", organizationId, invite.space);
  }
  if (invite.collection !== undefined) {
    await requireInOrganization(
      call,
      "collections",
      "collection",
      organizationId,
      invite.collection,
    );
  }
  await call.db.insertInto("link_invites").values(row).execute();
  return presentInvite(row);
}

/** A link gives either a role in the organization, or a level in one space or collection. */
function refuseUnclear({ role, level, space, collection }: NewInvite): void {
  const toContent = level !== undefined || space !== undefined || collection !== undefined;
  if (role !== undefined && !toContent) return;
  const oneThing = (space === undefined) !== (collection === undefined);
  if (role === undefined && level !== undefined && oneThing) return;
  throw new Problem(
    400,
    "Give a role for a link to the organization, or a level with one space or collection for a link to that.",
    { field: toContent ? "level" : "role" },
  );
}

async function requireInOrganization(
  call: Call,
  table: "spaces" | "collections",
  field: "space" | "collection",
  organizationId: string,
  id: string,
): Promise<void> {
  const row = await call.db
    .selectFrom(table)
    .select("id")
    .where("id", "=", id)
    .where("organization_id", "=", organizationId)
    .$if(table === "spaces", (query) => query.where(sql<boolean>`deleted_at is null`))
    .executeTakeFirst();
  if (row) return;
  throw new Problem(400, `${field} ${id} is not in the organization; give the id of one that is.`, {
    field,
  });
}

/**
 * Makes the caller a member by a link. A member keeps their role, and gets the link's level in its
 * content unless they have more already.
 * @throws Problem 404 for a link that is unknown or switched off
 */
export async function acceptInvite(
  call: Call,
  organizationId: string,
  inviteId: string,
): Promise<void> {
  const row = await call.db
    .selectFrom("link_invites")
    .innerJoin("organizations", "organizations.id", "link_invites.organization_id")
    .selectAll("link_invites")
    .select(["organizations.sso", "organizations.invite_links"])
    .where("link_invites.id", "=", inviteId)
    .where("link_invites.organization_id", "=", organizationId)
    .executeTakeFirst();
  if (!row || row.invite_links === 0) throw notFound("invite", inviteId, "inviteId");
  const organization: Pick<OrganizationTable, "id" | "sso"> = {
    id: organizationId,
    sso: row.sso,
  };
  await enrol(call, organization, { user: call.caller, role: row.role });
  const content = row.space_id ?? row.collection_id;
  if (content === null || row.level === null) return;
  const strength = strengthOf(row.level);
  await call.db
    .insertInto("grants")
    .values({
      organization_id: organizationId,
      content_id: content,
      holder_id: call.caller,
      strength,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["content_id", "holder_id"])
        .doUpdateSet({ strength })
        .where("grants.strength", "<", strength),
    )
    .execute();
}

function presentInvite(row: LinkInviteTable): Invite {
  const content = row.space_id ?? row.collection_id;
  // Only admins see invites, and no invite gives more than an admin has.
  const common = { object: "invite" as const, id: row.id, redundant: true };
  if (content === null) return { ...common, role: row.role };
  return {
    ...common,
    level: row.level ?? undefined,
    space: row.space_id ?? undefined,
    collection: row.collection_id ?? undefined,
  };
}
