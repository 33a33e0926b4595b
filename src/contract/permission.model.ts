/** What was granted to people and to teams in a collection or space. */
import * as z from "zod/mini";
import { page, role } from "./shared.model.ts";
import { team } from "./team.model.ts";
import { user } from "./user.model.ts";

export const userPermissions = page(z.looseObject({ permission: role, user }));
export const teamPermissions = page(z.looseObject({ permission: role, team }));
