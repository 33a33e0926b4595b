/** Handlers for SAML providers. While single sign-on is enforced, at least one provider remains active. */
import type { Role } from "../../../../contract/roles.ts";
import type * as contract from "../../../../contract/saml.ts";
import { ApiError } from "../../../../errors.ts";
import { isActiveProvider } from "../../../core/access/token-holders.ts";
import type { Call, Handlers } from "../../../core/handlers.ts";
import { buildPage, inOrder } from "../../../core/pages.ts";
import { refuseBlank } from "../../../core/titles.ts";
import type { Queries } from "../../../database/tables.ts";
import type { SamlProviderTable } from "../tables.ts";
import { toPemCertificate } from "./certificate.ts";
import { replaceGroups } from "./saml-groups.ts";
import {
  asAllowed,
  findProvider,
  listLastFailures,
  type Provider,
  type ProviderRow,
  presentProvider,
  requireProvider,
  withTeams,
} from "./saml-rows.ts";

export const handlers = {
  /** The oldest first. */
  async list({ organizationId, ...options }, call) {
    const member = await asAllowed(call, organizationId, "listSAMLProvidersInOrganizationById");
    return buildPage({
      ...options,
      list: `SAML providers of organization ${organizationId}`,
      read: async (after, take) => {
        const rows = await call.db
          .selectFrom("saml_providers")
          .selectAll()
          .where("organization_id", "=", organizationId)
          .$call((query) => inOrder(query, ["created_at", "id"], after))
          .limit(take)
          .execute();
        return withTeams(call, rows);
      },
      key: (row) => [row.created_at, row.id],
      show: (row) => presentProvider(row, member, call.base),
    });
  },

  async create({ organizationId, label, ...settings }, call) {
    const member = await asAllowed(call, organizationId, "createOrganizationSAMLProvider");
    refuseBlank("label", label);
    const row: SamlProviderTable = {
      id: call.newId(),
      organization_id: organizationId,
      label,
      entity_id: settings.entityID ?? "",
      certificate: toPemCertificate(settings.certificate ?? "", call.now),
      sso_url: settings.ssoURL ?? "",
      default_team: await resolveTeam(call, organizationId, settings.defaultTeam),
      default_role: settings.defaultRole ?? null,
      created_at: call.now.toISOString(),
      groups_attribute: settings.groupsAttribute ?? null,
    };
    await call.db.insertInto("saml_providers").values(row).execute();
    await replaceGroups(call.db, row, settings.groups ?? []);
    return presentWithTeam(call, member, row);
  },

  async get({ organizationId, samlProviderId }, call) {
    const member = await asAllowed(call, organizationId, "getOrganizationSAMLProviderById");
    const row = await requireProvider(call.db, organizationId, samlProviderId);
    const lastFailures = await listLastFailures(call.db, row.id);
    return presentWithTeam(call, member, { ...row, lastFailures });
  },

  async update({ organizationId, samlProviderId, ...changes }, call) {
    const member = await asAllowed(call, organizationId, "updateOrganizationSAMLProvider");
    const row = await requireProvider(call.db, organizationId, samlProviderId);
    const { label, entityID, certificate, ssoURL, defaultTeam, defaultRole, groups } = changes;
    refuseBlank("label", label);
    const columns: Partial<SamlProviderTable> = {};
    if (label !== undefined) columns.label = label;
    if (entityID !== undefined) columns.entity_id = entityID;
    if (certificate !== undefined) {
      columns.certificate = toPemCertificate(certificate, call.now, row.certificate);
    }
    if (ssoURL !== undefined) columns.sso_url = ssoURL;
    if (defaultTeam !== undefined) {
      columns.default_team = await resolveTeam(call, organizationId, defaultTeam);
    }
    if (defaultRole !== undefined) columns.default_role = defaultRole;
    if (changes.groupsAttribute !== undefined) columns.groups_attribute = changes.groupsAttribute;
    if (groups !== undefined) await replaceGroups(call.db, row, groups);
    if (Object.keys(columns).length === 0) return presentWithTeam(call, member, row);
    await keepActiveProvider(call.db, row, { ...row, ...columns });
    await call.db
      .updateTable("saml_providers")
      .set(columns)
      .where("id", "=", samlProviderId)
      .execute();
    return presentWithTeam(call, member, { ...row, ...columns });
  },

  async remove({ organizationId, samlProviderId }, call) {
    await asAllowed(call, organizationId, "deleteOrganizationSAMLProvider");
    const row = await findProvider(call.db, organizationId, samlProviderId);
    if (!row) return false;
    await keepActiveProvider(call.db, row, undefined);
    await call.db.deleteFrom("saml_groups").where("provider_id", "=", samlProviderId).execute();
    await call.db.deleteFrom("saml_failures").where("provider_id", "=", samlProviderId).execute();
    await call.db.deleteFrom("saml_providers").where("id", "=", samlProviderId).execute();
    return true;
  },
} satisfies Handlers<typeof contract>;

async function presentWithTeam(
  call: Call,
  member: Role | null,
  row: SamlProviderTable & Pick<ProviderRow, "lastFailures">,
): Promise<Provider> {
  const { lastFailures = [] } = row;
  const [provider] = await withTeams(call, [row]);
  const withFailures = { ...(provider ?? { ...row, team: undefined, groups: [] }), lastFailures };
  return presentProvider(withFailures, member, call.base);
}

/** @throws ApiError 400 if the team is not in the organization */
async function resolveTeam(
  call: Call,
  organizationId: string,
  id: string | undefined,
): Promise<string | null> {
  if (id === undefined) return null;
  const team = await call.db
    .selectFrom("teams")
    .select("id")
    .where("id", "=", id)
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  if (team) return team.id;
  throw new ApiError(400, `defaultTeam ${id} is not a team of this organization. Check the id.`, {
    field: "defaultTeam",
  });
}

/**
 * Checks a change that may leave no active provider.
 * @param after the provider after the change; undefined if it is deleted
 * @throws ApiError 409 if the organization enforces single sign-on and would have no active provider
 */
async function keepActiveProvider(
  db: Queries,
  before: SamlProviderTable,
  after: SamlProviderTable | undefined,
): Promise<void> {
  if (!isActiveProvider(before) || (after && isActiveProvider(after))) return;
  const { sso } = await db
    .selectFrom("organizations")
    .select("sso")
    .where("id", "=", before.organization_id)
    .executeTakeFirstOrThrow();
  if (sso === 0) return;
  const others = await db
    .selectFrom("saml_providers")
    .selectAll()
    .where("organization_id", "=", before.organization_id)
    .where("id", "<>", before.id)
    .execute();
  if (others.some(isActiveProvider)) return;
  throw new ApiError(
    409,
    `${before.label} is the only active provider, and the organization enforces single sign-on. Disable enforcement first.`,
  );
}
