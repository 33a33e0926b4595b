/**
 * Stores the copy of a site of another platform. Ids stay the same, so that references in the content
 * lead to the same resources.
 */
import { generateNKeysBetween } from "fractional-indexing";
import type { SpaceMergeRules } from "../../../contract/merge-rules.model.ts";
import type { SiteCopy, SpaceCopy, SpecificationCopy } from "../../../contract/site-copy.ts";
import { getSourceKey } from "../../../contract/site-redirect-values.ts";
import type {
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
} from "../../../contract/site-structure.model.ts";
import { siteVisibilities } from "../../../contract/site-values.ts";
import { putFile } from "../../areas/content/files/blobs.ts";
import { commitRevision } from "../../areas/content/revisions.ts";
import { beginContent } from "../../areas/content/space-content.ts";
import { putStored } from "../../areas/content/texts/documents.ts";
import { writeTexts } from "../../areas/sites/structure/localized.ts";
import { topLevel } from "../../core/access/levels.ts";
import { createId } from "../../core/ids.ts";
import type { Queries } from "../../database/tables.ts";
import { readDocument, storeText } from "../../engines/documents.ts";
import type { Admin } from "../admin/admin.ts";
import { buildCopiedTree, type StoredFile } from "./copied-tree.ts";

interface CopyContext {
  readonly db: Queries;
  readonly now: Date;
  readonly newId: () => string;
  readonly organization: string;
  readonly owner: string;
}

type CopiedSiteSpace = SiteSection["siteSpaces"][number];
type StructurePart = SiteSection | SiteSectionGroup | SiteExternalLink;

/** A platform with an empty database. */
interface CopyTarget {
  readonly db: Queries;
  readonly clock: { readonly now: () => Date };
  readonly admin: Pick<Admin, "beginning">;
}

export async function storeSiteCopy(
  { db, clock, admin }: CopyTarget,
  copy: SiteCopy,
): Promise<void> {
  const context = { db, now: clock.now(), newId: createId, ...(await admin.beginning()) };
  if (copy.hostname !== undefined) {
    await db
      .updateTable("organizations")
      .set({ hostname: copy.hostname })
      .where("id", "=", context.organization)
      .execute();
  }
  for (const specification of copy.specifications) await storeSpecification(context, specification);
  const spaces = new Map(copy.spaces.map((space) => [space.id, space]));
  const siteSpaces = listSiteSpaces(copy.structure);
  const ranks = generateNKeysBetween(null, null, spaces.size);
  for (const [index, space] of [...spaces.values()].entries()) {
    const shown = siteSpaces.find((siteSpace) => siteSpace.space.id === space.id);
    if (shown) await storeSpace(context, space, shown, ranks[index] ?? "");
  }
  await storeSite(context, copy, siteSpaces);
  await storeParts(context, copy);
  await storeRedirects(context, copy);
  for (const [id, settings] of copy.customizations) {
    await db
      .insertInto("site_customizations")
      .values({
        id,
        site_id: copy.site.id,
        settings: JSON.stringify(settings),
        updated_at: context.now.toISOString(),
      })
      .execute();
  }
}

function listSiteSpaces({ type, structure }: SiteCopy["structure"]): readonly CopiedSiteSpace[] {
  if (type === "siteSpaces") return structure;
  const list = (parts: readonly StructurePart[]): CopiedSiteSpace[] =>
    parts.flatMap((part) => {
      if (part.object === "site-section") return part.siteSpaces;
      return part.object === "site-section-group" ? list(part.children) : [];
    });
  return list(structure);
}

async function storeSpecification(
  { db, now, newId, organization }: CopyContext,
  { id, slug, url, content }: SpecificationCopy,
): Promise<void> {
  const version = newId();
  const time = now.toISOString();
  await db
    .insertInto("specifications")
    .values({
      id,
      organization_id: organization,
      slug,
      source_url: url ?? null,
      source_text: null,
      source_number: 1,
      processing_state: "complete",
      visibility: "private",
      last_version_id: version,
      last_processed_at: time,
      last_error_code: null,
      last_errors: null,
      created_at: time,
      updated_at: time,
    })
    .execute();
  const filesystem = JSON.stringify(content.filesystem);
  await db
    .insertInto("specification_versions")
    .values({
      id: version,
      specification_id: id,
      number: 1,
      digest: "",
      format: "json",
      created_at: time,
    })
    .execute();
  await db
    .insertInto("specification_contents")
    .values({ version_id: version, text: "", filesystem })
    .execute();
}

