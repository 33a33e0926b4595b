/** The handlers of the permissions of a collection. */
import type * as contract from "../../../contract/collection-permission.ts";
import { requireCollection } from "../../core/collection-rows.ts";
import type { Handlers } from "../../core/handlers.ts";
import { createGrantHandlers } from "./grant-handlers.ts";

export const handlers = createGrantHandlers(
  "Collection",
  (call, { collectionId }: { readonly collectionId: string }) =>
    requireCollection(call, collectionId),
) satisfies Handlers<typeof contract>;
