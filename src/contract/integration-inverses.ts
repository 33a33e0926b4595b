/** How operations on integrations are taken back; a part of inverses.ts. */
import { deletedBy, fieldsBack, type Inverses, noInverse } from "./inverse.ts";

const installations = "/integrations/{integrationName}/installations";
const installation = `${installations}/{installationId}` as const;
const token = noInverse("A token ends by itself, within the hour.");
const uninstalled = noInverse(
  "An integration that is installed anew has another id, and asks for its configuration again.",
);

export const integrationInverses: Inverses = {
  publishIntegration: noInverse("To publish an earlier version again: tome integration publish."),
  unpublishIntegration: noInverse("To publish it again: tome integration publish."),
  setIntegrationDevelopmentMode: noInverse("To end it: tome integration dev-off."),
  disableIntegrationDevelopmentMode: noInverse("To begin it again: tome integration dev."),
  createIntegrationToken: token,
  createIntegrationInstallationToken: token,
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
