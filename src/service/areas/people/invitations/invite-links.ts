/** Invite links, which give a role in the organization or in one space or collection. */
import { sql } from "kysely";
import type { Input, Output } from "../../../../contract/endpoint.ts";
import type * as contract from "../../../../contract/organization-invite.ts";
import type { Role } from "../../../../contract/roles.ts";
import { ApiError } from "../../../../errors.ts";
import { createNotFoundError } from "../../../core/access/access.ts";
import { computeStrength } from "../../../core/access/grants.ts";
import type { Call } from "../../../core/handlers.ts";
import { buildPage, inOrder, type Paging } from "../../../core/pages.ts";
import { findCollection, presentCollection } from "../../../core/rows/collection-rows.ts";
import { presentChangedSpace } from "../../../core/rows/space-rows.ts";
import type { LinkInviteTable, OrganizationTable } from "../../../database/tables.ts";
import { enroll, isDisabledMember, refuseUnlessSignedIn } from "../members/enroll.ts";

type Invite = Output<typeof contract.create>;
type NewInvite = Omit<Input<typeof contract.create>, "organizationId">;

/** Links to the organization, oldest first. Links to content are returned only when they are created. */
export function listInvites(call: Call, organizationId: string, paging: Paging) {
  return buildPage({
    page: paging.page,
    limit: paging.limit,
    list: `invites of organization ${organizationId}`,
    read: (after, take) =>
      call.db
        .selectFrom("link_invites")
        .selectAll()
        .where("organization_id", "=", organizationId)
        .where("space_id", "is", null)
        .where("collection_id", "is", null)
        .$call((query) => inOrder(query, ["created_at", "id"], after))
        .limit(take)
        .execute(),
    key: (row) => [row.created_at, row.id],
    show: (row) => ({ ...toInviteFields(row), role: row.role }),
  });
}

/** @throws ApiError 400 unless the link has exactly one target, which belongs to the organization */
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
  return presentInvite(call, row);
}

/** @throws ApiError 404 if the link does not exist in the organization */
export async function showInvite(
  call: Call,
  organizationId: string,
  inviteId: string,
): Promise<Invite> {
  return presentInvite(call, await requireInvite(call, organizationId, inviteId));
}

/**
 * Users who have already joined keep their role.
 * @throws ApiError 400 for `role` on a link to content, or `level` on a link to the organization
 */
export async function updateInvite(
  call: Call,
  organizationId: string,
  inviteId: string,
  { role, level }: Pick<NewInvite, "role" | "level">,
): Promise<Invite> {
  const row = await requireInvite(call, organizationId, inviteId);
  const isToContent = row.space_id !== null || row.collection_id !== null;
  if (
    isToContent
      ? level === undefined || role !== undefined
      : role === undefined || level !== undefined
  ) {
    throw new ApiError(
      400,
      isToContent
        ? "The link invites to a space or collection. Specify level, and omit role."
        : "The link invites to the organization. Specify role, and omit level.",
      { field: isToContent ? "level" : "role" },
    );
  }
  const columns = isToContent ? { level: level ?? null } : { role: role ?? null };
  await call.db.updateTable("link_invites").set(columns).where("id", "=", row.id).execute();
  return presentInvite(call, { ...row, ...columns });
}

async function requireInvite(
  { db }: Call,
  organizationId: string,
  inviteId: string,
): Promise<LinkInviteTable> {
  const row = await db
    .selectFrom("link_invites")
    .selectAll()
    .where("id", "=", inviteId)
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  if (!row) throw createNotFoundError("invite", inviteId, "inviteId");
  return row;
}

/** A link gives either a role in the organization, or a level in one space or collection. @throws ApiError 400 */
function refuseUnclear({ role, level, space, collection }: NewInvite): void {
  const toContent = level !== undefined || space !== undefined || collection !== undefined;
  if (role !== undefined && !toContent) return;
  const hasOneTarget = (space === undefined) !== (collection === undefined);
  if (role === undefined && level !== undefined && hasOneTarget) return;
  throw new ApiError(
    400,
    "The target of the link is ambiguous. Specify role for a link to the organization, or level with either space or collection.",
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
  throw new ApiError(400, `${field} ${id} is not in this organization. Check the id.`, {
    field,
  });
}

/**
 * Makes the caller a member by a link. A member keeps their role; a guest gets the role of the link.
 * Both get the link's level in its content, unless they already have a stronger grant.
 * @throws ApiError 404 if the link is unknown, invite links are off, or the member is disabled
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
  const isOpen = row?.invite_links === 1 && !(await isDisabledMember(call, organizationId));
  if (!isOpen) throw createNotFoundError("invite", inviteId, "inviteId");
  const organization: Pick<OrganizationTable, "id" | "sso"> = {
    id: organizationId,
    sso: row.sso,
  };
  await refuseUnlessSignedIn(call, organization);
  const isNew = await enroll(call, organization, { user: call.caller, role: row.role });
  if (!isNew && row.role !== null) await raiseGuest(call, organizationId, row.role);
  const content = row.space_id ?? row.collection_id;
  if (content === null || row.level === null) return;
  const strength = computeStrength(row.level);
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

/** Gives a guest the role of the link. Members keep their role. */
async function raiseGuest(call: Call, organizationId: string, role: Role): Promise<void> {
  await call.db
    .updateTable("members")
    .set({ role })
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", call.caller)
    .where("role", "is", null)
    .where("disabled", "=", 0)
    .execute();
}

/** `redundant` is always true: only admins see invites, and no invite gives more than the admin role. */
function toInviteFields({ id }: LinkInviteTable) {
  return { object: "invite" as const, id, redundant: true };
}

async function presentInvite(call: Call, row: LinkInviteTable): Promise<Invite> {
  const { space_id: space, collection_id: collection, level } = row;
  const common = toInviteFields(row);
  if (space !== null) return { ...common, level, space: await presentChangedSpace(call, space) };
  if (collection === null) return { ...common, role: row.role };
  const access = await findCollection(call, collection);
  if (!access) throw createNotFoundError("collection", collection, "collection");
  return { ...common, level, collection: presentCollection(access.row, access.role, call.base) };
}
