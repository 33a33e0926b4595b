/** A site: a published website with its own audience and URL. */
import * as z from "zod/mini";
import { createPageModel, level, open, time, url } from "./shared.model.ts";
import { agentsContexts, siteTypes, siteVisibilities } from "./site-values.ts";

const topic = open(["webdev", "crypto"]);

/** An image, an emoji, or neither. */
const icon = z.looseObject({
  icon: z.optional(z.looseObject({ light: url, dark: url })),
  emoji: z.optional(z.string()),
});

/** Advertising; the local platform omits it until an admin requests it. */
const ads = z.looseObject({
  status: open(["pending", "in-review", "rejected", "live", "disabled"]),
  submittable: z.optional(z.boolean()),
  topic: z.optional(topic),
  reason: z.optional(z.string()),
  zoneId: z.optional(z.string()),
});

const feature = z.looseObject({
  id: z.string(),
  plan: z.optional(open(siteTypes)),
  frozen: z.optional(z.boolean()),
  customizations: z.optional(z.array(z.string())),
});

/** Platforms with fewer values omit the others. */
const sitePermissions = z.looseObject({
  view: z.boolean(),
  access: z.optional(z.boolean()),
  edit: z.boolean(),
  create: z.optional(z.boolean()),
  admin: z.boolean(),
  installIntegration: z.optional(z.boolean()),
  viewAdaptiveSchema: z.optional(z.boolean()),
  editAdaptiveSchema: z.optional(z.boolean()),
});

export const site = z.looseObject({
  object: z.literal("site"),
  id: z.string(),
  type: open(siteTypes),
  /** Type that determines the features; for a frozen site it differs from its own type. */
  appliedType: z.optional(open(siteTypes)),
  title: z.string(),
  icon: z.optional(z.nullable(icon)),
  hostname: z.optional(z.string()),
  basename: z.optional(z.string()),
  /** URL of the reverse proxy, and the URL that the proxy requests. */
  proxy: z.optional(z.looseObject({ origin: z.string(), target: z.string() })),
  visibility: open(siteVisibilities),
  /** Default level of members. */
  defaultLevel: z.optional(z.nullable(level)),
  published: z.boolean(),
  siteSpaces: z.number(),
  createdAt: time,
  adaptiveContent: z.optional(z.looseObject({ enabled: z.boolean() })),
  ads: z.optional(ads),
  agentsContext: z.optional(open(agentsContexts)),
  styleguide: z.optional(z.looseObject({ kind: z.literal("space"), space: z.string() })),
  features: z.optional(z.array(feature)),
  urls: z.looseObject({
    location: url,
    app: url,
    published: z.optional(url),
    preview: z.optional(url),
  }),
  permissions: z.optional(sitePermissions),
});

export const sites = createPageModel(site);

export const preview = z.looseObject({ url });
