/** Handlers of integrations, and their list with its filters. */
import { sql } from "kysely";
import type { Input } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/integration.ts";
import { authorize, requireMembership } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { buildPage, computeSizes } from "../../core/pages.ts";
import { requireSpace } from "../../core/rows/space-rows.ts";
import { containsText } from "../../core/texts.ts";
import type { Queries } from "../../database/tables.ts";
import { requireSite } from "../sites/queries.ts";
import { issueAgentToken } from "./installations/agent-token.ts";
import { announceVersion } from "./installations/consent.ts";
import { installIntegration } from "./installations/install.ts";
import {
  listInstallations,
  presentInstallation,
  selectInstallations,
} from "./installations/installations.ts";
import { listInstalledIn, listIntegrationsOnContent } from "./installations/installed.ts";
import { listSitesWith, listSpacesWith } from "./installations/list-content.ts";
import { listStatuses, requireStatus } from "./installations/statuses.ts";
import { loadOwners, type Owner, presentIntegration, presentOne } from "./present.ts";
import { publishIntegration } from "./publish.ts";
import { findIntegration, requireIntegration } from "./queries.ts";
import { attachScript } from "./running/script-feed.ts";
import { listSiteScripts } from "./site-scripts.ts";
import { storeSecrets } from "./stored-secrets.ts";
import type { IntegrationFacetTable, IntegrationTable } from "./tables.ts";
import { removeTunnel, setTunnel } from "./tunnel.ts";

export const handlers = {
  async list(input, call) {
    return listIntegrations(call, input, await findAgentOrganization(call));
  },

  async get({ integrationName }, call) {
    return presentOne(call, (await requireIntegration(call, integrationName)).row);
  },

  async publish(manifest, call) {
    const row = await publishIntegration(call, manifest);
    await storeSecrets(call, row.name, manifest.secrets);
    await announceVersion(call, row);
    if (call.outside.scripts !== undefined) await attachScript(call, row.name);
    return presentOne(call, row);
  },

  async unpublish({ integrationName }, call) {
    const integration = await findIntegration(call, integrationName);
    if (!integration) return false;
    authorize(integration.membership?.role, "unpublishIntegration");
    await unpublishIntegration(call.db, integrationName);
    return true;
  },

  async createToken({ integrationName }, call) {
    const { row, membership } = await requireIntegration(call, integrationName);
    authorize(membership?.role, "createIntegrationToken");
    return { token: await issueAgentToken(call, row.name) };
  },

  async installations({ integrationName, ...options }, call) {
    await requireIntegration(call, integrationName);
    return listInstallations(call, integrationName, options);
  },

  async install({ integrationName, organization }, call) {
    const id = await installIntegration(call, integrationName, organization);
    const row = await selectInstallations(call.db)
      .where("installations.id", "=", id)
      .executeTakeFirstOrThrow();
    return presentInstallation(row, call.base);
  },

  async spaces({ integrationName, ...options }, call) {
    return listSpacesWith(call, (await requireIntegration(call, integrationName)).row, options);
  },

  async sites({ integrationName, ...options }, call) {
    return listSitesWith(call, (await requireIntegration(call, integrationName)).row, options);
  },

  async listForOrganization({ organizationId, ...input }, call) {
    await requireMembership(call, organizationId);
    return listIntegrations(call, input, organizationId);
  },

  async listInstalled({ organizationId, ...options }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "listOrganizationInstallations");
    return listInstalledIn(call, organizationId, options);
  },

  async listForSpace({ spaceId, search }, call) {
    const { row } = await requireSpace(call, spaceId);
    const items = await listIntegrationsOnContent(call, row, "space", search);
    return { items, count: items.length };
  },

  async listForSite({ organizationId, siteId, search }, call) {
    const { row } = await requireSite(call, organizationId, siteId);
    const items = await listIntegrationsOnContent(call, row, "site", search);
    return { items, count: items.length };
  },

  async listScripts({ organizationId, siteId }, call) {
    const { row } = await requireSite(call, organizationId, siteId);
    return listSiteScripts(call, row);
  },

  async listBlocks({ spaceId }, call) {
    const { row } = await requireSpace(call, spaceId);
    const items = await listIntegrationsOnContent(call, row, "space", undefined);
    return items.flatMap(({ name, blocks = [] }) => (blocks.length > 0 ? [{ name, blocks }] : []));
  },

  async getStatus({ organizationId, integrationName }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "getOrganizationIntegrationStatus");
    return { status: await requireStatus(call, organizationId, integrationName) };
  },

  async listStatuses({ organizationId, ...options }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "listOrganizationIntegrationsStatus");
    return listStatuses(call, organizationId, options);
  },

  async devOff({ integrationName }, call) {
    const integration = await requireIntegration(call, integrationName);
    authorize(integration.membership?.role, "disableIntegrationDevelopmentMode");
    const isRemoved = await removeTunnel(call, integrationName);
    if (call.outside.scripts !== undefined) await attachScript(call, integrationName);
    return isRemoved;
  },

  async dev({ integrationName, tunnelUrl, all = false }, call) {
    const integration = await requireIntegration(call, integrationName);
    authorize(integration.membership?.role, "setIntegrationDevelopmentMode");
    await setTunnel(call, integration.row, tunnelUrl, all);
    return undefined;
  },
} satisfies Handlers<typeof contract>;

