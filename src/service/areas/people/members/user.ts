/** Handlers for the current user. */
import { allows } from "../../../../contract/rules.ts";
import type * as contract from "../../../../contract/user.ts";
import { ApiError } from "../../../../errors.ts";
import { createNotFoundError } from "../../../core/access/access.ts";
import type { Handlers } from "../../../core/handlers.ts";
import { presentUser } from "../../../core/rows/users.ts";
import { refuseBlank } from "../../../core/titles.ts";
import { shareOrganization } from "./user-by-id.ts";

export const handlers = {
  async current(_input, call) {
    const row = await call.db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", call.caller)
      .executeTakeFirstOrThrow();
    return presentUser(row, call.base);
  },

  async update({ userId, displayName, photoURL }, call) {
    const who = userId === call.caller ? (["person themselves"] as const) : [];
    if (!allows(null, "updateUserById", who)) {
      const isKnown = await shareOrganization(call.db, userId, call.caller, call.boundTo);
      if (!isKnown) throw createNotFoundError("user", userId, "userId");
      throw new ApiError(
        403,
        `You cannot update user ${userId}. Users can update only their own profile.`,
      );
    }
    if (call.boundTo !== undefined) {
      throw new ApiError(
        403,
        "A single sign-on token is limited to one organization and cannot change your profile, which all organizations show. Use a user token.",
      );
    }
    const user = call.db.selectFrom("users").selectAll().where("id", "=", userId);
    refuseBlank("displayName", displayName);
    if (displayName !== undefined || photoURL !== undefined) {
      await call.db
        .updateTable("users")
        .set({
          ...(displayName !== undefined && { display_name: displayName }),
          ...(photoURL !== undefined && { photo_url: photoURL }),
        })
        .where("id", "=", userId)
        .execute();
    }
    return presentUser(await user.executeTakeFirstOrThrow(), call.base);
  },

  async createNotificationsToken() {
    throw new ApiError(
      501,
      "The local platform has no notifications service. Use webhooks for notifications of changes.",
      { hint: "tome org webhook create --help" },
    );
  },
} satisfies Handlers<typeof contract>;
