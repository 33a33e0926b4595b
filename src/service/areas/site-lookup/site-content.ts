/** Handlers for searching and previewing sites. */
import type { Input, Output } from "../../../contract/endpoint.ts";
import type { SiteSearchScope } from "../../../contract/search.model.ts";
import type * as contract from "../../../contract/site-content.ts";
import type { search } from "../../../contract/site-content.ts";
import type { Claims } from "../../../document/condition.ts";
import { ApiError } from "../../../errors.ts";
import { createNotFoundError } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { readRison } from "../../engines/rison.ts";
import { findClaimsFault } from "../../engines/visitor-schema.ts";
import { type IndexedSpace, indexSpace } from "../content/search/index-space.ts";
import { searchSpacesAnd } from "../content/search/search.ts";
import { searchRecords } from "../site-context/record-rows.ts";
import { requireSite, type SiteAccess, type SiteRow } from "../sites/queries.ts";
import { getDefaults } from "../sites/structure/defaults.ts";
import { isVisible } from "../sites/structure/present-parts.ts";
import {
  orderSiteSpaces,
  readStructure,
  type SiteSpaceRow,
  type Structure,
} from "../sites/structure/structure.ts";
import { countPartsAbove, readAddress } from "../sites/urls/read-url.ts";
import { buildSiteFolderUrl, resolveSiteSpacePath } from "../sites/urls/urls.ts";
import { isClaims } from "../sites/visitors/published.ts";
import { buildPreview, issueSiteToken } from "./site-token.ts";

export const handlers = {
  search: (input, call) => searchSite(call, input),
  async prewarm({ organizationId, siteId }, call) {
    const { row: site, member } = await requireSite(call, organizationId, siteId);
    const structure = await readStructure(call, site);
    const spaces = await findOpenSpaces(call, structure, member);
    for (const space of spaces) await indexSpace(call.db, space);
    return undefined;
  },
  preview: makePreview,
} satisfies Handlers<typeof contract>;

/** The preview URL grants access to the site with the caller's permissions and these claims. */
async function makePreview(
  {
    organizationId,
    siteId,
    siteSpace: siteSpaceId,
    claims,
    target,
    draft = false,
  }: Input<typeof contract.preview>,
  call: Call,
): Promise<Output<typeof contract.preview>> {
  const { row: site } = await requireSite(call, organizationId, siteId);
  const structure = await readStructure(call, site);
  const siteSpace = siteSpaceId === undefined ? undefined : structure.siteSpaces.get(siteSpaceId);
  if (siteSpaceId !== undefined && siteSpace?.deleted_at !== null) {
    throw createNotFoundError("site space", siteSpaceId, "siteSpace");
  }
  const section = structure.sections.get(siteSpace?.section_id ?? "");
  const path =
    target === undefined
      ? siteSpace && resolveSiteSpacePath(siteSpace, section, getDefaults(structure))
      : resolveTargetPath(site, target);
  const token = await issueSiteToken(call, {
    site,
    siteSpace,
    claims: claims === undefined ? {} : await readClaims(site, claims),
    preview: buildPreview(call, draft || undefined),
  });
  return { url: `${buildSiteFolderUrl(call.base, site)}${path ?? ""}?token=${token}` };
}

/** @throws ApiError 400 if the URL does not belong to the site */
function resolveTargetPath(site: SiteRow, target: string): string {
  const address = readAddress(target);
  const above = address && countPartsAbove(address, site);
  if (!address || above === undefined) {
    throw new ApiError(400, `target ${target} is not a URL of site ${site.id}.`, {
      field: "target",
    });
  }
  return address.segments
    .slice(above)
    .map((part) => `/${part}`)
    .join("");
}

