/** Specifications and integrations, which are identified by a slug or name instead of an id. */
import { id, text } from "./fields.ts";

export const slugLimits = {
  min: 1,
  max: 100,
  pattern: {
    source: "^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$",
    means: "letters and digits, separated by single hyphens",
  },
} as const;

/** Path fields of every operation on a specification. */
export const specificationPath = {
  organizationId: id("org"),
  specSlug: text("Slug of the specification", { ...slugLimits, names: "specification" }),
};

export const integrationName = text("Name of the integration", {
  max: 100,
  pattern: { source: "^[a-zA-Z0-9_.-]+$", means: "letters, digits and the characters _ . -" },
  names: "integration",
});
