/** Which spaces and sites with settings of an installation were chosen for it. */
import type { Migration } from "../migrate.ts";

/** Earlier versions did not distinguish, so that existing rows keep what they include. */
export const addChosenContents: Migration = (schema) => [
  schema
    .alterTable("installation_contents")
    .addColumn("chosen", "integer", (column) => column.notNull().defaultTo(1)),
];
