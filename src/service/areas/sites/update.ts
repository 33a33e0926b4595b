/** Changing a site: each field by the role that it needs. */
import type { Input } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import type { update } from "../../../contract/site.ts";
import { Problem } from "../../../errors.ts";
import { authorize } from "../../core/access.ts";
import type { Call } from "../../core/handlers.ts";
import { refuseBlank } from "../../core/titles.ts";
import type { Queries } from "../../database/tables.ts";
import { siteWithBasename } from "./creating.ts";
import { chooseDefaults } from "./defaults-choice.ts";
import { refuseBadPath } from "./paths.ts";
import type { Structure } from "./structure.ts";
import type { SiteTable } from "./tables.ts";
import { settleVisibility, spacesOnSite } from "./visibility.ts";

type Changes = Omit<Input<typeof update>, "organizationId" | "siteId">;

/** What a site is called and where visitors arrive is its authors' affair, the rest its admins'. */
const needed: Record<keyof Changes, Role> = {
  title: "create",
  defaultSiteSpace: "create",
  defaultSiteSection: "create",
  visibility: "admin",
  basename: "admin",
  adaptiveContent: "admin",
  agentsContext: "admin",
  proxy: "admin",
};

/**
 * @throws Problem 403 for a field that the caller may not change, 400 for a bad value, 409 for an
 * address that another site has
 */
export async function updateSite(
  call: Call,
  structure: Structure,
  role: Role,
  changes: Changes,
): Promise<void> {
  for (const [field, least] of Object.entries(needed)) {
    if (field in changes) {
      authorize(role, least, `Changing the ${field} of a docs site`, "in the organization");
    }
  }
  const { site } = structure;
  const { title, visibility, adaptiveContent, agentsContext } = changes;
  refuseBlank("title", title);
  await chooseDefaults(call.db, structure, changes);
  const columns = await addressOf(call.db, site, changes);
  if (title !== undefined) columns.title = title;
  if (adaptiveContent !== undefined) columns.adaptive_content = Number(adaptiveContent.enabled);
  if (agentsContext !== undefined) columns.agents_context = agentsContext;
  if (visibility !== undefined && visibility !== site.visibility) {
    columns.visibility = visibility;
    // A link that was given out opens nothing once the site was visible by other means.
    columns.share_key = visibility === "share-link" ? call.newId() : null;
  }
  if (Object.keys(columns).length === 0) return;
  await call.db.updateTable("sites").set(columns).where("id", "=", site.id).execute();
  if (columns.visibility) await settleVisibility(call, await spacesOnSite(call, site.id));
}

async function addressOf(
  db: Queries,
  site: SiteTable,
  { basename, proxy }: Changes,
): Promise<Partial<SiteTable>> {
  refuseBadPath("basename", basename);
  if (basename !== undefined) {
    const owner = await siteWithBasename(db, site.organization_id, basename);
    if (owner !== undefined && owner !== site.id) {
      throw new Problem(
        409,
        `basename ${basename} belongs to another site of the organization; choose another.`,
        { field: "basename" },
      );
    }
  }
  const address = proxy && proxyOf(proxy);
  if (address) await refuseTakenProxy(db, site.id, address);
  return {
    ...(basename !== undefined && { basename }),
    ...(address !== undefined && { proxy: address }),
  };
}

/** Host names mean the same in upper and lower case, paths do not. */
function proxyOf(proxy: string): string {
  const slash = proxy.indexOf("/");
  return proxy.slice(0, slash).toLowerCase() + proxy.slice(slash);
}

async function refuseTakenProxy(db: Queries, siteId: string, proxy: string): Promise<void> {
  const taken = await db
    .selectFrom("sites")
    .select("id")
    .where("proxy", "=", proxy)
    .where("id", "<>", siteId)
    .executeTakeFirst();
  if (!taken) return;
  throw new Problem(409, `proxy ${proxy} shows another site; choose another path.`, {
    field: "proxy",
  });
}