/** @throws ApiError 400 if the claims are not an object, or do not match the visitor schema of the site */
async function readClaims(site: SiteRow, text: string): Promise<Claims> {
  const claims = readJson(text) ?? readRison(text);
  if (!isClaims(claims)) {
    throw new ApiError(400, "claims must be a JSON or Rison object.", { field: "claims" });
  }
  const schema = site.visitor_schema === null ? undefined : JSON.parse(site.visitor_schema);
  const fault = schema && (await findClaimsFault(schema, claims));
  if (!fault) return claims;
  throw new ApiError(400, `claims do not match the visitor schema of the site: ${fault}.`, {
    field: "claims",
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The spaces of a site in which the caller can search. */
async function findOpenSpaces(
  call: Call,
  structure: Structure,
  member: SiteAccess["member"],
): Promise<readonly IndexedSpace[]> {
  const open = orderSiteSpaces(structure).filter(({ row }) =>
    call.visitor ? call.visitor.spaces.has(row.space_id) : isVisible(row, member),
  );
  const ids = open.map(({ row }) => row.space_id);
  if (ids.length === 0) return [];
  return call.db
    .selectFrom("spaces")
    .select(["id", "revision_id", "language", "title"])
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
}

type SearchInput = Input<typeof search>;

/** Members search the content that they may read; visitors search the content that the site shows them. */
async function searchSite(call: Call, input: SearchInput) {
  const { organizationId, siteId, query, page, limit } = input;
  const access = await requireSite(call, organizationId, siteId);
  const spaces = await selectSearchedSpaces(call, access, resolveScope(input));
  return searchSpacesAnd(
    call,
    spaces,
    `${siteId} ${JSON.stringify(spaces.map(({ id }) => id))}`,
    { query, ...(page !== undefined && { page }), ...(limit !== undefined && { limit }) },
    await searchRecords(call, siteId, query),
  );
}

/**
 * The spaces of a scope that the caller may read or, for a visitor, that the site shows.
 * @throws ApiError 404 if the current site space does not exist or is not readable
 */
export async function selectSearchedSpaces(
  call: Call,
  { row: site, member }: SiteAccess,
  scope: SiteSearchScope,
) {
  const structure = await readStructure(call, site);
  const languages = new Map<string, string | null>();
  const spaces = await call.db
    .selectFrom("spaces")
    .innerJoin("site_spaces", "site_spaces.space_id", "spaces.id")
    .select(["spaces.id", "spaces.revision_id", "spaces.language", "spaces.title"])
    .distinct()
    .where("site_spaces.site_id", "=", site.id)
    .where("spaces.deleted_at", "is", null)
    .execute();
  for (const space of spaces) languages.set(space.id, space.language);
  const open = orderSiteSpaces(structure)
    .map(({ row }) => row)
    .filter((row) =>
      call.visitor ? call.visitor.spaces.has(row.space_id) : isVisible(row, member),
    );
  const chosen = choose(structure, open, scope, languages);
  const ids = new Set(chosen.map(({ space_id }) => space_id));
  return spaces.filter(({ id }) => ids.has(id));
}

/** Older clients send `mode` and `siteSpaceId` instead of a scope. */
function resolveScope({ scope, mode, siteSpaceId, siteSpaceIds }: SearchInput): SiteSearchScope {
  if (scope !== undefined) return scope;
  if (mode === "current" || (mode === undefined && siteSpaceId !== undefined)) {
    if (siteSpaceId === undefined) throw createMissingError("siteSpaceId", "current");
    return { mode: "default", currentSiteSpace: siteSpaceId };
  }
  if (mode === "specific" || siteSpaceIds !== undefined) {
    if (siteSpaceIds === undefined) throw createMissingError("siteSpaceIds", "specific");
    return { mode: "specific", siteSpaceIds: [...siteSpaceIds] };
  }
  return { mode: "all" };
}

function createMissingError(field: string, mode: string): ApiError {
  return new ApiError(400, `mode ${mode} requires ${field}.`, { field });
}

function choose(
  structure: Structure,
  open: readonly SiteSpaceRow[],
  scope: SiteSearchScope,
  languages: ReadonlyMap<string, string | null>,
): readonly SiteSpaceRow[] {
  if (scope.mode === "all") return open;
  if (scope.mode === "specific") return open.filter(({ id }) => scope.siteSpaceIds.includes(id));
  const current = open.find(({ id }) => id === scope.currentSiteSpace);
  if (scope.currentSiteSpace !== undefined && !current) {
    throw new ApiError(404, `Site space ${scope.currentSiteSpace} not found. Check the id.`, {
      field: "scope",
    });
  }
  if (current && scope.restrictTo === "currentSiteSpace") return [current];
  const language = current && languages.get(current.space_id);
  const defaults = getDefaults(structure).siteSpaces;
  const levels = new Set(open.map(({ section_id }) => section_id));
  const chosen = [...levels].flatMap((level): SiteSpaceRow[] => {
    const variants = open.filter(({ section_id }) => section_id === level);
    // A section in several languages is searched in the language of the current page.
    const sameLanguage = variants.filter(({ space_id }) => languages.get(space_id) === language);
    const candidates = current && sameLanguage.length > 0 ? sameLanguage : variants;
    const first = candidates.find(({ id }) => defaults.has(id)) ?? candidates[0];
    return first ? [first] : [];
  });
  const others = chosen.filter(({ id }) => id !== current?.id);
  if (current === undefined) return chosen;
  return scope.restrictTo === "otherSiteSpaces" ? others : [current, ...others];
}
