/** Access to previews of sites. */
import { allows } from "../../../contract/rules.ts";
import { findMembership, type Membership } from "../../core/access/access.ts";
import { createViewer, readRole, selectDecision } from "../../core/access/precedence.ts";
import type { Queries } from "../../database/tables.ts";
import type { SiteTable } from "../sites/tables.ts";

/**
 * @param user the id of a user
 * @param boundTo the only organization for which their token is valid; undefined if it is not bound
 * @returns the user's membership; undefined if they may not see the site
 */
export async function findSiteMember(
  db: Queries,
  site: Pick<SiteTable, "id" | "organization_id">,
  user: string,
  boundTo?: string,
): Promise<Membership | undefined> {
  const member = await findMembership({ db, caller: user, boundTo }, site.organization_id);
  if (!member) return undefined;
  const row = await db
    .selectFrom("sites")
    .select(selectDecision(createViewer(user, member.role), "sites").as("decided"))
    .where("id", "=", site.id)
    .executeTakeFirst();
  const role = row && readRole(row, member.role);
  return role && allows(role, "getSiteById") ? member : undefined;
}
