/** Members of an organization. */
import * as z from "zod/mini";
import { createPageModel, role, time } from "./shared.model.ts";
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

export const members = createPageModel(member);

/** Permissions of a member in each visible space. */
export const memberSpaces = createPageModel(z.looseObject({ permission: role, space }));

export const ping = z.looseObject({
  /** A signed token that is valid for a few minutes; the name of the field comes from the API. */
  gitbookVisitorClaims: z.optional(z.string()),
});
