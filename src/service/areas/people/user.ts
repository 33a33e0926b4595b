/** The handlers of the current user. */
import type * as contract from "../../../contract/user.ts";
import type { Handlers } from "../../core/handlers.ts";
import { presentUser } from "../../core/users.ts";

export const handlers = {
  async current(_input, call) {
    const row = await call.db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", call.caller)
      .executeTakeFirstOrThrow();
    return presentUser(row, call.base);
  },
} satisfies Handlers<typeof contract>;
