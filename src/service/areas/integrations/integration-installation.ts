/** The handlers of single installations. */
import type * as contract from "../../../contract/integration-installation.ts";
import type { Operation } from "../../../contract/rules.ts";
import { authorize, membershipIn, notFound } from "../../core/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { uninstall } from "./install.ts";
import { type InstallationRow, presentInstallation, selectInstallations } from "./installations.ts";

export const handlers = {
  async get({ integrationName, installationId }, call) {
    const row = await find(call, integrationName, installationId, "getIntegrationInstallationById");
    if (!row) throw notFound("installation", installationId, "installationId");
    return presentInstallation(row, call.base);
  },

  async remove({ integrationName, installationId }, call) {
    const row = await find(call, integrationName, installationId, "uninstallIntegration");
    if (!row) return false;
    await uninstall(call, row);
    return true;
  },
} satisfies Handlers<typeof contract>;

/**
 * Finds an installation that the caller administers.
 * @returns absent if there is none, or the caller is not in its organization
 * @throws Problem 403 for a member of the organization who is not its admin
 */
async function find(
  call: Call,
  name: string,
  id: string,
  rule: Operation,
): Promise<InstallationRow | undefined> {
  const row = await selectInstallations(call.db)
    .where("installations.integration", "=", name)
    .where("installations.id", "=", id)
    .executeTakeFirst();
  const membership = row && (await membershipIn(call, row.organization_id));
  if (!membership) return undefined;
  authorize(membership.role, rule);
  return row;
}
