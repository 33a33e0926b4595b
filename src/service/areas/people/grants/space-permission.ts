/** Handlers for the permissions of spaces. */
import type * as contract from "../../../../contract/space-permission.ts";
import { authorize } from "../../../core/access/access.ts";
import { type Handlers, withSnapshot } from "../../../core/handlers.ts";
import { requireSpace } from "../../../core/rows/space-rows.ts";
import { listAccess } from "./access-list.ts";
import { createGrantHandlers } from "./grant-handlers.ts";

export const handlers = {
  ...createGrantHandlers("Space", (call, { spaceId }: { readonly spaceId: string }) =>
    requireSpace(call, spaceId),
  ),

  list: withSnapshot(async ({ spaceId, ...options }, call) => {
    const { row, role } = await requireSpace(call, spaceId);
    authorize(role, "listPermissionsAggregateInSpace");
    return listAccess(call, "spaces", row, options);
  }),
} satisfies Handlers<typeof contract>;
