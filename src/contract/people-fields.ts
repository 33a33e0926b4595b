/** Fields that members, teams, invites and single sign-on share. */
import { enumeration, id, nullable, optional, text } from "./fields.ts";
import { roles } from "./roles.ts";

/** A role in an organization, or null for a guest, who has only granted roles. */
export function createRoleField(help: string) {
  return nullable(enumeration(roles, help));
}

/** Filter of a list of members. */
export const memberFilters = {
  role: optional(
    enumeration([...roles, "guest"], "Only members with this role in the organization"),
  ),
  search: optional(text("Only members with this text in the name or email address", { max: 512 })),
};

/** A secret: anyone who knows the id can join. */
export const inviteId = id("invite", undefined, { secret: "whole" });

/** Order of a list. */
export const order = enumeration(["asc", "desc"], "Sort order; asc lists the earliest first", {
  default: "desc",
});

/** A user by id or email address. */
export const person = text("user id or email", { min: 1, max: 255, refers: "user" });
