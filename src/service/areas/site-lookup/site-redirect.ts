/** Handlers for the redirects of sites. */
import { sql } from "kysely";
import type { Input, Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/site-redirect.ts";
import type { list } from "../../../contract/site-redirect.ts";
import type { ListResponse } from "../../../contract/wire.ts";
import { ApiError } from "../../../errors.ts";
import { authorize, createNotFoundError } from "../../core/access/access.ts";
import { type Call, type Handlers, withSnapshot } from "../../core/handlers.ts";
import { buildPage, inOrder } from "../../core/pages.ts";
import { containsText } from "../../core/texts.ts";
import { lockStructure } from "../sites/change.ts";
import { requireSite, type SiteRow } from "../sites/queries.ts";
import {
  findRedirect,
  type MatchedRedirect,
  presentRedirect,
} from "../sites/redirects/redirect-rows.ts";
import { type RedirectTarget, resolveRedirect } from "../sites/redirects/redirect-targets.ts";
import { withoutDrafts } from "../sites/structure/drafts.ts";
import { isVisible } from "../sites/structure/present-parts.ts";
import { readStructure, type SiteSpaceRow, type Structure } from "../sites/structure/structure.ts";
import type { SiteRedirectTable } from "../sites/tables.ts";
import { createSiteUrls } from "../sites/urls/urls.ts";
import { filterStructure } from "../sites/visitors/published.ts";
import { type OpeningKey, requireOpeningKey } from "../sites/visitors/share-keys.ts";
import { listAutomaticRedirects } from "./automatic-redirects.ts";
import type { RedirectValidationContext } from "./check-redirect.ts";
import { findPageById, getSitePages, type SitePages } from "./site-pages.ts";
import {
  findBySource,
  insertRedirect,
  updateRedirect,
  upsertRedirects,
} from "./write-redirects.ts";

export const handlers = {
  async list(input, call) {
    const { row: site, member } = await requireSite(call, input.organizationId, input.siteId);
    if (input.automatic !== true) return listRedirects(call, input);
    if (input.draft === true || input.orderBy !== undefined) {
      throw new ApiError(
        400,
        "Automatic redirects are never drafts and are in the order of their sources. Leave out draft and orderBy.",
        { field: "automatic" },
      );
    }
    const structure = withoutDrafts(await readStructure(call, site));
    const isReadable = (siteSpace: SiteSpaceRow) => isVisible(siteSpace, member);
    return listAutomaticRedirects(call, structure, isReadable, input);
  },

  async create({ organizationId, siteId, ...redirect }, call) {
    const { role, member } = await requireSite(call, organizationId, siteId);
    authorize(role, "createSiteRedirect");
    return presentRedirect(await insertRedirect(await openGround(call, siteId, member), redirect));
  },

  async update({ organizationId, siteId, siteRedirectId: id, ...changes }, call) {
    const { role, member } = await requireSite(call, organizationId, siteId);
    const ground = await openGround(call, siteId, member);
    const row = await findById(call, siteId, id);
    if (!row) throw createNotFoundError("redirect", id, "siteRedirectId");
    authorize(role, "updateSiteRedirectById");
    return presentRedirect(await updateRedirect(ground, row, changes));
  },

  async remove({ organizationId, siteId, siteRedirectId: id }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    if (!(await findById(call, siteId, id))) return false;
    authorize(role, "deleteSiteRedirectById");
    await call.db.deleteFrom("site_redirects").where("id", "=", id).execute();
    return true;
  },

  async put({ organizationId, siteId, redirects }, call) {
    const { role, member } = await requireSite(call, organizationId, siteId);
    authorize(role, "bulkUpsertSiteRedirects");
    const ground = await openGround(call, siteId, member);
    return { results: await upsertRedirects(ground, redirects) };
  },

  resolve: withSnapshot(async ({ organizationId, siteId, source, shareKey }, call) => {
    const { row: site, member } = await requireSite(call, organizationId, siteId);
    const opening = await requireOpeningKey(call, site, shareKey);
    const structure = await readVisibleStructure(call, site);
    const redirected = await loadSiteRedirect(call, siteId, source);
    // A visitor gets the same response without a redirect and with one to a hidden part.
    const dangling = call.visitor ? undefined : redirected?.row;
    const lead = redirected && resolveRedirect(structure, redirected);
    if (!redirected || !lead) throw createNoRedirectError(site.id, source, dangling);
    const isHidden = !call.visitor && "siteSpace" in lead && !isVisible(lead.siteSpace, member);
    if (isHidden) {
      throw new ApiError(
        404,
        `You have no access to the destination of the redirect from ${source}.`,
        {
          field: "source",
        },
      );
    }
    const pages = getSitePages(call, structure);
    const target = await findTarget(call, { structure, pages, opening }, lead);
    if (target === undefined) throw createNoRedirectError(site.id, source, dangling);
    return { redirect: presentRedirect(redirected.row), target };
  }),
} satisfies Handlers<typeof contract>;

/** For a visitor, only the parts of the site that the visitor sees. */
async function readVisibleStructure(call: Call, site: SiteRow): Promise<Structure> {
  const structure = await readStructure(call, site);
  if (!call.visitor) return structure;
  const { claims, drafts, spaces } = call.visitor;
  return filterStructure(structure, claims, {
    drafts,
    isShown: ({ space_id }) => spaces.has(space_id),
  });
}

async function openGround(
  call: Call,
  siteId: string,
  member: RedirectValidationContext["member"],
): Promise<RedirectValidationContext> {
  const structure = await lockStructure(call, siteId);
  return { call, structure, member, pages: getSitePages(call, structure) };
}

async function findById(
  { db }: Call,
  siteId: string,
  id: string,
): Promise<SiteRedirectTable | undefined> {
  return db
    .selectFrom("site_redirects")
    .selectAll()
    .where("id", "=", id)
    .where("site_id", "=", siteId)
    .executeTakeFirst();
}

/** A source with a wildcard identifies a redirect. Any other source is a requested path. */
async function loadSiteRedirect(
  call: Call,
  siteId: string,
  source: string,
): Promise<MatchedRedirect | undefined> {
  if (!source.endsWith("*")) return findRedirect(call.db, siteId, source);
  const row = await findBySource(call, siteId, source, false);
  return row && { row, captured: "" };
}

function createNoRedirectError(
  siteId: string,
  source: string,
  dangling: SiteRedirectTable | undefined,
): ApiError {
  if (dangling) {
    return new ApiError(
      404,
      `The destination of redirect ${dangling.id} from ${dangling.source} no longer exists on site ${siteId}. Change the destination.`,
      { field: "source", hint: `tome site redirect update ${dangling.id} --site ${siteId}` },
    );
  }
  return new ApiError(404, `Site ${siteId} has no live redirect from ${source}.`, {
    field: "source",
  });
}

interface RedirectScope {
  readonly structure: Structure;
  readonly pages: SitePages;
  readonly opening: OpeningKey | undefined;
}

/** The URL to which visitors are redirected; undefined if the page no longer exists. */
async function findTarget(
  call: Call,
  { structure, pages, opening }: RedirectScope,
  lead: RedirectTarget,
): Promise<string | undefined> {
  if ("url" in lead) return lead.url;
  const { siteSpace, page, added } = lead;
  const treePage =
    page === undefined ? undefined : findPageById(await pages.tree(siteSpace.space_id), page);
  if (page !== undefined && !treePage) return undefined;
  const below = [treePage?.path ?? "", added].filter((part) => part !== "");
  const path = pages.resolvePath(siteSpace, below.join("/"));
  return createSiteUrls(call.base, structure.site, opening)(path);
}

type Redirect = Output<typeof list>["items"][number];

function listRedirects(
  { db }: Call,
  { siteId, search, draft = false, orderBy = "createdAt", page, limit }: Input<typeof list>,
): Promise<ListResponse<Redirect>> {
  const column = ({ createdAt: "created_at", updatedAt: "touched_at", source: "source" } as const)[
    orderBy
  ];
  const direction = orderBy === "source" ? "asc" : "desc";
  return buildPage<SiteRedirectTable, Redirect>({
    list: JSON.stringify(["site redirects", siteId, search, draft, orderBy]),
    ...(page !== undefined && { page }),
    ...(limit !== undefined && { limit }),
    read: (after, take) =>
      db
        .selectFrom("site_redirects")
        .selectAll()
        .where("site_id", "=", siteId)
        .where("draft", "=", Number(draft))
        .$if(search !== undefined, (query) =>
          query.where(containsText(sql`lower(source)`, (search ?? "").toLowerCase())),
        )
        .$call((query) => inOrder(query, [column, "id"], after, direction))
        .limit(take)
        .execute(),
    key: (row) => [row[column], row.id],
    show: presentRedirect,
  });
}