/**
 * The organization whose private integrations a token of an integration may see: that of the
 * installation, or the publisher.
 */
async function findAgentOrganization({ db, agent }: Call): Promise<string | undefined> {
  if (agent === undefined) return undefined;
  if (agent.kind === "installation") return agent.installation.organization_id;
  const row = await db
    .selectFrom("integrations")
    .select("organization_id")
    .where("name", "=", agent.integration)
    .executeTakeFirst();
  return row?.organization_id;
}

type IntegrationListInput = Input<typeof contract.list>;

/**
 * Public integrations, and those of the caller's organizations, by name.
 * @param organization replaces the organizations of the caller
 */
function listIntegrations(call: Call, input: IntegrationListInput, organization?: string) {
  const { page, limit, ...filters } = input;
  const matching = (after: string | undefined, take: number) =>
    selectMatching(call, filters, after, take, organization);
  return buildPage({
    page,
    limit,
    list: `integrations by ${JSON.stringify(Object.entries(filters).toSorted())} ${organization}`,
    measure: (after, take) => computeSizes(matching(after?.[0], take), ["manifest", "images"]),
    read: async (after, take) => {
      const rows = await matching(after?.[0], take).execute();
      const owners = await loadOwners(call, rows);
      return rows.flatMap((row) => withOwner(row, owners.get(row.organization_id)));
    },
    key: ({ row }) => [row.name],
    show: ({ row, owner }) => presentIntegration(row, owner, call.base),
  });
}

function withOwner(row: IntegrationTable, owner: Owner | undefined) {
  return owner ? [{ row, owner }] : [];
}

function selectMatching(
  { db, caller, boundTo }: Call,
  filters: Omit<IntegrationListInput, "page" | "limit">,
  after: string | undefined,
  take: number,
  organization: string | undefined,
) {
  const { search, category, blockDomain, blocks, contentSources, owner, scope, target } = filters;
  let query = db.selectFrom("integrations").selectAll();
  const ownOrganizations = db
    .selectFrom("members")
    .select("members.organization_id")
    .where("members.user_id", "=", caller)
    .where("members.role", "is not", null)
    .where("members.disabled", "=", 0)
    .$if(boundTo !== undefined, (members) =>
      members.where("members.organization_id", "=", boundTo ?? ""),
    );
  query = query.where((row) =>
    row.or([
      row("visibility", "=", "public"),
      row.and([
        row("organization_id", "in", ownOrganizations),
        ...(organization === undefined ? [] : [row("organization_id", "=", organization)]),
      ]),
    ]),
  );
  if (after !== undefined) query = query.where("name", ">", after);
  if (search !== undefined) {
    query = query.where(containsText(sql`words`, search.toLowerCase()));
  }
  if (category !== undefined) query = query.where(hasFacet("category", category));
  if (scope !== undefined) query = query.where(hasFacet("scope", scope));
  if (blockDomain !== undefined) query = query.where(hasFacet("domain", blockDomain.toLowerCase()));
  if (blocks !== undefined) query = query.where("has_blocks", "=", Number(blocks));
  if (contentSources !== undefined) {
    query = query.where("has_content_sources", "=", Number(contentSources));
  }
  if (owner !== undefined) query = query.where("organization_id", "=", owner);
  if (target !== undefined) query = query.where("target", "=", target);
  return query.orderBy("name").limit(take);
}

function hasFacet(kind: IntegrationFacetTable["kind"], value: string) {
  return sql<boolean>`exists (
    select 1 from integration_facets as facet
    where facet.integration = integrations.name and facet.kind = ${kind} and facet.value = ${value}
  )`;
}

/** Deletes an integration with all its rows; a job that sends its events finds none, and ends. */
async function unpublishIntegration(db: Queries, name: string): Promise<void> {
  await db
    .deleteFrom("installation_contents")
    .where("installation_id", "in", (row) =>
      row.selectFrom("installations").select("id").where("integration", "=", name),
    )
    .execute();
  for (const table of [
    "agent_tokens",
    "integration_events",
    "installations",
    "integration_feeds",
    "integration_secrets",
    "integration_images",
    "integration_versions",
    "integration_facets",
  ] as const) {
    await db.deleteFrom(table).where("integration", "=", name).execute();
  }
  await db.deleteFrom("integrations").where("name", "=", name).execute();
}
