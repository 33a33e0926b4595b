/** Queries for translations with access checks, and the translation response. */
import type { Document } from "../../../contract/document.model.ts";
import type { Output } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import { allows } from "../../../contract/rules.ts";
import type * as contract from "../../../contract/translation.ts";
import {
  createNotFoundError,
  getPermissions,
  requireMembership,
} from "../../core/access/access.ts";
import {
  createViewer,
  type DecidedColumn,
  readRole,
  selectDecision,
} from "../../core/access/precedence.ts";
import type { Call } from "../../core/handlers.ts";
import type { OutdatedPage } from "./corrections.ts";
import type { TranslationTable } from "./tables.ts";

export interface TranslationRow extends TranslationTable, DecidedColumn {
  /** Null if the source space was purged. */
  readonly space: string | null;
}

/**
 * Rows with the columns that determine the caller's access.
 * @param member the caller's role in the organization
 */
export function selectTranslations(
  { db, caller }: Pick<Call, "db" | "caller">,
  member: Role | null,
) {
  return db
    .selectFrom("translations")
    .leftJoin("spaces", (join) =>
      join
        .onRef("spaces.id", "=", "translations.source_space")
        .onRef("spaces.organization_id", "=", "translations.organization_id"),
    )
    .selectAll("translations")
    .select([
      "spaces.id as space",
      selectDecision(createViewer(caller, member), "spaces").as("decided"),
    ]);
}

/** Users with access to the source space see the translation. If the space was purged, only admins do. */
export function mayView(row: TranslationRow, member: Role | null): boolean {
  const isReader = row.space !== null && readRole(row, member) !== null;
  return allows(member, "getTranslation", isReader ? ["reader of the source"] : []);
}

export interface TranslationAccess {
  readonly row: TranslationRow;
  readonly member: Role | null;
}

/** @throws ApiError 404 if the translation does not exist or the caller may not see it */
export async function requireTranslation(
  call: Pick<Call, "db" | "caller" | "visitor">,
  organizationId: string,
  id: string,
): Promise<TranslationAccess> {
  const { role: member } = await requireMembership(call, organizationId);
  const row = await selectTranslations(call, member)
    .where("translations.organization_id", "=", organizationId)
    .where("translations.id", "=", id)
    .executeTakeFirst();
  if (!row || !mayView(row, member)) throw createNotFoundError("translation", id, "translationId");
  return { row, member };
}

export function presentTranslation(
  row: TranslationTable,
  member: Role | null,
  base: string,
  outdated?: readonly OutdatedPage[],
): Output<typeof contract.get> {
  const instructions: Document = JSON.parse(row.instructions);
  return {
    object: "translation",
    id: row.id,
    status: row.status,
    source: { space: row.source_space, language: row.source_language },
    language: row.language,
    instructions,
    ...(row.result_space !== null &&
      row.result_revision !== null && {
        result: {
          space: row.result_space,
          revision: row.result_revision,
          language: row.language,
        },
      }),
    ...(row.error !== null && { error: row.error }),
    ...(outdated && { outdated: outdated.map((one) => ({ ...one })) }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    stats: {
      runs: row.runs,
      totalWords: row.total_words,
      totalPages: row.total_pages,
      totalDuration: row.total_duration,
      latestRunDuration: row.latest_duration,
      latestPages: row.latest_pages,
      latestWords: row.latest_words,
    },
    permissions: getPermissions("translation", member, ["reader of the source"]),
    urls: { location: `${base}/v1/orgs/${row.organization_id}/translations/${row.id}` },
  };
}

/** A translation that has not run yet. */
export function createTranslationRow({
  now,
  instructions,
  ...columns
}: Pick<
  TranslationTable,
  "id" | "organization_id" | "source_space" | "source_language" | "language" | "created_by"
> & { readonly instructions: Document; readonly now: Date }): TranslationTable {
  return {
    ...columns,
    instructions: JSON.stringify(instructions),
    status: "pending",
    result_space: null,
    result_revision: null,
    translated: "{}",
    corrections: "{}",
    asked: 0,
    requests: "[]",
    error: null,
    runs: 0,
    total_words: 0,
    total_pages: 0,
    total_duration: 0,
    latest_words: 0,
    latest_pages: 0,
    latest_duration: 0,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}
