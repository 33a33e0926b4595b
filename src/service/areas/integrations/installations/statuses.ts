/** Status of the integrations in an organization, on its spaces and on its docs sites. */
import type { Input, Output } from "../../../../contract/endpoint.ts";
import type { listStatuses as contract } from "../../../../contract/integration.ts";
import type { ListResponse } from "../../../../contract/wire.ts";
import { ApiError } from "../../../../errors.ts";
import { createNotFoundError } from "../../../core/access/access.ts";
import {
  type ContentKind,
  InstallationPermissions,
} from "../../../core/access/installation-permissions.ts";
import type { Call } from "../../../core/handlers.ts";
import { buildPage } from "../../../core/pages.ts";
import { requireSpace } from "../../../core/rows/space-rows.ts";
import { requireSite } from "../../sites/queries.ts";
import { presentIntegration } from "../present.ts";
import type { InstallationContentTable } from "../tables.ts";
import { findInstallationsOfContent, readContents, worksOnContent } from "./contents.ts";
import { type InstallationRow, selectInstallations } from "./installations.ts";
import { type InstalledRow, withIntegrations } from "./installed.ts";
import { getStatusOnContent, getUsualSettings } from "./list-content.ts";

type StatusItem = Output<typeof contract>["items"][number];
type StatusFilter = Omit<Input<typeof contract>, "organizationId">;

/** @throws ApiError 404 if the integration is not installed */
export async function requireStatus(
  { db }: Pick<Call, "db">,
  organizationId: string,
  integration: string,
): Promise<StatusItem["status"]> {
  const row = await db
    .selectFrom("installations")
    .select("status")
    .where("integration", "=", integration)
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  if (!row) throw createNotFoundError("installation", integration, "integrationName");
  return row.status;
}

/**
 * By name. Integrations on spaces or sites are listed for one of them: an installation can work on
 * all of them.
 * @throws ApiError 400 for a target without its space or site, or with another one; 404
 */
export async function listStatuses(
  call: Call,
  organizationId: string,
  { target = "organization", space, site, ...options }: StatusFilter,
): Promise<ListResponse<StatusItem>> {
  const content = await findContent(call, organizationId, { target, space, site });
  const chosen = content && (await findInstallationsOfContent(call.db, content.id));
  return buildPage<
    InstalledRow & { readonly own?: InstallationContentTable | undefined },
    StatusItem
  >({
    ...options,
    list: `status of integrations in ${organizationId} on ${content?.id}`,
    read: async (after, take) => {
      const rows = await selectInstallations(call.db)
        .where("installations.organization_id", "=", organizationId)
        .$if(call.agent !== undefined, (query) =>
          query.where("installations.integration", "=", call.agent?.integration ?? ""),
        )
        .$if(after !== undefined, (query) =>
          query.where("installations.integration", ">", after?.[0] ?? ""),
        )
        .orderBy("installations.integration")
        .$if(content === undefined, (query) => query.limit(take))
        .execute();
      const working = content
        ? rows.filter((row) => worksOn(row, content.kind, chosen?.has(row.id) === true))
        : rows;
      const installed = await withIntegrations(call, working.slice(0, take));
      if (content === undefined) return installed;
      const settings = installed.map(async (one) => ({
        ...one,
        own: (await readContents(call.db, one.installation.id, [content.id])).get(content.id),
      }));
      return Promise.all(settings);
    },
    key: ({ integration }) => [integration.name],
    show: ({ installation, integration, owner, own }) => ({
      status: content
        ? getStatusOnContent(
            integration,
            installation,
            content.kind,
            own ? JSON.parse(own.configuration) : getUsualSettings(integration, content.kind),
          )
        : installation.status,
      integration: presentIntegration(integration, owner, call.base),
      target: content
        ? { type: content.kind, [`${content.kind}Id`]: content.id }
        : { type: "organization", organizationId },
    }),
  });
}

function worksOn(row: InstallationRow, kind: ContentKind, isChosen: boolean): boolean {
  return worksOnContent(InstallationPermissions.resolve(row), row, kind, isChosen);
}

interface StatusTarget {
  readonly target: "organization" | ContentKind;
  readonly space: string | undefined;
  readonly site: string | undefined;
}

async function findContent(
  call: Call,
  organizationId: string,
  { target, space, site }: StatusTarget,
): Promise<{ readonly kind: ContentKind; readonly id: string } | undefined> {
  for (const [kind, id] of Object.entries({ space, site })) {
    if (id === undefined || kind === target) continue;
    throw new ApiError(400, `${kind} is only valid with the target ${kind}.`, { field: kind });
  }
  if (target === "organization") return undefined;
  if (target === "space" && space !== undefined) {
    const { row } = await requireSpace(call, space);
    if (row.organization_id !== organizationId) throw createNotFoundError("space", space, "space");
    return { kind: "space", id: row.id };
  }
  if (target === "site" && site !== undefined) {
    return { kind: "site", id: (await requireSite(call, organizationId, site)).row.id };
  }
  throw new ApiError(
    501,
    `The local platform lists the integrations of one ${target}. Specify ${target}.`,
    { field: target },
  );
}
