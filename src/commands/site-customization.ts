/** `tome site customization` and `tome site space customization`. */
import type { PrintedColumn } from "../context.ts";
import * as fonts from "../contract/font.ts";
import * as contract from "../contract/site-customization.ts";
import * as siteSpace from "../contract/site-space.ts";
import { updatedColumn } from "./columns.ts";
import { enumeration, nullable, optional, text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, mutation, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  { header: "TITLE", path: "title", as: "title", wide: true },
  { header: "THEME", path: "styling.theme" },
  { header: "PRIMARY COLOR", path: "styling.primaryColor.light" },
  { header: "DARK PRIMARY COLOR", path: "styling.primaryColor.dark" },
  { header: "CORNERS", path: "styling.corners" },
  { header: "FONT", path: "styling.font" },
  { header: "LOGO", path: "header.logo.light", as: "address", wide: true },
  { header: "DARK LOGO", path: "header.logo.dark", as: "address", wide: true },
  { header: "EMOJI", path: "favicon.emoji" },
  { header: "FAVICON", path: "favicon.icon.light", as: "address", wide: true },
  { header: "MODE", path: "themes.default" },
  { header: "COPYRIGHT", path: "footer.copyright", wide: true },
  { header: "ANNOUNCEMENT", path: "announcement.message", wide: true },
  updatedColumn,
];

const createOptionalUrlField = (help: string) =>
  optional(nullable(text(help, { max: 2048, format: "url", placeholder: "url" })));
const createShortField = (help: string, placeholder: string) =>
  optional(nullable(text(help, { max: 512, placeholder })));

/** The most common settings; a file can contain all of them. */
const flags = {
  title: optional(nullable(text("Title shown to visitors", { min: 2, max: 128 }))),
  theme: optional(nullable(enumeration(["clean", "muted", "bold", "gradient"], "Theme"))),
  primaryColor: createShortField("Color such as #346ddb, or two: light,dark", "color"),
  logo: createOptionalUrlField("URL of the logo in the header"),
  logoDark: createOptionalUrlField("URL of the logo in dark mode"),
  favicon: createOptionalUrlField("URL of the favicon"),
  emoji: optional(nullable(text("Emoji to use as favicon", { min: 1, max: 50 }))),
  corners: optional(nullable(enumeration(["straight", "rounded", "circular"], "Corners"))),
  mode: optional(nullable(enumeration(["light", "dark", "system"], "Initial color scheme"))),
  copyright: createShortField("Text of the footer", "text"),
  file: optional(
    text("JSON or YAML file with any settings, as printed by get --json; - for standard input", {
      placeholder: "file",
    }),
  ),
};

const { organizationId, siteId } = getCommandFields(contract.put);
const { siteSpaceId } = getCommandFields(contract.override);

export const ofSites = noun({
  summary: "Manage the customization of a site",
  own: "site",
  verbs: {
    get: query(contract.get, {
      columns,
      examples: [
        "site customization get Docs",
        "site customization get Docs --json > customization.json",
      ],
    }),
    update: custom({
      summary: "Change the customization of a site",
      fields: {
        organizationId,
        siteId,
        ...flags,
        font: optional(
          nullable(text("Font, such as Inter, or the family of a custom font", { max: 50 })),
        ),
      },
      arguments: ["siteId"],
      operations: [contract.put, contract.get, fonts.list],
      isWrite: true,
      examples: [
        'site customization update Docs --logo https://example.com/logo.svg --primary-color "#c2410c"',
        "site customization update Docs --file customization.json",
        "site customization update Docs --no-logo",
      ],
      load: () => import("../features/sites/customization.ts").then((m) => m.updateSite),
    }),
  },
});

export const ofSpaces = noun({
  summary: "Manage the customization overrides of a site space",
  own: "siteSpace",
  verbs: {
    get: query(contract.getForSpace, {
      columns,
      examples: ["site space customization get v1 --site Docs"],
    }),
    update: custom({
      summary: contract.override.summary,
      fields: { organizationId, siteId, siteSpaceId, ...flags },
      arguments: ["siteSpaceId"],
      operations: [contract.override],
      isWrite: true,
      examples: [
        'site space customization update v1 --primary-color "#0f766e" --site Docs',
        "site space customization update v1 --no-primary-color --site Docs",
      ],
      load: () => import("../features/sites/customization.ts").then((m) => m.updateSpace),
    }),
    delete: mutation(contract.removeFromSpace, {
      doneText: "Removed the customization overrides of the site space {siteSpaceId}.",
      absentText: "The site space {siteSpaceId} has no customization overrides.",
      confirm: {
        question: "Remove the customization overrides of {siteSpace}?",
        names: [{ field: "siteSpaceId", endpoints: siteSpace.list }],
      },
    }),
  },
});
