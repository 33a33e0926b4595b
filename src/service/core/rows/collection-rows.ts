/** Rows of collections: load one with the caller's role, and present it. */
import type * as contract from "../../../contract/collection.ts";
import type { Output } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import type { CollectionTable } from "../../database/tables.ts";
import { createNotFoundError, getPermissions, isBeyond } from "../access/access.ts";
import { createViewerByRow, readRole, selectDecision } from "../access/precedence.ts";
import { createResourceUrls } from "../deferred-response.ts";
import type { Call } from "../handlers.ts";

export interface CollectionAccess {
  readonly row: CollectionTable;
  /** The caller's role in the organization. */
  readonly member: Role | null;
  /** The caller's role in the collection; null if they may not see it. */
  readonly role: Role | null;
}

/** Absent if the collection does not exist, or the caller is not in its organization. */
export async function findCollection(
  call: Call,
  id: string,
): Promise<CollectionAccess | undefined> {
  const record = await call.db
    .selectFrom("collections")
    .innerJoin("members", (join) =>
      join
        .onRef("members.organization_id", "=", "collections.organization_id")
        .on("members.user_id", "=", call.caller)
        .on("members.disabled", "=", 0),
    )
    .selectAll("collections")
    .select([
      "members.role as member_role",
      selectDecision(createViewerByRow(call.caller), "collections").as("decided"),
    ])
    .where("collections.id", "=", id)
    .executeTakeFirst();
  if (!record || isBeyond(call.boundTo, record)) return undefined;
  const { member_role: member, ...row } = record;
  return { row, member, role: readRole(row, member) };
}

/** @throws ApiError 404 if the caller may not see it */
export async function requireCollection(call: Call, id: string): Promise<CollectionAccess> {
  const access = await findCollection(call, id);
  if (!access?.role) throw createNotFoundError("collection", id, "collectionId");
  return access;
}

/** The collection after a change, even if the caller may no longer see it. */
export async function presentChangedCollection(
  call: Call,
  id: string,
): Promise<Output<typeof contract.get>> {
  const access = await findCollection(call, id);
  if (!access) throw createNotFoundError("collection", id, "collectionId");
  return presentCollection(access.row, access.role, call.base);
}

export function presentCollection(
  row: CollectionTable,
  role: Role | null,
  base: string,
): Output<typeof contract.get> {
  return {
    object: "collection",
    id: row.id,
    title: row.title,
    description: row.description ?? undefined,
    organization: row.organization_id,
    parent: row.parent_id ?? undefined,
    defaultLevel: row.default_level,
    urls: createResourceUrls(base, "collections", row.id),
    permissions: getPermissions("collection", role),
  };
}
