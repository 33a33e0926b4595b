/** A docs site: published content with an audience, and an address of its own. */
import * as z from "zod/mini";
import { open, page, permissions, time, url } from "./shared.model.ts";
import { agentsContexts, siteTypes, siteVisibilities } from "./site-values.ts";

const topic = open(["webdev", "crypto"]);

/** A picture, an emoji, or neither. */
const icon = z.looseObject({
  icon: z.optional(z.looseObject({ light: url, dark: url })),
  emoji: z.optional(z.string()),
});

/** Advertising; the embedded platform has none and leaves it out. */
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

export const site = z.looseObject({
  object: z.literal("site"),
  id: z.string(),
  type: open(siteTypes),
  title: z.string(),
  icon: z.optional(z.nullable(icon)),
  hostname: z.optional(z.string()),
  basename: z.optional(z.string()),
  proxy: z.optional(z.looseObject({ origin: z.string(), target: z.string() })),
  visibility: open(siteVisibilities),
  published: z.boolean(),
  siteSpaces: z.number(),
  createdAt: time,
  adaptiveContent: z.optional(z.looseObject({ enabled: z.boolean() })),
  ads: z.optional(ads),
  agentsContext: z.optional(open(agentsContexts)),
  features: z.optional(z.array(feature)),
  urls: z.looseObject({ location: url, app: url, published: z.optional(url) }),
  permissions: z.optional(permissions(["view", "edit", "admin"])),
});

export const sites = page(site);
