/** How an integration is named: everywhere by the same text, which is its only id. */
import { text } from "./fields.ts";

export const integrationName = text("Name of the integration", {
  max: 100,
  pattern: { source: "^[a-zA-Z0-9_.-]+$", means: "letters, digits, and the signs _ . -" },
  placeholder: "name",
  names: "integration",
});
