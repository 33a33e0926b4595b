/** The operations on one installation of an integration. */
import { endpoint } from "./endpoint.ts";
import { id } from "./fields.ts";
import { integrationName } from "./names.ts";

const installationId = id("installation");

export const get = endpoint({
  does: "Show an installation of an integration",
  operation: "getIntegrationInstallationById",
  route: "GET /integrations/{integrationName}/installations/{installationId}",
  input: { integrationName, installationId },
  output: () => import("./integration.model.ts").then((m) => m.installation),
  extension: true,
});

export const remove = endpoint({
  does: "Uninstall an integration from an organization",
  operation: "uninstallIntegration",
  route: "DELETE /integrations/{integrationName}/installations/{installationId}",
  input: { integrationName, installationId },
  extension: true,
});
