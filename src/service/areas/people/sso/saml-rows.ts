/** Queries for SAML providers, their URLs, and the provider response. */
import type { Output } from "../../../../contract/endpoint.ts";
import type { Role } from "../../../../contract/roles.ts";
import type { RuleOperation } from "../../../../contract/rules.ts";
import type { SamlGroup } from "../../../../contract/saml.model.ts";
import type * as contract from "../../../../contract/saml.ts";
import { authorize, createNotFoundError, requireMembership } from "../../../core/access/access.ts";
import { isActiveProvider } from "../../../core/access/token-holders.ts";
import type { Call } from "../../../core/handlers.ts";
import type { Queries } from "../../../database/tables.ts";
import type { SamlProviderTable } from "../tables.ts";
import { presentTeam, selectTeams, type TeamRow } from "../teams/team-rows.ts";
import { listGroupTeams } from "./saml-groups.ts";

export type Provider = Output<typeof contract.get>;

interface LastFailure {
  readonly reason: string;
  readonly createdAt: string;
}

export interface ProviderRow extends SamlProviderTable {
  /** Only for one provider. */
  readonly lastFailures?: readonly LastFailure[];
  readonly team: TeamRow | undefined;
  readonly groups: readonly SamlGroup[];
}

/** The URLs at which identity providers and browsers reach this service provider. */
export function buildServiceUrls(
  provider: Pick<SamlProviderTable, "id" | "organization_id">,
  base: string,
) {
  const location = `${base}/v1/orgs/${provider.organization_id}/saml/${provider.id}`;
  // By convention, the entity ID is the URL of the metadata.
  return {
    location,
    service: {
      acsURL: `${location}/acs`,
      startURL: `${location}/start`,
      entityID: `${location}/metadata`,
    },
  };
}

/**
 * @returns the caller's role
 * @throws ApiError 404 if the caller is not a member, 403 if their role does not allow the operation
 */
export async function asAllowed(
  call: Call,
  organizationId: string,
  rule: RuleOperation,
): Promise<Role | null> {
  const { role } = await requireMembership(call, organizationId);
  authorize(role, rule);
  return role;
}

export async function findProvider(
  db: Queries,
  organizationId: string,
  id: string,
): Promise<SamlProviderTable | undefined> {
  return db
    .selectFrom("saml_providers")
    .selectAll()
    .where("id", "=", id)
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
}

/** @throws ApiError 404 */
export async function requireProvider(
  db: Queries,
  organizationId: string,
  id: string,
): Promise<SamlProviderTable> {
  const row = await findProvider(db, organizationId, id);
  if (!row) throw createNotFoundError("SAML provider", id, "samlProviderId");
  return row;
}

/** The last failed sign-ins of a provider, the last one first. */
export async function listLastFailures(
  db: Queries,
  providerId: string,
): Promise<readonly LastFailure[]> {
  const rows = await db
    .selectFrom("saml_failures")
    .select(["reason", "created_at"])
    .where("provider_id", "=", providerId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ reason, created_at: createdAt }) => ({ reason, createdAt }));
}

/** Adds the default teams and the groups, with one query each for all providers. */
export async function withTeams(
  call: Call,
  rows: readonly SamlProviderTable[],
): Promise<readonly ProviderRow[]> {
  const ids = [...new Set(rows.flatMap((row) => row.default_team ?? []))];
  const teams =
    ids.length === 0 ? [] : await selectTeams(call).where("teams.id", "in", ids).execute();
  const byId = new Map(teams.map((team) => [team.id, team]));
  const groups = await listGroupTeams(
    call.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    team: byId.get(row.default_team ?? ""),
    groups: groups
      .filter(({ provider_id }) => provider_id === row.id)
      .map(({ name, team_id: team }) => ({ name, team })),
  }));
}

/** @param member the caller's role in the organization */
export function presentProvider(row: ProviderRow, member: Role | null, base: string): Provider {
  const { location, service } = buildServiceUrls(row, base);
  return {
    object: "saml-provider",
    id: row.id,
    label: row.label,
    ssoURL: row.sso_url === "" ? undefined : row.sso_url,
    entityID: row.entity_id,
    certificate: row.certificate,
    defaultTeam: row.team && presentTeam(row.team, member),
    defaultRole: row.default_role,
    groupsAttribute: row.groups_attribute ?? undefined,
    groups: row.groups.length === 0 ? undefined : row.groups.map((one) => ({ ...one })),
    createdAt: row.created_at,
    status: isActiveProvider(row) ? "active" : "pending",
    service,
    ...(row.lastFailures &&
      row.lastFailures.length > 0 && { lastFailures: row.lastFailures.map((one) => ({ ...one })) }),
    urls: { location },
  };
}
