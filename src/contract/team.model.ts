/** A team: members of an organization who are granted content together. */
import * as z from "zod/mini";
import { member } from "./member.model.ts";
import { open, page, permissions, time } from "./shared.model.ts";

export const teamRoles = ["owner", "member"] as const;
export const teamRole = open(teamRoles);

export const team = z.looseObject({
  object: z.literal("team"),
  id: z.string(),
  title: z.string(),
  members: z.number(),
  spaces: z.number(),
  createdAt: time,
  permissions: permissions(["admin", "view"]),
});

export const teams = page(team);

/** A team with the role that one member has in it. */
export const memberTeams = page(z.looseObject({ team, member: z.looseObject({ role: teamRole }) }));

/** The members of a team: each as a member of the organization, with a role in the team. */
export const teamMembers = page(
  z.looseObject({
    organization: member,
    team: z.looseObject({ role: teamRole }),
    permissions: z.optional(permissions(["view"])),
  }),
);

/** Roles in a team, by the id of the user. */
export const memberships = z.record(z.string(), z.strictObject({ role: z.enum(teamRoles) }));
