/** Site file: the hosted platform's format with additional settings. */
import * as z from "zod/mini";
import {
  boundedText,
  grants,
  key,
  level,
  moved,
  named,
  protect,
  told,
} from "./organization-files-words.model.ts";
import { longestSource, redirectSource } from "./site-redirect-values.ts";
import { agentsContexts, siteTypes, siteVisibilities } from "./site-values.ts";

const inLanguages = z.optional(z.record(z.string(), z.string()));
const condition = z.optional(boundedText(1024));
const part = { key, moved, localizedTitle: inLanguages, draft: z.optional(z.boolean()) };
/** Nodes of the hosted platform's site file, with `space` and `moved` added. */
const siteSpace = z.strictObject({
  ...part,
  type: z.literal("space"),
  title: z.optional(boundedText(255)),
  path: z.optional(boundedText(100, 1)),
  default: z.optional(z.boolean()),
  hidden: z.optional(z.boolean()),
  condition,
  content: z.optional(
    z.strictObject({ directory: z.nullable(z.string()), language: z.optional(z.string()) }),
  ),
  space: z.optional(told("Key of the space, if it differs from the key of this part", key)),
});
const section = z.strictObject({
  ...part,
  type: z.literal("section"),
  title: boundedText(128, 2),
  description: z.optional(boundedText(256)),
  localizedDescription: inLanguages,
  icon: z.optional(boundedText(50)),
  path: z.optional(boundedText(100, 1)),
  default: z.optional(z.boolean()),
  condition,
  children: z.optional(z.array(siteSpace)),
});
const link = z.strictObject({
  ...part,
  type: z.literal("external-link"),
  title: boundedText(128, 2),
  description: z.optional(boundedText(256)),
  localizedDescription: inLanguages,
  icon: z.optional(boundedText(50)),
  url: boundedText(2048, 1),
  condition,
});
const groupPart = {
  ...part,
  type: z.literal("section-group"),
  title: boundedText(100, 1),
  icon: z.optional(boundedText(50)),
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

const redirectSourceText = boundedText(longestSource).check(
  z.regex(new RegExp(redirectSource.source, "u"), `must be ${redirectSource.means}`),
);
const redirectTarget = boundedText(2048, 1).check(
  z.regex(/^(?:\/(?!\/)|https?:\/\/)/i, "must be a path of the site such as /guides, or a URL"),
);
const redirect = z.union([
  redirectTarget,
  z.strictObject({
    to: told("Path of the site, or a URL", redirectTarget),
    capture: z.optional(told("Append the path matched by * to the destination", z.boolean())),
    permanent: z.optional(told("Redirect permanently (308)", z.boolean())),
  }),
]);

export const siteFile = z.strictObject({
  $schema: z.optional(z.string()),
  version: z.optional(z.literal(1)),
  site: z.strictObject({
    title: boundedText(128, 2),
    structure: z.optional(
      z.nullable(z.array(z.discriminatedUnion("type", [group, section, siteSpace, link]))),
    ),
  }),
  settings: z.optional(
    told(
      "Settings that the hosted platform's site file does not have",
      z.strictObject({
        type: z.optional(told("Type of the site at creation", z.enum(siteTypes))),
        visibility: z.optional(z.enum(siteVisibilities)),
        basename: z.optional(boundedText(100, 1)),
        defaultLevel: z.optional(level),
        adaptiveContent: z.optional(z.boolean()),
        agentsContext: z.optional(z.enum(agentsContexts)),
        proxy: z.optional(z.nullable(boundedText(512))),
        published: z.optional(z.boolean()),
      }),
    ),
  ),
  shareLinks: z.optional(
    told("Share links by name: true is active, false is revoked", named(z.boolean())),
  ),
  customization: z.optional(
    told(
      "Customization, as printed by tome site customization get",
      z.record(z.string(), z.record(z.string(), z.json())),
    ),
  ),
  redirects: z.optional(told("Destinations by source, such as /old or /old/*", named(redirect))),
  automaticRedirects: z.optional(
    told(
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
