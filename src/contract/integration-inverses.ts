/** Inverse operations for integrations; part of inverses.ts. */
import { deletedBy, fieldsBack, type Inverses, noInverse } from "./inverse.ts";

const installations = "/integrations/{integrationName}/installations";
const installation = `${installations}/{installationId}` as const;
const token = noInverse("The token expires within one hour.");
const uninstalled = noInverse(
  "A new installation has another id and needs to be configured again.",
);

export const integrationInverses: Inverses = {
  publishIntegration: noInverse("To publish an earlier version, run tome integration publish."),
  unpublishIntegration: noInverse("To publish it again, run tome integration publish."),
  setIntegrationDevelopmentMode: noInverse("To stop it, run tome integration dev-off."),
  disableIntegrationDevelopmentMode: noInverse("To start it again, run tome integration dev."),
  createIntegrationToken: token,
  createIntegrationInstallationToken: token,
  queueIntegrationTask: noInverse("A task cannot be withdrawn."),
  installIntegration: deletedBy("uninstallIntegration", installations, "installationId"),
  acceptIntegrationInstallationPermissions: noInverse(
    "Permissions end with the installation: tome integration uninstall.",
  ),
  installIntegrationOnSpace: {
    again: true,
    ...deletedBy("uninstallIntegrationFromSpace", `${installation}/spaces`, "spaceId"),
    named: { field: "spaceId", member: "space" },
  },
  installIntegrationOnSite: {
    again: true,
    ...deletedBy("uninstallIntegrationFromSite", `${installation}/sites`, "siteId"),
    named: { field: "siteId", member: "site" },
  },
  updateIntegrationInstallation: fieldsBack(installation),
  updateIntegrationSpaceInstallation: fieldsBack(`${installation}/spaces/{spaceId}`),
  updateIntegrationSiteInstallation: fieldsBack(`${installation}/sites/{siteId}`),
  uninstallIntegration: uninstalled,
  uninstallIntegrationFromSpace: uninstalled,
  uninstallIntegrationFromSite: uninstalled,
};
