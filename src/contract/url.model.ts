/** What addresses are of. */
import * as z from "zod/mini";
import { collection } from "./collection.model.ts";
import { changeRequest } from "./cr.model.ts";
import { documentPage, groupPage } from "./page.model.ts";
import { space } from "./space.model.ts";

export const claims = z.record(z.string(), z.unknown());

/** Where a visitor is to go instead. */
const redirect = z.looseObject({
  target: z.string(),
  /** The id of the site, if it sends its visitors elsewhere. */
  site: z.optional(z.string()),
  redirect: z.string(),
});

const published = z.looseObject({
  site: z.string(),
  siteSection: z.optional(z.string()),
  siteSpace: z.string(),
  space: z.string(),
  organization: z.string(),
  /** What of the path is below the space. */
  pathname: z.string(),
  basePath: z.string(),
  siteBasePath: z.string(),
  canonicalUrl: z.string(),
  /** Whether no part of the site has a longer path that begins with this one. */
  complete: z.boolean(),
  /** A token that reads what the site shows to this visitor, for an hour at least. */
  apiToken: z.string(),
  shareKey: z.optional(z.string()),
  /** Differs between visitors who see something else. */
  contextId: z.optional(z.string()),
  preview: z.optional(z.boolean()),
});

export const publishedLookup = z.union([published, redirect]);

export const content = z.union([
  z.looseObject({ collection }),
  z.looseObject({
    space,
    changeRequest: z.optional(changeRequest),
    page: z.optional(z.discriminatedUnion("type", [documentPage, groupPage])),
  }),
]);
