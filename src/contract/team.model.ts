/** A team: a group of members that is granted roles. */
import * as z from "zod/mini";
import { member } from "./member.model.ts";
import { createPageModel, createPermissionsModel, open, time } from "./shared.model.ts";

export const teamRoles = ["owner", "member"] as const;
export const teamRole = open(teamRoles);

export const team = z.looseObject({
  object: z.literal("team"),
  id: z.string(),
  title: z.string(),
  members: z.number(),
  spaces: z.number(),
  createdAt: time,
  permissions: createPermissionsModel(["admin", "view"]),
});

export const teams = createPageModel(team);

/** A team with the role of one member in it. */
export const memberTeams = createPageModel(
  z.looseObject({ team, member: z.looseObject({ role: teamRole }) }),
);

/** Members of a team, with their role in it. */
export const teamMembers = createPageModel(
  z.looseObject({
    organization: member,
    team: z.looseObject({ role: teamRole }),
    permissions: z.optional(createPermissionsModel(["view"])),
  }),
);

/** Roles in a team by user id. */
export const memberships = z.record(z.string(), z.strictObject({ role: z.enum(teamRoles) }));
