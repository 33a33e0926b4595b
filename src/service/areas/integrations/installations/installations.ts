/** Rows of installations: load, list and present them. */
import { sql } from "kysely";
import type { Input, Output } from "../../../../contract/endpoint.ts";
import type * as contract from "../../../../contract/integration.ts";
import type * as installationContract from "../../../../contract/integration-installation.ts";
import { InstallationPermissions } from "../../../core/access/installation-permissions.ts";
import type { Call } from "../../../core/handlers.ts";
import { getPublicEndpoint } from "../../../core/integration-endpoints.ts";
import { buildPage, inOrder, listRowsWithTexts } from "../../../core/pages.ts";
import { containsText } from "../../../core/texts.ts";
import type { Queries } from "../../../database/tables.ts";
import { worksOnSpace } from "../../integration-events/record.ts";
import { buildIntegrationUrl } from "../present.ts";
import { selectAdministeredOrganizations } from "../queries.ts";
import type { InstallationTable, IntegrationTable } from "../tables.ts";

type Installation = Output<typeof installationContract.get>;

export interface InstallationRow extends InstallationTable {
  target: IntegrationTable["target"];
  /** Of the newest version. */
  manifest: string;
  version: number;
  /** The number of its spaces that are not deleted. */
  spaces: number;
}

/** Rows with all data of a response. */
export function selectInstallations(db: Queries) {
  return db
    .selectFrom("installations")
    .innerJoin("integrations", "integrations.name", "installations.integration")
    .selectAll("installations")
    .select([
      "integrations.target",
      "integrations.manifest",
      "integrations.version",
      sql<number>`(
        select count(*) from spaces
        where spaces.organization_id = installations.organization_id and spaces.deleted_at is null
          and ${worksOnSpace}
      )`.as("spaces"),
    ]);
}

/**
 * Depending on its target, it works on all spaces of its organization, on chosen ones, or on none;
 * the same applies to sites.
 */
export function presentInstallation(row: InstallationRow, base: string): Installation {
  const endpoint = getPublicEndpoint(base, row.integration, `/installations/${row.id}`);
  const location = buildInstallationUrl(base, row);
  const permissions = InstallationPermissions.resolve(row);
  const { accepted, pending } = permissions;
  return {
    id: row.id,
    status: row.status,
    space_selection: permissions.worksOn("space") ? row.space_selection : "selected",
    site_selection: permissions.worksOn("site") ? row.site_selection : "selected",
    spaces: permissions.worksOn("space") ? Number(row.spaces) : 0,
    configuration: JSON.parse(row.configuration),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    urls: {
      location,
      app: location,
      publicEndpoint: endpoint,
      publicContentEndpoint: endpoint,
    },
    externalIds: JSON.parse(row.external_ids),
    target: { organization: row.organization_id },
    acceptedPermissions: { scopes: [...accepted.scopes], target: accepted.target },
    ...(pending && {
      pendingPermissions: { version: row.version, ...pending, scopes: [...pending.scopes] },
    }),
  };
}

export function buildInstallationUrl(
  base: string,
  { integration, id }: Pick<InstallationTable, "integration" | "id">,
): string {
  return `${buildIntegrationUrl(base, integration)}/installations/${id}`;
}

type InstallationFilter = Omit<Input<typeof contract.installations>, "integrationName">;

/** Installations in organizations of which the caller is an admin, oldest first. */
export function listInstallations(
  call: Call,
  name: string,
  { externalId, ...options }: InstallationFilter,
) {
  return buildPage({
    ...options,
    list: `installations of ${name} with ${JSON.stringify(externalId ?? null)}`,
    ...listRowsWithTexts(
      (after, take) =>
        selectInstallations(call.db)
          .where("installations.integration", "=", name)
          .where("installations.organization_id", "in", selectAdministeredOrganizations(call))
          .$if(externalId !== undefined, (query) => query.where(hasExternalId(externalId ?? "")))
          .$call((query) => inOrder(query, ["installations.created_at", "installations.id"], after))
          .limit(take),
      ["installations.configuration", "installations.external_ids", "integrations.manifest"],
    ),
    key: (row) => [row.created_at, row.id],
    show: (row) => presentInstallation(row, call.base),
  });
}

/** Whether the JSON list of external ids contains the id, as a search for JSON text. */
function hasExternalId(externalId: string) {
  return containsText(sql`installations.external_ids`, JSON.stringify(externalId));
}
