/** Handlers for style guides. */
import { joinAlternatives } from "../../../contract/check.ts";
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/styleguide.ts";
import { ApiError } from "../../../errors.ts";
import { authorize, authorizeFields, requireMembership } from "../../core/access/access.ts";
import { createViewer, readRole, selectDecision } from "../../core/access/precedence.ts";
import { isSiteVisibleTo, isVisibleTo } from "../../core/access/visible.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { buildPage, countListed, inOrder } from "../../core/pages.ts";
import { presentCurrentChangeRequest } from "../../core/rows/change-request-rows.ts";
import { addPublishedUrls } from "../../core/rows/published-urls.ts";
import {
  presentChangedSpace,
  presentSpace,
  requireSpace,
  type SpaceAccess,
  selectSpaces,
} from "../../core/rows/space-rows.ts";
import { loadUsersById } from "../../core/rows/users.ts";
import { readTree } from "../content/revisions.ts";
import { commitDrafts } from "../content/texts/apply-template.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";
import { requireModel } from "../questions/answer-stream.ts";
import { presentSite } from "../sites/present.ts";
import { requireSite, selectSites } from "../sites/queries.ts";
import { setStyleguide } from "../sites/styleguide-rows.ts";
import { createSpace } from "../workspace/create-space.ts";
import { beginCheck } from "./check-rows.ts";
import { styleguideTemplates } from "./styleguide-templates.ts";
import type { StyleguideRunTable } from "./tables.ts";

export const handlers = {
  /** The style guides that the caller can read, each with the sites that the caller can read. */
  async list({ organizationId }, call) {
    const { role: member } = await requireMembership(call, organizationId);
    const rows = await selectSpaces(call, member)
      .where("spaces.organization_id", "=", organizationId)
      .where("spaces.deleted_at", "is", null)
      .where("spaces.id", "in", (query) =>
        query.selectFrom("styleguides").select("styleguides.space_id"),
      )
      .where(isVisibleTo(call.caller, member, "spaces"))
      .orderBy("spaces.created_at")
      .orderBy("spaces.id")
      .execute();
    const spaces = await addPublishedUrls(call, rows);
    const sites = await selectSites(call.db)
      .innerJoin("site_styleguides", "site_styleguides.site_id", "sites.id")
      .select("site_styleguides.space_id as guide")
      .select(selectDecision(createViewer(call.caller, member), "sites").as("decided"))
      .where("sites.organization_id", "=", organizationId)
      .where(isSiteVisibleTo(call.caller, member))
      .orderBy("sites.created_at")
      .orderBy("sites.id")
      .execute();
    return {
      styleguides: spaces.map((space) => ({
        space: presentSpace(space, readRole(space, member), call.base),
        sites: sites
          .filter(({ guide }) => guide === space.id)
          .map((site) => presentSite(site, readRole(site, member), call.base)),
      })),
    };
  },

  async templates({ organizationId }, call) {
    await requireMembership(call, organizationId);
    return { templates: [...styleguideTemplates] };
  },

  /** Returns the existing style guide, whatever the template is. */
  async create({ organizationId, siteId, template: name }, call) {
    const { row: site, role, member } = await requireSite(call, organizationId, siteId);
    authorize(member, "createSiteStyleguideById");
    authorizeFields(role, "createSiteStyleguideById", { siteId });
    const template = styleguideTemplates.find(({ id }) => id === name);
    if (name !== undefined && !template) {
      const names = joinAlternatives(styleguideTemplates.map(({ id }) => id));
      throw new ApiError(400, `No template of a style guide has the id ${name}. Use ${names}.`, {
        field: "template",
      });
    }
    if (site.styleguide !== null) return presentChangedSpace(call, site.styleguide);
    const title = `Style guide of ${site.title}`.slice(0, longestTitle);
    const id = await createSpace(call, member, { organizationId, title, emoji: "✍️" });
    await setStyleguide(call.db, site, id);
    if (template) {
      const { title: page, markdown } = template;
      await commitDrafts(call, id, [{ title: page, markdown }]);
    }
    return presentChangedSpace(call, id);
  },

  /** Newest first. */
  async runs({ organizationId, siteId, ...paging }, call) {
    await requireSite(call, organizationId, siteId);
    const runs = call.db.selectFrom("styleguide_runs").selectAll().where("site_id", "=", siteId);
    const page = await buildPage<StyleguideRunTable, StyleguideRunTable>({
      page: paging.page,
      limit: paging.limit,
      list: `style guide checks of site ${siteId}`,
      read: (after, take) =>
        runs
          .$call((query) => inOrder(query, ["created_at", "id"], after, "desc"))
          .limit(take)
          .execute(),
      count: () => countListed(call.db, runs),
      key: (row) => [row.created_at, row.id],
      show: (row) => row,
    });
    const getUser = await loadUsersById(
      call,
      page.items.map(({ created_by }) => created_by),
    );
    return { ...page, items: page.items.map((row) => presentRun(row, getUser(row.created_by))) };
  },

  /** The checks are jobs, one for each space. */
  async run({ organizationId, siteId, spaces }, call) {
    const { row: site, role } = await requireSite(call, organizationId, siteId);
    authorize(role, "createSiteStyleguideRun");
    if (site.styleguide === null) {
      throw new ApiError(404, `Site ${siteId} has no style guide. Create one first.`, {
        field: "siteId",
        hint: "tome site style-guide create",
      });
    }
    const { styleguide } = site;
    const checked = await requireCheckedSpaces(call, siteId, styleguide, spaces);
    await requireRules(call, styleguide);
    await requireModel(call, organizationId);
    const row: StyleguideRunTable = {
      id: call.newId(),
      site_id: siteId,
      styleguide_id: styleguide,
      spaces: JSON.stringify(checked.map((space) => space.row.id)),
      created_by: call.caller,
      created_at: call.now.toISOString(),
    };
    await call.db.insertInto("styleguide_runs").values(row).execute();
    const changeRequests = [];
    for (const space of checked) {
      const id = await beginCheck(call, { id: row.id, siteId, organizationId }, space);
      changeRequests.push(await presentCurrentChangeRequest(call, { id, space_id: space.row.id }));
    }
    const getUser = await loadUsersById(call, [row.created_by]);
    return { run: presentRun(row, getUser(row.created_by)), changeRequests };
  },
} satisfies Handlers<typeof contract>;

