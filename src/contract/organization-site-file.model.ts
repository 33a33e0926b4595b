/** Site file: the hosted platform's format with additional settings. */
import * as z from "zod/mini";
import {
  createNamedModel,
  createTextModel,
  grants,
  key,
  level,
  moved,
  protect,
  withHelp,
} from "./organization-files-words.model.ts";
import { longestSource, redirectSource } from "./site-redirect-values.ts";
import { agentsContexts, siteTypes, siteVisibilities } from "./site-values.ts";

const inLanguages = z.optional(z.record(z.string(), z.string()));
const condition = z.optional(createTextModel(1024));
const part = { key, moved, localizedTitle: inLanguages, draft: z.optional(z.boolean()) };
/** Nodes of the hosted platform's site file, with `space` and `moved` added. */
const siteSpace = z.strictObject({
  ...part,
  type: z.literal("space"),
  title: z.optional(createTextModel(255)),
  path: z.optional(createTextModel(100, 1)),
  default: z.optional(z.boolean()),
  hidden: z.optional(z.boolean()),
  condition,
  content: z.optional(
    z.strictObject({ directory: z.nullable(z.string()), language: z.optional(z.string()) }),
  ),
  space: z.optional(withHelp("Key of the space, if it differs from the key of this part", key)),
});
const section = z.strictObject({
  ...part,
  type: z.literal("section"),
  title: createTextModel(128, 2),
  description: z.optional(createTextModel(256)),
  localizedDescription: inLanguages,
  icon: z.optional(createTextModel(50)),
  path: z.optional(createTextModel(100, 1)),
  default: z.optional(z.boolean()),
  condition,
  children: z.optional(z.array(siteSpace)),
});
const link = z.strictObject({
  ...part,
  type: z.literal("external-link"),
  title: createTextModel(128, 2),
  description: z.optional(createTextModel(256)),
  localizedDescription: inLanguages,
  icon: z.optional(createTextModel(50)),
  url: createTextModel(2048, 1),
  condition,
});
const groupPart = {
  ...part,
  type: z.literal("section-group"),
  title: createTextModel(100, 1),
  icon: z.optional(createTextModel(50)),
};
/** Groups can contain one level of groups, as on the hosted platform. */
const innerGroup = z.strictObject({
  ...groupPart,
  children: z.optional(z.array(z.discriminatedUnion("type", [section, link]))),
});
const group = z.strictObject({
  ...groupPart,
  children: z.optional(z.array(z.discriminatedUnion("type", [innerGroup, section, link]))),
});

const redirectSourceText = createTextModel(longestSource).check(
  z.regex(new RegExp(redirectSource.source, "u"), `must be ${redirectSource.means}`),
);
const redirectTarget = createTextModel(2048, 1).check(
  z.regex(/^(?:\/(?!\/)|https?:\/\/)/i, "must be a path of the site such as /guides, or a URL"),
);
const redirect = z.union([
  redirectTarget,
  z.strictObject({
    to: withHelp("Path of the site, or a URL", redirectTarget),
    capture: z.optional(withHelp("Append the path matched by * to the destination", z.boolean())),
    permanent: z.optional(withHelp("Redirect permanently (308)", z.boolean())),
  }),
]);

export const siteFile = z.strictObject({
  $schema: z.optional(z.string()),
  version: z.optional(z.literal(1)),
  site: z.strictObject({
    title: createTextModel(128, 2),
    structure: z.optional(
      z.nullable(z.array(z.discriminatedUnion("type", [group, section, siteSpace, link]))),
    ),
  }),
  settings: z.optional(
    withHelp(
      "Settings that the hosted platform's site file does not have",
      z.strictObject({
        type: z.optional(withHelp("Type of the site at creation", z.enum(siteTypes))),
        visibility: z.optional(z.enum(siteVisibilities)),
        basename: z.optional(createTextModel(100, 1)),
        defaultLevel: z.optional(level),
        adaptiveContent: z.optional(z.boolean()),
        agentsContext: z.optional(z.enum(agentsContexts)),
        proxy: z.optional(z.nullable(createTextModel(512))),
        published: z.optional(z.boolean()),
      }),
    ),
  ),
  shareLinks: z.optional(
    withHelp(
      "Share links by name: true is active, false is revoked",
      createNamedModel(z.boolean()),
    ),
  ),
  customization: z.optional(
    withHelp(
      "Customization, as printed by tome site customization get",
      z.record(z.string(), z.record(z.string(), z.json())),
    ),
  ),
  redirects: z.optional(
    withHelp("Destinations by source, such as /old or /old/*", createNamedModel(redirect)),
  ),
  automaticRedirects: z.optional(
    withHelp(
      "Former URLs and the paths to which they lead; apply redirects those that the platform does not",
      z.nullable(z.record(redirectSourceText, redirectTarget)),
    ),
  ),
  grants,
  protect,
  moved,
});

export type SiteFile = z.infer<typeof siteFile>;
export type SiteFilePart = NonNullable<SiteFile["site"]["structure"]>[number];
