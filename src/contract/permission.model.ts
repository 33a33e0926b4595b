/** Roles granted to users and teams in a collection, space or site. */
import * as z from "zod/mini";
import { createPageModel, open, role, time } from "./shared.model.ts";
import { team } from "./team.model.ts";
import { user } from "./user.model.ts";

export const userPermissions = createPageModel(z.looseObject({ permission: role, user }));
/** On a site, the hosted platform can also deny access. */
const siteRole = z.nullable(role);
export const siteUserPermissions = createPageModel(z.looseObject({ permission: siteRole, user }));
export const siteTeamPermissions = createPageModel(z.looseObject({ permission: siteRole, team }));
/** Origin of a role on a site. */
const origin = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("organization"), organization: z.string() }),
  z.looseObject({ type: z.literal("space"), space: z.string() }),
  z.looseObject({
    type: z.literal("site"),
    site: z.string(),
    reason: open(["member", "team", "default"]),
    team: z.optional(z.string()),
  }),
]);

/** A role on a site with its origin. */
export const siteAccess = createPageModel(
  z.looseObject({
    permission: siteRole,
    user,
    origin,
    disabled: z.optional(z.boolean()),
    lastSeenAt: z.optional(time),
  }),
);

export const teamPermissions = createPageModel(z.looseObject({ permission: role, team }));
