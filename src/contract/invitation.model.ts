/** An invitation that waits for the invited user. */
import * as z from "zod/mini";
import { page, role, time } from "./shared.model.ts";
import { user } from "./user.model.ts";

export const invitation = z.looseObject({
  object: z.literal("invitation"),
  organization: z.looseObject({ id: z.string(), title: z.string() }),
  user,
  /** In the organization; null for a guest. */
  role: z.nullable(role),
  /** Whether the user is to sign in by single sign-on. */
  sso: z.boolean(),
  invitedBy: user,
  createdAt: time,
});

export const invitations = page(invitation);
