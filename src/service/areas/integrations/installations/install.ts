/** Installation of an integration in an organization, and its removal. */
import { ApiError } from "../../../../errors.ts";
import { authorize, findMembership } from "../../../core/access/access.ts";
import type { Call } from "../../../core/handlers.ts";
import { recordEvent } from "../../integration-events/record.ts";
import { computeStatus, getDefaultSettings, readManifest } from "../manifest.ts";
import { createIntegrationNotFoundError, requireIntegration } from "../queries.ts";
import type { InstallationTable } from "../tables.ts";
import { acceptRequested } from "./consent.ts";
import { forgetInstallation } from "./contents.ts";

/**
 * @returns the id of the installation
 * @throws ApiError 404 for an integration that cannot be installed there and for an organization
 * outside the caller's, 403 unless the caller is its admin, 409 if it is already installed
 */
export async function installIntegration(
  call: Call,
  name: string,
  organizationId: string,
): Promise<string> {
  const { row } = await requireIntegration(call, name);
  const membership = await findMembership(call, organizationId);
  if (!membership) {
    throw new ApiError(
      404,
      `Organization ${organizationId} does not exist, or you are not a member of it.`,
      { field: "organization" },
    );
  }
  authorize(membership.role, "installIntegration");
  if (row.visibility === "private" && row.organization_id !== organizationId) {
    throw createIntegrationNotFoundError(name);
  }
  const installed = await call.db
    .selectFrom("installations")
    .select("id")
    .where("integration", "=", name)
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  if (installed) {
    throw new ApiError(
      409,
      `${name} is already installed in this organization, as ${installed.id}.`,
      {
        hint: `tome integration installation get ${name} ${installed.id}`,
      },
    );
  }
  const { account } = readManifest(row).configurations ?? {};
  const id = call.newId();
  const now = call.now.toISOString();
  const configuration = getDefaultSettings(account);
  const status = computeStatus(account, configuration);
  await call.db
    .insertInto("installations")
    .values({
      id,
      integration: name,
      organization_id: organizationId,
      status,
      configuration: JSON.stringify(configuration),
      external_ids: "[]",
      created_at: now,
      updated_at: now,
      space_selection: "all",
      site_selection: "all",
      installed_by: call.caller,
      accepted: acceptRequested(row),
      announced: null,
    })
    .execute();
  await recordEvent(call, { type: "installation_setup", installationId: id, status });
  return id;
}

export async function uninstall(call: Call, row: InstallationTable): Promise<void> {
  const { id, status } = row;
  const configuration: Record<string, unknown> = JSON.parse(row.configuration);
  const previous = { status, configuration };
  await recordEvent(call, { type: "installation_deleted", installationId: id, previous });
  await forgetInstallation(call.db, id);
  await call.db.deleteFrom("agent_tokens").where("installation_id", "=", id).execute();
  await call.db.deleteFrom("installations").where("id", "=", id).execute();
}
