/** A pending invitation. */
import * as z from "zod/mini";
import { createPageModel, role, time } from "./shared.model.ts";
import { user } from "./user.model.ts";

export const invitation = z.looseObject({
  object: z.literal("invitation"),
  organization: z.looseObject({ id: z.string(), title: z.string() }),
  user,
  /** Role in the organization; null for a guest. */
  role: z.nullable(role),
  /** Whether the user must use single sign-on. */
  sso: z.boolean(),
  invitedBy: user,
  createdAt: time,
});

export const invitations = createPageModel(invitation);
