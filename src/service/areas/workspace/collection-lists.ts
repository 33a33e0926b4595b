/** Pages of the collections of an organization. */
import type { Role } from "../../../contract/roles.ts";
import { roleIn } from "../../core/access.ts";
import { presentCollection } from "../../core/collection-rows.ts";
import { grantedTo, visibleTo } from "../../core/grants.ts";
import type { Call } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import { readInTreeOrder, treeKey } from "../../core/tree-order.ts";

/**
 * In the order of their parents, then of the siblings; the top level first.
 * @param nested whether collections inside others are listed too
 */
export function collectionsOfOrganization(
  call: Call,
  organizationId: string,
  member: Role | null,
  nested: boolean,
  asked: { readonly page?: string; readonly limit?: number },
) {
  return pageOf({
    ...asked,
    list: `${nested ? "" : "top-level "}collections of organization ${organizationId}`,
    read: (after, take) =>
      readInTreeOrder(after, take, ({ condition, order, take: limit }) =>
        call.db
          .selectFrom("collections")
          .selectAll()
          .select(grantedTo(call.caller, "collections").as("granted"))
          .where("organization_id", "=", organizationId)
          .$if(!nested, (query) => query.where("parent_id", "is", null))
          .where(visibleTo(call.caller, member, "collections"))
          .where(condition)
          .orderBy(order)
          .limit(limit)
          .execute(),
      ),
    key: treeKey,
    show: (row) => presentCollection(row, roleIn(row, member), call.base),
  });
}
