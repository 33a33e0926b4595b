/** Specifications and their versions as rows: finding them for a caller, and showing them. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/openapi.ts";
import type * as versionContract from "../../../contract/openapi-version.ts";
import type { Role } from "../../../contract/roles.ts";
import {
  authorize,
  notFound,
  requireMembership,
  specificationPermissions,
} from "../../core/access.ts";
import type { Call } from "../../core/handlers.ts";
import type { Queries } from "../../database/tables.ts";
import type { SpecificationTable, SpecificationVersionTable } from "./tables.ts";

type Specification = Output<typeof contract.get>;
type Version = Output<typeof versionContract.get>;

export type SpecificationRow = Omit<SpecificationTable, "source_text">;

interface Named {
  readonly organizationId: string;
  readonly specSlug: string;
}

/** Without the text of the source, which may be long. */
export function selectSpecifications(db: Queries) {
  return db
    .selectFrom("specifications")
    .select([
      "id",
      "organization_id",
      "slug",
      "source_url",
      "source_number",
      "processing_state",
      "visibility",
      "last_version_id",
      "last_processed_at",
      "last_error_code",
      "last_errors",
      "created_at",
      "updated_at",
    ]);
}

/**
 * @returns the caller's role in the organization, and the row where there is one that he may see
 * @throws Problem 404 where he may not see the organization
 */
export async function findSpecification(
  call: Call,
  { organizationId, specSlug }: Named,
): Promise<{ readonly role: Role | null; readonly row: SpecificationRow | undefined }> {
  const { role } = await requireMembership(call, organizationId);
  const row = await selectSpecifications(call.db)
    .where("organization_id", "=", organizationId)
    .where("slug", "=", specSlug)
    .executeTakeFirst();
  return { role, row: row && isSeenBy(row, role) ? row : undefined };
}

/** @throws Problem 404 where there is none that the caller may see */
export async function requireSpecification(call: Call, named: Named) {
  const { role, row } = await findSpecification(call, named);
  if (!row) throw notFound("API specification", named.specSlug, "specSlug");
  return { role, row };
}

/** Guests see what everybody may see. */
export function isSeenBy(row: Pick<SpecificationTable, "visibility">, role: Role | null): boolean {
  return role !== null || row.visibility === "public";
}

/** @throws Problem 403 */
export function demandEditing(role: Role | null, deed: string): void {
  authorize(role, "create", `${deed} an API specification`, "in the organization");
}

export function presentSpecification(
  row: SpecificationRow,
  role: Role | null,
  base: string,
): Specification {
  const location = locationOf(row, base);
  const errors: Specification["lastProcessedErrors"] =
    row.last_errors === null ? undefined : JSON.parse(row.last_errors);
  return {
    object: "openapi-spec",
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    slug: row.slug,
    sourceURL: row.source_url ?? undefined,
    processingState: row.processing_state,
    visibility: row.visibility,
    lastVersion: row.last_version_id ?? undefined,
    lastProcessedAt: row.last_processed_at ?? undefined,
    lastProcessErrorCode: row.last_error_code ?? undefined,
    lastProcessedErrors: errors,
    lastProcessedErrorCount: errors?.length ?? 0,
    permissions: specificationPermissions(role),
    urls: {
      location,
      app: location,
      published:
        row.visibility === "public" && row.last_version_id !== null
          ? `${base}/_openapi/${row.id}`
          : undefined,
    },
  };
}

export function presentVersion(
  specification: SpecificationRow,
  { id, created_at }: SpecificationVersionTable,
  base: string,
): Version {
  return {
    object: "openapi-spec-version",
    id,
    createdAt: created_at,
    url: documentAddress(specification, id, base),
    urls: { location: versionLocation(specification, id, base) },
  };
}

/** Where the text of a version is: without a token where everybody may see it. */
export function documentAddress(
  specification: SpecificationRow,
  versionId: string,
  base: string,
): string {
  return specification.visibility === "public"
    ? `${base}/_openapi/${specification.id}/${versionId}`
    : `${versionLocation(specification, versionId, base)}/content/raw`;
}

function versionLocation(row: SpecificationRow, versionId: string, base: string): string {
  return `${locationOf(row, base)}/versions/${versionId}`;
}

function locationOf({ organization_id, slug }: SpecificationRow, base: string): string {
  return `${base}/v1/orgs/${organization_id}/openapi/${slug}`;
}
