/** How API specifications are named in paths: by their slugs, in an organization. */
import { id, text } from "./fields.ts";

export const slugLimits = {
  min: 1,
  max: 100,
  pattern: {
    source: "^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$",
    means: "letters and digits, with single hyphens between them",
  },
  placeholder: "slug",
} as const;

/** What every operation on one specification has in its path. */
export const specificationPath = {
  organizationId: id("org"),
  specSlug: text("Slug of the specification", { ...slugLimits, names: "specification" }),
};
