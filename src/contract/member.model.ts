/** A member: a person with a role in an organization. */
import * as z from "zod/mini";
import { page, role, time } from "./shared.model.ts";
import { space } from "./space.model.ts";
import { user } from "./user.model.ts";

export const member = z.looseObject({
  object: z.literal("member"),
  id: z.string(),
  role: z.nullable(role),
  user,
  disabled: z.boolean(),
  joinedAt: time,
  lastSeenAt: z.optional(time),
  sso: z.boolean(),
  spaces: z.number(),
  teams: z.number(),
  sites: z.optional(z.number()),
});

export const members = page(member);

/** What a member may do in each space that they can see. */
export const memberSpaces = page(z.looseObject({ permission: role, space }));

export const ping = z.looseObject({
  /** A signed token of a few minutes; the field's name is the API's own. */
  gitbookVisitorClaims: z.optional(z.string()),
});
