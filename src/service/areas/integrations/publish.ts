/** Publishing an integration: its first version, or the next one in place of the last. */
import { createHash } from "node:crypto";
import type { Input } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/integration.ts";
import { Problem } from "../../../errors.ts";
import { authorize, membershipIn } from "../../core/access.ts";
import type { Call } from "../../core/handlers.ts";
import { refuseBlank } from "../../core/titles.ts";
import { facetsOf, hearsSpaces } from "./facets.ts";
import { imagesOf, keepImages } from "./images.ts";
import type { KeptManifest } from "./rows.ts";
import type { IntegrationTable } from "./tables.ts";

/** What publishing needs to know; who publishes, and when. */
export type Publishing = Pick<Call, "db" | "caller" | "now">;

/** Rows in one statement: databases limit the values of one. */
const batch = 200;

export type Manifest = Input<typeof contract.publish>;

/**
 * Publishes all but the secrets.
 * @throws Problem 404 for an organization that is unknown to the caller, 403 where he is not its
 * admin, 409 for a name that another organization has, 400 for a faulty manifest
 */
export async function publishIntegration(
  call: Publishing,
  manifest: Manifest,
): Promise<IntegrationTable> {
  const organizationId = await publisher(call, manifest.organization);
  refuseBlank("title", manifest.title);
  refuseBlank("script", manifest.script);
  const { integrationName: name } = manifest;
  const before = await call.db
    .selectFrom("integrations")
    .select(["organization_id", "version", "created_at"])
    .where("name", "=", name)
    .executeTakeFirst();
  if (before && before.organization_id !== organizationId) {
    throw new Problem(
      409,
      `The name ${name} belongs to an integration of another organization; publish under a name of your own.`,
      { field: "integrationName" },
    );
  }
  const images = imagesOf(manifest);
  const row = rowOf(manifest, {
    organizationId,
    version: (before?.version ?? 0) + 1,
    createdAt: before?.created_at ?? call.now.toISOString(),
    now: call.now.toISOString(),
    images,
  });
  if (before) await call.db.updateTable("integrations").set(row).where("name", "=", name).execute();
  else await begin(call, row);
  await keepVersion(call, row, manifest);
  await keepFacets(call, manifest);
  await keepImages(call, name, images);
  return row;
}

/** The organization may be named by its hostname, where the caller is in it. */
async function publisher(call: Publishing, organization: string): Promise<string> {
  const found = await call.db
    .selectFrom("organizations")
    .innerJoin("members", "members.organization_id", "organizations.id")
    .select("organizations.id")
    .where("members.user_id", "=", call.caller)
    .where((row) =>
      row.or([
        row("organizations.id", "=", organization),
        row("organizations.hostname", "=", organization),
      ]),
    )
    .orderBy((row) => row.case().when("organizations.id", "=", organization).then(0).else(1).end())
    .orderBy("organizations.created_at")
    .executeTakeFirst();
  const membership = found && (await membershipIn(call, found.id));
  if (!found || !membership) {
    throw new Problem(
      404,
      `There is no organization ${organization} that you are in; give its id or its hostname.`,
      { field: "organization" },
    );
  }
  authorize(membership.role, "admin", "Publishing an integration", "in the organization");
  return found.id;
}

interface Place {
  readonly organizationId: string;
  readonly version: number;
  readonly createdAt: string;
  readonly now: string;
  readonly images: ReturnType<typeof imagesOf>;
}

function rowOf(manifest: Manifest, place: Place): IntegrationTable {
  const { integrationName: name, title, blocks = [], contentSources = [] } = manifest;
  const kept: KeptManifest = {
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
    organization_id: place.organizationId,
    version: place.version,
    title,
    description: manifest.description,
    summary: manifest.summary ?? null,
    target: manifest.target ?? "all",
    visibility: manifest.visibility ?? "private",
    manifest: JSON.stringify(kept),
    words: `${name}\n${title}`.toLowerCase(),
    has_blocks: Number(blocks.length > 0),
    has_content_sources: Number(contentSources.length > 0),
    hears_spaces: Number(hearsSpaces(manifest)),
    images: JSON.stringify(place.images.map((image) => image?.hash ?? null)),
    created_at: place.createdAt,
    updated_at: place.now,
  };
}

async function begin({ db }: Publishing, row: IntegrationTable): Promise<void> {
  await db.insertInto("integrations").values(row).execute();
  await db
    .insertInto("integration_feeds")
    .values({
      integration: row.name,
      last_event: 0,
      tunnel_url: null,
      tunnel_all: 0,
      failures: 0,
      sending: 0,
      turn: 0,
    })
    .execute();
}

/** Of the versions before, it is known what they were and not what they said. */
async function keepVersion(
  call: Publishing,
  row: IntegrationTable,
  manifest: Manifest,
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

async function keepFacets({ db }: Publishing, manifest: Manifest): Promise<void> {
  const { integrationName: integration } = manifest;
  await db.deleteFrom("integration_facets").where("integration", "=", integration).execute();
  const facets = facetsOf(manifest).map((facet) => ({ integration, ...facet }));
  for (let start = 0; start < facets.length; start += batch) {
    const some = facets.slice(start, start + batch);
    await db.insertInto("integration_facets").values(some).execute();
  }
}
