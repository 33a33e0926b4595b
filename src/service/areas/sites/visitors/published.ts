/** The published site as a visitor sees it, with conditions evaluated. */
import type { Output } from "../../../../contract/endpoint.ts";
import type { published } from "../../../../contract/site.ts";
import type { Claims } from "../../../../document/condition.ts";
import { ApiError } from "../../../../errors.ts";
import type { Call } from "../../../core/handlers.ts";
import { inSnapshot } from "../../../database/transaction.ts";
import { findClaimsFault } from "../../../engines/visitor-schema.ts";
import { loadPublishedCustomizations } from "../customization/customization-rows.ts";
import { presentSite } from "../present.ts";
import type { SiteAccess, SiteRow } from "../queries.ts";
import { withoutDrafts } from "../structure/drafts.ts";
import { createView } from "../structure/present-parts.ts";
import {
  buildStructure,
  hasSections,
  readStructure,
  type SiteSpaceRow,
  type Structure,
} from "../structure/structure.ts";
import type { SiteExternalLinkTable, SiteSectionTable } from "../tables.ts";
import { createSiteUrls } from "../urls/urls.ts";
import { holdsFor } from "./conditions.ts";
import { type OpeningKey, requireOpeningKey } from "./share-keys.ts";

/**
 * @param shareKey the share link key to include in URLs
 * @param claims the visitor's claims as JSON; undefined for a visitor without claims
 * @throws ApiError 404 if the site is not published or the key is invalid, 400 for invalid claims
 */
export async function presentPublishedSite(
  call: Call,
  { row, role, member }: SiteAccess,
  shareKey: string | undefined,
  claims: string | undefined,
): Promise<Output<typeof published>> {
  if (row.published === 0 && call.visitor?.previewer === undefined) {
    throw new ApiError(404, `Site ${row.id} is not published.`, {
      field: "siteId",
      hint: `tome site publish ${row.id}`,
    });
  }
  const opening = await requireOpeningKey(call, row, shareKey ?? call.visitor?.shareKey);
  const visitor = call.visitor?.claims ?? (await readClaims(row, claims));
  // Conditions are evaluated outside the snapshot, to keep the transaction short.
  const fullStructure = await inSnapshot(call.db, (db) => readStructure({ ...call, db }, row));
  const visibleStructure = await filterStructure(fullStructure, visitor, {
    drafts: call.visitor?.drafts,
    isShown: call.visitor && (({ space_id }) => call.visitor?.spaces.has(space_id) === true),
  });
  const view = await createView(call, visibleStructure, {
    member,
    opening,
    asVisitor: true,
  });
  const { fonts: _, ...customizations } = await loadPublishedCustomizations(
    call.db,
    visibleStructure,
    { claims: visitor, base: call.base },
  );
  return {
    object: "published-content-site",
    site: presentVisited(call, row, role, opening),
    structure: view.structure(hasSections(fullStructure)),
    customizations,
    scripts: [],
  };
}

/** In a preview, the site has its future published URL. */
function presentVisited(
  call: Call,
  row: SiteRow,
  role: SiteAccess["role"],
  opening: OpeningKey | undefined,
) {
  const site = presentSite(row, role, call.base, opening);
  if (call.visitor?.previewer === undefined) return site;
  const published = createSiteUrls(call.base, row, opening)("");
  return { ...site, urls: { ...site.urls, published } };
}

async function readClaims(row: SiteRow, text: string | undefined): Promise<Claims> {
  if (text === undefined) return {};
  if (row.adaptive_content === 0) {
    throw new ApiError(
      400,
      `claims require adaptive content, which is disabled on site ${row.id}. Set adaptiveContent.enabled to true.`,
      { field: "claims", hint: `tome site update ${row.id} --adaptive-content` },
    );
  }
  const claims = parseOrUndefined(text);
  if (!isClaims(claims)) {
    throw new ApiError(400, "claims must be a JSON object.", { field: "claims" });
  }
  const schema = row.visitor_schema === null ? undefined : JSON.parse(row.visitor_schema);
  const fault = schema && (await findClaimsFault(schema, claims));
  if (fault) {
    throw new ApiError(400, `claims do not match the visitor schema of the site: ${fault}.`, {
      field: "claims",
    });
  }
  return claims;
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isClaims(value: unknown): value is Claims {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface StructureFilter {
  /** Whether to include drafts, for previews. */
  readonly drafts?: boolean | undefined;
  /** Selects site spaces, in addition to their conditions; all of them if undefined. */
  readonly isShown?: ((siteSpace: SiteSpaceRow) => boolean) | undefined;
}

/** Removes the parts that a visitor may not see, and sections and groups that become empty. */
export async function filterStructure(
  fullStructure: Structure,
  visitor: Claims,
  { drafts = false, isShown = () => true }: StructureFilter = {},
): Promise<Structure> {
  const structure = drafts ? fullStructure : withoutDrafts(fullStructure);
  const holds = (condition: string | null) => holdsFor(condition, visitor);
  const sections: SiteSectionTable[] = [];
  for (const section of structure.sections.values()) {
    if (await holds(section.condition)) sections.push(section);
  }
  const open = new Set<string | null>([null, ...sections.map(({ id }) => id)]);
  const siteSpaces: SiteSpaceRow[] = [];
  for (const siteSpace of structure.siteSpaces.values()) {
    if (siteSpace.deleted_at !== null || !open.has(siteSpace.section_id)) continue;
    if (isShown(siteSpace) && (await holds(siteSpace.condition))) siteSpaces.push(siteSpace);
  }
  const nonEmptyIds = new Set(siteSpaces.map((siteSpace) => siteSpace.section_id));
  const nonEmptySections = sections.filter(({ id }) => nonEmptyIds.has(id));
  const links: SiteExternalLinkTable[] = [];
  for (const link of structure.links.values()) {
    if (await holds(link.condition)) links.push(link);
  }
  const groups = new Set<string>();
  for (const item of [...nonEmptySections, ...links]) {
    let group = structure.groups.get(item.group_id ?? "");
    while (group && !groups.has(group.id)) {
      groups.add(group.id);
      group = structure.groups.get(group.parent_id ?? "");
    }
  }
  return buildStructure({
    site: structure.site,
    groups: [...structure.groups.values()].filter(({ id }) => groups.has(id)),
    sections: nonEmptySections,
    siteSpaces,
    links,
  });
}
