/** Queries for API specifications, with access checks. */
import type { RoleException } from "../../../contract/requirement.ts";
import type { Role } from "../../../contract/roles.ts";
import { allows } from "../../../contract/rules.ts";
import {
  createNotFoundError,
  findMembership,
  requireMembership,
} from "../../core/access/access.ts";
import type { Call } from "../../core/handlers.ts";
import type { Queries } from "../../database/tables.ts";
import type { SpecificationTable } from "./tables.ts";

export type SpecificationRow = Omit<SpecificationTable, "source_text">;

export interface SpecificationKey {
  readonly organizationId: string;
  readonly specSlug: string;
}

/** Omits the text of the source, which may be long. */
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
 * @returns the caller's role in the organization, and the row if it exists and they may see it
 * @throws ApiError 404 if the caller is not in the organization
 */
export async function findSpecification(
  call: Call,
  { organizationId, specSlug }: SpecificationKey,
): Promise<{ readonly role: Role | null; readonly row: SpecificationRow | undefined }> {
  const { role } = await requireMembership(call, organizationId);
  const row = await selectSpecifications(call.db)
    .where("organization_id", "=", organizationId)
    .where("slug", "=", specSlug)
    .executeTakeFirst();
  return { role, row: row && (await isOpenTo(call, row, role)) ? row : undefined };
}

/** @param role the caller's role in the organization */
async function isOpenTo(
  { db, visitor }: Call,
  row: SpecificationRow,
  role: Role | null,
): Promise<boolean> {
  if (!visitor) return isVisibleTo(row, role);
  if (await visitor.isShown(db, row)) return true;
  // A preview of a change request shows specifications to which the current content does not refer.
  const member =
    visitor.previewer === undefined
      ? undefined
      : await findMembership({ db, caller: visitor.previewer }, visitor.organization);
  return member !== undefined && isVisibleTo(row, member.role);
}

/** @throws ApiError 404 if it does not exist or the caller may not see it */
export async function requireSpecification(call: Call, key: SpecificationKey) {
  const { role, row } = await findSpecification(call, key);
  if (!row) throw createNotFoundError("API specification", key.specSlug, "specSlug");
  return { role, row };
}

/** Guests see only public specifications. */
export function isVisibleTo(
  row: Pick<SpecificationTable, "visibility">,
  role: Role | null,
): boolean {
  return allows(role, "getOpenAPISpecBySlug", listVisibilityExceptions(row));
}

export function listVisibilityExceptions({
  visibility,
}: Pick<SpecificationTable, "visibility">): readonly RoleException[] {
  return visibility === "public" ? ["anyone, if it is public"] : [];
}
