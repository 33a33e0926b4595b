/** Search results: pages with the matching sections, best match first. */
import * as z from "zod/mini";
import { createPageModel, url } from "./shared.model.ts";

const urls = z.looseObject({ app: url });

/** Relevance, from 0; comparable only within a response. */
const score = z.optional(z.number());

const pageResult = z.looseObject({
  id: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  path: z.string(),
  score,
  /** Rank among all pages, from 1. */
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
  /** Parent pages and groups, the outermost first. */
  ancestors: z.array(z.looseObject({ title: z.string() })),
  urls,
});
export type PageResult = z.infer<typeof pageResult>;

export const pageResults = createPageModel(pageResult);

/** A space with its matching pages. */
const spaceResult = z.looseObject({
  type: z.optional(z.literal("space")),
  id: z.string(),
  title: z.string(),
  /** Relevance of its best page. */
  score,
  pages: z.array(pageResult),
});

export const spaceResults = createPageModel(spaceResult);

/** A context record of the site. */
const recordResult = z.looseObject({
  type: z.literal("record"),
  id: z.string(),
  title: z.string(),
  score: z.number(),
  description: z.optional(z.string()),
  url,
});

/** The results of a site. */
export const siteResults = createPageModel(z.union([recordResult, spaceResult]));

/** Parts of a site to search. */
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