async function storeSpace(
  context: CopyContext,
  copy: SpaceCopy,
  { space }: CopiedSiteSpace,
  rank: string,
): Promise<void> {
  const { db, now, newId, organization, owner } = context;
  const time = now.toISOString();
  const revision = newId();
  await db
    .insertInto("spaces")
    .values({
      id: copy.id,
      organization_id: organization,
      parent_id: null,
      rank,
      title: space.title,
      default_level: "inherit",
      resolved_level: topLevel,
      created_at: time,
      emoji: null,
      icon: null,
      visibility: "private",
      edit_mode: "live",
      language: space.language ?? null,
      merge_rules: JSON.stringify({ type: "inherit" } satisfies SpaceMergeRules),
      revision_id: revision,
      created_by: owner,
      updated_at: time,
      deleted_at: null,
    })
    .execute();
  await beginContent(context, { space: copy.id, revision, author: owner });
  const tree = buildCopiedTree(copy, {
    documents: await storeDocuments(context, copy),
    files: await storeFiles(context, copy),
  });
  const { id } = await commitRevision(context, {
    space: copy.id,
    parents: [revision],
    type: "edits",
    tree,
    author: owner,
  });
  await db.updateTable("spaces").set({ revision_id: id }).where("id", "=", copy.id).execute();
}

/** @returns the hashes by the id of the page or reusable content */
async function storeDocuments(
  { db, owner }: CopyContext,
  { id: spaceId, documents }: SpaceCopy,
): Promise<ReadonlyMap<string, string>> {
  const asker = { db, caller: owner };
  const hashes = new Map<string, string>();
  for (const [id, json] of documents) {
    const { document } = await readDocument(json, asker);
    const stored = await storeText({ document, isTitled: false, resolved: [] }, asker);
    const [hash] = await putStored(db, spaceId, [stored]);
    if (hash !== undefined) hashes.set(id, hash);
  }
  return hashes;
}

async function storeFiles(
  { db }: CopyContext,
  { id: spaceId, files }: SpaceCopy,
): Promise<ReadonlyMap<string, StoredFile>> {
  const stored = new Map<string, StoredFile>();
  for (const [id, bytes] of files) stored.set(id, await putFile(db, spaceId, bytes));
  return stored;
}

async function storeSite(
  { db, now, organization, owner }: CopyContext,
  { site, structure }: SiteCopy,
  siteSpaces: readonly CopiedSiteSpace[],
): Promise<void> {
  const published = site.urls.published === undefined ? undefined : new URL(site.urls.published);
  // The URL in canonical links. A site of a platform without TLS is not on the web.
  const isOnWeb = published?.protocol === "https:";
  const path = published?.pathname.replace(/\/$/, "") ?? "";
  const sections = structure.type === "sections" ? listSections(structure.structure) : [];
  await db
    .insertInto("sites")
    .values({
      id: site.id,
      organization_id: organization,
      type: "ultimate",
      title: site.title,
      basename: site.basename ?? site.id.toLowerCase(),
      visibility: siteVisibilities.find((one) => one === site.visibility) ?? "visitor-auth",
      published: Number(site.published),
      adaptive_content: Number(site.adaptiveContent?.enabled === true),
      agents_context: "excluded",
      proxy: isOnWeb && path !== "" ? published.host + path : null,
      hostname: isOnWeb && path === "" ? published.host : null,
      hostname_status: null,
      visitor_schema: null,
      visitor_schema_at: null,
      default_section_id: sections.find((section) => section.default)?.id ?? null,
      default_site_space_id:
        structure.type === "siteSpaces"
          ? (siteSpaces.find((siteSpace) => siteSpace.default)?.id ?? null)
          : null,
      default_level: "inherit",
      created_by: owner,
      created_at: now.toISOString(),
      ads_topic: null,
      ads_in_review: null,
    })
    .execute();
}

