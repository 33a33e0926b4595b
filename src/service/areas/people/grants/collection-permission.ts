/** Handlers for the permissions of collections. */
import type * as contract from "../../../../contract/collection-permission.ts";
import { authorize } from "../../../core/access/access.ts";
import { type Handlers, withSnapshot } from "../../../core/handlers.ts";
import { requireCollection } from "../../../core/rows/collection-rows.ts";
import { listAccess } from "./access-list.ts";
import { createGrantHandlers } from "./grant-handlers.ts";

export const handlers = {
  ...createGrantHandlers(
    "Collection",
    (call, { collectionId }: { readonly collectionId: string }) =>
      requireCollection(call, collectionId),
  ),

  list: withSnapshot(async ({ collectionId, ...options }, call) => {
    const { row, role } = await requireCollection(call, collectionId);
    authorize(role, "listPermissionsAggregateInCollection");
    return listAccess(call, "collections", row, options);
  }),
} satisfies Handlers<typeof contract>;
