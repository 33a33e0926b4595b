/** Fields that the operations on sites and their parts share. */
import { boolean, id, json, nullable, optional, text } from "./fields.ts";

/** Key for the published URLs of a site whose visitors need a share link. */
export const shareKey = optional(
  text("Key of a share link, to resolve URLs", {
    secret: "whole",
  }),
);

export const icon = optional(nullable(text("Name of an icon", { max: 50 })));

export const condition = optional(
  nullable(
    text("Condition that selects visitors", {
      max: 1024,
      syntax: "expression",
    }),
  ),
);

const loadTemplateModel = () => import("./template.model.ts").then((m) => m.template);

/** Template of a space that is created for a site. */
export const template = optional(json(loadTemplateModel, "Template of the new space"));

/** Drafts are visible to editors only. */
export const draft = optional(boolean("Hide the resource from visitors"));
export const homePage = id("page", "Landing page of the space");
/** Declared separately, because a literal inside a field definition loses its type. */
export const loadLocalizedTexts = () =>
  import("./site-structure.model.ts").then((m) => m.localizedTexts);

export const localizedTitle = optional(
  nullable(json(loadLocalizedTexts, "Title by language code")),
);

/** Format of a custom domain. */
export const customHostname = {
  max: 512,
  pattern: {
    source: "^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$",
    means: "three or more lowercase labels, such as docs.example.com",
    hostname: { labels: 3, hasPath: false, isLowerCase: true },
  },
  placeholder: "hostname",
} as const;
