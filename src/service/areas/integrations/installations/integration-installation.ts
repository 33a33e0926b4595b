/** Handlers of single installations, and of their spaces and docs sites. */
import type { Input } from "../../../../contract/endpoint.ts";
import type * as contract from "../../../../contract/integration-installation.ts";
import type { update } from "../../../../contract/integration-installation.ts";
import type { RuleOperation } from "../../../../contract/rules.ts";
import { authorize, createNotFoundError, findMembership } from "../../../core/access/access.ts";
import type { Call, Handlers } from "../../../core/handlers.ts";
import { findWholeSpace, presentOneSpace, requireSpace } from "../../../core/rows/space-rows.ts";
import { recordEvent } from "../../integration-events/record.ts";
import { presentSite } from "../../sites/present.ts";
import { requireSite, type SiteAccess } from "../../sites/queries.ts";
import { checkSettings, computeStatus, readManifest } from "../manifest.ts";
import { requireIntegration } from "../queries.ts";
import type { InstallationTable } from "../tables.ts";
import { issueAgentToken } from "./agent-token.ts";
import { acceptPermissions } from "./consent.ts";
import {
  type ContentInstallation,
  installOnContent,
  removeFromContent,
  requireInstallation,
  showOnContent,
  updateOnContent,
} from "./content-installation.ts";
import { uninstall } from "./install.ts";
import { type InstallationRow, presentInstallation, selectInstallations } from "./installations.ts";
import { listSitesWith, listSpacesWith } from "./list-content.ts";

export const handlers = {
  async get({ integrationName, installationId }, call) {
    const row = await requireAdministered(
      call,
      integrationName,
      installationId,
      "getIntegrationInstallationById",
    );
    return presentInstallation(row, call.base);
  },

  async update({ integrationName, installationId, ...settings }, call) {
    const row = await requireAdministered(
      call,
      integrationName,
      installationId,
      "updateIntegrationInstallation",
    );
    await updateInstallation(call, row, settings);
    const changed = await find(
      call,
      integrationName,
      installationId,
      "updateIntegrationInstallation",
    );
    return presentInstallation(changed ?? row, call.base);
  },

  async accept({ integrationName, installationId, version }, call) {
    const rule = "acceptIntegrationInstallationPermissions";
    const row = await requireAdministered(call, integrationName, installationId, rule);
    await acceptPermissions(call, row, version);
    return presentInstallation(
      await requireAdministered(call, integrationName, installationId, rule),
      call.base,
    );
  },

  async remove({ integrationName, installationId }, call) {
    const row = await find(call, integrationName, installationId, "uninstallIntegration");
    if (!row) return false;
    await uninstall(call, row);
    return true;
  },

  async createToken({ integrationName, installationId }, call) {
    const { row, membership } = await requireIntegration(call, integrationName);
    // The integration itself may do so with its own token.
    if (!call.agent) authorize(membership?.role, "createIntegrationInstallationToken");
    const installed = await call.db
      .selectFrom("installations")
      .select("id")
      .where("integration", "=", row.name)
      .where("id", "=", installationId)
      .executeTakeFirst();
    if (!installed) throw createNotFoundError("installation", installationId, "installationId");
    return { token: await issueAgentToken(call, row.name, installationId) };
  },

  async spaces({ integrationName, installationId, ...options }, call) {
    const rule = "listIntegrationInstallationSpaces";
    const row = await requireAdministered(call, integrationName, installationId, rule);
    const { integration } = await requireInstallation(call, integrationName, installationId);
    return listSpacesWith(call, integration, options, row);
  },

  async installOnSpace({ space, extended, ...ids }, call) {
    const content = await onSpace(call, { ...ids, spaceId: space }, "installIntegrationOnSpace");
    const common = await installOnContent(call, content);
    return { ...common, space: await presentWholeSpace(call, content.id, extended) };
  },

  async getOnSpace({ extended, ...ids }, call) {
    const content = await onSpace(call, ids, "getIntegrationSpaceInstallation");
    const common = await showOnContent(call, content);
    return { ...common, space: await presentWholeSpace(call, content.id, extended) };
  },

  async updateOnSpace({ configuration, externalIds, extended, ...ids }, call) {
    const content = await onSpace(call, ids, "updateIntegrationSpaceInstallation");
    const settings = {
      ...(configuration && { configuration }),
      ...(externalIds && { externalIds }),
    };
    const common = await updateOnContent(call, content, settings);
    return { ...common, space: await presentWholeSpace(call, content.id, extended) };
  },

  async removeFromSpace(ids, call) {
    const content = await onSpace(call, ids, "uninstallIntegrationFromSpace");
    return removeFromContent(call, content);
  },

  async sites({ integrationName, installationId, ...options }, call) {
    const rule = "listIntegrationInstallationSites";
    const row = await requireAdministered(call, integrationName, installationId, rule);
    const { integration } = await requireInstallation(call, integrationName, installationId);
    return listSitesWith(call, integration, options, row);
  },

  async installOnSite({ extended, ...ids }, call) {
    const { content, site } = await onSite(call, ids, "installIntegrationOnSite");
    return {
      ...(await installOnContent(call, content)),
      site: presentWholeSite(call, site, extended),
    };
  },

  async getOnSite({ extended, ...ids }, call) {
    const { content, site } = await onSite(call, ids, "getIntegrationSiteInstallation");
    const common = await showOnContent(call, content);
    return { ...common, site: presentWholeSite(call, site, extended) };
  },

  async updateOnSite({ configuration, externalIds, extended, ...ids }, call) {
    const { content, site } = await onSite(call, ids, "updateIntegrationSiteInstallation");
    const settings = {
      ...(configuration && { configuration }),
      ...(externalIds && { externalIds }),
    };
    const common = await updateOnContent(call, content, settings);
    return { ...common, site: presentWholeSite(call, site, extended) };
  },

  async removeFromSite(ids, call) {
    const { content } = await onSite(call, ids, "uninstallIntegrationFromSite");
    return removeFromContent(call, content);
  },
} satisfies Handlers<typeof contract>;

