/** Integrations that are installed in an organization, or on one of its spaces and docs sites. */

import { sql } from "kysely";
import type { Output } from "../../../../contract/endpoint.ts";
import type { listInstalled } from "../../../../contract/integration.ts";
import type { ListResponse } from "../../../../contract/wire.ts";
import {
  type ContentKind,
  InstallationPermissions,
} from "../../../core/access/installation-permissions.ts";
import type { Call } from "../../../core/handlers.ts";
import { buildPage, type Paging } from "../../../core/pages.ts";
import { containsText } from "../../../core/texts.ts";
import type { PresentedIntegration } from "../manifest.ts";
import { loadOwners, type Owner, presentIntegration } from "../present.ts";
import type { IntegrationTable } from "../tables.ts";
import { findInstallationsOfContent, worksOnContent } from "./contents.ts";
import { type InstallationRow, presentInstallation, selectInstallations } from "./installations.ts";

type InstalledItem = Output<typeof listInstalled>["items"][number];

export interface InstalledRow {
  readonly installation: InstallationRow;
  readonly integration: IntegrationTable;
  readonly owner: Owner;
}

/** By integration name; for the token of an installation, only itself. */
export function listInstalledIn(
  call: Call,
  organizationId: string,
  { search, ...options }: Paging & { readonly search?: string },
): Promise<ListResponse<InstalledItem>> {
  return buildPage<InstalledRow, InstalledItem>({
    ...options,
    list: `installations in ${organizationId} with ${JSON.stringify(search ?? null)}`,
    read: async (after, take) => {
      const installations = await selectInstallations(call.db)
        .where("installations.organization_id", "=", organizationId)
        .$if(call.agent !== undefined, (query) =>
          query.where("installations.integration", "=", call.agent?.integration ?? ""),
        )
        .$if(search !== undefined, (query) => query.where(isCalled(search ?? "")))
        .$if(after !== undefined, (query) =>
          query.where("installations.integration", ">", after?.[0] ?? ""),
        )
        .orderBy("installations.integration")
        .limit(take)
        .execute();
      return withIntegrations(call, installations);
    },
    key: ({ integration }) => [integration.name],
    show: ({ installation, integration, owner }) => ({
      installation: presentInstallation(installation, call.base),
      integration: presentIntegration(integration, owner, call.base),
    }),
  });
}

/** The maximum number of integrations of a space or site in a response, which has no further pages. */
const mostOnContent = 200;

/** Configured integrations of a space or site, by name. */
export async function listIntegrationsOnContent(
  call: Call,
  content: { readonly id: string; readonly organization_id: string },
  kind: ContentKind,
  search: string | undefined,
): Promise<PresentedIntegration[]> {
  const working = await findInstalledOn(call, content, kind, search);
  const rows = await withIntegrations(call, working);
  return rows.map(({ integration, owner }) => presentIntegration(integration, owner, call.base));
}

/** Active installations that work on a space or site, by name. */
export async function findInstalledOn(
  { db }: Pick<Call, "db">,
  content: { readonly id: string; readonly organization_id: string },
  kind: ContentKind,
  search: string | undefined,
): Promise<InstallationRow[]> {
  const installations = await selectInstallations(db)
    .where("installations.organization_id", "=", content.organization_id)
    .where("installations.status", "=", "active")
    .$if(search !== undefined, (query) => query.where(isCalled(search ?? "")))
    .orderBy("installations.integration")
    .limit(mostOnContent)
    .execute();
  const chosen = await findInstallationsOfContent(db, content.id);
  return installations.filter((installation) => {
    const permissions = InstallationPermissions.resolve(installation);
    return worksOnContent(permissions, installation, kind, chosen.has(installation.id));
  });
}

function isCalled(search: string) {
  return containsText(sql`integrations.words`, search.toLowerCase());
}

export async function withIntegrations(
  call: Call,
  installations: readonly InstallationRow[],
): Promise<InstalledRow[]> {
  if (installations.length === 0) return [];
  const names = installations.map(({ integration }) => integration);
  const rows = await call.db
    .selectFrom("integrations")
    .selectAll()
    .where("name", "in", names)
    .execute();
  const owners = await loadOwners(call, rows);
  const byName = new Map(rows.map((row) => [row.name, row]));
  return installations.flatMap((installation) => {
    const integration = byName.get(installation.integration);
    const owner = integration && owners.get(integration.organization_id);
    return integration && owner ? [{ installation, integration, owner }] : [];
  });
}
