/** What was granted to people and to teams in a collection or space, or on a docs site. */
import * as z from "zod/mini";
import { page, role } from "./shared.model.ts";
import { team } from "./team.model.ts";
import { user } from "./user.model.ts";

export const userPermissions = page(z.looseObject({ permission: role, user }));
/** On a site a hosted platform can also grant that somebody has no access. */
const siteRole = z.nullable(role);
export const siteUserPermissions = page(z.looseObject({ permission: siteRole, user }));
export const siteTeamPermissions = page(z.looseObject({ permission: siteRole, team }));
export const teamPermissions = page(z.looseObject({ permission: role, team }));
