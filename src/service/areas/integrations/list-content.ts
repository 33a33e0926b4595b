/**
 * Pages of the spaces and sites that an integration works on: all of each organization in which it
 * is installed and which the caller administers, one organization after the other.
 */
import { sql } from "kysely";
import type { Input, Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/integration.ts";
import type { Page } from "../../../contract/wire.ts";
import type { Call } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import { roleIn } from "../../core/precedence.ts";
import { presentSpace, type SpaceRow, selectSpaces } from "../../core/space-rows.ts";
import { readInTreeOrder, treeKey } from "../../core/tree-order.ts";
import { presentSite } from "../sites/present.ts";
import { type SiteRow, selectSites } from "../sites/queries.ts";
import { installationAddress } from "./installations.ts";
import { defaultSettings, readManifest, worksOn } from "./manifest.ts";
import { integrationAddress } from "./present.ts";
import { administeredOrganizations, type IntegrationAccess } from "./queries.ts";
import type { InstallationTable } from "./tables.ts";

type ListOptions = Omit<Input<typeof contract.spaces>, "integrationName">;
type SpaceInstallation = Output<typeof contract.spaces>["items"][number];
type SiteInstallation = Output<typeof contract.sites>["items"][number];

/** In the order of the tree of each organization, without deleted spaces. */
export function listSpacesWith(
  call: Call,
  integration: IntegrationAccess,
  options: ListOptions,
): Promise<Page<SpaceInstallation>> {
  return listInstalled<SpaceRow, SpaceInstallation>(call, integration, options, {
    kind: "space",
    read: (organization, after, take) =>
      readInTreeOrder(after, take, (stretch) =>
        selectSpaces(call, "admin")
          .where("organization_id", "=", organization)
          .where("deleted_at", "is", null)
          .where(stretch.condition)
          .orderBy(stretch.order)
          .limit(stretch.take)
          .execute(),
      ),
    key: treeKey,
    show: (row, common) => ({
      ...common,
      space: options.extended ? presentSpace(row, roleIn(row, "admin"), call.base) : row.id,
    }),
  });
}

/** The oldest first in each organization. */
export function listSitesWith(
  call: Call,
  integration: IntegrationAccess,
  options: ListOptions,
): Promise<Page<SiteInstallation>> {
  return listInstalled<SiteRow, SiteInstallation>(call, integration, options, {
    kind: "site",
    read: (organization, after, take) =>
      selectSites(call.db)
        .where("organization_id", "=", organization)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(created_at, id) > (${sql.join(after ?? [])})`),
        )
        .orderBy("created_at")
        .orderBy("id")
        .limit(take)
        .execute(),
    key: (row) => [row.created_at, row.id],
    show: (row, common) => ({
      ...common,
      site: options.extended ? presentSite(row, "admin", call.base) : row.id,
    }),
  });
}

/** The fields that both kinds of answers have. */
type CommonFields = Pick<
  SpaceInstallation,
  "integration" | "installation" | "status" | "configuration" | "externalIds" | "urls"
>;

interface ContentReader<Row, T> {
  readonly kind: "space" | "site";
  /** Reads rows of one organization strictly after a key of `key`. */
  readonly read: (
    organization: string,
    after: readonly string[] | undefined,
    take: number,
  ) => Promise<readonly Row[]>;
  readonly key: (row: Row) => readonly string[];
  readonly show: (row: Row, common: CommonFields) => T;
}

/** Spaces and sites have no external ids, so filtering by one finds none. */
async function listInstalled<Row extends { readonly organization_id: string }, T>(
  call: Call,
  { row: integration }: IntegrationAccess,
  { externalId, extended, ...options }: ListOptions,
  reader: ContentReader<Row, T>,
): Promise<Page<T>> {
  const { name, target } = integration;
  const isEmpty = externalId !== undefined || !worksOn(target, reader.kind);
  const installed = isEmpty ? [] : await administeredInstallations(call, name);
  const configuration = defaultSettings(readManifest(integration).configurations?.[reader.kind]);
  // Each item repeats it, whatever its size.
  const size = JSON.stringify(configuration).length;
  return pageOf({
    ...options,
    list: JSON.stringify([reader.kind, name, externalId, extended]),
    read: (after, take) => readByOrganization(reader, installed, after, take),
    key: ({ installation, row }) => [installation.organization_id, ...reader.key(row)],
    size: () => size,
    show: ({ installation, row }) =>
      reader.show(row, {
        integration: name,
        installation: installation.id,
        status: installation.status,
        configuration,
        externalIds: [],
        urls: {
          location: installationAddress(call.base, installation),
          publicEndpoint: integrationAddress(call.base, name),
        },
      }),
  });
}

/** An installation without its configuration, which can be large. */
type Installed = Pick<InstallationTable, "id" | "integration" | "organization_id" | "status">;

/** By the ids of the organizations. */
function administeredInstallations(call: Call, name: string): Promise<Installed[]> {
  return call.db
    .selectFrom("installations")
    .select(["id", "integration", "organization_id", "status"])
    .where("integration", "=", name)
    .where("organization_id", "in", administeredOrganizations(call))
    .orderBy("organization_id")
    .execute();
}

/** Reads one organization after the other, each in an order that has an index. */
async function readByOrganization<Row, T>(
  reader: ContentReader<Row, T>,
  installed: readonly Installed[],
  after: readonly string[] | undefined,
  take: number,
): Promise<{ readonly installation: Installed; readonly row: Row }[]> {
  const [current = "", ...within] = after ?? [];
  const entries: { installation: Installed; row: Row }[] = [];
  for (const installation of installed) {
    const { organization_id: organization } = installation;
    if (entries.length >= take) break;
    if (organization < current) continue;
    const from = after !== undefined && organization === current ? within : undefined;
    const rows = await reader.read(organization, from, take - entries.length);
    for (const row of rows) entries.push({ installation, row });
  }
  return entries;
}
