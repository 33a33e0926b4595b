/** Fields of what is granted in a collection or space. */
import { id, list, oneOf, optional } from "./fields.ts";
import { roles } from "./roles.ts";

export const grantedRole = oneOf(roles, "Role in it, and in all that it holds", {
  placeholder: "role",
});

/** To whom, and what. */
export const granting = {
  role: grantedRole,
  users: optional(
    list(id("user"), "Member or guest who gets it", {
      flag: "user",
      placeholder: "user",
      max: 1000,
    }),
  ),
  teams: optional(
    list(id("team"), "Team that gets it", { flag: "team", placeholder: "team", max: 1000 }),
  ),
};
