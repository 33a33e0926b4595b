/** A copy of a site of a platform that shows its sites elsewhere, through its API. */
import type { ApiClient, JsonObject } from "../../../context.ts";
import * as openapi from "../../../contract/openapi.ts";
import { latestContent } from "../../../contract/openapi-version.ts";
import * as organization from "../../../contract/organization.ts";
import * as revision from "../../../contract/revision.ts";
import * as site from "../../../contract/site.ts";
import type { SiteCopy, SpaceCopy, SpecificationCopy } from "../../../contract/site-copy.ts";
import * as customization from "../../../contract/site-customization.ts";
import * as redirect from "../../../contract/site-redirect.ts";
import type {
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
} from "../../../contract/site-structure.model.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { asObject, asObjects, asText } from "../../../json/values.ts";
import { readAll } from "../../read-all.ts";
import { runFewAtOnce } from "../../run-few-at-once.ts";

interface SiteIds {
  readonly organizationId: string;
  readonly siteId: string;
}

/**
 * Reads the parts of a site that its visitors can see, and those that depend on their claims.
 * @throws ApiError for a part that the caller may not read
 */
export async function readSiteCopy(client: ApiClient, ids: SiteIds): Promise<SiteCopy> {
  const models = await loadModels();
  const { organizationId } = ids;
  const whole = models.structure.parse((await client.call(site.structure, ids)).value);
  const structure = withoutDrafts(whole);
  const siteSpaces = listSiteSpaces(structure);
  const spaces = new Map(siteSpaces.map(({ space }) => [space.id, space]));
  const copies: SpaceCopy[] = [];
  for (const space of spaces.values()) {
    copies.push(await readSpaceCopy(client, space.id, asText(space.revision)));
  }
  const { value } = await client.call(organization.get, { organizationId });
  return {
    site: models.site.parse((await client.call(site.get, ids)).value),
    hostname: asText(asObject(value).hostname) || undefined,
    structure,
    customizations: await readCustomizations(client, ids, siteSpaces),
    redirects: models.redirects.parse({ items: await readRedirects(client, ids) }).items,
    spaces: copies,
    specifications: await readSpecifications(client, organizationId, copies),
  };
}

async function loadModels() {
  const [{ site: siteModel }, { siteStructure }, { siteRedirects }] = await Promise.all([
    import("../../../contract/site.model.ts"),
    import("../../../contract/site-structure.model.ts"),
    import("../../../contract/site-redirect.model.ts"),
  ]);
  return { site: siteModel, structure: siteStructure, redirects: siteRedirects };
}

type SiteSpaceResponse = SiteSection["siteSpaces"][number];
type SitePart = SiteSection | SiteSectionGroup | SiteExternalLink;

/** Drafts are not published, and their content is not in the copy. */
function withoutDrafts(whole: SiteCopy["structure"]): SiteCopy["structure"] {
  return whole.type === "siteSpaces"
    ? { ...whole, structure: whole.structure.filter(isLive) }
    : { ...whole, structure: listLiveParts(whole.structure) };
}

function isLive({ draft }: { readonly draft?: boolean | undefined }): boolean {
  return draft !== true;
}

function listLiveParts(parts: readonly SitePart[]): SitePart[] {
  return parts.filter(isLive).map((part) => {
    if (part.object === "site-section") {
      return { ...part, siteSpaces: part.siteSpaces.filter(isLive) };
    }
    if (part.object === "site-external-link") return part;
    return { ...part, children: listLiveParts(part.children) };
  });
}

function listSiteSpaces({ type, structure }: SiteCopy["structure"]): readonly SiteSpaceResponse[] {
  return type === "siteSpaces" ? structure : structure.flatMap(listSiteSpacesIn);
}

function listSiteSpacesIn(part: SitePart): readonly SiteSpaceResponse[] {
  if (part.object === "site-external-link") return [];
  return part.object === "site-section" ? part.siteSpaces : part.children.flatMap(listSiteSpacesIn);
}

async function readCustomizations(
  client: ApiClient,
  ids: SiteIds,
  siteSpaces: readonly SiteSpaceResponse[],
): Promise<SiteCopy["customizations"]> {
  const { customization: model } = await import("../../../contract/site-customization.model.ts");
  const whole = model.parse((await client.call(customization.get, ids)).value);
  const customizations = new Map([[ids.siteId, whole]]);
  await runFewAtOnce(siteSpaces, async ({ id: siteSpaceId }) => {
    const { value } = await client.call(customization.getForSpace, { ...ids, siteSpaceId });
    customizations.set(siteSpaceId, model.parse(value));
  });
  return customizations;
}

/** The former URLs of pages follow, so that redirects of users take precedence. */
async function readRedirects(client: ApiClient, ids: SiteIds): Promise<readonly JsonObject[]> {
  return [
    ...(await readAll(client, redirect.list, ids)),
    ...(await readAll(client, redirect.list, { ...ids, automatic: true })),
  ];
}

async function readSpaceCopy(
  client: ApiClient,
  spaceId: string,
  revisionId: string,
): Promise<SpaceCopy> {
  const { revision: model } = await import("../../../contract/revision.model.ts");
  const key = { spaceId, revisionId };
  const content = asObject((await client.call(revision.get, key)).value);
  const documents = new Map<string, string>();
  await runFewAtOnce(listDocumentPages(asObjects(content.pages)), async (pageId) => {
    const { value } = await client.call(revision.pageDocument, { ...key, pageId });
    documents.set(pageId, writeJson(asObject(value)));
  });
  await runFewAtOnce(asObjects(content.reusableContents), async ({ id }) => {
    const reusableContentId = asText(id);
    const parameters = { ...key, reusableContentId };
    const { value } = await client.call(revision.reusableContentDocument, parameters);
    documents.set(reusableContentId, writeJson(asObject(value)));
  });
  const files = new Map<string, Uint8Array>();
  const listed =
    asObjects(content.files).length > 0 ? await readAll(client, revision.files, key) : [];
  await runFewAtOnce(listed, async ({ id, downloadURL }) => {
    files.set(asText(id), await client.download(asText(downloadURL)));
  });
  return { id: spaceId, revision: model.parse(content), documents, files };
}

/** The ids of the pages that can have a document. */
function listDocumentPages(pages: readonly JsonObject[]): readonly string[] {
  return pages.flatMap(({ id, type, pages: subpages }) => [
    ...(type === "document" ? [asText(id)] : []),
    ...listDocumentPages(asObjects(subpages)),
  ]);
}

/** Only those that documents mention, because specifications are large. */
async function readSpecifications(
  client: ApiClient,
  organizationId: string,
  spaces: readonly SpaceCopy[],
): Promise<readonly SpecificationCopy[]> {
  const texts = spaces
    .flatMap(({ documents }) => [...documents.values()])
    .filter((text) => /openapi|swagger/.test(text));
  if (texts.length === 0) return [];
  const { content: model } = await import("../../../contract/openapi-version.model.ts");
  const copies: SpecificationCopy[] = [];
  for (const { id, slug, sourceURL, lastVersion } of await readAll(client, openapi.list, {
    organizationId,
  })) {
    const names = [id, slug, sourceURL].map((name) => asText(name)).filter((name) => name !== "");
    const isShown = texts.some((text) => names.some((name) => text.includes(JSON.stringify(name))));
    if (!isShown || asText(lastVersion) === "") continue;
    const { value } = await client.call(latestContent, { organizationId, specSlug: asText(slug) });
    copies.push({
      id: asText(id),
      slug: asText(slug),
      url: asText(sourceURL) || undefined,
      content: model.parse(value),
    });
  }
  return copies;
}