/**
 * @throws ApiError 400 for spaces that are not on the site or cannot be checked, 404 for spaces that
 * the caller may not see, 403 without the role edit in them
 */
async function requireCheckedSpaces(
  call: Call,
  siteId: string,
  styleguide: string,
  spaces: readonly string[],
): Promise<SpaceAccess[]> {
  const refuse = (problem: string) => new ApiError(400, problem, { field: "spaces" });
  if (spaces.length === 0) throw refuse("spaces must contain at least 1 item.");
  const siteSpaces = await call.db
    .selectFrom("site_spaces")
    .select("space_id")
    .where("site_id", "=", siteId)
    .execute();
  const checked: SpaceAccess[] = [];
  for (const id of new Set(spaces)) {
    if (!siteSpaces.some(({ space_id }) => space_id === id)) {
      throw refuse(`spaces contains ${id}, which is not a space of the site.`);
    }
    if (id === styleguide) throw refuse(`spaces contains ${id}, which is the style guide itself.`);
    const space = await requireSpace(call, id);
    authorize(space.role, "createChangeRequest");
    checked.push(space);
  }
  return checked;
}

/** @throws ApiError 404 if the caller may not see the style guide, 409 if it has no text */
async function requireRules(call: Call, styleguide: string): Promise<void> {
  const { row } = await requireSpace(call, styleguide);
  const { pages } = getTreeIndex(await readTree(call.db, row.revision_id));
  if ([...pages.values()].some(({ page }) => page.document !== undefined)) return;
  throw new ApiError(409, "The style guide has no text. Write its rules first.", {
    hint: `tome page list --space ${styleguide}`,
  });
}

function presentRun(
  row: StyleguideRunTable,
  createdBy: Output<typeof contract.run>["run"]["createdBy"],
): Output<typeof contract.run>["run"] {
  return {
    object: "styleguide-run",
    id: row.id,
    site: row.site_id,
    styleguide: row.styleguide_id,
    spaces: JSON.parse(row.spaces),
    createdAt: row.created_at,
    createdBy,
  };
}

/** Of a space, in characters. */
const longestTitle = 50;
