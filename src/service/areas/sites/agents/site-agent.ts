/** Handlers for the agent settings of sites, which are stored: the platform has no agent. */
import type { Input, Output } from "../../../../contract/endpoint.ts";
import type * as contract from "../../../../contract/site-agent.ts";
import { addKeys } from "../../../../document/keys.ts";
import { authorize } from "../../../core/access/access.ts";
import type { Call, Handlers } from "../../../core/handlers.ts";
import { requireSite } from "../queries.ts";
import type { SiteAgentSettingsTable } from "../tables.ts";

type SiteAgentSettings = Pick<Input<typeof contract.put>, "scans" | "findings" | "editing">;

/** Nothing runs without a decision of an admin. */
const defaults: SiteAgentSettings = {
  scans: { topics: "never" },
  findings: { changeRequests: "never" },
  editing: { customInstructions: { object: "document", data: { schemaVersion: 1 }, nodes: [] } },
};

export const handlers = {
  async get({ organizationId, siteId }, call) {
    await requireSite(call, organizationId, siteId);
    const row = await call.db
      .selectFrom("site_agent_settings")
      .selectAll()
      .where("site_id", "=", siteId)
      .executeTakeFirst();
    return presentSettings(row, { organizationId, siteId }, call);
  },

  async put({ organizationId, siteId, scans, findings, editing }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "updateSiteAgentSettingsById");
    const customInstructions = addKeys(editing.customInstructions);
    const columns = {
      settings: JSON.stringify({ scans, findings, editing: { customInstructions } }),
      updated_at: call.now.toISOString(),
      updated_by: call.caller,
    };
    const row = { site_id: siteId, ...columns };
    await call.db
      .insertInto("site_agent_settings")
      .values(row)
      .onConflict((conflict) => conflict.column("site_id").doUpdateSet(columns))
      .execute();
    return presentSettings(row, { organizationId, siteId }, call);
  },
} satisfies Handlers<typeof contract>;

function presentSettings(
  row: SiteAgentSettingsTable | undefined,
  { organizationId, siteId }: { readonly organizationId: string; readonly siteId: string },
  { base }: Pick<Call, "base">,
): Output<typeof contract.get> {
  const settings: SiteAgentSettings = row === undefined ? defaults : JSON.parse(row.settings);
  return {
    object: "site-agent-settings",
    ...settings,
    ...(row !== undefined && { updatedAt: row.updated_at, updatedBy: row.updated_by }),
    urls: { location: `${base}/v1/orgs/${organizationId}/sites/${siteId}/agent-settings` },
  };
}
