/** Presentation of integrations with their owners. */
import { findMembership, getPermissions, type Membership } from "../../core/access/access.ts";
import type { Call } from "../../core/handlers.ts";
import { getPublicEndpoint } from "../../core/integration-endpoints.ts";
import { presentOrganization, presentToStranger } from "../../core/rows/organization-rows.ts";
import type { OrganizationTable } from "../../database/tables.ts";
import { formatPolicy } from "./content-security-policy.ts";
import { buildImageUrl } from "./images.ts";
import { type PresentedIntegration, readManifest } from "./manifest.ts";
import type { IntegrationTable } from "./tables.ts";

export interface Owner {
  readonly row: OrganizationTable;
  /** Absent if the caller is not a member or guest. */
  readonly membership: Membership | undefined;
}

export function buildIntegrationUrl(base: string, name: string): string {
  return `${base}/v1/integrations/${name}`;
}

/** The organizations of integrations, each loaded once. */
export async function loadOwners(
  call: Call,
  rows: readonly Pick<IntegrationTable, "organization_id">[],
): Promise<ReadonlyMap<string, Owner>> {
  const ids = [...new Set(rows.map((row) => row.organization_id))];
  if (ids.length === 0) return new Map();
  const owners = await call.db
    .selectFrom("organizations")
    .selectAll()
    .where("id", "in", ids)
    .execute();
  const entries: [string, Owner][] = [];
  for (const row of owners) {
    entries.push([row.id, { row, membership: await findMembership(call, row.id) }]);
  }
  return new Map(entries);
}

/** Presents a single integration, including a query for its owner. */
export async function presentOne(call: Call, row: IntegrationTable): Promise<PresentedIntegration> {
  const owner = (await loadOwners(call, [row])).get(row.organization_id);
  if (!owner) throw new Error(`The integration ${row.name} has no owner.`);
  return presentIntegration(row, owner, call.base);
}

export function presentIntegration(
  row: IntegrationTable,
  owner: Owner,
  base: string,
): PresentedIntegration {
  const { contentSecurityPolicy, ...manifest } = readManifest(row);
  const location = buildIntegrationUrl(base, row.name);
  const [icon, ...previews]: (string | null)[] = JSON.parse(row.images);
  return {
    object: "integration",
    name: row.name,
    version: row.version,
    title: row.title,
    description: row.description,
    summary: row.summary ?? undefined,
    previewImages: previews.flatMap((hash) => (hash ? [buildImageUrl(base, row.name, hash)] : [])),
    target: row.target,
    // The local platform does not verify integrations.
    verified: false,
    visibility: row.visibility,
    ...manifest,
    owner: owner.membership
      ? presentOrganization(owner.row, owner.membership, base)
      : presentToStranger(owner.row, undefined, base),
    urls: {
      location,
      icon: icon ? buildImageUrl(base, row.name, icon) : undefined,
      app: location,
      assets: location,
      publicEndpoint: getPublicEndpoint(base, row.name),
      publicContentEndpoint: getPublicEndpoint(base, row.name),
    },
    permissions: getPermissions("integration", owner.membership?.role),
    contentSecurityPolicy: contentSecurityPolicy && formatPolicy(contentSecurityPolicy),
  };
}
