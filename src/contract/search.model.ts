/** What a search finds: pages with the sections that say it, best first. */
import * as z from "zod/mini";
import { page, url } from "./shared.model.ts";

const urls = z.looseObject({ app: url });

/** How well it fits, from 0 on; only those of one answer can be compared. */
const score = z.optional(z.number());

const pageResult = z.looseObject({
  id: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  path: z.string(),
  score,
  /** Its place among all pages found, from 1 on. */
  rank: z.optional(z.number()),
  sections: z.optional(
    z.array(
      z.looseObject({
        id: z.string(),
        title: z.string(),
        path: z.string(),
        score,
        body: z.string(),
        urls,
      }),
    ),
  ),
  /** The pages and groups above it, the outermost first. */
  ancestors: z.array(z.looseObject({ title: z.string() })),
  urls,
});
export type PageResult = z.infer<typeof pageResult>;

export const pageResults = page(pageResult);

/** A space with its pages that were found. */
export const spaceResults = page(
  z.looseObject({
    type: z.optional(z.literal("space")),
    id: z.string(),
    title: z.string(),
    /** That of its best page. */
    score,
    pages: z.array(pageResult),
  }),
);

/** Which parts of a site are searched. */
export const siteSearchScope = z.union([
  z.strictObject({
    /** The default space of each section, and the current one. */
    mode: z.literal("default"),
    currentSiteSpace: z.optional(z.string()),
    restrictTo: z.optional(z.enum(["currentSiteSpace", "otherSiteSpaces"])),
  }),
  z.strictObject({ mode: z.literal("specific"), siteSpaceIds: z.array(z.string()) }),
  z.strictObject({ mode: z.literal("all") }),
]);
export type SiteSearchScope = z.infer<typeof siteSearchScope>;
