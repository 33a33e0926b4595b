/** Scripts that integrations add to the pages of a docs site, with the policies of their manifests. */
import type { Output } from "../../../contract/endpoint.ts";
import type { listScripts } from "../../../contract/integration.ts";
import { InstallationPermissions } from "../../core/access/installation-permissions.ts";
import type { Call } from "../../core/handlers.ts";
import { getContentEndpoint } from "../../core/integration-endpoints.ts";
import type { Queries } from "../../database/tables.ts";
import { formatPolicy } from "./content-security-policy.ts";
import { findInstalledOn } from "./installations/installed.ts";
import { readManifest } from "./manifest.ts";

type SiteScript = Output<typeof listScripts>[number];

/** The path of the script below the endpoint of an installation on a site. */
export const scriptPath = "script.js";
const injectScope = "site:script:inject";

interface ScriptedSite {
  readonly id: string;
  readonly organization_id: string;
}

/** Scripts of active installations that an admin has permitted to add one, by integration. */
export async function listSiteScripts(
  { db, base }: Pick<Call, "db" | "base">,
  site: ScriptedSite,
): Promise<SiteScript[]> {
  const installations = await findScripted(db, site);
  return installations.map((row) => {
    const { contentSecurityPolicy } = readManifest(row);
    const permissions = InstallationPermissions.resolve(row);
    const installation = { name: row.integration, installation: row.id };
    return {
      script: `${getContentEndpoint(base, installation, "site", site.id)}/${scriptPath}`,
      ...(contentSecurityPolicy !== undefined && {
        contentSecurityPolicy: formatPolicy(contentSecurityPolicy),
      }),
      cookies: permissions.includes("site:script:cookies"),
    };
  });
}

/** Whether an installation may add a script to a site. */
export async function addsScript(
  db: Queries,
  installationId: string,
  site: ScriptedSite,
): Promise<boolean> {
  return (await findScripted(db, site)).some(({ id }) => id === installationId);
}

async function findScripted(db: Queries, site: ScriptedSite) {
  const installations = await findInstalledOn({ db }, site, "site", undefined);
  return installations.filter((row) => InstallationPermissions.resolve(row).includes(injectScope));
}
