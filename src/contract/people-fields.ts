/** Fields that members, teams, invites and single sign-on share. */
import { enumeration, id, nullable, optional, text } from "./fields.ts";
import { roles } from "./roles.ts";

/** A role in an organization, or null for a guest, who gets only what is granted to them. */
export function roleOrGuest(help: string) {
  return nullable(enumeration(roles, help, { nullWord: "guest", placeholder: "role|guest" }));
}

/** Which members a list has. */
export const memberFilters = {
  role: optional(
    enumeration([...roles, "guest"], "Only members with this role in the organization"),
  ),
  search: optional(text("Only members with this text in the name or email address", { max: 512 })),
};

/** A secret: everybody who knows it can join. */
export const inviteId = id("invite", undefined, { secret: "whole" });

/** Which end of a list comes first. */
export const order = enumeration(["asc", "desc"], "Sort order; asc lists the earliest first", {
  default: "desc",
});

/** One person, by their id or email. */
export const person = text("user id or email", { min: 1, max: 255, refers: "user" });
