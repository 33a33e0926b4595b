/** The handlers of what is granted in a collection. */
import type * as contract from "../../../contract/collection-permission.ts";
import { requireCollection } from "../../core/collection-rows.ts";
import type { Handlers } from "../../core/handlers.ts";
import { grantingHandlers } from "./granting.ts";

export const handlers = grantingHandlers(
  "collection",
  (call, { collectionId }: { readonly collectionId: string }) =>
    requireCollection(call, collectionId),
) satisfies Handlers<typeof contract>;
