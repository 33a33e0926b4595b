/** Unpublishing an integration: it goes from everywhere, with all that was known of it. */
import type { Queries } from "../../database/tables.ts";

/** A job that was to send events of it finds none, and ends. */
export async function unpublishIntegration(db: Queries, name: string): Promise<void> {
  for (const table of [
    "integration_events",
    "installations",
    "integration_feeds",
    "integration_secrets",
    "integration_images",
    "integration_versions",
    "integration_facets",
  ] as const) {
    await db.deleteFrom(table).where("integration", "=", name).execute();
  }
  await db.deleteFrom("integrations").where("name", "=", name).execute();
}