/** The space itself, or its id only. */
async function presentWholeSpace(call: Call, id: string, isWhole: boolean | undefined) {
  const whole = isWhole === true ? await findWholeSpace(call, id) : undefined;
  return whole ? presentOneSpace(call, whole.row, whole.role) : id;
}

function presentWholeSite(call: Call, { row, role }: SiteAccess, isWhole: boolean | undefined) {
  return isWhole === true ? presentSite(row, role, call.base) : row.id;
}

type InstallationIds = Input<typeof contract.get>;

/** @throws ApiError 404 for a space that the caller may not see, 403 unless they are its admin */
async function onSpace(
  call: Call,
  ids: InstallationIds & { readonly spaceId: string },
  rule: RuleOperation,
): Promise<ContentInstallation> {
  const access = await requireInstallation(call, ids.integrationName, ids.installationId);
  const space = await requireSpace(call, ids.spaceId);
  if (space.row.organization_id !== access.installation.organization_id) {
    throw createNotFoundError("space", ids.spaceId, "spaceId");
  }
  authorize(space.role, rule);
  return { ...access, kind: "space", id: space.row.id };
}

/** The same for a docs site, in the organization of the installation. */
async function onSite(
  call: Call,
  ids: InstallationIds & { readonly siteId: string },
  rule: RuleOperation,
): Promise<{ readonly content: ContentInstallation; readonly site: SiteAccess }> {
  const access = await requireInstallation(call, ids.integrationName, ids.installationId);
  const site = await requireSite(call, access.installation.organization_id, ids.siteId);
  authorize(site.role, rule);
  return { content: { ...access, kind: "site", id: site.row.id }, site };
}

/** @throws ApiError 404 if `find` returns none */
async function requireAdministered(
  call: Call,
  name: string,
  id: string,
  rule: RuleOperation,
): Promise<InstallationRow> {
  const row = await find(call, name, id, rule);
  if (!row) throw createNotFoundError("installation", id, "installationId");
  return row;
}

/**
 * Finds an installation in an organization of which the caller is an admin.
 * @returns absent if it does not exist, or the caller is not in its organization
 * @throws ApiError 403 for a member of the organization who is not an admin
 */
async function find(
  call: Call,
  name: string,
  id: string,
  rule: RuleOperation,
): Promise<InstallationRow | undefined> {
  const row = await selectInstallations(call.db)
    .where("installations.integration", "=", name)
    .where("installations.id", "=", id)
    .executeTakeFirst();
  if (row && call.agent?.kind === "integration") return row;
  const membership = row && (await findMembership(call, row.organization_id));
  if (!membership) return undefined;
  authorize(membership.role, rule);
  return row;
}

type InstallationChanges = Omit<Input<typeof update>, "integrationName" | "installationId">;

/** The new settings replace all previous ones; the status depends on them. */
async function updateInstallation(
  call: Call,
  row: InstallationTable,
  { configuration, externalIds, space_selection, site_selection }: InstallationChanges,
): Promise<void> {
  const integration = await call.db
    .selectFrom("integrations")
    .select("manifest")
    .where("name", "=", row.integration)
    .executeTakeFirstOrThrow();
  const { account } = readManifest(integration).configurations ?? {};
  const before: Record<string, unknown> = JSON.parse(row.configuration);
  if (configuration) checkSettings(account, configuration);
  const after = configuration ?? before;
  const status =
    configuration && row.status !== "paused" ? computeStatus(account, after) : row.status;
  await call.db
    .updateTable("installations")
    .set({
      status,
      updated_at: call.now.toISOString(),
      configuration: JSON.stringify(after),
      ...(externalIds && { external_ids: JSON.stringify(externalIds) }),
      ...(space_selection && { space_selection }),
      ...(site_selection && { site_selection }),
    })
    .where("id", "=", row.id)
    .execute();
  const previous = { status: row.status, configuration: before };
  await recordEvent(call, { type: "installation_setup", installationId: row.id, status, previous });
}
