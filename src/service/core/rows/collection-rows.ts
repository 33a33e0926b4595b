/** Rows of collections: load one with the caller's role, and present it. */
import type * as contract from "../../../contract/collection.ts";
import type { Output } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import { prepareQuery } from "../../database/prepared.ts";
import type { CollectionTable } from "../../database/tables.ts";
import { createNotFoundError, getPermissions, isBeyond } from "../access/access.ts";
import {
  createViewerByRow,
  readRole,
  selectDecision,
  selectSimpleDecision,
  unresolved,
} from "../access/precedence.ts";
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
  const { db, caller, boundTo } = call;
  const [record] = await collectionsById(db, { caller, id });
  if (!record || isBeyond(boundTo, record)) return undefined;
  const { member_role, decided, ...row } = record;
  const simple = { member_role, decided };
  const [decision] = decided === unresolved ? await decisionsById(db, { caller, id }) : [simple];
  // The caller may have left the organization since the first query.
  if (decision === undefined) return undefined;
  const { member_role: member } = decision;
  return { row, member, role: readRole(decision, member) };
}

function selectForMember({ db, caller }: Pick<Call, "db" | "caller">, id: string) {
  return db
    .selectFrom("collections")
    .innerJoin("members", (join) =>
      join
        .onRef("members.organization_id", "=", "collections.organization_id")
        .on("members.user_id", "=", caller)
        .on("members.disabled", "=", 0),
    )
    .select("members.role as member_role")
    .where("collections.id", "=", id);
}

const collectionsById = prepareQuery(["caller", "id"], (db, { caller, id }) => {
  const decides = selectSimpleDecision(createViewerByRow(caller), "collections");
  return selectForMember({ db, caller }, id).selectAll("collections").select(decides.as("decided"));
});

const decisionsById = prepareQuery(["caller", "id"], (db, { caller, id }) =>
  selectForMember({ db, caller }, id).select(
    selectDecision(createViewerByRow(caller), "collections").as("decided"),
  ),
);

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
