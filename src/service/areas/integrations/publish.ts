/** Publication of an integration: its first version, or a new one, which replaces the previous one. */
import { createHash } from "node:crypto";
import { ApiError } from "../../../errors.ts";
import { authorize, findMembership } from "../../core/access/access.ts";
import { receivesSpaceEvents } from "../../core/access/installation-permissions.ts";
import type { Call } from "../../core/handlers.ts";
import { refuseBlank } from "../../core/titles.ts";
import { readImages, storeImages } from "./images.ts";
import { type IntegrationManifest, readFacets, type StoredManifest } from "./manifest.ts";
import type { IntegrationTable } from "./tables.ts";

/** The parts of a call that publishing needs. */
export type PublishCall = Pick<Call, "db" | "caller" | "now">;

/** Rows per statement, because databases limit its parameters. */
const batch = 200;

/**
 * Publishes everything except the secrets.
 * @throws ApiError 404 for an organization that the caller does not see, 403 unless they are its
 * admin, 409 for a name used by another organization, 400 for an invalid manifest
 */
export async function publishIntegration(
  call: PublishCall,
  manifest: IntegrationManifest,
): Promise<IntegrationTable> {
  const organizationId = await authorizePublisher(call, manifest.organization);
  refuseBlank("title", manifest.title);
  refuseBlank("script", manifest.script);
  const { integrationName: name } = manifest;
  const before = await call.db
    .selectFrom("integrations")
    .select(["organization_id", "version", "created_at"])
    .where("name", "=", name)
    .executeTakeFirst();
  if (before && before.organization_id !== organizationId) {
    throw new ApiError(
      409,
      `The name ${name} belongs to an integration of another organization. Choose another name.`,
      { field: "integrationName" },
    );
  }
  const images = readImages(manifest);
  const row = buildRow(manifest, {
    organizationId,
    version: (before?.version ?? 0) + 1,
    createdAt: before?.created_at ?? call.now.toISOString(),
    now: call.now.toISOString(),
    images,
  });
  if (before) await call.db.updateTable("integrations").set(row).where("name", "=", name).execute();
  else await insertIntegration(call, row);
  await storeVersion(call, row, manifest);
  await storeFacets(call, manifest);
  await storeImages(call, name, images);
  return row;
}

/** A member of the organization may also reference it by its hostname. */
async function authorizePublisher(call: PublishCall, organization: string): Promise<string> {
  const row = await call.db
    .selectFrom("organizations")
    .innerJoin("members", "members.organization_id", "organizations.id")
    .select("organizations.id")
    .where("members.user_id", "=", call.caller)
    .where("members.disabled", "=", 0)
    .where((row) =>
      row.or([
        row("organizations.id", "=", organization),
        row("organizations.hostname", "=", organization),
      ]),
    )
    .orderBy((row) => row.case().when("organizations.id", "=", organization).then(0).else(1).end())
    .orderBy("organizations.created_at")
    .executeTakeFirst();
  const membership = row && (await findMembership(call, row.id));
  if (!row || !membership) {
    throw new ApiError(
      404,
      `Organization ${organization} does not exist, or you are not a member of it.`,
      { field: "organization" },
    );
  }
  authorize(membership.role, "publishIntegration");
  return row.id;
}

interface Publication {
  readonly organizationId: string;
  readonly version: number;
  readonly createdAt: string;
  readonly now: string;
  readonly images: ReturnType<typeof readImages>;
}

function buildRow(manifest: IntegrationManifest, publication: Publication): IntegrationTable {
  const { integrationName: name, title, blocks = [], contentSources = [] } = manifest;
  const { target = "all" } = manifest;
  const stored: StoredManifest = {
    scopes: [...new Set(manifest.scopes)],
    categories: [...new Set(manifest.categories)],
    blocks: manifest.blocks,
    contentSources: manifest.contentSources,
    configurations: manifest.configurations,
    externalLinks: manifest.externalLinks ?? [],
    contentSecurityPolicy: manifest.contentSecurityPolicy,
  };
  return {
    name,
    organization_id: publication.organizationId,
    version: publication.version,
    title,
    description: manifest.description,
    summary: manifest.summary ?? null,
    target,
    visibility: manifest.visibility ?? "private",
    manifest: JSON.stringify(stored),
    words: `${name}\n${title}`.toLowerCase(),
    has_blocks: Number(blocks.length > 0),
    has_content_sources: Number(contentSources.length > 0),
    hears_spaces: Number(receivesSpaceEvents({ scopes: manifest.scopes, target })),
    images: JSON.stringify(publication.images.map((image) => image?.hash ?? null)),
    created_at: publication.createdAt,
    updated_at: publication.now,
  };
}

async function insertIntegration({ db }: PublishCall, row: IntegrationTable): Promise<void> {
  await db.insertInto("integrations").values(row).execute();
  await db
    .insertInto("integration_feeds")
    .values({
      integration: row.name,
      last_event: 0,
      tunnel_url: null,
      tunnel_principal: null,
      tunnel_base: null,
      tunnel_all: 0,
      failures: 0,
      sending: 0,
      turn: 0,
    })
    .execute();
}

/** Only the latest version keeps its script. */
async function storeVersion(
  call: PublishCall,
  row: IntegrationTable,
  manifest: IntegrationManifest,
): Promise<void> {
  await call.db
    .updateTable("integration_versions")
    .set({ script: null })
    .where("integration", "=", row.name)
    .where("script", "is not", null)
    .execute();
  await call.db
    .insertInto("integration_versions")
    .values({
      integration: row.name,
      version: row.version,
      runtime: manifest.runtime ?? "v1",
      script_hash: createHash("sha256").update(manifest.script).digest("hex"),
      script: manifest.script,
      published_by: call.caller,
      published_at: row.updated_at,
    })
    .execute();
}

async function storeFacets({ db }: PublishCall, manifest: IntegrationManifest): Promise<void> {
  const { integrationName: integration } = manifest;
  await db.deleteFrom("integration_facets").where("integration", "=", integration).execute();
  const facets = readFacets(manifest).map((facet) => ({ integration, ...facet }));
  for (let start = 0; start < facets.length; start += batch) {
    const some = facets.slice(start, start + batch);
    await db.insertInto("integration_facets").values(some).execute();
  }
}
