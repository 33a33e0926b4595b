/** Fields of an integration's manifest. */
import { enumeration, id, json, list, optional, text } from "./fields.ts";
import { categories, scopes, targets, visibilities } from "./integration-values.ts";

// Declared separately, because literals inside a field definition lose their types.
const blocks = () => import("./integration-manifest.model.ts").then((m) => m.blocks);
const contentSources = () =>
  import("./integration-manifest.model.ts").then((m) => m.contentSources);
const externalLinks = () => import("./integration-manifest.model.ts").then((m) => m.externalLinks);
const configurations = () =>
  import("./integration-manifest.model.ts").then((m) => m.configurations);
const secrets = () => import("./integration-manifest.model.ts").then((m) => m.secrets);
const contentSecurityPolicy = () =>
  import("./integration-manifest.model.ts").then((m) => m.contentSecurityPolicy);

const base64 = { pattern: { source: "^[A-Za-z0-9+/]+={0,2}$", means: "base64" } };

export const manifest = {
  organization: id("org", "Publishing organization, by id or hostname"),
  title: text("Title", { min: 2, max: 30 }),
  description: text("Summary in one sentence", { max: 100 }),
  summary: optional(text("Description in Markdown", { max: 2048 })),
  runtime: optional(enumeration(["v1", "v2"], "Runtime of the script", { default: "v1" })),
  visibility: optional(
    enumeration(
      visibilities,
      "public: listed for everyone; unlisted: found by name; private: own organization only",
      {
        default: "private",
      },
    ),
  ),
  target: optional(
    enumeration(targets, "Resource that it can be installed on", { default: "all" }),
  ),
  scopes: list(enumeration(scopes, "scope"), "Scope that the integration requires"),
  categories: optional(list(enumeration(categories, "category"), "Category in the catalog")),
  script: text("Source code of the script", { min: 1 }),
  icon: optional(text("Icon as base64", base64)),
  previewImages: optional(
    list(text("image", base64), "Preview images as base64", {
      max: 3,
    }),
  ),
  blocks: optional(json(blocks, "Blocks that it adds to the editor")),
  contentSources: optional(json(contentSources, "Content sources that it provides")),
  externalLinks: optional(json(externalLinks, "Links shown with the integration, at most 5")),
  configurations: optional(json(configurations, "Configuration schema of an installation")),
  secrets: optional(
    json(secrets, "Secrets by name; stored encrypted and never returned", {
      secret: "whole",
    }),
  ),
  contentSecurityPolicy: optional(
    json(contentSecurityPolicy, "Content security policy of the script's responses"),
  ),
};