function listSections(parts: readonly StructurePart[]): readonly SiteSection[] {
  return parts.flatMap((part) => {
    if (part.object === "site-section") return [part];
    return part.object === "site-section-group" ? listSections(part.children) : [];
  });
}

async function storeParts(context: CopyContext, { site, structure }: SiteCopy): Promise<void> {
  if (structure.type === "siteSpaces") {
    await storeSiteSpaces(context, site.id, null, structure.structure);
  } else {
    await storeItems(context, site.id, null, structure.structure);
  }
}

async function storeItems(
  context: CopyContext,
  siteId: string,
  groupId: string | null,
  parts: readonly StructurePart[],
): Promise<void> {
  const { db, now } = context;
  const ranks = generateNKeysBetween(null, null, parts.length);
  for (const [index, part] of parts.entries()) {
    const { id, title, icon } = part;
    const common = {
      id,
      site_id: siteId,
      rank: ranks[index] ?? "",
      title,
      localized_title: writeTexts(part.localizedTitle ?? null),
      icon: icon ?? null,
      draft: 0,
      created_at: now.toISOString(),
    };
    if (part.object === "site-section-group") {
      const row = { ...common, parent_id: groupId };
      await db.insertInto("site_section_groups").values(row).execute();
      await storeItems(context, siteId, id, part.children);
      continue;
    }
    const described = {
      ...common,
      group_id: groupId,
      description: part.description ?? null,
      localized_description: writeTexts(part.localizedDescription ?? null),
      condition: part.condition ?? null,
    };
    if (part.object === "site-external-link") {
      const row = { ...described, url: part.url };
      await db.insertInto("site_external_links").values(row).execute();
      continue;
    }
    const { path, siteSpaces } = part;
    const defaultId = siteSpaces.find((siteSpace) => siteSpace.default)?.id ?? null;
    await db
      .insertInto("site_sections")
      .values({ ...described, path, default_site_space_id: defaultId })
      .execute();
    await storeSiteSpaces(context, siteId, id, siteSpaces);
  }
}

/** The strongest role. */
const roleCap = 5;

async function storeSiteSpaces(
  { db, now }: CopyContext,
  siteId: string,
  sectionId: string | null,
  siteSpaces: readonly CopiedSiteSpace[],
): Promise<void> {
  const ranks = generateNKeysBetween(null, null, siteSpaces.length);
  const rows = siteSpaces.map((siteSpace, index) => ({
    id: siteSpace.id,
    site_id: siteId,
    section_id: sectionId,
    rank: ranks[index] ?? "",
    space_id: siteSpace.space.id,
    role_cap: roleCap,
    path: siteSpace.path,
    condition: siteSpace.condition ?? null,
    draft: 0,
    hidden: Number(siteSpace.hidden === true),
    page_id: siteSpace.pageId ?? null,
    created_at: now.toISOString(),
  }));
  if (rows.length > 0) await db.insertInto("site_spaces").values(rows).execute();
}

async function storeRedirects(
  { db, now, newId }: CopyContext,
  { site, redirects }: SiteCopy,
): Promise<void> {
  const keys = new Set<string>();
  for (const redirect of redirects) {
    const { source, destination } = redirect;
    const key = getSourceKey(source);
    const isExplicit = redirect.object === "site-redirect";
    if (keys.has(key) || (isExplicit && redirect.draft)) continue;
    keys.add(key);
    await db
      .insertInto("site_redirects")
      .values({
        id: newId(),
        site_id: site.id,
        source,
        source_key: key,
        draft: 0,
        capture_wildcard: Number(isExplicit && redirect.captureWildcard),
        permanent: Number(isExplicit && redirect.permanent),
        destination: JSON.stringify(destination),
        created_at: now.toISOString(),
        updated_at: null,
        touched_at: now.toISOString(),
      })
      .execute();
  }
}
