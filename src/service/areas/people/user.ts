/** The handlers of the caller. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/user.ts";
import type { UserTable } from "../../database/tables.ts";
import type { Handlers } from "../../core/handlers.ts";

export const handlers = {
  async current(_input, call) {
    const row = await call.db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", call.caller)
      .executeTakeFirstOrThrow();
    return showUser(row, call.base);
  },
} satisfies Handlers<typeof contract>;

/** A user, as other things embed him. */
export function showUser(row: UserTable, base: string): Output<typeof contract.current> {
  return {
    object: "user",
    id: row.id,
    displayName: row.display_name,
    email: row.email,
    photoURL: row.photo_url ?? undefined,
    urls: { location: `${base}/v1/users/${row.id}` },
  };
}
