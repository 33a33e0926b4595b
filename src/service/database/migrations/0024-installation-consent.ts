/** Permissions of an installation that an admin accepted. */
import type { Migration } from "../migrate.ts";

/** Existing installations accept the permissions of the newest version. */
export const addInstallationConsent: Migration = (schema, db) => [
  schema
    .alterTable("installations")
    .addColumn("accepted", "text", (column) =>
      column.notNull().defaultTo(JSON.stringify(noPermissions)),
    ),
  schema.alterTable("installations").addColumn("announced", "text"),
  {
    async execute() {
      const rows = await db
        .selectFrom("integrations")
        .select(["name", "manifest", "target"])
        .execute();
      for (const { name, manifest, target } of rows) {
        const { scopes }: { readonly scopes: readonly string[] } = JSON.parse(manifest);
        const accepted = { scopes, target };
        await db
          .updateTable("installations")
          .set({ accepted: JSON.stringify(accepted) })
          .where("integration", "=", name)
          .execute();
      }
    },
  },
];

const noPermissions = { scopes: [], target: "organization" };
