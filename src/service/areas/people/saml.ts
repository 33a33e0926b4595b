/** The handlers of SAML providers. */
import { sql } from "kysely";
import type * as contract from "../../../contract/saml.ts";
import { Problem } from "../../../errors.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import { refuseBlank } from "../../core/titles.ts";
import { certificateAsPem } from "./certificate.ts";
import { keepALogin } from "./saml-enforcing.ts";
import {
  asAdmin,
  existingProvider,
  findProvider,
  type Provider,
  presentProvider,
  withTeams,
} from "./saml-rows.ts";
import type { SamlProviderTable } from "./tables.ts";

export const handlers = {
  /** The oldest first. */
  async list({ organizationId, ...asked }, call) {
    const member = await asAdmin(call, organizationId, "Listing the SAML providers");
    return pageOf({
      ...asked,
      list: `SAML providers of organization ${organizationId}`,
      read: async (after, take) => {
        const rows = await call.db
          .selectFrom("saml_providers")
          .selectAll()
          .where("organization_id", "=", organizationId)
          .$if(after !== undefined, (query) =>
            query.where(sql<boolean>`(created_at, id) > (${sql.join(after ?? [])})`),
          )
          .orderBy("created_at")
          .orderBy("id")
          .limit(take)
          .execute();
        return withTeams(call, rows);
      },
      key: (row) => [row.created_at, row.id],
      show: (row) => presentProvider(row, member, call.base),
    });
  },

  async create({ organizationId, label, ...settings }, call) {
    await asAdmin(call, organizationId, "Creating a SAML provider");
    refuseBlank("label", label);
    const row: SamlProviderTable = {
      id: call.newId(),
      organization_id: organizationId,
      label,
      entity_id: settings.entityID ?? "",
      certificate: certificateAsPem(settings.certificate ?? ""),
      sso_url: settings.ssoURL ?? "",
      default_team: await teamIn(call, organizationId, settings.defaultTeam),
      default_role: settings.defaultRole ?? null,
      created_at: call.now.toISOString(),
    };
    await call.db.insertInto("saml_providers").values(row).execute();
    return shown(call, row);
  },

  async get({ organizationId, samlProviderId }, call) {
    await asAdmin(call, organizationId, "Looking at a SAML provider");
    return shown(call, await existingProvider(call.db, organizationId, samlProviderId));
  },

  async update({ organizationId, samlProviderId, ...changes }, call) {
    await asAdmin(call, organizationId, "Changing a SAML provider");
    const row = await existingProvider(call.db, organizationId, samlProviderId);
    const { label, entityID, certificate, ssoURL, defaultTeam, defaultRole } = changes;
    refuseBlank("label", label);
    const columns: Partial<SamlProviderTable> = {};
    if (label !== undefined) columns.label = label;
    if (entityID !== undefined) columns.entity_id = entityID;
    if (certificate !== undefined) columns.certificate = certificateAsPem(certificate);
    if (ssoURL !== undefined) columns.sso_url = ssoURL;
    if (defaultTeam !== undefined) {
      columns.default_team = await teamIn(call, organizationId, defaultTeam);
    }
    if (defaultRole !== undefined) columns.default_role = defaultRole;
    if (Object.keys(columns).length === 0) return shown(call, row);
    await keepALogin(call.db, row, { ...row, ...columns });
    await call.db
      .updateTable("saml_providers")
      .set(columns)
      .where("id", "=", samlProviderId)
      .execute();
    return shown(call, { ...row, ...columns });
  },

  async remove({ organizationId, samlProviderId }, call) {
    await asAdmin(call, organizationId, "Deleting a SAML provider");
    const row = await findProvider(call.db, organizationId, samlProviderId);
    if (!row) return false;
    await keepALogin(call.db, row, undefined);
    await call.db.deleteFrom("saml_providers").where("id", "=", samlProviderId).execute();
    return true;
  },
} satisfies Handlers<typeof contract>;

async function shown(call: Call, row: SamlProviderTable): Promise<Provider> {
  const [provider] = await withTeams(call, [row]);
  return presentProvider(provider ?? { ...row, team: undefined }, "admin", call.base);
}

/** @throws Problem 400 for a team that is not of the organization */
async function teamIn(
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
  throw new Problem(400, `defaultTeam ${id} is no team of the organization; give the id of one.`, {
    field: "defaultTeam",
  });
}
