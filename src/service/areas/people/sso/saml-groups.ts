/** Groups of SAML providers, each with a team that its members join at their sign-in. */
import type { SamlGroup } from "../../../../contract/saml.model.ts";
import { ApiError } from "../../../../errors.ts";
import type { Queries } from "../../../database/tables.ts";

/** The groups of providers, with the titles of their teams. */
export async function listGroupTeams(db: Queries, providerIds: readonly string[]) {
  if (providerIds.length === 0) return [];
  return db
    .selectFrom("saml_groups")
    .innerJoin("teams", "teams.id", "saml_groups.team_id")
    .selectAll("saml_groups")
    .select("teams.title")
    .where("provider_id", "in", providerIds)
    .orderBy("name")
    .orderBy("team_id")
    .execute();
}

/**
 * Replaces the groups of a provider. Team members stay unchanged until their next sign-in.
 * @throws ApiError 400 for a team of another organization
 */
export async function replaceGroups(
  db: Queries,
  { id, organization_id }: { readonly id: string; readonly organization_id: string },
  groups: readonly SamlGroup[],
): Promise<void> {
  const teamIds = [...new Set(groups.map(({ team }) => team))];
  const teams =
    teamIds.length === 0
      ? []
      : await db
          .selectFrom("teams")
          .select("id")
          .where("organization_id", "=", organization_id)
          .where("id", "in", teamIds)
          .execute();
  const unknown = teamIds.find((team) => !teams.some((row) => row.id === team));
  if (unknown !== undefined) {
    throw new ApiError(
      400,
      `groups: ${unknown} is not a team of this organization. Check the id.`,
      { field: "groups" },
    );
  }
  await db.deleteFrom("saml_groups").where("provider_id", "=", id).execute();
  const rows = new Map(
    groups.map(({ name, team }) => [JSON.stringify([name, team]), { name, team }]),
  );
  if (rows.size === 0) return;
  await db
    .insertInto("saml_groups")
    .values([...rows.values()].map(({ name, team }) => ({ provider_id: id, name, team_id: team })))
    .execute();
}
