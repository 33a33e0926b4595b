/**
 * Pages of the spaces and sites that an integration works on: every one in the organizations where
 * it is installed and that the caller administers, one organization after the other.
 */
import { sql } from "kysely";
import type { Input, Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/integration.ts";
import type { Page } from "../../../contract/wire.ts";
import { roleIn } from "../../core/access.ts";
import type { Call } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import { presentSpace, type SpaceRow, selectSpaces } from "../../core/space-rows.ts";
import { readInTreeOrder, treeKey } from "../../core/tree-order.ts";
import { presentSite, type SiteRow, selectSites } from "../sites/rows.ts";
import { defaultsOf } from "./configuration.ts";
import { worksOn } from "./facets.ts";
import { installationAddress } from "./installation-rows.ts";
import { integrationAddress, keptManifest } from "./rows.ts";
import { administered, type SeenIntegration } from "./seen.ts";
import type { InstallationTable } from "./tables.ts";

type Asked = Omit<Input<typeof contract.spaces>, "integrationName">;
type SpaceInstallation = Output<typeof contract.spaces>["items"][number];
type SiteInstallation = Output<typeof contract.sites>["items"][number];

/** In each organization in the order of its tree. Deleted spaces are left out. */
export function spacesWith(
  call: Call,
  seen: SeenIntegration,
  asked: Asked,
): Promise<Page<SpaceInstallation>> {
  return placed<SpaceRow, SpaceInstallation>(call, seen, asked, {
    kind: "space",
    read: (organization, after, take) =>
      readInTreeOrder(after, take, (stretch) =>
        selectSpaces(call)
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
      space: asked.extended ? presentSpace(row, roleIn(row, "admin"), call.base) : row.id,
    }),
  });
}

/** In each organization the oldest first. */
export function sitesWith(
  call: Call,
  seen: SeenIntegration,
  asked: Asked,
): Promise<Page<SiteInstallation>> {
  return placed<SiteRow, SiteInstallation>(call, seen, asked, {
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
      site: asked.extended ? presentSite(row, "admin", call.base) : row.id,
    }),
  });
}

/** What the installations of both kinds say alike. */
type Common = Pick<
  SpaceInstallation,
  "integration" | "installation" | "status" | "configuration" | "externalIds" | "urls"
>;

interface Placing<Row, T> {
  readonly kind: "space" | "site";
  /** Reads rows of one organization strictly after a key of `key`. */
  readonly read: (
    organization: string,
    after: readonly string[] | undefined,
    take: number,
  ) => Promise<readonly Row[]>;
  readonly key: (row: Row) => readonly string[];
  readonly show: (row: Row, common: Common) => T;
}

/** Neither spaces nor sites have external ids of their own, so none is found by one. */
async function placed<Row extends { readonly organization_id: string }, T>(
  call: Call,
  { row: integration }: SeenIntegration,
  { externalId, extended, ...asked }: Asked,
  placing: Placing<Row, T>,
): Promise<Page<T>> {
  const { name, target } = integration;
  const none = externalId !== undefined || !worksOn(target, placing.kind);
  const installed = none ? [] : await installedIn(call, name);
  const configuration = defaultsOf(keptManifest(integration).configurations?.[placing.kind]);
  return pageOf({
    ...asked,
    list: JSON.stringify([placing.kind, name, externalId, extended]),
    read: (after, take) => readAll(placing, installed, after, take),
    key: ({ installation, row }) => [installation.organization_id, ...placing.key(row)],
    show: ({ installation, row }) =>
      placing.show(row, {
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

/** In the order of the organizations' ids. */
function installedIn(call: Call, name: string): Promise<InstallationTable[]> {
  return call.db
    .selectFrom("installations")
    .selectAll()
    .where("integration", "=", name)
    .where("organization_id", "in", administered(call))
    .orderBy("organization_id")
    .execute();
}

/** Goes from one organization to the next, each read in an order that it has an index for. */
async function readAll<Row, T>(
  placing: Placing<Row, T>,
  installed: readonly InstallationTable[],
  after: readonly string[] | undefined,
  take: number,
): Promise<{ readonly installation: InstallationTable; readonly row: Row }[]> {
  const [current = "", ...within] = after ?? [];
  const found: { installation: InstallationTable; row: Row }[] = [];
  for (const installation of installed) {
    const { organization_id: organization } = installation;
    if (found.length >= take) break;
    if (organization < current) continue;
    const from = after !== undefined && organization === current ? within : undefined;
    const rows = await placing.read(organization, from, take - found.length);
    for (const row of rows) found.push({ installation, row });
  }
  return found;
}
