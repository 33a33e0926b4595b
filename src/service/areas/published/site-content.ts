/** The handlers of what docs sites show to their visitors. */
import type { Input, Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/site-content.ts";
import { Problem } from "../../../errors.ts";
import { notFound } from "../../core/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import type { Claims } from "../../engines/condition.ts";
import { readRison } from "../../engines/rison.ts";
import { findClaimsFault } from "../../engines/visitor-schema.ts";
import { resolveSiteSpacePath, siteFolderAddress } from "../sites/addresses.ts";
import { getDefaults } from "../sites/defaults.ts";
import { isClaims } from "../sites/published.ts";
import { requireSite, type SiteRow } from "../sites/queries.ts";
import { partsAbove, readAddress } from "../sites/read-address.ts";
import { readStructure } from "../sites/structure.ts";
import { searchSite } from "./site-search.ts";
import { issueSiteToken, previewFor } from "./site-token.ts";

export const handlers = {
  search: (input, call) => searchSite(call, input),
  preview: makePreview,
} satisfies Handlers<typeof contract>;

/** Whoever has the address sees the site as the caller, who may see it, with these claims. */
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
    throw notFound("site space", siteSpaceId, "siteSpace");
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
    preview: previewFor(call, draft || undefined),
  });
  return { url: `${siteFolderAddress(call.base, site)}${path ?? ""}?token=${token}` };
}

/** @throws Problem 400 for an address that is not of the site */
function resolveTargetPath(site: SiteRow, target: string): string {
  const address = readAddress(target);
  const above = address && partsAbove(address, site);
  if (!address || above === undefined) {
    throw new Problem(400, `target ${target} is no address of docs site ${site.id}.`, {
      field: "target",
    });
  }
  return address.segments
    .slice(above)
    .map((part) => `/${part}`)
    .join("");
}

/** @throws Problem 400 for what is no object, or breaks the schema of the site's visitors */
async function readClaims(site: SiteRow, text: string): Promise<Claims> {
  const claims = readJson(text) ?? readRison(text);
  if (!isClaims(claims)) {
    throw new Problem(400, "claims must be an object, as JSON or Rison.", { field: "claims" });
  }
  const schema = site.visitor_schema === null ? undefined : JSON.parse(site.visitor_schema);
  const fault = schema && (await findClaimsFault(schema, claims));
  if (!fault) return claims;
  throw new Problem(400, `claims do not keep to the schema of the site's visitors: ${fault}.`, {
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
