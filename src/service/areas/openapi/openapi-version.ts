/** Handlers for the versions of API specifications and their content. */

import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/openapi-version.ts";
import { ApiError } from "../../../errors.ts";
import { createNotFoundError } from "../../core/access/access.ts";
import { WrittenJson } from "../../core/deferred-response.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { buildPage } from "../../core/pages.ts";
import { buildDocumentUrl, presentVersion } from "./present.ts";
import type { SpecificationKey } from "./queries.ts";
import { requireSpecification, type SpecificationRow } from "./queries.ts";
import type { SpecificationVersionTable } from "./tables.ts";

export const handlers = {
  async list({ organizationId, specSlug, ...options }, call) {
    const { row } = await requireSpecification(call, { organizationId, specSlug });
    return buildPage({
      ...options,
      list: `versions of specification ${row.id}`,
      read: (after, take) =>
        call.db
          .selectFrom("specification_versions")
          .selectAll()
          .where("specification_id", "=", row.id)
          .$if(after !== undefined, (query) => query.where("number", "<", Number(after?.[0])))
          .orderBy("number", "desc")
          .limit(take)
          .execute(),
      key: (version) => [String(version.number)],
      show: (version) => presentVersion(row, version, call.base),
    });
  },

  async getLatest(key, call) {
    const { specification, version } = await requireLatestVersion(call, key);
    return presentVersion(specification, version, call.base);
  },

  async get(key, call) {
    const { specification, version } = await requireVersion(call, key);
    return presentVersion(specification, version, call.base);
  },

  latestContent: async (key, call) => readContent(call, await requireLatestVersion(call, key)),
  versionContent: async (key, call) => readContent(call, await requireVersion(call, key)),
  latestRaw: async (key, call) => readText(call, await requireLatestVersion(call, key)),
  versionRaw: async (key, call) => readText(call, await requireVersion(call, key)),
} satisfies Handlers<typeof contract>;

interface RequestedVersion {
  readonly specification: SpecificationRow;
  readonly version: SpecificationVersionTable;
}

/** @throws ApiError 404 if there is no version yet, or the caller may not see the specification */
async function requireLatestVersion(call: Call, key: SpecificationKey): Promise<RequestedVersion> {
  const { row } = await requireSpecification(call, key);
  const version = await findVersion(call, row, row.last_version_id ?? "");
  if (version) return { specification: row, version };
  throw new ApiError(
    404,
    `API specification ${key.specSlug} has no versions: ${explainMissingVersion(row)}.`,
    {
      field: "specSlug",
    },
  );
}

function explainMissingVersion({ processing_state, last_error_code }: SpecificationRow): string {
  if (processing_state !== "complete") return "its source is being processed";
  return `processing its source failed with ${last_error_code ?? "an unknown error"}`;
}

/** @throws ApiError 404 */
async function requireVersion(
  call: Call,
  { versionId, ...key }: SpecificationKey & { readonly versionId: string },
): Promise<RequestedVersion> {
  const { row } = await requireSpecification(call, key);
  const version = await findVersion(call, row, versionId);
  if (!version) throw createNotFoundError(`version of ${key.specSlug}`, versionId, "versionId");
  return { specification: row, version };
}

function findVersion(
  { db }: Call,
  { id }: SpecificationRow,
  versionId: string,
): Promise<SpecificationVersionTable | undefined> {
  return db
    .selectFrom("specification_versions")
    .selectAll()
    .where("id", "=", versionId)
    .where("specification_id", "=", id)
    .executeTakeFirst();
}

/** The virtual file system, as the JSON that is stored with the version. */
async function readContent(
  { db, base }: Call,
  { specification, version }: RequestedVersion,
): Promise<WrittenJson> {
  const { filesystem } = await db
    .selectFrom("specification_contents")
    .select("filesystem")
    .where("version_id", "=", version.id)
    .executeTakeFirstOrThrow();
  const url = buildDocumentUrl(specification, version.id, base);
  const urls = { source: url, public: specification.visibility === "public" ? url : null };
  const [urlJson, urlsJson] = [JSON.stringify(url), JSON.stringify(urls)];
  return new WrittenJson(`{"filesystem":${filesystem},"url":${urlJson},"urls":${urlsJson}}`);
}

async function readText(
  { db }: Call,
  { version }: RequestedVersion,
): Promise<Output<typeof contract.versionRaw>> {
  const { text } = await db
    .selectFrom("specification_contents")
    .select("text")
    .where("version_id", "=", version.id)
    .executeTakeFirstOrThrow();
  return { text, format: version.format };
}
