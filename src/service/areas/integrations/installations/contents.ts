/** Spaces and docs sites of an installation, with its settings for each. */
import { type RawBuilder, sql } from "kysely";
import type {
  ContentKind,
  InstallationPermissions,
} from "../../../core/access/installation-permissions.ts";
import { containsText } from "../../../core/texts.ts";
import type { Queries } from "../../../database/tables.ts";
import type { InstallationContentTable, InstallationTable, SiteSelection } from "../tables.ts";

export function getSelection(
  row: Pick<InstallationTable, "space_selection" | "site_selection">,
  kind: ContentKind,
): SiteSelection {
  return kind === "space" ? row.space_selection : row.site_selection;
}

/**
 * Whether an installation works on a space or site.
 * @param isChosen whether the space or site was chosen for the installation
 */
export function worksOnContent(
  permissions: InstallationPermissions,
  row: Pick<InstallationTable, "space_selection" | "site_selection">,
  kind: ContentKind,
  isChosen: boolean,
): boolean {
  return permissions.worksOn(kind) && (isChosen || getSelection(row, kind) === "all");
}

/** The ids of the installations for which a space or site was chosen. */
export async function findInstallationsOfContent(
  db: Queries,
  contentId: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("installation_contents")
    .select("installation_id")
    .where("content_id", "=", contentId)
    .where("chosen", "=", 1)
    .execute();
  return new Set(rows.map((row) => row.installation_id));
}

/**
 * A condition of queries on spaces or sites: whether the installation includes the row.
 * @param externalId excludes those without this id
 */
export function isInstalledOn(
  installation: Pick<InstallationTable, "id" | "space_selection" | "site_selection">,
  kind: ContentKind,
  externalId?: string,
): RawBuilder<boolean> {
  const onAll = getSelection(installation, kind) === "all";
  if (onAll && externalId === undefined) return sql`1 = 1`;
  const isChosen = onAll ? sql`1 = 1` : sql`own.chosen = 1`;
  const carries =
    externalId === undefined
      ? sql`1 = 1`
      : containsText(sql`own.external_ids`, JSON.stringify(externalId));
  return sql<boolean>`exists (
    select 1 from installation_contents as own
    where own.installation_id = ${installation.id}
      and own.content_id = ${sql.ref(`${kind}s.id`)} and ${isChosen} and ${carries}
  )`;
}

/** The settings of an installation for spaces or sites, by id. */
export async function readContents(
  db: Queries,
  installationId: string,
  contentIds: readonly string[],
): Promise<ReadonlyMap<string, InstallationContentTable>> {
  if (contentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("installation_contents")
    .selectAll()
    .where("installation_id", "=", installationId)
    .where("content_id", "in", contentIds)
    .execute();
  return new Map(rows.map((row) => [row.content_id, row]));
}

/** Settings of a space or site that was chosen earlier leave it chosen. */
export async function storeContent(db: Queries, row: InstallationContentTable): Promise<void> {
  const { configuration, external_ids, updated_at, chosen } = row;
  await db
    .insertInto("installation_contents")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["installation_id", "content_id"])
        .doUpdateSet({ configuration, external_ids, updated_at, ...(chosen === 1 && { chosen }) }),
    )
    .execute();
}

export async function removeContent(
  db: Queries,
  installationId: string,
  contentId: string,
): Promise<void> {
  await db
    .deleteFrom("installation_contents")
    .where("installation_id", "=", installationId)
    .where("content_id", "=", contentId)
    .execute();
}

/** Removes a deleted space or site from all installations. */
export async function forgetContent(db: Queries, contentId: string): Promise<void> {
  await db.deleteFrom("installation_contents").where("content_id", "=", contentId).execute();
}

export async function forgetInstallation(db: Queries, installationId: string): Promise<void> {
  await db
    .deleteFrom("installation_contents")
    .where("installation_id", "=", installationId)
    .execute();
}
