/** The handlers of the permissions of a space. */
import type * as contract from "../../../contract/space-permission.ts";
import type { Handlers } from "../../core/handlers.ts";
import { requireSpace } from "../../core/space-rows.ts";
import { createGrantHandlers } from "./grant-handlers.ts";

export const handlers = createGrantHandlers(
  "Space",
  (call, { spaceId }: { readonly spaceId: string }) => requireSpace(call, spaceId),
) satisfies Handlers<typeof contract>;
