/** Integrations as rows: reading them with their owners, and showing them. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/integration.ts";
import type {
  Configurations,
  ContentSecurityPolicy,
} from "../../../contract/integration-manifest.model.ts";
import { atLeast } from "../../../contract/roles.ts";
import { type Membership, membershipIn } from "../../core/access.ts";
import type { Call } from "../../core/handlers.ts";
import { presentOrganization, presentToStranger } from "../../core/organization-rows.ts";
import type { OrganizationTable } from "../../database/tables.ts";
import { imageAddress } from "./images.ts";
import type { IntegrationTable } from "./tables.ts";

export type Integration = Output<typeof contract.get>;

/** What is kept of a manifest as it is answered. */
export interface KeptManifest {
  readonly scopes: Integration["scopes"];
  readonly categories: Integration["categories"];
  readonly blocks?: Integration["blocks"];
  readonly contentSources?: Integration["contentSources"];
  readonly configurations?: Configurations | undefined;
  readonly externalLinks: Integration["externalLinks"];
  readonly contentSecurityPolicy?: ContentSecurityPolicy | undefined;
}

export interface Owner {
  readonly row: OrganizationTable;
  /** The caller's place in it; absent for a stranger. */
  readonly membership: Membership | undefined;
}

/** Where an integration is found; the platform runs no scripts, so it has no other endpoint. */
export function integrationAddress(base: string, name: string): string {
  return `${base}/v1/integrations/${name}`;
}

export function keptManifest(row: Pick<IntegrationTable, "manifest">): KeptManifest {
  return JSON.parse(row.manifest);
}

/** The organizations of these rows, each read once. */
export async function ownersOf(
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
    entries.push([row.id, { row, membership: await membershipIn(call, row.id) }]);
  }
  return new Map(entries);
}

/** One integration, for an answer about it alone. */
export async function showOne(call: Call, row: IntegrationTable): Promise<Integration> {
  const owner = (await ownersOf(call, [row])).get(row.organization_id);
  if (!owner) throw new Error(`The integration ${row.name} has no owner.`);
  return presentIntegration(row, owner, call.base);
}

export function presentIntegration(row: IntegrationTable, owner: Owner, base: string): Integration {
  const { contentSecurityPolicy, ...manifest } = keptManifest(row);
  const location = integrationAddress(base, row.name);
  const [icon, ...previews]: (string | null)[] = JSON.parse(row.images);
  return {
    object: "integration",
    name: row.name,
    version: row.version,
    title: row.title,
    description: row.description,
    summary: row.summary ?? undefined,
    previewImages: previews.flatMap((hash) => (hash ? [imageAddress(base, row.name, hash)] : [])),
    target: row.target,
    // Nobody stands behind an embedded platform who could verify anything.
    verified: false,
    visibility: row.visibility,
    ...manifest,
    owner: owner.membership
      ? presentOrganization(owner.row, owner.membership, base)
      : presentToStranger(owner.row, undefined, base),
    urls: {
      location,
      icon: icon ? imageAddress(base, row.name, icon) : undefined,
      app: location,
      assets: location,
      publicEndpoint: location,
    },
    permissions: { admin: atLeast(owner.membership?.role ?? null, "admin") },
    contentSecurityPolicy: asText(contentSecurityPolicy),
  };
}

/** A policy is answered as one text, however it was given. */
function asText(policy: ContentSecurityPolicy | undefined): string | undefined {
  if (policy === undefined || typeof policy === "string") return policy;
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources ?? ""}`.trim())
    .join("; ");
}
