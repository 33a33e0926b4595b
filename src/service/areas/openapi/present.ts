/** Responses for API specifications and their versions. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/openapi.ts";
import type * as versionContract from "../../../contract/openapi-version.ts";
import type { Role } from "../../../contract/roles.ts";
import { getPermissions } from "../../core/access/access.ts";
import { listVisibilityExceptions, type SpecificationRow } from "./queries.ts";
import type { SpecificationVersionTable } from "./tables.ts";

type PresentedSpecification = Output<typeof contract.get>;
type PresentedVersion = Output<typeof versionContract.get>;

export function presentSpecification(
  row: SpecificationRow,
  role: Role | null,
  base: string,
): PresentedSpecification {
  const location = resolveLocation(row, base);
  const errors: PresentedSpecification["lastProcessedErrors"] =
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
    permissions: getPermissions("specification", role, listVisibilityExceptions(row)),
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
): PresentedVersion {
  return {
    object: "openapi-spec-version",
    id,
    createdAt: created_at,
    url: buildDocumentUrl(specification, id, base),
    urls: { location: getVersionLocation(specification, id, base) },
  };
}

/** The URL of a version's text. The URL of a public specification needs no token. */
export function buildDocumentUrl(
  specification: SpecificationRow,
  versionId: string,
  base: string,
): string {
  return specification.visibility === "public"
    ? `${base}/_openapi/${specification.id}/${versionId}`
    : `${getVersionLocation(specification, versionId, base)}/content/raw`;
}

function getVersionLocation(row: SpecificationRow, versionId: string, base: string): string {
  return `${resolveLocation(row, base)}/versions/${versionId}`;
}

function resolveLocation({ organization_id, slug }: SpecificationRow, base: string): string {
  return `${base}/v1/orgs/${organization_id}/openapi/${slug}`;
}
