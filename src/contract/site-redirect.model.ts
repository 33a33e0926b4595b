/** A redirect of a site: source path and destination. */
import * as z from "zod/mini";
import { describeLengths } from "./check.ts";
import { createPageModel, time } from "./shared.model.ts";
import { longestSource, mostRedirectsAtOnce, redirectSource } from "./site-redirect-values.ts";

const source = z
  .string()
  .check(
    z.maxLength(longestSource),
    z.regex(new RegExp(redirectSource.source, "u"), `must be ${redirectSource.means}`),
  );

const siteSection = z.strictObject({ kind: z.literal("site-section"), siteSectionId: z.string() });
const siteSpace = z.strictObject({ kind: z.literal("site-space"), siteSpaceId: z.string() });
const sitePage = z.strictObject({
  kind: z.literal("site-page"),
  siteSpaceId: z.string(),
  pageId: z.string(),
});
const external = z.strictObject({
  kind: z.literal("external"),
  url: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    // Spread: at most two checks.
    .check(...describeLengths(1, 2048)),
});
/** A page by its path in a space, which is returned as a page of the site. */
const path = z.strictObject({
  kind: z.literal("path"),
  spaceId: z.string(),
  // Spread: at most two checks.
  path: z.string().check(...describeLengths(0, 2048)),
});

export const destination = z.discriminatedUnion("kind", [
  siteSection,
  siteSpace,
  sitePage,
  external,
]);
export type Destination = z.infer<typeof destination>;

export const inputDestination = z.discriminatedUnion("kind", [
  siteSection,
  siteSpace,
  sitePage,
  external,
  path,
]);
export type InputDestination = z.infer<typeof inputDestination>;

const publishing = z.strictObject({ source, intent: z.literal("publish") });
/** Without a destination, the redirect is deleted. */
const upsert = z.strictObject({
  source,
  intent: z.optional(z.enum(["live", "draft"])),
  captureWildcard: z.optional(z.boolean()),
  permanent: z.optional(z.boolean()),
  destination: z.nullable(inputDestination),
});

export const upserts = z
  .array(z.union([publishing, upsert]))
  .check(z.minLength(1), z.maxLength(mostRedirectsAtOnce));
export type Upsert = z.infer<typeof upserts>[number];

const shownDestination = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("site-section"), siteSectionId: z.string() }),
  z.looseObject({ kind: z.literal("site-space"), siteSpaceId: z.string() }),
  z.looseObject({ kind: z.literal("site-page"), siteSpaceId: z.string(), pageId: z.string() }),
  z.looseObject({ kind: z.literal("external"), url: z.url() }),
]);

export const siteRedirect = z.looseObject({
  object: z.literal("site-redirect"),
  id: z.string(),
  source: z.string(),
  draft: z.boolean(),
  captureWildcard: z.boolean(),
  permanent: z.boolean(),
  destination: shownDestination,
  createdAt: time,
  updatedAt: z.optional(time),
});

/** The former path of a page, which leads to the current one. */
const automaticRedirect = z.looseObject({
  object: z.literal("automatic-site-redirect"),
  source: z.string(),
  /** The current path on the site. */
  target: z.string(),
  destination: z.looseObject({
    kind: z.literal("site-page"),
    siteSpaceId: z.string(),
    pageId: z.string(),
  }),
});

export const siteRedirects = createPageModel(z.union([siteRedirect, automaticRedirect]));

const result = { source: z.string(), draft: z.boolean() };
const upsertResult = z.discriminatedUnion("status", [
  z.looseObject({ status: z.literal("created"), ...result, id: z.string() }),
  z.looseObject({ status: z.literal("updated"), ...result, id: z.string() }),
  z.looseObject({ status: z.literal("published"), ...result, id: z.string() }),
  z.looseObject({ status: z.literal("deleted"), ...result }),
  z.looseObject({ status: z.literal("error"), ...result, error: z.string() }),
]);

/** One result for each redirect of the request, in the same order. */
export const upsertResults = z.looseObject({
  results: z.array(upsertResult),
});

export const resolvedRedirect = z.looseObject({ redirect: siteRedirect, target: z.string() });
