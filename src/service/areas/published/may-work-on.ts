/** Who sees a docs site before it is published: who sees it in its organization. */
import { allows } from "../../../contract/rules.ts";
import { type Membership, membershipIn } from "../../core/access.ts";
import { decided, roleIn, viewer } from "../../core/precedence.ts";
import type { Queries } from "../../database/tables.ts";
import type { SiteTable } from "../sites/tables.ts";

/**
 * @param user an id
 * @param boundTo the one organization that their token is good for; absent if it is their own
 * @returns their membership; absent if they may not see the site
 */
export async function findWorker(
  db: Queries,
  site: Pick<SiteTable, "id" | "organization_id">,
  user: string,
  boundTo?: string,
): Promise<Membership | undefined> {
  const member = await membershipIn({ db, caller: user, boundTo }, site.organization_id);
  if (!member) return undefined;
  const row = await db
    .selectFrom("sites")
    .select(decided(viewer(user, member.role), "sites").as("decided"))
    .where("id", "=", site.id)
    .executeTakeFirst();
  const role = row && roleIn(row, member.role);
  return role && allows(role, "getSiteById") ? member : undefined;
}
