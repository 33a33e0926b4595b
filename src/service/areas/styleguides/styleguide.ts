/** Handlers for style guides. */
import { alternatives } from "../../../contract/check.ts";
import type * as contract from "../../../contract/styleguide.ts";
import { ApiError } from "../../../errors.ts";
import { authorize, authorizeFields, requireMembership } from "../../core/access/access.ts";
import { decided, roleIn, viewer } from "../../core/access/precedence.ts";
import { siteVisibleTo, visibleTo } from "../../core/access/visible.ts";
import type { Handlers } from "../../core/handlers.ts";
import { buildEmptyPage } from "../../core/pages.ts";
import { addPublishedUrls } from "../../core/rows/published-urls.ts";
import { changedSpace, presentSpace, selectSpaces } from "../../core/rows/space-rows.ts";
import { commitDrafts } from "../content/texts/apply-template.ts";
import { presentSite } from "../sites/present.ts";
import { requireSite, selectSites } from "../sites/queries.ts";
import { setStyleguide } from "../sites/styleguide-rows.ts";
import { createSpace } from "../workspace/create-space.ts";
import { styleguideTemplates } from "./styleguide-templates.ts";

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
      .where(visibleTo(call.caller, member, "spaces"))
      .orderBy("spaces.created_at")
      .orderBy("spaces.id")
      .execute();
    const spaces = await addPublishedUrls(call, rows);
    const sites = await selectSites(call.db)
      .innerJoin("site_styleguides", "site_styleguides.site_id", "sites.id")
      .select("site_styleguides.space_id as guide")
      .select(decided(viewer(call.caller, member), "sites").as("decided"))
      .where("sites.organization_id", "=", organizationId)
      .where(siteVisibleTo(call.caller, member))
      .orderBy("sites.created_at")
      .orderBy("sites.id")
      .execute();
    return {
      styleguides: spaces.map((space) => ({
        space: presentSpace(space, roleIn(space, member), call.base),
        sites: sites
          .filter(({ guide }) => guide === space.id)
          .map((site) => presentSite(site, roleIn(site, member), call.base)),
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
      const names = alternatives(styleguideTemplates.map(({ id }) => id));
      throw new ApiError(400, `No template of a style guide has the id ${name}. Use ${names}.`, {
        field: "template",
      });
    }
    if (site.styleguide !== null) return changedSpace(call, site.styleguide);
    const title = `Style guide of ${site.title}`.slice(0, longestTitle);
    const id = await createSpace(call, member, { organizationId, title, emoji: "✍️" });
    await setStyleguide(call.db, site, id);
    if (template) {
      const { title: page, markdown } = template;
      await commitDrafts(call, id, [{ title: page, markdown }]);
    }
    return changedSpace(call, id);
  },

  /** No checks ran, because they need a language model. */
  async runs({ organizationId, siteId, ...paging }, call) {
    await requireSite(call, organizationId, siteId);
    return buildEmptyPage(paging, `style guide checks of site ${siteId}`);
  },

  async run({ organizationId, siteId, spaces }, call) {
    const { row: site, role } = await requireSite(call, organizationId, siteId);
    authorize(role, "createSiteStyleguideRun");
    if (site.styleguide === null) {
      throw new ApiError(404, `Site ${siteId} has no style guide. Create one first.`, {
        field: "siteId",
        hint: "tome site style-guide create",
      });
    }
    if (spaces.length === 0) {
      throw new ApiError(400, "spaces must contain at least 1 item.", { field: "spaces" });
    }
    const siteSpaces = await call.db
      .selectFrom("site_spaces")
      .select("space_id")
      .where("site_id", "=", siteId)
      .execute();
    const unknown = spaces.find((id) => !siteSpaces.some(({ space_id }) => space_id === id));
    if (unknown !== undefined) {
      throw new ApiError(400, `spaces contains ${unknown}, which is not a space of the site.`, {
        field: "spaces",
      });
    }
    throw new ApiError(
      501,
      "A style guide check needs a language model, which the local platform does not have. To check links, titles and images by rules, run tome check.",
    );
  },
} satisfies Handlers<typeof contract>;

/** Of a space, in characters. */
const longestTitle = 50;
