/** What visitors of a published site see: the parts whose conditions are true for them. */
import type { Output } from "../../../contract/endpoint.ts";
import type { published } from "../../../contract/site.ts";
import { Problem } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import { inSnapshot } from "../../database/transaction.ts";
import { type Claims, parseCondition } from "../../engines/condition.ts";
import { findClaimsFault } from "../../engines/visitor-schema.ts";
import { siteAddresses } from "./addresses.ts";
import { publishedCustomizations } from "./customization-rows.ts";
import { withoutDrafts } from "./drafts.ts";
import { presentSite } from "./present.ts";
import { createView } from "./present-parts.ts";
import type { SiteAccess, SiteRow } from "./queries.ts";
import { type OpeningKey, requireOpeningKey } from "./share-keys.ts";
import {
  buildStructure,
  hasSections,
  readStructure,
  type SiteSpaceRow,
  type Structure,
} from "./structure.ts";
import type { SiteExternalLinkTable, SiteSectionTable } from "./tables.ts";

/**
 * @param shareKey opens the addresses of a site that is visible by a share link
 * @param claims the visitor's claims as JSON; absent for a visitor without any
 * @throws Problem 404 for a site that is not published or a key that does not open it, 400 for
 * invalid claims
 */
export async function presentPublishedSite(
  call: Call,
  { row, role, member }: SiteAccess,
  shareKey: string | undefined,
  claims: string | undefined,
): Promise<Output<typeof published>> {
  if (row.published === 0 && call.visitor?.previewer === undefined) {
    throw new Problem(
      404,
      `Docs site ${row.id} is not published; POST to …/sites/${row.id}/publish makes it so.`,
      { field: "siteId", hint: `tome site publish ${row.id}` },
    );
  }
  const opening = await requireOpeningKey(call.db, row, shareKey ?? call.visitor?.shareKey);
  const visitor = call.visitor?.claims ?? (await readClaims(row, claims));
  // Only reading needs the snapshot; nobody should wait for the conditions to be evaluated.
  const whole = await inSnapshot(call.db, (db) => readStructure({ ...call, db }, row));
  const shown = await filterStructure(whole, visitor, {
    drafts: call.visitor?.drafts,
    sees: call.visitor && (({ space_id }) => call.visitor?.spaces.has(space_id) === true),
  });
  const view = await createView(call, shown, {
    member,
    opening,
    asVisitor: true,
  });
  return {
    object: "published-content-site",
    site: presentVisited(call, row, role, opening),
    structure: view.structure(hasSections(whole)),
    customizations: await publishedCustomizations(call.db, shown),
    scripts: [],
  };
}

/** A site that is looked at before it is published has the addresses that it will have. */
function presentVisited(
  call: Call,
  row: SiteRow,
  role: SiteAccess["role"],
  opening: OpeningKey | undefined,
) {
  const site = presentSite(row, role, call.base, opening);
  if (call.visitor?.previewer === undefined) return site;
  const published = siteAddresses(call.base, row, opening)("");
  return { ...site, urls: { ...site.urls, published } };
}

async function readClaims(row: SiteRow, text: string | undefined): Promise<Claims> {
  if (text === undefined) return {};
  if (row.adaptive_content === 0) {
    throw new Problem(
      400,
      `claims are read only while adaptive content is on, and docs site ${row.id} has it off; PATCH it with adaptiveContent.enabled true.`,
      { field: "claims", hint: `tome site update ${row.id} --adaptive-content` },
    );
  }
  const claims = parsed(text);
  if (!isClaims(claims)) {
    throw new Problem(400, "claims must be a JSON object.", { field: "claims" });
  }
  const schema = row.visitor_schema === null ? undefined : JSON.parse(row.visitor_schema);
  const fault = schema && (await findClaimsFault(schema, claims));
  if (fault) {
    throw new Problem(400, `claims do not keep to the schema of the site's visitors: ${fault}.`, {
      field: "claims",
    });
  }
  return claims;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isClaims(value: unknown): value is Claims {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface Filter {
  /** Whether drafts are shown, to people who work on the site. */
  readonly drafts?: boolean | undefined;
  /** Which site spaces are shown, of those whose conditions hold; all of them if absent. */
  readonly sees?: ((siteSpace: SiteSpaceRow) => boolean) | undefined;
}

/** Leaves out what a visitor may not see, and sections and groups that are empty then. */
export async function filterStructure(
  whole: Structure,
  visitor: Claims,
  { drafts = false, sees = () => true }: Filter = {},
): Promise<Structure> {
  const structure = drafts ? whole : withoutDrafts(whole);
  const holds = async (condition: string | null) =>
    condition === null || (await parseCondition(condition))(visitor);
  const sections: SiteSectionTable[] = [];
  for (const section of structure.sections.values()) {
    if (await holds(section.condition)) sections.push(section);
  }
  const open = new Set<string | null>([null, ...sections.map(({ id }) => id)]);
  const siteSpaces: SiteSpaceRow[] = [];
  for (const siteSpace of structure.siteSpaces.values()) {
    if (siteSpace.deleted_at !== null || !open.has(siteSpace.section_id)) continue;
    if (sees(siteSpace) && (await holds(siteSpace.condition))) siteSpaces.push(siteSpace);
  }
  const filledIds = new Set(siteSpaces.map((siteSpace) => siteSpace.section_id));
  const filled = sections.filter(({ id }) => filledIds.has(id));
  const links: SiteExternalLinkTable[] = [];
  for (const link of structure.links.values()) {
    if (await holds(link.condition)) links.push(link);
  }
  const groups = new Set<string>();
  for (const item of [...filled, ...links]) {
    let group = structure.groups.get(item.group_id ?? "");
    while (group && !groups.has(group.id)) {
      groups.add(group.id);
      group = structure.groups.get(group.parent_id ?? "");
    }
  }
  return buildStructure({
    site: structure.site,
    groups: [...structure.groups.values()].filter(({ id }) => groups.has(id)),
    sections: filled,
    siteSpaces,
    links,
  });
}
