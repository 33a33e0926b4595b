/** What an integration is published from, field by field. */
import { enumeration, id, json, list, optional, text } from "./fields.ts";
import { categories, scopes, targets, visibilities } from "./integration-values.ts";

// Constants of their own: written inside a field, their types would be lost.
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
  organization: id("org", "Organization that publishes it, by its id or its hostname"),
  title: text("Title", { min: 2, max: 30 }),
  description: text("What it is for, in a sentence", { max: 100 }),
  summary: optional(text("What it does, in Markdown", { max: 2048 })),
  runtime: optional(
    enumeration(["v1", "v2"], "Runtime that the script is written for", { default: "v1" }),
  ),
  visibility: optional(
    enumeration(
      visibilities,
      "public is listed for everyone, unlisted is found by its name alone, private is its organization's own",
      {
        default: "private",
      },
    ),
  ),
  target: optional(enumeration(targets, "What it is made to be installed on", { default: "all" })),
  scopes: list(enumeration(scopes, "scope"), "What it may do; give one --scope for each", {
    flag: "scope",
    placeholder: "scope",
  }),
  categories: optional(
    list(enumeration(categories, "category"), "Where it is found in a catalogue", {
      flag: "category",
      placeholder: "category",
    }),
  ),
  script: text("The script, as one text", { min: 1 }),
  icon: optional(text("Icon, in base64", base64)),
  previewImages: optional(
    list(text("image", base64), "Images that show it at work, in base64", {
      max: 3,
      flag: "preview-image",
    }),
  ),
  blocks: optional(json(blocks, "Blocks that it adds to the editor")),
  contentSources: optional(json(contentSources, "Sources that it brings content from")),
  externalLinks: optional(json(externalLinks, "Links shown with it, at most 5")),
  configurations: optional(json(configurations, "Settings that an installation has")),
  secrets: optional(
    json(secrets, "Secrets by their names; kept encrypted and never answered", {
      secret: "whole",
    }),
  ),
  contentSecurityPolicy: optional(
    json(contentSecurityPolicy, "Policy sent with the answers of its script", {
      placeholder: "policy",
    }),
  ),
};
