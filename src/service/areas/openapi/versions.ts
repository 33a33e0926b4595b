/** Finding a version of a specification, and reading what is in it. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/openapi-version.ts";
import { Problem } from "../../../errors.ts";
import { notFound } from "../../core/access.ts";
import { WrittenJson } from "../../core/answers.ts";
import type { Call } from "../../core/handlers.ts";
import { documentAddress, requireSpecification, type SpecificationRow } from "./rows.ts";
import type { SpecificationVersionTable } from "./tables.ts";

interface Named {
  readonly organizationId: string;
  readonly specSlug: string;
}

export interface FoundVersion {
  readonly specification: SpecificationRow;
  readonly version: SpecificationVersionTable;
}

/** @throws Problem 404 where there is none yet, or none of it that the caller may see */
export async function latestVersion(call: Call, named: Named): Promise<FoundVersion> {
  const { row } = await requireSpecification(call, named);
  const version = await versionWithId(call, row, row.last_version_id ?? "");
  if (version) return { specification: row, version };
  throw new Problem(
    404,
    `The API specification ${named.specSlug} has no version yet: ${why(row)}.`,
    {
      field: "specSlug",
    },
  );
}

function why({ processing_state, last_error_code }: SpecificationRow): string {
  if (processing_state !== "complete") return "its source is being processed";
  return `processing its source ended with ${last_error_code ?? "nothing"}`;
}

/** @throws Problem 404 */
export async function requireVersion(
  call: Call,
  { versionId, ...named }: Named & { readonly versionId: string },
): Promise<FoundVersion> {
  const { row } = await requireSpecification(call, named);
  const version = await versionWithId(call, row, versionId);
  if (!version) throw notFound(`version of ${named.specSlug} with the id`, versionId, "versionId");
  return { specification: row, version };
}

function versionWithId(
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

/** The file system as it was written down when it was made. */
export async function content(
  { db, base }: Call,
  { specification, version }: FoundVersion,
): Promise<WrittenJson> {
  const { filesystem } = await db
    .selectFrom("specification_contents")
    .select("filesystem")
    .where("version_id", "=", version.id)
    .executeTakeFirstOrThrow();
  const url = documentAddress(specification, version.id, base);
  const urls = { source: url, public: specification.visibility === "public" ? url : null };
  const [address, addresses] = [JSON.stringify(url), JSON.stringify(urls)];
  return new WrittenJson(`{"filesystem":${filesystem},"url":${address},"urls":${addresses}}`);
}

export async function rawText(
  { db }: Call,
  { version }: FoundVersion,
): Promise<Output<typeof contract.rawOf>> {
  const { text } = await db
    .selectFrom("specification_contents")
    .select("text")
    .where("version_id", "=", version.id)
    .executeTakeFirstOrThrow();
  return { text, format: version.format };
}
