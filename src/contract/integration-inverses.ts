/** Inverse operations for integrations; part of inverses.ts. */
import { declareNoInverse, deleteCreated, type Inverses, restoreFields } from "./inverse.ts";

const installations = "/integrations/{integrationName}/installations";
const installation = `${installations}/{installationId}` as const;
const token = declareNoInverse("The token expires within one hour.");
const uninstalled = declareNoInverse(
  "A new installation has another id and needs to be configured again.",
);

export const integrationInverses: Inverses = {
  publishIntegration: declareNoInverse(
    "To publish an earlier version, run tome integration publish.",
  ),
  unpublishIntegration: declareNoInverse("To publish it again, run tome integration publish."),
  setIntegrationDevelopmentMode: declareNoInverse("To stop it, run tome integration dev-off."),
  disableIntegrationDevelopmentMode: declareNoInverse(
    "To start it again, run tome integration dev.",
  ),
  createIntegrationToken: token,
  createIntegrationInstallationToken: token,
  queueIntegrationTask: declareNoInverse("A task cannot be withdrawn."),
  installIntegration: deleteCreated("uninstallIntegration", installations, "installationId"),
  acceptIntegrationInstallationPermissions: declareNoInverse(
    "Permissions end with the installation: tome integration uninstall.",
  ),
  installIntegrationOnSpace: {
    again: true,
    ...deleteCreated("uninstallIntegrationFromSpace", `${installation}/spaces`, "spaceId"),
    named: { field: "spaceId", member: "space" },
  },
  installIntegrationOnSite: {
    again: true,
    ...deleteCreated("uninstallIntegrationFromSite", `${installation}/sites`, "siteId"),
    named: { field: "siteId", member: "site" },
  },
  updateIntegrationInstallation: restoreFields(installation),
  updateIntegrationSpaceInstallation: restoreFields(`${installation}/spaces/{spaceId}`),
  updateIntegrationSiteInstallation: restoreFields(`${installation}/sites/{siteId}`),
  uninstallIntegration: uninstalled,
  uninstallIntegrationFromSpace: uninstalled,
  uninstallIntegrationFromSite: uninstalled,
};
