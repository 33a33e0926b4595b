/** The handlers of integrations. */
import type * as contract from "../../../contract/integration.ts";
import type { Handlers } from "../../core/handlers.ts";
import { installIntegration } from "./install.ts";
import { installationsOf } from "./installation-lists.ts";
import { presentInstallation, selectInstallations } from "./installation-rows.ts";
import { integrationsFound } from "./lists.ts";
import { sitesWith, spacesWith } from "./placed-lists.ts";
import { publishIntegration } from "./publish.ts";
import { showOne } from "./rows.ts";
import { keepSecrets } from "./secrets.ts";
import { demandOwner, findIntegration, requireIntegration } from "./seen.ts";
import { setTunnel } from "./tunnel.ts";
import { unpublishIntegration } from "./unpublish.ts";

export const handlers = {
  async list(asked, call) {
    return integrationsFound(call, asked);
  },

  async get({ integrationName }, call) {
    return showOne(call, (await requireIntegration(call, integrationName)).row);
  },

  async publish(manifest, call) {
    const row = await publishIntegration(call, manifest);
    await keepSecrets(call, row.name, manifest.secrets);
    return showOne(call, row);
  },

  async unpublish({ integrationName }, call) {
    const seen = await findIntegration(call, integrationName);
    if (!seen) return false;
    demandOwner(seen, "Unpublishing an integration");
    await unpublishIntegration(call.db, integrationName);
    return true;
  },

  async installations({ integrationName, ...asked }, call) {
    await requireIntegration(call, integrationName);
    return installationsOf(call, integrationName, asked);
  },

  async install({ integrationName, organization }, call) {
    const id = await installIntegration(call, integrationName, organization);
    const row = await selectInstallations(call.db)
      .where("installations.id", "=", id)
      .executeTakeFirstOrThrow();
    return presentInstallation(row, call.base);
  },

  async spaces({ integrationName, ...asked }, call) {
    return spacesWith(call, await requireIntegration(call, integrationName), asked);
  },

  async sites({ integrationName, ...asked }, call) {
    return sitesWith(call, await requireIntegration(call, integrationName), asked);
  },

  async dev({ integrationName, tunnelUrl, all = false }, call) {
    const seen = await requireIntegration(call, integrationName);
    demandOwner(seen, "Setting the tunnel of an integration");
    await setTunnel(call, integrationName, tunnelUrl, all);
    return undefined;
  },
} satisfies Handlers<typeof contract>;
