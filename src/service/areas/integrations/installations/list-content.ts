/**
 * Pages of the spaces and sites of one installation, or of all installations that the caller
 * administers, grouped by organization.
 */
import type { Input, Output } from "../../../../contract/endpoint.ts";
import type * as contract from "../../../../contract/integration.ts";
import type { ListResponse } from "../../../../contract/wire.ts";
import {
  type ContentKind,
  InstallationPermissions,
} from "../../../core/access/installation-permissions.ts";
import { readRole } from "../../../core/access/precedence.ts";
import type { Call } from "../../../core/handlers.ts";
import { getContentEndpoint } from "../../../core/integration-endpoints.ts";
import { buildPage, inOrder } from "../../../core/pages.ts";
import { addPublishedUrls, type WithPublishedUrl } from "../../../core/rows/published-urls.ts";
import { presentSpace, type SpaceRow, selectSpaces } from "../../../core/rows/space-rows.ts";
import { readInTreeOrder, toTreeKey } from "../../../core/rows/tree-order.ts";
import type { Queries } from "../../../database/tables.ts";
import { presentSite } from "../../sites/present.ts";
import { type SiteRow, selectSites } from "../../sites/queries.ts";
import { computeStatus, getDefaultSettings, readManifest } from "../manifest.ts";
import { selectAdministeredOrganizations } from "../queries.ts";
import type { InstallationContentTable, InstallationTable, IntegrationTable } from "../tables.ts";
import { isInstalledOn, readContents } from "./contents.ts";
import { buildInstallationUrl } from "./installations.ts";

type InstalledSpaceFilter = Omit<Input<typeof contract.spaces>, "integrationName">;
export type SpaceInstallation = Output<typeof contract.spaces>["items"][number];
export type SiteInstallation = Output<typeof contract.sites>["items"][number];

/** In the order of the tree of each organization, without deleted spaces. */
export function listSpacesWith(
  call: Call,
  integration: IntegrationTable,
  options: InstalledSpaceFilter,
  installation?: InstallationSummary,
): Promise<ListResponse<SpaceInstallation>> {
  return listInstalled<SpaceRow & WithPublishedUrl, SpaceInstallation>(
    call,
    integration,
    options,
    installation,
    {
      kind: "space",
      read: (installed, after, take) =>
        readInTreeOrder(after, take, async (stretch) =>
          addPublishedUrls(
            call,
            await selectSpaces(call, "admin")
              .where("organization_id", "=", installed.organization_id)
              .where("deleted_at", "is", null)
              .where(isInstalledOn(installed, "space", options.externalId))
              .where(stretch.condition)
              .orderBy(stretch.order)
              .limit(stretch.take)
              .execute(),
          ),
        ),
      key: toTreeKey,
      show: (row, common) => ({
        ...common,
        space: options.extended ? presentSpace(row, readRole(row, "admin"), call.base) : row.id,
      }),
    },
  );
}

/** Oldest first in each organization. */
export function listSitesWith(
  call: Call,
  integration: IntegrationTable,
  options: InstalledSpaceFilter,
  installation?: InstallationSummary,
): Promise<ListResponse<SiteInstallation>> {
  return listInstalled<SiteRow, SiteInstallation>(call, integration, options, installation, {
    kind: "site",
    read: (installed, after, take) =>
      selectSites(call.db)
        .where("organization_id", "=", installed.organization_id)
        .where(isInstalledOn(installed, "site", options.externalId))
        .$call((query) => inOrder(query, ["created_at", "id"], after))
        .limit(take)
        .execute(),
    key: (row) => [row.created_at, row.id],
    show: (row, common) => ({
      ...common,
      site: options.extended ? presentSite(row, "admin", call.base) : row.id,
    }),
  });
}

/** The common fields of both kinds of responses. */
export type CommonFields = Pick<
  SpaceInstallation,
  "integration" | "installation" | "status" | "configuration" | "externalIds" | "urls"
>;

interface ContentReader<Row, T> {
  readonly kind: ContentKind;
  /** Reads rows of an installation after a key. */
  readonly read: (
    installed: InstallationSummary,
    after: readonly string[] | undefined,
    take: number,
  ) => Promise<readonly Row[]>;
  readonly key: (row: Row) => readonly string[];
  readonly show: (row: Row, common: CommonFields) => T;
}

interface InstallableContent {
  readonly id: string;
  readonly organization_id: string;
}

interface InstalledContent<Row> {
  readonly installation: InstallationSummary;
  readonly row: Row;
  readonly own: InstallationContentTable | undefined;
}

