/**
 * Rendering of components of an integration. The context names an organization, a space or a site;
 * it selects the installation, and the role that the caller needs there.
 */
import type {
  ComponentContext,
  RenderOutput,
  RenderRequest,
} from "../../../../contract/integration-script.model.ts";
import { allows } from "../../../../contract/rules.ts";
import { ApiError } from "../../../../errors.ts";
import { authorize, createNotFoundError, requireMembership } from "../../../core/access/access.ts";
import {
  type ContentKind,
  InstallationPermissions,
} from "../../../core/access/installation-permissions.ts";
import type { Call } from "../../../core/handlers.ts";
import { requireSpace } from "../../../core/rows/space-rows.ts";
import { requireSite } from "../../sites/queries.ts";
import { findInstallationsOfContent, worksOnContent } from "../installations/contents.ts";
import { callScript, findRunning, notRunning, readObject } from "./call-script.ts";

/** The location of a component, after the check of the caller's role. */
interface ComponentLocation {
  readonly organization: string;
  readonly content?: { readonly kind: ContentKind; readonly id: string };
  readonly context: ComponentContext;
}

/**
 * @throws ApiError 404 for a location that the caller may not see, or an integration that is not
 * installed there; 403 without the role; 501, 502 or 503 if the script does not render
 */
export async function renderComponent(
  call: Call,
  integration: string,
  request: RenderRequest,
): Promise<RenderOutput> {
  if (call.agent !== undefined) {
    throw new ApiError(403, "An integration cannot render components. Use a user token.");
  }
  const location = await findLocation(call, request.context);
  if (call.outside.scripts === undefined) throw notRunning;
  const installation = await requireInstalled(call, integration, location);
  const { componentId, props, state, action } = request;
  const where = location.content && { [`${location.content.kind}Id`]: location.content.id };
  const response = await callScript(call, {
    integration,
    installation,
    event: {
      type: "ui_render",
      ...where,
      ...(call.caller !== "" && { auth: { userId: call.caller } }),
      componentId,
      props,
      ...(state && { state }),
      context: location.context,
      ...(action && { action }),
    },
    recorded: {
      ...where,
      componentId,
      context: location.context,
      ...(action && { action: { action: action.action } }),
    },
  });
  return readObject(response);
}

async function findLocation(call: Call, context: ComponentContext): Promise<ComponentLocation> {
  switch (context.type) {
    case "document": {
      const { row, role } = await requireSpace(call, context.spaceId);
      const editable = context.editable && allows(role, "createChangeRequest");
      return {
        organization: row.organization_id,
        content: { kind: "space", id: row.id },
        context: { ...context, editable },
      };
    }
    case "configuration_space": {
      const { row, role } = await requireSpace(call, context.spaceId);
      authorize(role, "updateIntegrationSpaceInstallation");
      return {
        organization: row.organization_id,
        content: { kind: "space", id: row.id },
        context,
      };
    }
    case "configuration_site": {
      const { row, role } = await findSiteAnywhere(call, context.siteId);
      authorize(role, "updateIntegrationSiteInstallation");
      return { organization: row.organization_id, content: { kind: "site", id: row.id }, context };
    }
    case "configuration_account": {
      await requireAdmin(call, context.organizationId);
      return { organization: context.organizationId, context };
    }
    case "configuration_contentsource": {
      const { organizationId, spaceId } = context;
      if (spaceId === undefined) {
        await requireAdmin(call, organizationId);
        return { organization: organizationId, context };
      }
      const { row, role } = await requireSpace(call, spaceId);
      authorize(role, "createChangeRequest");
      if (row.organization_id !== organizationId)
        throw createNotFoundError("space", spaceId, "context");
      return { organization: organizationId, content: { kind: "space", id: row.id }, context };
    }
    default:
      return context satisfies never;
  }
}

async function requireAdmin(call: Call, organizationId: string): Promise<void> {
  const { role } = await requireMembership(call, organizationId);
  authorize(role, "updateIntegrationInstallation");
}

/** The id of a site without its organization. */
async function findSiteAnywhere(call: Call, siteId: string) {
  const site = await call.db
    .selectFrom("sites")
    .select("organization_id")
    .where("id", "=", siteId)
    .executeTakeFirst();
  if (!site) throw createNotFoundError("site", siteId, "context");
  try {
    return await requireSite(call, site.organization_id, siteId);
  } catch (error) {
    // The id of its organization is not part of the request.
    if (error instanceof ApiError && error.status === 404)
      throw createNotFoundError("site", siteId, "context");
    throw error;
  }
}

async function requireInstalled(
  call: Call,
  integration: string,
  { organization, content }: ComponentLocation,
) {
  const row = await findRunning(call.db, integration, organization);
  if (row !== undefined && content === undefined) return row;
  if (row !== undefined && content !== undefined) {
    const { kind, id } = content;
    const isChosen = (await findInstallationsOfContent(call.db, id)).has(row.id);
    if (worksOnContent(InstallationPermissions.resolve(row), row, kind, isChosen)) return row;
  }
  const where = content === undefined ? "in this organization" : `on this ${content.kind}`;
  throw new ApiError(404, `${integration} is not installed ${where}, or it is paused.`);
}
