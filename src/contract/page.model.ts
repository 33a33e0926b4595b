/** Pages of a space: documents, groups, links and computed pages. */
import * as z from "zod/mini";
import { contentReference } from "./content-reference.model.ts";
import { document } from "./document.model.ts";
import { open, time, url } from "./shared.model.ts";

export const gitLocation = z.looseObject({ oid: z.string(), path: z.string() });
export const variables = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const free = z.record(z.string(), z.unknown());

export const layout = z.looseObject({
  width: open(["default", "wide"]),
  cover: z.boolean(),
  coverSize: open(["hero", "full", "background"]),
  coverMask: z.optional(open(["none", "radial"])),
  title: z.boolean(),
  description: z.boolean(),
  tableOfContents: z.boolean(),
  outline: z.boolean(),
  pagination: z.boolean(),
  metadata: z.boolean(),
  tags: z.optional(z.boolean()),
  actions: z.optional(z.boolean()),
  anchors: z.optional(z.boolean()),
});

const cover = z.looseObject({
  ref: z.optional(contentReference),
  refDark: z.optional(contentReference),
  yPos: z.number(),
  height: z.optional(z.number()),
});

export const computedSource = z.looseObject({
  type: z.string(),
  props: free,
  dependencies: z.optional(free),
});

const common = {
  id: z.string(),
  title: z.string(),
  emoji: z.optional(z.string()),
  icon: z.optional(z.string()),
  createdAt: z.optional(time),
  updatedAt: z.optional(time),
  hidden: z.optional(z.boolean()),
};

const unindexed = {
  noIndex: z.optional(z.boolean()),
  noRobotsIndex: z.optional(z.boolean()),
};

/** A subpage; declared explicitly, because a JSON Schema cannot refer to itself by name. */
export interface NestedPage {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly pages?: readonly NestedPage[] | undefined;
  readonly [field: string]: unknown;
}

const nestedPages: z.ZodMiniType<NestedPage[]> = z.array(
  z.lazy((): z.ZodMiniType<NestedPage> => page),
);

/** Tags, which the local platform does not support. */
export const tags = z.optional(z.array(z.unknown()));

export const documentPage = z.looseObject({
  ...common,
  ...unindexed,
  type: z.literal("document"),
  kind: z.literal("sheet"),
  urls: z.looseObject({ app: url }),
  slug: z.string(),
  path: z.string(),
  description: z.optional(z.string()),
  tags,
  pages: nestedPages,
  git: z.optional(gitLocation),
  layout,
  cover: z.optional(cover),
  variables: z.optional(variables),
  /** The text in the requested format; absent in lists. */
  markdown: z.optional(z.string()),
  document: z.optional(document),
  documentId: z.optional(z.string()),
  computed: z.optional(computedSource),
  computedSeed: z.optional(z.string()),
});

export const groupPage = z.looseObject({
  ...common,
  ...unindexed,
  type: z.literal("group"),
  kind: z.literal("group"),
  slug: z.string(),
  path: z.string(),
  pages: nestedPages,
});

const linkPage = z.looseObject({
  ...common,
  type: z.literal("link"),
  kind: z.literal("link"),
  target: contentReference,
  href: z.optional(z.string()),
});

const computedPage = z.looseObject({
  ...common,
  type: z.literal("computed"),
  computed: computedSource,
});

/** A page with its subpages. */
export const page = z.discriminatedUnion("type", [documentPage, groupPage, linkPage, computedPage]);
export type PageModel = z.infer<typeof page>;

export const pages = z.looseObject({ pages: z.array(page) });

/** Another page with the same content, in this space or elsewhere. */
const metaLinkTarget = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("page"), page: z.string(), space: z.optional(z.string()) }),
  z.looseObject({ kind: z.literal("url"), url: z.string() }),
]);

/** Metadata for search engines: the canonical URL and alternates. */
export const metaLinks = z.looseObject({
  canonical: z.optional(metaLinkTarget),
  alternates: z.optional(z.array(metaLinkTarget)),
});