async function listInstalled<Row extends InstallableContent, T>(
  call: Call,
  integration: IntegrationTable,
  { externalId, extended, ...options }: InstalledSpaceFilter,
  only: InstallationSummary | undefined,
  reader: ContentReader<Row, T>,
): Promise<ListResponse<T>> {
  const { name } = integration;
  const all = only ? [only] : await listAdministeredInstallations(call, name);
  const installed = all.filter(({ accepted }) =>
    InstallationPermissions.resolve({ ...integration, accepted }).worksOn(reader.kind),
  );
  const defaultSize = JSON.stringify(getUsualSettings(integration, reader.kind)).length;
  return buildPage({
    ...options,
    list: JSON.stringify([reader.kind, name, externalId, extended, only?.id]),
    read: (after, take) => readByOrganization(call.db, reader, installed, after, take),
    key: ({ installation, row }) => [installation.organization_id, ...reader.key(row)],
    // Each item repeats the settings, whatever their size.
    size: ({ own }) => own?.configuration.length ?? defaultSize,
    show: ({ installation, row, own }) =>
      reader.show(
        row,
        presentCommon(call.base, { integration, installation, kind: reader.kind, id: row.id, own }),
      ),
  });
}

/** The settings of a space or site without its own. */
export function getUsualSettings(
  integration: Pick<IntegrationTable, "manifest">,
  kind: ContentKind,
): Record<string, unknown> {
  return getDefaultSettings(readManifest(integration).configurations?.[kind]);
}

/** An installation on a space or site, without that resource itself. */
export function presentCommon(
  base: string,
  {
    integration,
    installation,
    kind,
    id,
    own,
  }: {
    readonly integration: IntegrationTable;
    readonly installation: InstallationSummary;
    readonly kind: ContentKind;
    readonly id: string;
    readonly own: InstallationContentTable | undefined;
  },
): CommonFields {
  const configuration: Record<string, unknown> = own
    ? JSON.parse(own.configuration)
    : getUsualSettings(integration, kind);
  const names = { name: integration.name, installation: installation.id };
  const endpoint = getContentEndpoint(base, names, kind, id);
  return {
    integration: integration.name,
    installation: installation.id,
    status: getStatusOnContent(integration, installation, kind, configuration),
    configuration,
    externalIds: own ? JSON.parse(own.external_ids) : [],
    urls: {
      location: `${buildInstallationUrl(base, installation)}/${kind}s/${id}`,
      publicEndpoint: endpoint,
      publicContentEndpoint: endpoint,
    },
  };
}

/** Pending if settings are missing there, or in the organization. */
export function getStatusOnContent(
  integration: Pick<IntegrationTable, "manifest">,
  { status }: Pick<InstallationSummary, "status">,
  kind: ContentKind,
  configuration: Readonly<Record<string, unknown>>,
): InstallationSummary["status"] {
  if (status !== "active") return status;
  return computeStatus(readManifest(integration).configurations?.[kind], configuration);
}

/** An installation without its configuration, which can be large. */
export type InstallationSummary = Pick<
  InstallationTable,
  | "id"
  | "integration"
  | "organization_id"
  | "status"
  | "space_selection"
  | "site_selection"
  | "accepted"
>;

/** By organization id. */
function listAdministeredInstallations(call: Call, name: string): Promise<InstallationSummary[]> {
  return call.db
    .selectFrom("installations")
    .select(["id", "integration", "organization_id", "status"])
    .select(["space_selection", "site_selection", "accepted"])
    .where("integration", "=", name)
    .where("organization_id", "in", selectAdministeredOrganizations(call))
    .orderBy("organization_id")
    .execute();
}

/** Reads one organization after another, each in an order with an index. */
async function readByOrganization<Row extends InstallableContent, T>(
  db: Queries,
  reader: ContentReader<Row, T>,
  installed: readonly InstallationSummary[],
  after: readonly string[] | undefined,
  take: number,
): Promise<InstalledContent<Row>[]> {
  const [current = "", ...within] = after ?? [];
  const contents: InstalledContent<Row>[] = [];
  for (const installation of installed) {
    const { organization_id: organization } = installation;
    if (contents.length >= take) break;
    if (organization < current) continue;
    const from = after !== undefined && organization === current ? within : undefined;
    const rows = await reader.read(installation, from, take - contents.length);
    const ids = rows.map(({ id }) => id);
    const own = await readContents(db, installation.id, ids);
    for (const row of rows) contents.push({ installation, row, own: own.get(row.id) });
  }
  return contents;
}
