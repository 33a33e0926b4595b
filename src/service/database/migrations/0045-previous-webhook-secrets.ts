/** Previous signing secrets of webhooks, which stay valid for some time after a rotation. */
import type { Migration } from "../migrate.ts";

/** JSON list, the newest first; the secrets are encrypted. */
export const addPreviousWebhookSecrets: Migration = (schema) => [
  schema
    .alterTable("webhooks")
    .addColumn("previous_secrets", "text", (column) => column.notNull().defaultTo("[]")),
];
