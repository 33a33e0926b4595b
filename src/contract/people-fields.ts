/** Fields that members, teams, invites and single sign-on share. */
import { id, nullable, oneOf, optional, text } from "./fields.ts";
import { roles } from "./roles.ts";

/** A role in an organization, or null for a guest, who gets only what is granted to them. */
export function roleOrGuest(help: string) {
  return nullable(oneOf(roles, help, { nullWord: "guest", placeholder: "role|guest" }));
}

/** Which members a list has. */
export const memberFilters = {
  role: optional(oneOf([...roles, "guest"], "Only those with this role in the organization")),
  search: optional(text("Only those whose name or email has this in it", { max: 512 })),
};

/** A secret: everybody who knows it can join. */
export const inviteId = id("invite", undefined, { secret: "whole" });

/** Which end of a list comes first. */
export const order = oneOf(["asc", "desc"], "asc lists the earliest first", { default: "desc" });

/** One person, by their id or email. */
export const person = text("user id or email", { min: 1, max: 255, refers: "user" });
