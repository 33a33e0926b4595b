/** Collections as rows: reading one with what the caller may do in it, and showing it. */
import type * as contract from "../../contract/collection.ts";
import type { Output } from "../../contract/endpoint.ts";
import type { Role } from "../../contract/roles.ts";
import type { CollectionTable } from "../database/tables.ts";
import { collectionPermissions, notFound, roleIn } from "./access.ts";
import { addresses } from "./app-addresses.ts";
import { grantedTo } from "./grants.ts";
import type { Call } from "./handlers.ts";

export interface FoundCollection {
  readonly row: CollectionTable;
  /** The caller's role in the organization. */
  readonly member: Role | null;
  /** What the caller may do in the collection; null where he may not see it. */
  readonly role: Role | null;
}

/** Absent where there is none, or the caller is not in its organization. */
export async function findCollection(call: Call, id: string): Promise<FoundCollection | undefined> {
  const found = await call.db
    .selectFrom("collections")
    .innerJoin("members", (join) =>
      join
        .onRef("members.organization_id", "=", "collections.organization_id")
        .on("members.user_id", "=", call.caller)
        .on("members.disabled", "=", 0),
    )
    .selectAll("collections")
    .select(["members.role as member_role", grantedTo(call.caller, "collections").as("granted")])
    .where("collections.id", "=", id)
    .executeTakeFirst();
  if (!found) return undefined;
  const { member_role: member, ...row } = found;
  return { row, member, role: roleIn(row, member) };
}

/** @throws Problem 404 where the caller may not see it */
export async function requireCollection(call: Call, id: string): Promise<FoundCollection> {
  const found = await findCollection(call, id);
  if (!found?.role) throw notFound("collection", id, "collectionId");
  return found;
}

/** The collection after a change, which may have taken it out of the caller's sight. */
export async function changedCollection(
  call: Call,
  id: string,
): Promise<Output<typeof contract.get>> {
  const found = await findCollection(call, id);
  if (!found) throw notFound("collection", id, "collectionId");
  return presentCollection(found.row, found.role, call.base);
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
    urls: addresses(base, "collections", row.id),
    permissions: collectionPermissions(role),
  };
}
