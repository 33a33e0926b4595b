/** Content behind a URL. */
import * as z from "zod/mini";
import { collection } from "./collection.model.ts";
import { changeRequest } from "./cr.model.ts";
import { documentPage, groupPage } from "./page.model.ts";
import { space } from "./space.model.ts";

export const claims = z.record(z.string(), z.unknown());

/** URL to redirect the visitor to. */
const redirect = z.looseObject({
  target: z.string(),
  /** The site's id, if it redirects its visitors. */
  site: z.optional(z.string()),
  redirect: z.string(),
});

const published = z.looseObject({
  site: z.string(),
  siteSection: z.optional(z.string()),
  siteSpace: z.string(),
  space: z.string(),
  organization: z.string(),
  /** Rest of the path, below the space. */
  pathname: z.string(),
  basePath: z.string(),
  siteBasePath: z.string(),
  canonicalUrl: z.string(),
  /** Whether no part of the site has a longer path that starts with this one. */
  complete: z.boolean(),
  /** A token to read the content that this visitor can see, valid for at least one hour. */
  apiToken: z.string(),
  shareKey: z.optional(z.string()),
  /** Differs between visitors with different content. */
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
