/** The site response, with the caller's permissions. */
import type { Output } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import { allows } from "../../../contract/rules.ts";
import type * as contract from "../../../contract/site.ts";
import type { SiteType } from "../../../contract/site-values.ts";
import { getPermissions } from "../../core/access/access.ts";
import { createViewer, readRole, selectDecision } from "../../core/access/precedence.ts";
import type { Call } from "../../core/handlers.ts";
import { type SiteRow, selectSites } from "./queries.ts";
import { buildPublishedUrl, buildSiteFolderUrl, buildSiteUrl, getSiteAppUrl } from "./urls/urls.ts";
import type { OpeningKey } from "./visitors/share-keys.ts";

/** @param opening the caller's share link key, for callers that may not list share links */
export function presentSite(
  row: SiteRow,
  role: Role | null,
  base: string,
  opening?: OpeningKey,
): Output<typeof contract.get> {
  const location = buildSiteUrl(base, row);
  const mayShare = row.link_key !== null && allows(role, "listSiteShareLinks");
  const key = mayShare ? { key: row.link_key } : undefined;
  const published = buildPublishedUrl(base, row, opening ?? key);
  return {
    object: "site",
    id: row.id,
    type: row.type,
    appliedType: row.type,
    title: row.title,
    hostname: row.hostname ?? undefined,
    basename: row.basename,
    proxy:
      row.proxy === null ? undefined : { origin: row.proxy, target: buildSiteFolderUrl(base, row) },
    visibility: row.visibility,
    defaultLevel: row.default_level,
    published: row.published === 1,
    siteSpaces: row.site_spaces,
    createdAt: row.created_at,
    adaptiveContent: { enabled: row.adaptive_content === 1 },
    ...presentAds(row),
    agentsContext: row.agents_context,
    styleguide: row.styleguide === null ? undefined : { kind: "space", space: row.styleguide },
    features: listFeatures(row.type),
    urls: {
      location,
      app: getSiteAppUrl(base, row),
      published: published?.(""),
      preview: location,
    },
    permissions: getPermissions("site", role),
  };
}

/** Absent until an admin requests ads. */
function presentAds({
  ads_topic: topic,
  ads_in_review: review,
}: SiteRow): Pick<Output<typeof contract.get>, "ads"> {
  if (review === 1 && topic !== null) return { ads: { status: "in-review", topic } };
  return review === null && topic === null ? {} : { ads: { status: "pending", submittable: true } };
}

/** The local platform has no paid plans, so sites of every type have all features. */
const featureIds = [
  "sites-sections",
  "sites-multivariant-site",
  "sites-adaptive-content",
  "sites-public-visibility",
  "sites-unlisted-visibility",
  "sites-share-links",
  "sites-visitor-authentication",
  "sites-custom-subdirectory",
] as const;

function listFeatures(type: SiteType) {
  return featureIds.map((id) => ({ id, plan: type, frozen: false }));
}

/**
 * Presents the site after a change, even if the caller can no longer see it.
 * @param member the caller's role in the organization
 */
export async function presentChangedSite(
  call: Call,
  siteId: string,
  member: Role | null,
): Promise<Output<typeof contract.get>> {
  const row = await selectSites(call.db)
    .select(selectDecision(createViewer(call.caller, member), "sites").as("decided"))
    .where("id", "=", siteId)
    .executeTakeFirstOrThrow();
  return presentSite(row, readRole(row, member), call.base);
}
