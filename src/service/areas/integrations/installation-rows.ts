/** Installations as rows: reading one that the caller administers, and showing it. */
import { sql } from "kysely";
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/integration-installation.ts";
import type { Queries } from "../../database/tables.ts";
import { worksOn } from "./facets.ts";
import { integrationAddress } from "./rows.ts";
import type { InstallationTable, IntegrationTable } from "./tables.ts";

type Installation = Output<typeof contract.get>;

export interface InstallationRow extends InstallationTable {
  target: IntegrationTable["target"];
  /** How many live spaces its organization has. */
  spaces: number;
}

/** Rows with all that an answer needs. */
export function selectInstallations(db: Queries) {
  return db
    .selectFrom("installations")
    .innerJoin("integrations", "integrations.name", "installations.integration")
    .selectAll("installations")
    .select([
      "integrations.target",
      sql<number>`(
        select count(*) from spaces
        where spaces.organization_id = installations.organization_id and spaces.deleted_at is null
      )`.as("spaces"),
    ]);
}

/** What it works on follows from its target, for all spaces and sites of its organization alike. */
export function presentInstallation(row: InstallationRow, base: string): Installation {
  const integration = integrationAddress(base, row.integration);
  const location = installationAddress(base, row);
  return {
    id: row.id,
    status: row.status,
    space_selection: worksOn(row.target, "space") ? "all" : "selected",
    site_selection: worksOn(row.target, "site") ? "all" : "selected",
    spaces: worksOn(row.target, "space") ? Number(row.spaces) : 0,
    configuration: JSON.parse(row.configuration),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    urls: { location, app: location, publicEndpoint: integration },
    externalIds: JSON.parse(row.external_ids),
    target: { organization: row.organization_id },
  };
}

export function installationAddress(
  base: string,
  { integration, id }: Pick<InstallationTable, "integration" | "id">,
): string {
  return `${integrationAddress(base, integration)}/installations/${id}`;
}
