/** The handlers of single installations. */
import type * as contract from "../../../contract/integration-installation.ts";
import { authorize, membershipIn, notFound } from "../../core/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { uninstall } from "./install.ts";
import {
  type InstallationRow,
  presentInstallation,
  selectInstallations,
} from "./installation-rows.ts";

export const handlers = {
  async get({ integrationName, installationId }, call) {
    const row = await find(call, integrationName, installationId, "Showing an installation");
    if (!row) throw notFound("installation", installationId, "installationId");
    return presentInstallation(row, call.base);
  },

  async remove({ integrationName, installationId }, call) {
    const row = await find(call, integrationName, installationId, "Uninstalling an integration");
    if (!row) return false;
    await uninstall(call, row);
    return true;
  },
} satisfies Handlers<typeof contract>;

/**
 * An installation that the caller administers.
 * @returns absent where there is none, or where he is not in its organization
 * @throws Problem 403 for a member of the organization who is not its admin
 */
async function find(
  call: Call,
  name: string,
  id: string,
  deed: string,
): Promise<InstallationRow | undefined> {
  const row = await selectInstallations(call.db)
    .where("installations.integration", "=", name)
    .where("installations.id", "=", id)
    .executeTakeFirst();
  const membership = row && (await membershipIn(call, row.organization_id));
  if (!membership) return undefined;
  authorize(membership.role, "admin", deed, "in the organization");
  return row;
}
