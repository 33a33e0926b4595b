/** Structure of a site: sections, section groups and site spaces. */
import * as z from "zod/mini";
import { createPageModel, url } from "./shared.model.ts";
import { site } from "./site.model.ts";
import { customization } from "./site-customization.model.ts";
import { space } from "./space.model.ts";

const urls = z.looseObject({ location: z.optional(url), published: z.optional(url) });

/** Whether it is hidden from visitors. */
const draft = z.optional(z.boolean());

/** Texts by language code. */
const inLanguages = (max: number) =>
  z
    .record(z.string().check(z.maxLength(20)), z.string().check(z.maxLength(max)))
    .check(
      z.refine((texts) => Object.keys(texts).length <= 200, "must have at most 200 languages"),
    );
export const localizedTexts = inLanguages(256);
export const localizedTitles = inLanguages(128);

export const siteSpace = z.looseObject({
  object: z.literal("site-space"),
  id: z.string(),
  path: z.string(),
  section: z.optional(z.string()),
  space,
  title: z.string(),
  draft,
  hidden: z.optional(z.boolean()),
  pageId: z.optional(z.nullable(z.string())),
  default: z.optional(z.boolean()),
  condition: z.optional(z.string()),
  hasAdvancedCustomizationFeature: z.optional(z.boolean()),
  urls,
});

export const siteSection = z.looseObject({
  object: z.literal("site-section"),
  id: z.string(),
  title: z.string(),
  localizedTitle: z.optional(localizedTitles),
  draft,
  localizedDescription: z.optional(localizedTexts),
  description: z.optional(z.string()),
  default: z.optional(z.boolean()),
  path: z.string(),
  condition: z.optional(z.string()),
  sectionGroup: z.optional(z.string()),
  icon: z.optional(z.string()),
  siteSpaces: z.array(siteSpace),
  urls,
});
export type SiteSection = z.infer<typeof siteSection>;

/** An external link, without content. */
export const siteExternalLink = z.looseObject({
  object: z.literal("site-external-link"),
  id: z.string(),
  title: z.string(),
  localizedTitle: z.optional(localizedTitles),
  description: z.optional(z.string()),
  localizedDescription: z.optional(localizedTexts),
  icon: z.optional(z.string()),
  url,
  sectionGroup: z.optional(z.string()),
  draft: z.boolean(),
  condition: z.optional(z.string()),
  urls: z.optional(urls),
});
export type SiteExternalLink = z.infer<typeof siteExternalLink>;

export interface SiteSectionGroup {
  readonly object: "site-section-group";
  readonly id: string;
  readonly title: string;
  readonly localizedTitle?: Readonly<Record<string, string>> | undefined;
  readonly draft?: boolean | undefined;
  readonly sectionGroup?: string | undefined;
  readonly icon?: string | undefined;
  readonly children: (SiteSection | SiteSectionGroup | SiteExternalLink)[];
  /** The sections among the children, for older clients. */
  readonly sections?: SiteSection[] | undefined;
  readonly urls?: z.infer<typeof urls> | undefined;
}

export const siteSectionGroup: z.ZodMiniType<SiteSectionGroup> = z.looseObject({
  object: z.literal("site-section-group"),
  id: z.string(),
  title: z.string(),
  localizedTitle: z.optional(localizedTitles),
  draft,
  sectionGroup: z.optional(z.string()),
  icon: z.optional(z.string()),
  children: z.array(z.union([siteSection, siteExternalLink, z.lazy(() => siteSectionGroup)])),
  sections: z.optional(z.array(siteSection)),
  urls: z.optional(urls),
});

/** An item with a position among its siblings. */
export const sitePart = z.union([siteSection, siteSectionGroup, siteSpace, siteExternalLink]);

export const siteSpaces = createPageModel(siteSpace);
export const siteSections = createPageModel(siteSection);
export const siteSectionGroups = createPageModel(siteSectionGroup);

/** A site without sections has its site spaces at the root. */
export const siteStructure = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("sections"),
    structure: z.array(z.union([siteSection, siteSectionGroup, siteExternalLink])),
  }),
  z.looseObject({ type: z.literal("siteSpaces"), structure: z.array(siteSpace) }),
]);

export const publishedSite = z.looseObject({
  object: z.literal("published-content-site"),
  site,
  structure: siteStructure,
  customizations: z.looseObject({
    site: customization,
    siteSpaces: z.record(z.string(), customization),
  }),
  scripts: z.array(
    z.looseObject({
      script: z.string(),
      contentSecurityPolicy: z.optional(z.unknown()),
      cookies: z.optional(z.boolean()),
    }),
  ),
});
