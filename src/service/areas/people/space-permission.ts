/** The handlers of what is granted in a space. */
import type * as contract from "../../../contract/space-permission.ts";
import type { Handlers } from "../../core/handlers.ts";
import { requireSpace } from "../../core/space-rows.ts";
import { grantingHandlers } from "./granting.ts";

export const handlers = grantingHandlers(
  "space",
  (call, { spaceId }: { readonly spaceId: string }) => requireSpace(call, spaceId),
) satisfies Handlers<typeof contract>;
